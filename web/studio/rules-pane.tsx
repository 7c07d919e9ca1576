/** The package: its rules one by one, or its whole text. */
import { useEffect } from "preact/hooks";
import type { RuleDocument, SpecPackageDocument } from "../../src/core/index.ts";
import { SPEC_PACKAGE_BOUNDS } from "../../src/core/spec-package/format.ts";
import { EditorView } from "../editor/lazy.tsx";
import { UndoButtons } from "../frame/undo-buttons.tsx";
import { formatScalar } from "../model/scalar-text.ts";
import { useParts, useSession } from "../state/context.ts";
import { count } from "../state/verdict.ts";
import { Button } from "../ui/button.tsx";
import { useMembers } from "../ui/store.ts";
import type { Failing } from "./messages.ts";
import { NewRule, OpenRule } from "./rule-form.tsx";
import { isOf, rulesIn, type Studio } from "./studio.ts";

export function RulesPane({ studio, isHidden }: { studio: Studio; isHidden: boolean }) {
  const { tab } = useMembers(studio.store, "tab");
  return (
    <section class="studio-pane" aria-label="Rules">
      <div class="pane-bar">
        <fieldset class="segments" aria-label="Views of the package">
          {(["rules", "json"] as const).map((name) => (
            <Button
              key={name}
              class="segment"
              aria-pressed={tab === name}
              onClick={() => studio.store.set({ tab: name })}
            >
              {name === "rules" ? "Rules" : "JSON"}
            </Button>
          ))}
        </fieldset>
        <UndoButtons />
      </div>
      {isHidden ? null : tab === "json" ? <EditorView /> : <RuleList studio={studio} />}
    </section>
  );
}

/** More than a package may have are not worth drawing. */
const MAX_LISTED = SPEC_PACKAGE_BOUNDS.rules;

function RuleList({ studio }: { studio: Studio }) {
  const session = useSession();
  const { candidate, broken } = useParts("candidate", "broken");
  const document = candidate as SpecPackageDocument | undefined;
  const { judged, catalogue, adding, ...state } = useMembers(
    ...([studio.store, "judged", "catalogue", "adding", "rule"] as const),
  );
  const open = state.rule;
  const setOpen = (rule: number | undefined) => studio.store.set({ rule });
  const rules = rulesIn(document?.rules);
  const refusedBy = (rule: RuleDocument) =>
    judged?.refusals.filter(({ codes }) => codes.some((code) => isOf(code, rule, rules))) ?? [];
  const untried = judged?.isUsable ? rules.filter((rule) => refusedBy(rule).length === 0) : [];
  // A rule that a finding leads to may be out of sight.
  useEffect(() => {
    if (open !== undefined)
      globalThis.document.querySelector(`[data-rule="${open}"]`)?.scrollIntoView({ block: "nearest" });
  }, [open]);
  return (
    <fieldset class="studio-scroll" aria-label="Rules" disabled={broken !== undefined}>
      {broken !== undefined && (
        <p class="banner is-error" role="alert">
          The JSON cannot be read, so the rules wait until it is corrected. Nothing is lost.
        </p>
      )}
      <ul class="rule-list">
        {rules.slice(0, MAX_LISTED).map((rule, index) => {
          const refused = refusedBy(rule);
          return (
            <li key={index} class="rule-line" data-rule={index}>
              <Button
                class="rule-head"
                aria-expanded={open === index}
                onClick={() => setOpen(open === index ? undefined : index)}
              >
                <strong>{formatScalar(rule.code)}</strong>
                <span class="muted">
                  {formatScalar(rule.check)} at {Array.isArray(rule.at) ? rule.at.join(", ") : ""}
                </span>
                {refused.length > 0 ? (
                  <span class="tag">refuses {count(refused.length, "example")}</span>
                ) : (
                  untried.includes(rule) && <span class="tag tag-warning">no example</span>
                )}
              </Button>
              {open === index && <OpenRule key={index} studio={studio} index={index} rule={rule} />}
            </li>
          );
        })}
      </ul>
      {rules.length > MAX_LISTED && (
        <p class="muted">And {rules.length - MAX_LISTED} more, which the JSON view shows.</p>
      )}
      {untried.length > 0 && (
        <Button kind="small" onClick={() => void addFailing(studio, untried)}>
          Make examples for {count(untried.length, "rule")} without one
        </Button>
      )}
      <label class="label" for="add-rule">
        Add a rule ({catalogue.length} checks)
      </label>
      <select
        id="add-rule"
        class="input select"
        value={adding?.name ?? ""}
        onChange={({ currentTarget }) => {
          // A keyboard goes through the others on its way, so the choice stays where it is.
          const check = catalogue.find(({ name }) => name === currentTarget.value);
          studio.store.set({ adding: check, rule: undefined });
        }}
      >
        <option value="">Choose a check…</option>
        {catalogue.map(({ name, summary }) => (
          <option key={name} value={name}>
            {name} – {summary}
          </option>
        ))}
      </select>
      {adding && <NewRule key={adding.name} studio={studio} check={adding} />}
      <Button
        kind="small"
        hidden={open === undefined}
        onClick={() => {
          if (open === undefined) return;
          session.removeValue(`/rules/${open}`, "Remove the rule");
          setOpen(undefined);
        }}
      >
        Remove this rule
      </Button>
    </fieldset>
  );
}

/** Examples that these rules refuse, made from the good ones. */
async function addFailing(studio: Studio, rules: readonly RuleDocument[]): Promise<void> {
  const codes = [...new Set(rules.map(({ code }) => code))];
  const { made, missing } = await studio.ask<{ made: Failing[]; missing: string[] }>({
    kind: "failing-for",
    codes,
  });
  const { rules: session } = studio;
  const document = session.store.get().candidate as SpecPackageDocument;
  if (made.length > 0)
    session.setValue(
      "/examples/invalid",
      [...(document.examples?.invalid ?? []), ...made],
      "",
      `Add ${count(made.length, "failing example")}`,
    );
  const left = missing.length === 0 ? "" : ` None was found for ${missing.join(", ")}: write it by hand.`;
  session.notify({ kind: "info", text: `Added ${count(made.length, "failing example")}.${left}` });
}
