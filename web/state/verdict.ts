/** The one sentence that says how things stand. Only the service can say "valid": the page does not have the registry. */
import { asksRegistry } from "../worker/registry.ts";
import { isOpenTask, type State } from "./state.ts";

export interface Verdict {
  readonly kind: "working" | "broken" | "problems" | "todo" | "local" | "valid";
  readonly title: string;
  readonly detail?: string;
}

export function verdictOf(state: State): Verdict {
  const { broken, checkFailure, checkedText, text, problems, verdict, key } = state;
  if (broken !== undefined)
    return {
      kind: "broken",
      title: "Not readable as JSON",
      detail: `Line ${broken.line}, column ${broken.column}: ${broken.message}`,
    };
  if (checkFailure !== undefined)
    return {
      kind: "broken",
      title: "Not checked",
      detail: `${checkFailure} Reload the page to try again; your draft is kept.`,
    };
  if (checkedText === undefined) return { kind: "working", title: "Checking…" };
  const errors = problems.filter(({ severity }) => severity === "error");
  const open = problems.filter((problem) => isOpenTask(state, problem));
  const wrong = errors.filter((problem) => !open.includes(problem)).length;
  const warnings = problems.length - errors.length;
  if (wrong > 0) return { kind: "problems", title: count(wrong, "problem") };
  // As many as the list below has entries, what is only asked for included.
  if (errors.length > 0) return { kind: "todo", title: `${open.length} left to fill in` };
  if (verdict?.text === text && verdict.result.valid)
    return {
      kind: "valid",
      title: "Valid",
      ...(warnings > 0 && { detail: `${count(warnings, "warning")} to review before you submit.` }),
    };
  const unseen =
    key !== ""
      ? "The service has not seen this version yet."
      : hasRegistry(state)
        ? "Whether it fits the registry is known to the service only: add a key to ask it."
        : "Add a key to have it checked and built by the service.";
  return {
    kind: "local",
    title: warnings > 0 ? `No local errors, ${count(warnings, "warning")}` : "No local problems",
    detail: checkedText === text ? unseen : "Checking…",
  };
}

/** Whether the rules look into a registry. */
export function hasRegistry({ rules }: Pick<State, "rules">): boolean {
  return rules?.document.rules.some(asksRegistry) === true;
}

/** What the service is asked before a package is built. */
export function askLabel(state: Pick<State, "rules">): string {
  return hasRegistry(state) ? "Check registry" : "Ask the service";
}

/** Whether the package that was built is the one of this draft and these rules. */
export function isCurrent({ built, text, rules }: Pick<State, "built" | "text" | "rules">): boolean {
  return built?.text === text && built.result.specPackage.digest === rules?.digest;
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
