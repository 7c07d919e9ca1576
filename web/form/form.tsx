/** The form view. */
import { useEffect, useRef } from "preact/hooks";
import { MAX_SHOWN_DEPTH } from "../json/nesting.ts";
import { placeOf } from "../model/places.ts";
import { useParts, useSession } from "../state/context.ts";
import { Button } from "../ui/button.tsx";
import { Root } from "./field.tsx";
import { FieldNote } from "./notes.tsx";
import { Steps } from "./steps.tsx";

export function Form() {
  const session = useSession();
  const { rules, candidate, broken, depth, jump, draft } = useParts(
    ...(["rules", "candidate", "broken", "depth", "jump", "draft"] as const),
  );
  const root = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (jump === undefined || rules === undefined) return;
    const place = placeOf(rules.model, session.store.get().candidate, jump.pointer);
    const found = root.current?.querySelector<HTMLElement>(`[data-place="${CSS.escape(place)}"]`);
    if (!found) return;
    const inputs = "input:not([tabindex]), select, textarea, button.button-add, button";
    const input = found.matches("button") ? found : (found.querySelector<HTMLElement>(inputs) ?? found);
    input.focus({ preventScroll: true });
    found.scrollIntoView({ block: "center" });
    found.classList.remove("is-target");
    requestAnimationFrame(() => found.classList.add("is-target"));
  }, [jump, rules, session]);

  if (rules === undefined) return null;
  if (depth > MAX_SHOWN_DEPTH)
    return <Obstacle text="The draft is nested too deeply for the form. Nothing is lost: edit it as JSON." />;
  if (typeof candidate !== "object" || candidate === null || Array.isArray(candidate))
    return (
      <Obstacle text="The draft is not an object with members, so the form cannot show it. Edit it as JSON, or apply a fix from the list." />
    );
  return (
    <div class="form" ref={root} data-place="">
      {broken !== undefined && (
        <div class="banner is-error" role="alert">
          <p>
            <strong>The JSON cannot be read</strong> (line {broken.line}, column {broken.column}:{" "}
            {broken.message}) The form shows the last version that could be, and waits until it can be read
            again. Nothing is lost.
          </p>
          <Button kind="small" onClick={() => session.show("json")}>
            Go to the JSON
          </Button>
        </div>
      )}
      <Steps model={rules.model} />
      <fieldset class="form-body" key={draft} disabled={broken !== undefined}>
        <legend class="visually-hidden">{rules.document.title}</legend>
        <FieldNote place="" hint={rules.document.description} />
        <Root model={rules.model} value={candidate} />
      </fieldset>
    </div>
  );
}

function Obstacle({ text }: { text: string }) {
  const session = useSession();
  return (
    <div class="obstacle" data-place="">
      <p>{text}</p>
      <Button onClick={() => session.show("json")}>Go to the JSON</Button>
    </div>
  );
}
