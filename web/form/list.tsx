/** A list of anything but objects: a line each for texts and numbers, a card each for what needs more room. */
import type { ComponentChildren } from "preact";
import { type FieldModel, isScalar } from "../model/model.ts";
import { lower, singular } from "../model/names.ts";
import { nameOf } from "../model/places.ts";
import { emptyOf } from "../model/values.ts";
import { useSession } from "../state/context.ts";
import { Control, type FieldProps } from "./control.tsx";
import { idOf } from "./hooks.ts";
import { FieldNote } from "./notes.tsx";
import { usePasteCells } from "./paste-cells.ts";
import { RemoveButton, RowCard, RowMenu, useRows } from "./row-menu.tsx";
import { AddButton } from "./within.tsx";

export type RenderBody = (model: FieldModel, pointer: string, value: unknown) => ComponentChildren;

export function ListInput({ model, pointer, value, body }: FieldProps<"list"> & { body: RenderBody }) {
  const session = useSession();
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
        {items.map((one, index) => {
          const at = `${pointer}/${index}`;
          const row = rowAt(index);
          if (isLine)
            return (
              <li key={index} class={`list-line ${row.mark}`} data-row={at} data-place={at}>
                <RowMenu {...row} />
                <div class="list-input">
                  <Control
                    model={model.item}
                    pointer={at}
                    value={one}
                    label={`${model.label}, ${index + 1}`}
                    describedBy={idOf(at, "note")}
                    onChange={(next) => session.setValue(at, next ?? "")}
                  />
                  <FieldNote place={at} />
                </div>
                <RemoveButton {...row} />
              </li>
            );
          return (
            <RowCard key={index} {...row}>
              {body(model.item, at, one)}
            </RowCard>
          );
        })}
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
