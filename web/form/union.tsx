/** A place for values of several kinds: a choice of the kind, and the input of the chosen one. */
import { useMemo, useRef, useState } from "preact/hooks";
import { shownAt } from "../json/edit.ts";
import { lower } from "../model/names.ts";
import { branchOf, converted } from "../model/values.ts";
import { useSession } from "../state/context.ts";
import { Button } from "../ui/button.tsx";
import type { FieldProps } from "./control.tsx";
import { useWithin } from "./within.tsx";

const MAX_BUTTONS = 4;

/** The model of the chosen kind, with the label of the field, and what chooses it. */
export function useKinds({ model, pointer, value }: FieldProps<"union">) {
  const session = useSession();
  const [chosen, setChosen] = useState<number>();
  // What was written as another kind comes back with that kind.
  const written = useRef(new Map<number, unknown>());
  // Who empties an input goes on in it.
  const last = useRef<number>(undefined);
  const isEmptied = value === undefined || value === "";
  const at = branchOf(model, value, chosen ?? (isEmptied ? last.current : undefined));
  last.current = at;
  const branch = useMemo(() => {
    const found = model.branches[at];
    const { name, label, required } = model;
    return found && { ...found, name, label, required, hint: found.hint ?? model.hint };
  }, [model, at]);
  const choose = (next: number): void => {
    if (next === at) return;
    // With all digits of a number that a double cannot hold.
    const shown = shownAt(session.store.get().candidate, pointer, value);
    if (at >= 0) written.current.set(at, shown);
    setChosen(next);
    const to = model.branches[next]!;
    session.setValue(
      pointer,
      written.current.get(next) ?? converted(shown, to),
      "",
      `${model.label}: ${lower(to.label)}`,
    );
  };
  const name = `Kind of ${lower(model.label)}${useWithin()}`;
  const chooser =
    model.branches.length > MAX_BUTTONS ? (
      <select
        class="input select kind-select"
        aria-label={name}
        value={String(at)}
        onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
      >
        {at < 0 && <option value="-1">Choose…</option>}
        {model.branches.map(({ label }, index) => (
          <option key={index} value={String(index)}>
            {label}
          </option>
        ))}
      </select>
    ) : (
      <fieldset class="segments kinds" aria-label={name}>
        {model.branches.map(({ label }, index) => (
          <Button key={index} class="segment" aria-pressed={index === at} onClick={() => choose(index)}>
            {label}
          </Button>
        ))}
      </fieldset>
    );
  return { branch, chooser };
}
