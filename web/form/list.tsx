/** A list of texts or numbers. */
import { useSession } from "../ui/context.ts";
import { Icon } from "../ui/icons.tsx";
import { Control } from "./control.tsx";
import { idOf } from "./hooks.ts";
import { type FieldModel, singular } from "./model.ts";
import { FieldNote } from "./notes.tsx";

interface ListProps {
  readonly model: Extract<FieldModel, { kind: "list" }>;
  readonly pointer: string;
  readonly value: unknown;
}

export function ListInput({ model, pointer, value }: ListProps) {
  const session = useSession();
  const items = Array.isArray(value) ? value : [];
  const item = singular(model.label).toLowerCase();
  return (
    <>
      <ol class="plain-list">
        {items.map((one, index) => {
          const at = `${pointer}/${index}`;
          return (
            <li key={index} class="list-line" data-place={at}>
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
              <button
                type="button"
                class="icon-button"
                aria-label={`Remove ${item} ${index + 1}`}
                onClick={() => session.setValue(pointer, items.toSpliced(index, 1), "")}
              >
                <Icon name="close" />
              </button>
            </li>
          );
        })}
      </ol>
      <button
        type="button"
        class="button button-add"
        onClick={() => session.setValue(pointer, [...items, model.item.kind === "number" ? 0 : ""], "")}
      >
        <Icon name="plus" /> Add {item}
      </button>
    </>
  );
}
