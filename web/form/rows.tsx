/** A list of objects as rows: one line each where the members are simple, a card each otherwise. */
import { useRef } from "preact/hooks";
import { child, escapeToken, isPlainObject } from "../../src/core/json/values.ts";
import { listAt, renameMember, setAt, valueAt } from "../json/edit.ts";
import { type FieldModel, type GroupModel, isScalar, type RecordsModel } from "../model/model.ts";
import { lower } from "../model/names.ts";
import { nameOf, recordsIn } from "../model/places.ts";
import { blankDraft } from "../model/values.ts";
import { useSelect, useSession } from "../state/context.ts";
import { memo } from "../ui/memo.ts";
import { Control, type FieldProps } from "./control.tsx";
import { idOf, useProblems } from "./hooks.ts";
import type { RenderBody } from "./list.tsx";
import { InlineProblem } from "./notes.tsx";
import { usePasteCells } from "./paste-cells.ts";
import { RemoveButton, RowCard, RowMenu, type RowPlace, useRows } from "./row-menu.tsx";
import { AddButton } from "./within.tsx";

export function Rows({ model, pointer, value, card }: FieldProps<"rows"> & { card: RenderBody }) {
  const rows = Array.isArray(value) ? (value as Record<string, unknown>[]) : [];
  const nameAt = (index: number) => nameOf(model.item, rows[index]) ?? `${model.item.label} ${index + 1}`;
  const { holder, add, rowAt } = useRows<HTMLOListElement>(pointer, rows, nameAt);
  const records = useSelect(
    ({ rules }) => rules && recordsIn(rules.model).find(({ fieldsAt }) => fieldsAt === model.at),
  );
  const onPaste = usePasteCells(
    pointer,
    model.item.members.map(({ name, label, kind }) => ({ name, label, type: kind })),
    rows,
  );
  return (
    <>
      <ol class={isSimple(model.item) ? "rows" : "rows rows-cards"} ref={holder} onPaste={onPaste}>
        {rows.map((row, index) => (
          <Row key={index} {...{ ...rowAt(index), model, row, records, card }} />
        ))}
      </ol>
      <AddButton
        what={lower(model.item.label)}
        id={idOf(pointer, "add")}
        disabled={model.max !== undefined && rows.length >= model.max}
        onClick={() => add(blankDraft(model.item))}
      />
    </>
  );
}

interface RowProps extends RowPlace {
  readonly model: FieldProps<"rows">["model"];
  readonly row: Record<string, unknown>;
  readonly records: RecordsModel | undefined;
  readonly card: RenderBody;
}

const Row = memo(function Row({ model, row, records, card, ...place }: RowProps) {
  const { pointer, index, name, mark } = place;
  const at = `${pointer}/${index}`;
  if (!isSimple(model.item)) return <RowCard {...place}>{card(model.item, at, row)}</RowCard>;
  const others = Object.keys(row).filter((key) => !model.item.members.some((member) => member.name === key));
  return (
    <li class={`row ${mark}`} data-row={at} data-place={at}>
      <div class="row-line">
        <RowMenu {...place} />
        <div class="row-cells" style={{ "--columns": columnsOf(model.item) }}>
          {model.item.members.map((member) => (
            <Cell key={member.name} model={member} {...{ at, row, name, records, fieldsAt: pointer }} />
          ))}
        </div>
        <RemoveButton {...place} />
      </div>
      {others.length > 0 && (
        <p class="row-others">
          Also here, and not part of this form:{" "}
          {others.map((key) => (
            <code key={key}>{key}</code>
          ))}
        </p>
      )}
      <RowNotes at={at} names={[...model.item.members.map((member) => member.name), ...others]} />
    </li>
  );
});

interface CellProps {
  readonly model: FieldModel;
  readonly at: string;
  readonly row: Record<string, unknown>;
  readonly name: string;
  readonly records: RecordsModel | undefined;
  readonly fieldsAt: string;
}

function Cell({ model, at, row, name, records, fieldsAt }: CellProps) {
  const session = useSession();
  const place = `${at}/${escapeToken(model.name)}`;
  // What the records were when somebody began to rename the field, so that no spelling on the way leaves a trace.
  const before = useRef<{ name: string; held: readonly Record<string, unknown>[] }>(undefined);
  const isName = records !== undefined && model.name === records.nameMember;
  const rename = (next: unknown): void => {
    let changed = setAt(session.store.get().candidate, place, next);
    if (isName && before.current !== undefined && typeof next === "string" && next !== "") {
      const { name: from, held } = before.current;
      const renamed = held.map((record) => renameMember(record, from, next));
      changed = setAt(changed, records.at, renamed);
    }
    session.setCandidate(changed, place);
  };
  const remember = (): void => {
    if (!isName) return;
    const { candidate } = session.store.get();
    const held = valueAt(candidate, records.at);
    const from = row[model.name];
    const same = listAt(candidate, fieldsAt).filter((field) => child(field, model.name) === from);
    const isOwn = typeof from === "string" && from !== "" && same.length === 1;
    before.current =
      isOwn && Array.isArray(held) && held.every(isPlainObject) ? { name: from, held } : undefined;
  };
  return (
    <div class="cell" data-place={place} onFocusCapture={remember}>
      <label class="cell-label" for={idOf(place)}>
        {model.label}
        {!model.required && <span class="optional">Optional</span>}
      </label>
      <Control
        model={model}
        pointer={place}
        value={row[model.name]}
        label={`${model.label} of ${name}`}
        describedBy={idOf(at, "notes")}
        {...(isName && { onChange: rename })}
      />
    </div>
  );
}

/** What is wrong with a row and its members. */
export function RowNotes({ at, names }: { at: string; names: readonly string[] }) {
  const problems = useProblems(at, ...names.map((name) => `${at}/${escapeToken(name)}`));
  return (
    <div class="row-notes" id={idOf(at, "notes")}>
      {problems.map((problem) => (
        <InlineProblem
          key={problem.id}
          problem={problem}
          {...(problem.place !== at && { label: lastPart(problem.label) })}
        />
      ))}
    </div>
  );
}

function lastPart(label: string): string {
  return label.slice(label.lastIndexOf(" › ") + 1).replace(/^› /, "");
}

function isSimple({ members }: GroupModel): boolean {
  return members.length <= 5 && members.every(isScalar);
}

function columnsOf({ members }: GroupModel): string {
  return members
    .map((member) =>
      member.kind === "text" ? (member.long ? "minmax(0, 2.4fr)" : "minmax(0, 1.2fr)") : "minmax(0, 1fr)",
    )
    .join(" ");
}
