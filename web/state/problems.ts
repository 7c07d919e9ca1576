/** The diagnostics of the page's own check and of the service, each with its place in the form. */
import type { Diagnostic } from "../../src/core/types.ts";
import { valueAt } from "../json/edit.ts";
import type { GroupModel } from "../model/model.ts";
import { inFormOrder, labelOf, modelAt, placeOf } from "../model/places.ts";
import { isBlank } from "../model/values.ts";

export interface Problem extends Diagnostic {
  /** Stable as long as the problem is the same one. */
  readonly id: string;
  /** The pointer of the input that shows it. */
  readonly place: string;
  readonly label: string;
  /** Whether nothing stands at the place yet. */
  readonly absent: boolean;
  readonly from: "page" | "service";
}

export interface RemoteFinding {
  readonly diagnostic: Diagnostic;
  /** What stood at the place when the service saw it. */
  readonly value: string | undefined;
}

export function identityOf({ code, pointer }: Diagnostic): string {
  return `${code} ${pointer}`;
}

export function problemsOf(
  model: GroupModel,
  candidate: unknown,
  local: readonly Diagnostic[],
  remote: readonly RemoteFinding[],
): Problem[] {
  const known = new Set(local.map(identityOf));
  // What the service said holds as long as the value it was said of is unchanged.
  const still = remote
    .filter(
      ({ diagnostic, value }) =>
        !known.has(identityOf(diagnostic)) && fingerprint(candidate, diagnostic) === value,
    )
    .map(({ diagnostic }) => diagnostic);
  const describe = (from: Problem["from"]) => (diagnostic: Diagnostic) => ({
    ...diagnostic,
    message:
      diagnostic.code === "member-missing"
        ? askFor(modelAt(model, candidate, diagnostic.pointer)?.hint)
        : diagnostic.message,
    id: identityOf(diagnostic),
    place: placeOf(model, candidate, diagnostic.pointer),
    label: labelOf(model, candidate, diagnostic.pointer),
    absent: isBlank(valueAt(candidate, diagnostic.pointer)),
    from,
  });
  const all = [...local.map(describe("page")), ...still.map(describe("service"))];
  return inFormOrder(model, candidate, all);
}

/** The check speaks of members and types, to those who write JSON. In the form, the label and the hint say it. */
function askFor(hint: string | undefined): string {
  return `This is still to be filled in.${hint === undefined ? "" : ` ${hint.replace(/\.$/, "")}.`}`;
}

export function fingerprint(candidate: unknown, { pointer }: Diagnostic): string | undefined {
  try {
    return JSON.stringify(valueAt(candidate, pointer));
  } catch {
    return undefined;
  }
}

/** By place. A list that is the same as before keeps its identity, so that its input need not render again. */
export function groupByPlace(
  problems: readonly Problem[],
  before: ReadonlyMap<string, readonly Problem[]>,
): Map<string, readonly Problem[]> {
  const groups = new Map<string, Problem[]>();
  for (const problem of problems) {
    const group = groups.get(problem.place);
    if (group) group.push(problem);
    else groups.set(problem.place, [problem]);
  }
  const stable = new Map<string, readonly Problem[]>(groups);
  for (const [place, earlier] of before)
    if (JSON.stringify(earlier) === JSON.stringify(groups.get(place))) stable.set(place, earlier);
  return stable;
}
