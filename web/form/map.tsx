/** An object whose members have names that the author chooses. */
import { useState } from "preact/hooks";
import { escapeToken } from "../../src/core/json/values.ts";
import { renameMember } from "../json/edit.ts";
import { type FieldModel, isScalar } from "../model/model.ts";
import { lower, singular } from "../model/names.ts";
import { emptyOf } from "../model/values.ts";
import { useSession } from "../state/context.ts";
import { IconButton } from "../ui/button.tsx";
import { Control } from "./control.tsx";
import { idOf } from "./hooks.ts";
import type { RenderBody } from "./list.tsx";
import { FieldNote } from "./notes.tsx";
import { AddButton, useWithin, Within } from "./within.tsx";

interface MapProps {
  readonly label: string;
  readonly item: FieldModel;
  readonly pointer: string;
  readonly object: Readonly<Record<string, unknown>>;
  /** The members to show; all of them if it is left out. */
  readonly names?: readonly string[];
  readonly body: RenderBody;
}

export function MapInput({ label, item, pointer, object, names: given, body }: MapProps) {
  const session = useSession();
  const isOwn = given === undefined;
  const names = given ?? Object.keys(object);
  // A line that has no name yet is not a member yet.
  const [isAdding, setAdding] = useState(names.length === 0 && isOwn);
  const [wasAsked, setAsked] = useState(false);
  const within = useWithin();
  const single = lower(singular(label));
  const rename = (from: string, to: string): boolean => {
    if (from === to) return true;
    if (Object.hasOwn(object, to)) return false;
    session.setValue(pointer, renameMember(object, from, to), "", `Name of ${single}`);
    return true;
  };
  const add = (name: string): boolean => {
    if (name === "" || Object.hasOwn(object, name)) return name === "";
    setAdding(false);
    session.setValue(`${pointer}/${escapeToken(name)}`, emptyOf(item), "", `Add ${single}`);
    return true;
  };
  const lines = isAdding ? [...names, undefined] : names;
  const isLine = isScalar(item);
  return (
    <>
      <ul class="plain-list">
        {lines.map((name, index) => {
          const at = `${pointer}/${escapeToken(name ?? "")}`;
          return (
            <li key={index} class="list-line" data-place={name === undefined ? undefined : at}>
              <div class="list-input">
                <div class={isLine ? "map-line" : "map-card"}>
                  <NameInput
                    name={name ?? ""}
                    label={`Name ${index + 1} of ${label}`}
                    isNew={name === undefined}
                    takesFocus={wasAsked}
                    onName={(next) => (name === undefined ? add(next) : rename(name, next))}
                  />
                  {isLine ? (
                    <div>
                      <Control
                        model={item}
                        pointer={at}
                        value={name === undefined ? undefined : object[name]}
                        label={`Value of ${name ?? `${label} ${index + 1}`}`}
                        describedBy={idOf(at, "note")}
                        onChange={(next) => {
                          if (name === undefined) setAdding(false);
                          session.setValue(at, next ?? "");
                        }}
                      />
                      <FieldNote place={at} />
                    </div>
                  ) : (
                    name !== undefined && (
                      <Within.Provider value={`${name}${within}`}>
                        {body(item, at, object[name])}
                      </Within.Provider>
                    )
                  )}
                </div>
              </div>
              <IconButton
                icon="close"
                label={`Remove ${name ?? `${single} ${index + 1}`}${within}`}
                onClick={() =>
                  name === undefined ? setAdding(false) : session.removeValue(at, `Remove ${name}`)
                }
              />
            </li>
          );
        })}
      </ul>
      <AddButton
        what={single}
        disabled={isAdding}
        onClick={() => {
          setAsked(true);
          setAdding(true);
        }}
      />
    </>
  );
}

interface NameProps {
  readonly name: string;
  readonly label: string;
  readonly isNew: boolean;
  readonly takesFocus: boolean;
  /** False if another member has the name. */
  onName(name: string): boolean;
}

function NameInput({ name, label, isNew, takesFocus, onName }: NameProps) {
  const [typed, setTyped] = useState<string>();
  const [isTaken, setTaken] = useState(false);
  return (
    <div>
      <input
        ref={(input) => {
          if (isNew && takesFocus && input !== null && input.dataset.seen === undefined) {
            input.dataset.seen = "";
            input.focus();
          }
        }}
        class="input"
        placeholder="Name"
        autocomplete="off"
        value={typed ?? name}
        aria-label={label}
        aria-invalid={isTaken || undefined}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onChange={({ currentTarget }) => {
          const wasTaken = !onName(currentTarget.value);
          setTaken(wasTaken);
          if (!wasTaken) setTyped(undefined);
        }}
      />
      <div class="note">
        {isTaken && <p class="inline-problem is-error">Another one has this name.</p>}
        {name === "" && !isNew && !isTaken && <p class="inline-problem is-error">Give it a name.</p>}
      </div>
    </div>
  );
}
