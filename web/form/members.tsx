/** The members of an object: the declared ones, and after them what else it holds. */
import { useState } from "preact/hooks";
import { escapeToken } from "../../src/core/json/values.ts";
import { BARE, type FieldModel, freeField, type GroupModel, isContainer } from "../model/model.ts";
import { lower } from "../model/names.ts";
import { emptyOf } from "../model/values.ts";
import { useSession } from "../state/context.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icons.tsx";
import type { FieldProps } from "./control.tsx";
import { idOf } from "./hooks.ts";
import type { RenderBody } from "./list.tsx";
import { MapInput } from "./map.tsx";
import { useWithin } from "./within.tsx";

/** With more optional members than this, those that are empty are buttons. */
const MAX_OPTIONAL = 6;
/** So many are shown where nothing is required. */
const FIRST_OPTIONAL = 4;

interface MembersProps extends FieldProps<"group"> {
  readonly field: RenderBody;
  readonly body: RenderBody;
}

export function Members({ model, pointer, value, field, body }: MembersProps) {
  const session = useSession();
  const within = useWithin();
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const object = (value ?? {}) as Record<string, unknown>;
  const known = new Set(model.members.map(({ name }) => name));
  const others = Object.keys(object).filter((name) => !known.has(name));
  const at = (name: string) => `${pointer}/${escapeToken(name)}`;
  const folded = foldedOf(model).filter(({ name }) => object[name] === undefined && !opened.has(name));
  const open = (member: FieldModel): void => {
    setOpened(new Set([...opened, member.name]));
    if (isContainer(member))
      session.setValue(at(member.name), emptyOf(member), "", `Add ${lower(member.label)}`);
    requestAnimationFrame(() => {
      const place = document.querySelector(`[data-place="${CSS.escape(at(member.name))}"]`);
      place?.querySelector<HTMLElement>("input, select, textarea, button")?.focus();
    });
  };
  return (
    <>
      {model.members
        .filter((member) => !folded.includes(member))
        .map((member) => field(member, at(member.name), object[member.name]))}
      {model.others !== undefined ? (
        <div class="section other-members">
          <MapInput
            label="More"
            item={model.others}
            pointer={pointer}
            object={object}
            names={others}
            body={body}
          />
        </div>
      ) : (
        others.map((name) => field(stranger(name), at(name), object[name]))
      )}
      {folded.length > 0 && (
        <fieldset class="chips" aria-label="Optional fields">
          {folded.map((member) => (
            <Button
              key={member.name}
              class="chip"
              id={idOf(at(member.name))}
              data-place={at(member.name)}
              aria-label={`Add ${lower(member.label)}${within}`}
              title={member.hint}
              onClick={() => open(member)}
            >
              <Icon name="plus" />
              {member.label}
            </Button>
          ))}
        </fieldset>
      )}
    </>
  );
}

function foldedOf({ members }: GroupModel): readonly FieldModel[] {
  const optional = members.filter(({ required }) => !required);
  if (optional.length <= MAX_OPTIONAL) return optional.filter(({ deprecated }) => deprecated);
  const isAllOptional = members.every(
    (member) => !member.required || (member.kind === "constant" && member.tells),
  );
  return isAllOptional ? optional.slice(FIRST_OPTIONAL) : optional;
}

/** A member that the form does not know. */
function stranger(name: string): FieldModel {
  return freeField({ ...BARE, name, label: name, hint: "Not part of this form.", required: false });
}
