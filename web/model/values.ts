/** Values that the form makes: empty drafts, empty items, and what stays of a value when its kind changes. */

import { equalJson, isPlainObject } from "../../src/core/json/values.ts";
import type { Json } from "../../src/core/types.ts";
import { type FieldModel, fits, type GroupModel, isContainer, type UnionModel } from "./model.ts";
import { parseNumber } from "./scalar-text.ts";

/** A draft to start with: what leaves no choice is filled in, and lists of objects have one row to write in. */
export function blankDraft(model: GroupModel): Json {
  const draft: Record<string, Json> = {};
  for (const member of model.members) {
    if (!member.required) continue;
    const isTold = member.kind === "constant" && member.tells;
    const isFilledList = member.kind === "list" && !member.mayBeEmpty;
    if (member.kind === "choice" && member.options.length === 1)
      draft[member.name] = member.options[0]!.value;
    else if (isTold || isFilledList || member.kind === "rows" || member.kind === "records")
      draft[member.name] = emptyOf(member);
    else if (member.kind === "group") {
      const inner = blankDraft(member);
      if (!isBlank(inner)) draft[member.name] = inner;
    }
  }
  return draft;
}

export const blankText = (model: GroupModel): string => JSON.stringify(blankDraft(model), null, 2);

/** What a container holds when it is added. An empty text stands for a value that is still to be written. */
export function emptyOf(model: FieldModel): Json {
  switch (model.kind) {
    case "group":
      return blankDraft(model);
    case "rows":
      return [blankDraft(model.item)];
    case "records":
      return [{}];
    case "list":
      return [emptyOf(model.item)];
    case "tuple":
    case "set":
      return [];
    case "map":
      return {};
    case "union": {
      const branch = model.branches[0]!;
      // A kind that a person has to choose is not chosen for them.
      return branch.kind === "group" ? {} : emptyOf(branch);
    }
    case "constant":
      return model.value;
    default:
      return "";
  }
}

/** Whether nothing is written there yet. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === "" || (isPlainObject(value) && Object.keys(value).length === 0);
}

/** How well a value suits a kind of a union; 0 if it does not. */
function suits(model: FieldModel, value: unknown): number {
  switch (model.kind) {
    case "text":
      return typeof value === "string" ? 2 : 0;
    case "number":
    case "boolean":
      return typeof value === model.kind ? 2 : 0;
    case "constant":
      return equalJson(model.value, value) ? 3 : 0;
    case "choice":
      return model.options.some((option) => equalJson(option.value, value))
        ? 3
        : typeof value === "string"
          ? 1
          : 0;
    case "group": {
      if (!isPlainObject(value)) return 0;
      let score = 2;
      const names = new Set(model.members.map(({ name }) => name));
      for (const member of model.members)
        if (member.kind === "constant" && Object.hasOwn(value, member.name))
          score += equalJson(member.value, value[member.name]) ? 100 : -100;
      for (const name of Object.keys(value)) score += names.has(name) ? 1 : -1;
      return Math.max(score, 0.5);
    }
    case "json":
      return typeof value === "object" && value !== null ? 1 : 0;
    case "union":
      return Math.max(...model.branches.map((branch) => suits(branch, value)));
    default:
      return fits(model, value) ? 2 : 0;
  }
}

/**
 * The kind that a value is of; -1 if a person has to choose one. `chosen` is what they chose, which holds as long as
 * the value allows it.
 */
export function branchOf({ branches }: UnionModel, value: unknown, chosen: number | undefined): number {
  if (isBlank(value)) {
    if (chosen !== undefined) return chosen;
    const text = branches.findIndex(({ kind }) => kind === "text");
    return text >= 0 ? text : isContainer(branches[0]!) ? -1 : 0;
  }
  const scores = branches.map((branch) => suits(branch, value));
  const best = scores.indexOf(Math.max(...scores));
  if (chosen === undefined || chosen === best) return best;
  const model = branches[chosen]!;
  // A text in an input for numbers is a number that is still being written.
  const stays =
    model.kind === "group"
      ? scores[chosen]! >= scores[best]! - 1
      : fits(model, value) && !(scores[chosen] === 0 && typeof value !== "string");
  return stays ? chosen : best;
}

/** What stays of a value if it becomes one of another kind. */
export function converted(value: unknown, to: FieldModel): unknown {
  if (to.kind === "list" || to.kind === "set") {
    if (Array.isArray(value)) return value;
    return value === undefined || value === "" || isPlainObject(value) ? emptyOf(to) : [value];
  }
  if (Array.isArray(value)) return value.length === 1 ? converted(value[0], to) : emptyFor(to);
  switch (to.kind) {
    case "text":
      return ["string", "number", "boolean"].includes(typeof value) ? String(value) : undefined;
    case "number":
      return typeof value === "string" ? parseNumber(value) : typeof value === "number" ? value : undefined;
    case "choice":
      return to.options.some((option) => equalJson(option.value, value)) ? value : undefined;
    case "group": {
      const names = new Set(to.members.filter(({ kind }) => kind !== "constant").map(({ name }) => name));
      const kept = isPlainObject(value) ? Object.entries(value).filter(([name]) => names.has(name)) : [];
      return { ...Object.fromEntries(kept), ...(blankDraft(to) as object) };
    }
    default:
      return emptyFor(to);
  }
}

function emptyFor(model: FieldModel): unknown {
  const empty = emptyOf(model);
  return empty === "" ? undefined : empty;
}
