/** Records as a table: a column for each declared field, with an input of its type. */
import { useMemo } from "preact/hooks";
import { escapeToken } from "../../src/core/json/values.ts";
import { shownAt } from "../json/edit.ts";
import { singular } from "../model/names.ts";
import { type Column, columnsOf } from "../model/places.ts";
import { useSelect, useSession } from "../state/context.ts";
import { memo } from "../ui/memo.ts";
import { ScrollRegion } from "../ui/scroll-region.tsx";
import type { FieldProps } from "./control.tsx";
import { idOf, useInput } from "./hooks.ts";
import { usePasteCells } from "./paste-cells.ts";
import { RemoveButton, RowMenu, type RowPlace, useRows } from "./row-menu.tsx";
import { RowNotes } from "./rows.tsx";
import { ScalarInput } from "./scalar.tsx";
import { AddButton } from "./within.tsx";

export function RecordsTable({ model, pointer, value }: FieldProps<"records">) {
  const records = Array.isArray(value) ? (value as Record<string, unknown>[]) : [];
  // As text, so that the table renders again only if the columns are others.
  const listed = useSelect(({ candidate }) => JSON.stringify(columnsOf(model, candidate, records)));
  const columns = useMemo<Column[]>(() => JSON.parse(listed), [listed]);
  const onPaste = usePasteCells(
    pointer,
    columns.map(({ name, type = "" }) => ({ name, label: name, type: type === "" ? "object" : type })),
    records,
  );
  const item = singular(model.label).toLowerCase();
  const nameAt = (index: number) => `${item} ${index + 1}`;
  const { holder, add, rowAt } = useRows<HTMLTableSectionElement>(pointer, records, nameAt);
  return (
    <>
      {columns.length === 0 ? (
        <p class="empty-note">Give the fields above a name; each becomes a column here.</p>
      ) : (
        <ScrollRegion class="table-scroll" label={`${model.label}, table`} onPaste={onPaste}>
          <table class="table" style={{ "--columns": widthsOf(columns) }}>
            <thead>
              <tr>
                <td />
                {columns.map(({ name, type }) => (
                  <th key={name} scope="col">
                    <span class="column-name">{name}</span>{" "}
                    {type === undefined ? (
                      <span class="tag tag-warning">not declared</span>
                    ) : (
                      <span class="muted">{type}</span>
                    )}
                  </th>
                ))}
                <td />
              </tr>
            </thead>
            <tbody ref={holder}>
              {records.map((record, index) => (
                <RecordRow key={index} {...{ ...rowAt(index), record, columns }} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      <AddButton what={item} id={idOf(pointer, "add")} onClick={() => add({})} />
    </>
  );
}

/** The same for every row, as wide as the names of the columns need. */
function widthsOf(columns: readonly Column[]): string {
  const width = ({ name, type = "not declared" }: Column) =>
    `minmax(max(var(--cell), ${name.length + type.length + 3}ch), 1fr)`;
  return `32px ${columns.map(width).join(" ")} 32px`;
}

interface RecordRowProps extends RowPlace {
  readonly record: Record<string, unknown>;
  readonly columns: readonly Column[];
}

const RecordRow = memo(function RecordRow({ record, columns, ...place }: RecordRowProps) {
  const { pointer, index, name, mark } = place;
  const at = `${pointer}/${index}`;
  return (
    <>
      <tr class={`record ${mark}`} data-row={at} data-place={at}>
        <td class="record-action">
          <RowMenu {...place} />
        </td>
        {columns.map((column) => (
          <RecordCell key={column.name} at={at} column={column} value={record[column.name]} name={name} />
        ))}
        <td class="record-action">
          <RemoveButton {...place} />
        </td>
      </tr>
      <tr class="record-notes">
        <td colSpan={columns.length + 2}>
          <RowNotes at={at} names={columns.map((column) => column.name)} />
        </td>
      </tr>
    </>
  );
});

interface RecordCellProps {
  readonly at: string;
  readonly column: Column;
  readonly value: unknown;
  readonly name: string;
}

const RecordCell = memo(function RecordCell({ at, column, value, name }: RecordCellProps) {
  const session = useSession();
  const place = `${at}/${escapeToken(column.name)}`;
  const input = useInput(place);
  return (
    <td data-place={place}>
      <ScalarInput
        {...input}
        type={column.type === undefined || column.type === "" ? "object" : column.type}
        value={shownAt(session.store.get().candidate, place, value)}
        required
        label={`${column.name}, ${name}`}
        describedBy={idOf(at, "notes")}
        onChange={(next) => session.setValue(place, next)}
      />
    </td>
  );
});
