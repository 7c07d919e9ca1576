/** A candidate as people read it: labels and values, without notation. */
import { child, isPlainObject } from "../../src/core/json/values.ts";
import type { FieldModel } from "../model/model.ts";
import { humanize } from "../model/names.ts";
import { kindAt, nameOf } from "../model/places.ts";
import { formatScalar } from "../model/scalar-text.ts";
import { ScrollRegion } from "../ui/scroll-region.tsx";

export function Reading({ model, value }: { model: FieldModel | undefined; value: unknown }) {
  const kind = kindAt(model, value);
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item !== "object" || item === null))
      return <>{value.map((item) => wordOf(kind, item)).join(", ")}</>;
    if (kind?.kind === "rows" || kind?.kind === "records") return <Table model={kind} rows={value} />;
    const item = kind?.kind === "list" ? kind.item : undefined;
    return (
      <ol class="reading-list">
        {value.map((one, index) => (
          <li key={index}>
            {item && nameOf(item, one) && <strong>{nameOf(item, one)}</strong>}
            <Reading model={kind?.kind === "tuple" ? kind.items[index] : item} value={one} />
          </li>
        ))}
      </ol>
    );
  }
  if (!isPlainObject(value)) return <>{wordOf(kind, value)}</>;
  const members = kind?.kind === "group" ? kind.members : [];
  const order = new Map(members.map(({ name }, index) => [name, index]));
  const names = Object.keys(value).sort((a, b) => (order.get(a) ?? 1e9) - (order.get(b) ?? 1e9));
  return (
    <dl class="reading">
      {names.map((name) => {
        const member =
          members.find((one) => one.name === name) ?? (kind?.kind === "map" ? kind.item : undefined);
        return (
          <div key={name}>
            <dt>{kind?.kind === "map" ? name : (member?.label ?? humanize(name))}</dt>
            <dd>
              <Reading model={member} value={value[name]} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

interface TableProps {
  readonly model: Extract<FieldModel, { kind: "rows" | "records" }>;
  readonly rows: readonly unknown[];
}

function Table({ model, rows }: TableProps) {
  const members = model.kind === "rows" ? model.item.members : [];
  const found = new Set(rows.flatMap((row) => (isPlainObject(row) ? Object.keys(row) : [])));
  const known = members.map(({ name }) => name).filter((name) => found.has(name));
  const columns = [...known, ...[...found].filter((name) => !known.includes(name))];
  return (
    <ScrollRegion class="preview-scroll" label={`${model.label}, table`}>
      <table class="preview">
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {members.find((member) => member.name === name)?.label ?? name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {columns.map((name) => (
                <td key={name}>
                  <Reading model={members.find((member) => member.name === name)} value={child(row, name)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function wordOf(model: FieldModel | undefined, value: unknown): string {
  if (value === undefined) return "";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (model?.kind === "choice" || model?.kind === "set") {
    const option = model.options.find((one) => one.value === value);
    if (option !== undefined) return option.title;
  }
  return formatScalar(value);
}
