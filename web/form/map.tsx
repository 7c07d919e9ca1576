/** An object whose members have names that the author chooses. */
import { escapeToken } from "../../src/core/json/pointer.ts";
import { renameMember } from "../json/edit.ts";
import { useSession } from "../ui/context.ts";
import { Icon } from "../ui/icons.tsx";
import { Control } from "./control.tsx";
import { idOf } from "./hooks.ts";
import type { FieldModel } from "./model.ts";
import { FieldNote } from "./notes.tsx";

interface MapProps {
  readonly model: Extract<FieldModel, { kind: "map" }>;
  readonly pointer: string;
  readonly value: unknown;
}

export function MapInput({ model, pointer, value }: MapProps) {
  const session = useSession();
  const object = (value ?? {}) as Record<string, unknown>;
  const names = Object.keys(object);
  return (
    <>
      <ul class="plain-list">
        {names.map((name, index) => {
          const at = `${pointer}/${escapeToken(name)}`;
          return (
            <li key={index} class="list-line" data-place={at}>
              <div class="list-input">
                <div class="map-line">
                  <input
                    class="input"
                    value={name}
                    aria-label={`Name ${index + 1} of ${model.label}`}
                    onChange={({ currentTarget }) =>
                      session.setValue(pointer, renameMember(object, name, currentTarget.value), "")
                    }
                  />
                  <Control
                    model={model.item}
                    pointer={at}
                    value={object[name]}
                    label={`Value of ${name}`}
                    describedBy={idOf(at, "note")}
                    onChange={(next) => session.setValue(at, next ?? "")}
                  />
                </div>
                <FieldNote place={at} />
              </div>
              <button
                type="button"
                class="icon-button"
                aria-label={`Remove ${name}`}
                onClick={() => session.setValue(at, undefined, "")}
              >
                <Icon name="close" />
              </button>
            </li>
          );
        })}
      </ul>
      <button
        type="button"
        class="button button-add"
        onClick={() =>
          session.setValue(
            pointer,
            { ...object, [freeName(object)]: model.item.kind === "number" ? 1 : "" },
            "",
          )
        }
      >
        <Icon name="plus" /> Add {model.label.toLowerCase()}
      </button>
    </>
  );
}

function freeName(object: Record<string, unknown>): string {
  for (let count = 1; ; count++) {
    const name = count === 1 ? "name" : `name${count}`;
    if (!Object.hasOwn(object, name)) return name;
  }
}
