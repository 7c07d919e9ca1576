/** A list of anything but objects: a line each for texts and numbers, a card each for what needs more room. */
import type { ComponentChildren } from "preact";
import { type FieldModel, isScalar } from "../model/model.ts";
import { lower, singular } from "../model/names.ts";
import { nameOf } from "../model/places.ts";
import { emptyOf } from "../model/values.ts";
import { memo } from "../ui/memo.ts";
import { Control, type FieldProps } from "./control.tsx";
import { idOf } from "./hooks.ts";
import { FieldNote } from "./notes.tsx";
import { usePasteCells } from "./paste-cells.ts";
import { RemoveButton, RowCard, RowMenu, type RowPlace, useRows } from "./row-menu.tsx";
import { AddButton } from "./within.tsx";

export type RenderBody = (model: FieldModel, pointer: string, value: unknown) => ComponentChildren;

export function ListInput({ model, pointer, value, body }: FieldProps<"list"> & { body: RenderBody }) {
  const items = Array.isArray(value) ? value : [];
  const item = singular(model.label);
  const nameAt = (index: number) => nameOf(model.item, items[index]) ?? `${item} ${index + 1}`;
  const { holder, add, rowAt } = useRows<HTMLOListElement>(pointer, items, nameAt);
  const onPaste = usePasteCells(pointer, [{ name: undefined, label: "", type: model.item.kind }], items);
  const isLine = isScalar(model.item);
  return (
    <>
      <ol
        class={isLine ? "plain-list" : "rows rows-cards"}
        ref={holder}
        onPaste={isLine ? onPaste : undefined}
      >
        {items.map((one, index) => (
          <ListItem key={index} {...{ ...rowAt(index), model, value: one, body }} />
        ))}
      </ol>
      <AddButton
        what={lower(item)}
        id={idOf(pointer, "add")}
        disabled={model.max !== undefined && items.length >= model.max}
        onClick={() => add(emptyOf(model.item))}
      />
    </>
  );
}

interface ListItemProps extends RowPlace {
  readonly model: FieldProps<"list">["model"];
  readonly value: unknown;
  readonly body: RenderBody;
}

const ListItem = memo(function ListItem({ model, value, body, ...row }: ListItemProps) {
  const at = `${row.pointer}/${row.index}`;
  if (!isScalar(model.item)) return <RowCard {...row}>{body(model.item, at, value)}</RowCard>;
  return (
    <li class={`list-line ${row.mark}`} data-row={at} data-place={at}>
      <RowMenu {...row} />
      <div class="list-input">
        <Control
          model={model.item}
          pointer={at}
          value={value}
          label={`${model.label}, ${row.index + 1}`}
          describedBy={idOf(at, "note")}
        />
        <FieldNote place={at} />
      </div>
      <RemoveButton {...row} />
    </li>
  );
});
