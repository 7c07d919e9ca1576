/** The `when` of rules: which values elsewhere in the candidate make a rule apply. */

import type { Errors } from "../findings/finding.ts";
import { equalJson, type Path, parsePointer } from "../json/values.ts";
import { compilePattern, type LinearPattern, tooCostly } from "../pattern/linear-pattern.ts";
import { cut, quote, shown } from "../unicode/unicode.ts";
import {
  anything,
  flag,
  type Given,
  optional,
  type Parts,
  part,
  type RuleContext,
  schemaOf,
  several,
  text,
} from "./definition.ts";
import { compileReference, type Declarations, type Reference, readOnce, resolveReference } from "./target.ts";

const TEST = {
  at: optional(
    part<string>({
      ...{ type: "string", maxLength: 300, pattern: "^(0|[1-9][0-9]?)?(/[^/]+)*$" },
      description:
        "a JSON Pointer, in which a * that the rule's place has too stands for the same item; or a number of levels to go up from there, followed by a pointer",
    }),
  ),
  equals: optional(anything("the value there is this one")),
  in: optional(several(anything("a value"), 1_000, "the value there is one of these")),
  present: optional(flag("whether there is a value")),
  matches: optional(text("a pattern that the text there matches", { minLength: 1, maxLength: 500 })),
};

/** As authors write it: one test of a place, or several conditions joined. Nesting is bounded by the schema. */
export interface ConditionDocument extends Given<typeof TEST> {
  all?: ConditionDocument[];
  any?: ConditionDocument[];
  not?: ConditionDocument;
}

/** Its schema; `inner` is what groups of conditions consist of, undefined where no group is allowed. */
export function conditionOf(inner: string | undefined) {
  const nested = part<ConditionDocument>({ $ref: `#/$defs/${inner}` });
  return schemaOf({
    ...TEST,
    ...(inner !== undefined && {
      all: optional(several(nested, 20, "all of these hold")),
      any: optional(several(nested, 20, "at least one of these holds")),
      not: optional(nested),
    }),
  });
}

const TESTS = ["equals", "in", "present", "matches"] as const;
const GROUPS = ["all", "any", "not"] as const;
const MAX_TESTS = 50;
const MAX_WORDS_LENGTH = 300;

/** Whether it holds at a place of the rule; undefined if that depends on something with an error. */
export type Condition = (candidate: unknown, errors?: Errors) => (path: Path) => boolean | undefined;

export function faultsOfCondition(condition: ConditionDocument): { pointer: string; why: string }[] {
  const faults: { pointer: string; why: string }[] = [];
  let tests = 0;
  for (const { part, pointer } of partsOf(condition)) {
    const given = TESTS.filter((name) => part[name] !== undefined);
    const groups = GROUPS.filter((name) => part[name] !== undefined);
    if (part.at === undefined && given.length === 0 && groups.length === 1) continue;
    if (++tests === MAX_TESTS + 1)
      faults.push({ pointer: "", why: `a condition may have at most ${MAX_TESTS} tests` });
    const compiled = part.matches === undefined ? undefined : compilePattern(part.matches);
    if (groups.length > 0 || part.at === undefined || given.length !== 1) {
      const why = `it has either "all", "any" or "not" alone, or "at" with one of "equals", "in", "present" and "matches"`;
      faults.push({ pointer, why });
    } else if (compiled && "refusal" in compiled)
      faults.push({ pointer: `${pointer}/matches`, why: `its pattern ${compiled.refusal}` });
  }
  return faults;
}

export function whyUnmatchable(pattern: string, maxLength: number | undefined): string | undefined {
  if (maxLength === undefined) return 'the text there needs a "maxLength"';
  const compiled = compilePattern(pattern);
  const why = "refusal" in compiled ? undefined : tooCostly(compiled, maxLength);
  return why === undefined ? undefined : `its pattern ${why}`;
}

export function canMatch(pattern: string, values: readonly unknown[]): boolean {
  const compiled = compilePattern(pattern);
  return "refusal" in compiled || values.some((value) => typeof value === "string" && compiled.test(value));
}

/** The condition has no faults, and its places are declared. */
export function compileCondition(
  part: ConditionDocument,
  at: string,
  declarations: Declarations,
  asSubmittedAt: RuleContext<Parts>["asSubmittedAt"],
): Condition {
  const compile = (inner: ConditionDocument) => compileCondition(inner, at, declarations, asSubmittedAt);
  if (part.not !== undefined) {
    const inner = compile(part.not);
    return (candidate, errors) => {
      const holds = inner(candidate, errors);
      return (path) => {
        const truth = holds(path);
        return truth === undefined ? undefined : !truth;
      };
    };
  }
  const group = part.all ?? part.any;
  if (group !== undefined) return join(group.map(compile), part.any !== undefined);
  const pattern = resolveReference(at, part.at!)!;
  const test = testOf(part);
  // A value is there whatever is wrong with it; null may stand for none.
  const isKnown = (value: unknown) => part.present !== undefined && value !== undefined && value !== null;
  const reference = compileReference(at, pattern, declarations);
  const asSubmitted = asSubmittedAt(pattern);
  return ask(reference, (value) => test(asSubmitted(value)), isKnown);
}

/** `decisive` is the truth of one part that settles the whole: true for `any`, false for `all`. */
function join(parts: readonly Condition[], decisive: boolean): Condition {
  return (candidate, errors) => {
    const opened = parts.map((part) => part(candidate, errors));
    return (path) => {
      let truth: boolean | undefined = !decisive;
      for (const holds of opened) {
        const of = holds(path);
        if (of === decisive) return decisive;
        if (of === undefined) truth = undefined;
      }
      return truth;
    };
  };
}

function ask(reference: Reference, test: ReturnType<typeof testOf>, isKnown: typeof test): Condition {
  const truthOf = (value: unknown, isFaulty: boolean | undefined) =>
    isFaulty === true && !isKnown(value) ? undefined : test(value);
  if (!reference.isMany)
    return (candidate, errors) => (path) =>
      truthOf(reference.read(candidate, path), errors?.hasErrorWithin(reference.pathFrom(path)));
  return (candidate, errors) =>
    readOnce(reference, candidate, (path, base) => {
      let [truth, count]: [boolean | undefined, number] = [false, 0];
      reference.each(base, path, (value, at) => {
        count++;
        // Of several values one is enough.
        if (truth === true) return;
        const of = truthOf(value, errors?.hasErrorWithin(at()));
        if (of !== false) truth = of;
      });
      return count === 0 ? test(undefined) : truth;
    });
}

function testOf({ equals, in: values, present, matches }: ConditionDocument): (value: unknown) => boolean {
  if (present !== undefined) return (value) => (value !== undefined) === present;
  if (matches !== undefined) {
    const pattern = compilePattern(matches) as LinearPattern;
    return (value) => typeof value === "string" && pattern.test(value);
  }
  if (values !== undefined) {
    const scalars = new Set<unknown>(values.filter((value) => typeof value !== "object" || value === null));
    const others = values.filter((value) => !scalars.has(value));
    return (value) => scalars.has(value) || others.some((other) => equalJson(other, value));
  }
  return (value) => value === equals || equalJson(value, equals);
}

/** As in `"kind" is "remote" and "url" is there`. A namesake of the places `at` is called by its pointer. */
export const describeCondition = (when: ConditionDocument | string, at: readonly string[] = []): string =>
  typeof when === "string" ? `this holds: ${when}` : cut(phrase(when, false, at), MAX_WORDS_LENGTH);

function phrase(part: ConditionDocument, isNegated: boolean, at: readonly string[]): string {
  if (part.not !== undefined) return phrase(part.not, !isNegated, at);
  const group = part.all ?? part.any;
  if (group !== undefined) {
    const isAnd = (part.all !== undefined) !== isNegated;
    const parts = group.map((inner) => {
      const words = phrase(inner, isNegated, at);
      const isGroup = (inner.all ?? inner.any ?? inner.not?.all ?? inner.not?.any) !== undefined;
      return isGroup ? `(${words})` : words;
    });
    return parts.join(isAnd ? " and " : " or ");
  }
  const name = nameBeside(part.at!, at);
  if (part.present !== undefined) return `${name} is ${part.present !== isNegated ? "there" : "absent"}`;
  if (part.matches !== undefined)
    return `${name} ${isNegated ? "does not match" : "matches"} ${quote(part.matches)}`;
  const values = (part.in ?? [part.equals]).map(shown);
  const last = values.pop();
  if (values.length === 0) return `${name} is ${isNegated ? "not " : ""}${last}`;
  const list = values.join(", ");
  return `${name} is ${isNegated ? `neither ${list} nor` : `${list} or`} ${last}`;
}

function nameBeside(reference: string, at: readonly string[]): string {
  const name = nameOf(reference);
  const namesake = at.find((place) => nameOf(place) === name);
  const pattern = namesake === undefined ? undefined : resolveReference(namesake, reference);
  return pattern === undefined || at.includes(pattern) ? name : quote(pattern);
}

/** What messages call a value: the name of its member, or which item it is. */
export function nameOf(reference: string): string {
  if (reference === "" || /^\d+$/.test(reference)) return "the value";
  const slash = reference.lastIndexOf("/");
  const [list, token] = [reference.slice(0, Math.max(0, slash)), reference.slice(slash + 1)];
  const [last = ""] = parsePointer(`/${token}`);
  // An item of a tuple has no name of its own.
  const isLevels = /^\d+$/.test(list);
  if (/^\d+$/.test(last) && list !== "")
    return isLevels ? `item ${Number(last) + 1}` : quote(reference.slice(list.lastIndexOf("/") + 1));
  if (last !== "*") return quote(last);
  return list === "" || isLevels ? "an item" : `an item of ${nameOf(list)}`;
}

/** It and every condition inside it. */
export function partsOf(
  part: ConditionDocument,
  pointer = "",
): { part: ConditionDocument; pointer: string }[] {
  const inside = (["all", "any"] as const).flatMap((name) =>
    (part[name] ?? []).flatMap((inner, index) => partsOf(inner, `${pointer}/${name}/${index}`)),
  );
  return [{ part, pointer }, ...inside, ...(part.not ? partsOf(part.not, `${pointer}/not`) : [])];
}
