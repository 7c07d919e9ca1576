/**
 * A place in a candidate, as the schema describes it: data about the values that belong there (`Shape`), and who judges
 * them, in this order: the type, the constraints beside it, the rules of the spec package.
 */
import {
  type AttachedRule,
  type DeclaredType,
  type Deprecation,
  offerReadings,
  type ValueRule,
  type WordLabel,
  type WordList,
  worded,
} from "../checks/definition.ts";
import type { Certainty, FixedValue } from "../evidence/evidence.ts";
import {
  type Finding,
  type FixDraft,
  fix,
  type Reading,
  type Scope,
  type Sink,
  useInstead,
} from "../findings/finding.ts";
import { below, isPlainObject, type Path, valueAt } from "../json/values.ts";
import type { Meter } from "../meter/meter.ts";
import { numberInWay } from "../reader/read-json.ts";
import { EMPTY_REGISTRY } from "../registry/entries.ts";
import type { Json } from "../types.ts";
import {
  actualOf,
  count,
  cut,
  found,
  grouped,
  isPlainLine,
  joined,
  listOf,
  quote,
  shown,
  trimEnds,
  typeName,
} from "../unicode/unicode.ts";
import { open, readingsOf, VALUE_TYPES } from "../values/value-types.ts";

export const SCHEMA_ALONE: Scope = {
  rules: "none",
  hasLooseText: false,
  registry: EMPTY_REGISTRY,
  registries: new Map(),
  clock: 0,
};

export interface ObjectShape {
  readonly members: ReadonlyMap<string, Place>;
  readonly required: ReadonlySet<string>;
  /** Members that are not declared: free, checked by value, by the pattern of their names, or forbidden. */
  readonly others: "any" | "checked" | "patterned" | "none";
  readonly entry: Place | undefined;
  /** What members of other names must be: by `additionalProperties`, then by the patterns of their names. */
  readonly rest: readonly Place[];
  readonly minMembers: number;
  readonly maxMembers: number | undefined;
  readonly names: readonly Place[];
  /** Whether nothing in it may be a list or an object. */
  readonly isFlat: boolean;
  knows(name: string, meter: Meter): boolean;
}

export interface Shape extends DeclaredType {
  /** What the schema declares; `choice` is `enum` or `const`, and `any` is also a mixture of types. */
  readonly type:
    | ("object" | "array" | "string" | "integer" | "number" | "boolean" | "null")
    | ("choice" | "any");
  readonly kinds: Kinds;
  /** Of a mixture of types: the shape of each that the schema says something about. */
  readonly parts: readonly Shape[];
  readonly phrase: string;
  readonly bounds: string;
  /** What a text has to look like, if the schema says so; empty if only a pattern does. */
  readonly form?: string | undefined;
  readonly object?: ObjectShape | undefined;
  readonly items?: Place | undefined;
  readonly prefix?: readonly Place[] | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly values?: readonly Json[] | undefined;
  readonly words?: readonly string[] | undefined;
  readonly onlyValue?: Json | undefined;
  readonly isConst: boolean;
  /** Whether the package says that the only value may be filled in where it is absent. */
  readonly fills: boolean;
  readonly alternatives: readonly Place[];
  /** What depends on the value itself, as far as it can be put into words: "When "kind" is "parcel"". */
  readonly conditions: readonly { readonly when: string; readonly shape: Shape }[];
  readonly example: Json | undefined;
  readonly default: Json | undefined;
  /** Of the definition that the schema refers to. */
  readonly name: string | undefined;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly labels: ReadonlyMap<string, WordLabel> | undefined;
  readonly deprecated: Deprecation | undefined;
}

const PLAIN = {
  ...{ parts: [], bounds: "", isConst: false, fills: false, alternatives: [], conditions: [] },
  ...{ example: undefined, default: undefined, name: undefined, title: undefined, description: undefined },
  ...{ labels: undefined, deprecated: undefined },
};

export function shapeOf(type: Shape["type"], kinds: Kinds, phrase: string, more: Partial<Shape> = {}): Shape {
  return { ...PLAIN, type, kinds, phrase, ...more };
}

export interface Visit {
  readonly sink: Sink;
  readonly path: Path;
  /** Why what is reported applies, to be put behind a verb: `when "kind" is "free"`. Empty if it always does. */
  readonly reason: string;
  /** Whether another constraint may have reported the same. */
  readonly isRepeat: boolean;
  /** The place with all that applies to it, rules included: a fix is only offered if it passes there. */
  readonly place: Place;
  /** The text without the characters that were reported already, if any were. */
  readonly cleaned: string | undefined;
  /** What the alternatives beside the one that is reported have to say. */
  readonly elsewhere:
    | {
        has(name: string): boolean;
        /** The member that would have to say something else for all that is there to belong to another one. */
        instead(meter: Meter): { readonly name: string; readonly value: Json } | undefined;
      }
    | undefined;
}

export type Walk = Pick<Visit, "sink" | "reason" | "isRepeat">;

export function fault(visit: Visit, code: string, detail: Finding["detail"], at = visit.path): void {
  visit.sink.add(code, "error", detail, at, visit.isRepeat ? "repeat" : "value");
}

/** Too few or too many members or items. `advice`: what follows in the message. */
export function reportSize(
  visit: Visit,
  noun: "member" | "item",
  [size, min, max]: readonly [number, number, number],
  advice = "",
  fixes: (path: Path) => FixDraft[] = () => [],
): void {
  const isFew = size < min;
  const ofWhat = noun === "item" ? "Items" : "Properties";
  const bound = isFew ? `minimum is ${min}` : `maximum is ${grouped(max)}`;
  fault(visit, isFew ? "list-too-short" : "list-too-long", (path) => ({
    message: `The ${noun === "item" ? "list" : "object"} has ${count(size, noun)}; the ${bound}.${advice}`,
    expected: isFew ? { [`min${ofWhat}`]: min } : { [`max${ofWhat}`]: max },
    actual: size,
    fixes: fixes(path),
  }));
}

export function reportMoves({ sink, path }: Visit): void {
  for (const move of sink.reading.takeMoves(path))
    sink.add(move.code, "error", move.detail, move.path, move.about);
}

/** The type of a place, or a constraint beside it such as `oneOf` or `if`. */
export interface Judge {
  /** The quick pass: whether there is nothing to report about this value. */
  ok(value: unknown, scope: Scope): boolean;
  /** The thorough pass: reports everything about the value. */
  report(value: unknown, visit: Visit): void;
  /** The value as it was probably meant; notes in the reading what was sent elsewhere or otherwise. */
  readonly read?: ((value: unknown, path: Path, reading: Reading) => unknown) | undefined;
  /** Adds declared defaults to a valid value; returns the value itself where there are none to add. */
  readonly withDefaults?: ((value: unknown) => unknown) | undefined;
}

export interface TypeJudge extends Judge {
  readonly shape: Shape;
  /** Which texts of printable ASCII on one line with nothing to trim pass without a closer look. */
  readonly plainLines?:
    | {
        readonly min: number;
        readonly max: number;
        readonly test: ((text: string) => boolean) | undefined;
      }
    | undefined;
  /** Whether a value that was sent elsewhere could be meant for this place. */
  suits(value: unknown, meter: Meter): boolean;
  /** What was probably meant by a value that is none of a few, best first. */
  readonly match?: ((value: unknown, meter: Meter) => readonly FixedValue[]) | undefined;
  /** What a value that is none of a few stands for, as far as nobody has to decide. */
  readonly certain?: ((value: unknown, meter: Meter) => FixedValue | undefined) | undefined;
  /** Every leaf of it fails here, so that nobody can submit it by accident. Undefined where no such value exists. */
  placeholder(): Json | undefined;
}

export interface Place extends Omit<TypeJudge, "report" | "plainLines"> {
  /** What `ok` says of an absent member; undefined if absence is fine. */
  readonly okAbsent: ((scope: Scope) => boolean) | undefined;
  readonly reportAbsent: ((path: Path, walk: Walk) => void) | undefined;
  report(value: unknown, path: Path, walk: Walk): void;
  /** Takes part in a visit of the place to which this one is an alternative or a condition. */
  reportIn(value: unknown, visit: Visit): void;
}

/** Lists and objects that hold others are never asked: each level would ask again about everything below it. */
export function isFine(place: Place, value: unknown, { scope, reading }: Sink): boolean {
  const isScalar = typeof value !== "object" || value === null;
  if (!isScalar && (place.shape.object?.isFlat !== true || reading.moves.size > 0)) return false;
  return place.ok(value, scope);
}

/** Whether a value would pass a place, its schema alone unless more is asked, and there is enough left to find out. */
export function fits({ ok }: Pick<Place, "ok">, value: unknown, meter: Meter, scope = SCHEMA_ALONE): boolean {
  return meter.spendOn(value) && ok(value, scope);
}

/** Whether a value would pass the schema and the error rules of a place, and there is enough left to find out. */
export function passes(place: Place, value: unknown, sink: Sink, rules: keyof Sink["asked"] = "errors") {
  return fits(place, value, sink.meter, sink.asked[rules]);
}

export type Kinds = number;

export const KIND = { null: 1, boolean: 2, number: 4, string: 8, array: 16, object: 32 } as const;
export type KindName = keyof typeof KIND;
export const KIND_NAMES = Object.keys(KIND) as readonly KindName[];
export const NO_KIND: Kinds = 0;
export const EVERY_KIND: Kinds = 63;

const PHRASES: Record<KindName, string> = {
  null: "null",
  boolean: "true or false",
  number: "a number",
  string: "a string",
  array: "an array",
  object: "an object",
};

export function kindOf(value: unknown): Kinds {
  if (typeof value === "string") return KIND.string;
  if (typeof value === "number") return KIND.number;
  if (typeof value === "boolean") return KIND.boolean;
  if (typeof value !== "object") return NO_KIND;
  return value === null ? KIND.null : Array.isArray(value) ? KIND.array : KIND.object;
}

export const kindsIn = (kinds: Kinds): KindName[] => KIND_NAMES.filter((name) => (kinds & KIND[name]) !== 0);

/** "a string or null" */
export function phraseOf(kinds: Kinds): string {
  if (kinds === EVERY_KIND) return "a value";
  // null comes last, where people expect it.
  const names = [...kindsIn(kinds & ~KIND.null), ...kindsIn(kinds & KIND.null)];
  return joinOr(names.map((name) => PHRASES[name]));
}

export const joinOr = (phrases: readonly string[]) => joined([...new Set(phrases)], "or") || "nothing";

const MAX_NAMED = 4;
/** Longer examples would hide what a message says. */
export const MAX_EXAMPLE_LENGTH = 60;

export function describeShape(shape: Shape): string {
  const { title, phrase, bounds, object } = shape;
  const [mark] = [...(object?.members ?? [])].filter(([, { shape }]) => shape.onlyValue !== undefined);
  const what = mark
    ? `${phrase} with ${quote(mark[0])} ${mark[1].shape.phrase}`
    : object && object.required.size > 0
      ? phraseWithMembers(shape)
      : bounds
        ? `${phrase} of ${bounds}`
        : phrase;
  return title === undefined || what.includes(title) ? what : `${what} (${title})`;
}

function phraseWithMembers({ phrase, object, items }: Shape): string {
  const names = namesIn(object ?? items?.shape.object);
  if (names.length === 0) return phrase;
  return `${object === undefined ? "an array of objects" : phrase} with ${listOf(names, "and", MAX_NAMED)}`;
}

function namesIn(object: ObjectShape | undefined): string[] {
  if (object === undefined) return [];
  return [...(object.required.size > 0 ? object.required : object.members.keys())];
}

// Values of the wrong JSON type, with the value that was probably meant.

/** What placeholders put where a text belongs. A text that says only this is not one. */
export const TODO = "TODO";

export function hasPlaceholder(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return value === null || value === TODO;
  return Object.values(value).some(hasPlaceholder);
}

/** `readings`: what a value was meant as where a list or an object belongs. */
export function reportMismatch(type: TypeJudge, value: unknown, visit: Visit, readings?: TypeJudge["match"]) {
  const { sink, place } = visit;
  const { shape } = type;
  const expected = shape.type === "any" ? shape.phrase : shape.type;
  const item = onlyItem(shape, value, visit);
  if (!item.isJudged) sink.skip(value, (shape.kinds & (KIND.array | KIND.object)) !== 0, visit.path);
  fault(visit, "type-mismatch", (path) => {
    const text = sink.reading.numberTextAt(path, value);
    const own = SCALARS.find((name) => name === expected);
    const read = own === undefined ? readings?.(value, sink.meter) : readingsOf(own, value, sink.meter, text);
    const meant = withRivals(read ?? [], value, visit);
    const passing = meant.filter((reading) => passes(place, reading.value, sink));
    // Another shape is right even if what is in it has to be corrected next.
    const offered = passing.length > 0 ? passing : meant.filter(({ grounds }) => grounds[0] === "structure");
    const fixes = [...item.fixes, ...offerReadings(offered, path, sink)];
    if (fixes.length === 0) fixes.push(...placeholderFix(path));
    return {
      message: `Expected ${isTooLong() ? VALUE_TYPES.integer.phrase : phraseWithMembers(shape)}${exampleOf(shape, value, sink.meter)}, found ${found(value, text)}${numberTrouble(value, sink.meter)}.`,
      expected,
      actual: actualOf(value),
      fixes,
    };
  });

  function isTooLong(): boolean {
    const isSaid = typeof value === "number" || typeof value === "string";
    return expected === "integer" && isSaid && Math.abs(Number(value)) > Number.MAX_SAFE_INTEGER;
  }

  function placeholderFix(path: Path): FixDraft[] {
    // A placeholder never takes the place of something that the author wrote.
    if (!isEmpty(value)) return [];
    const proposed = sink.propose(path);
    if (proposed?.certainty !== undefined)
      return [useInstead(proposed.value, ["derived", proposed.certainty], path)];
    const to = proposed === undefined ? type.placeholder() : proposed.value;
    if (to === undefined || to === value) return [];
    // What passes as it is would not be noticed as something to fill in.
    if (passes(place, to, sink, "enforced") && !(proposed !== undefined && hasPlaceholder(to))) return [];
    return [fix(`Replace it with ${typeName(to)} to fill in`, "placeholder", { kind: "replace", path, to })];
  }
}

const SCALARS = ["string", "integer", "number", "boolean"] as const;

/** With what a text says as a value of another type of the place: of two readings, only the author can tell. */
export function withRivals(readings: readonly FixedValue[], value: unknown, { place, sink }: Visit) {
  const scalars = place.shape.kinds & (KIND.string | KIND.number | KIND.boolean);
  if (typeof value !== "string" || (scalars & (scalars - 1)) === 0) return readings;
  const rivals = (["number", "boolean"] as const)
    .flatMap((type) => ((scalars & KIND[type]) === 0 ? [] : readingsOf(type, value, sink.meter)))
    .filter((rival) => !readings.some((reading) => reading.value === rival.value))
    .filter((rival) => passes(place, rival.value, sink));
  if (rivals.length === 0 || readings.length === 0) return [...readings, ...rivals];
  return [...readings, ...rivals].map(({ value: meant, without }) => open(meant, without));
}

/** Why JSON in a text is not read where a number in it would become another one. */
function numberTrouble(value: unknown, meter: Meter): string {
  const number = typeof value === "string" ? numberInWay(value, meter) : undefined;
  return number === undefined ? "" : `, in which ${cut(number, 60)} is more than a JSON number holds`;
}

/** The only item of a list, by its own path. */
export const takeOut = (path: Path, certainty: Certainty = "clear"): FixDraft =>
  fix("Take it out of the list", ["structure", certainty], { kind: "unwrap", path });

/**
 * What to do with a list of one in place of a value. The item is judged now, so that the next answer brings nothing new. An
 * object with none of the members may as well be an entry, the name and the value of one, or belong elsewhere.
 */
export function onlyItem(shape: Shape, value: unknown, visit: Visit) {
  const { sink, place, path } = visit;
  if (!Array.isArray(value) || value.length !== 1) return NO_ITEM;
  const item: unknown = value[0];
  if ((shape.kinds & kindOf(item) & ~KIND.null) === 0) return NO_ITEM;
  const isMeant = !isPlainObject(item) || hasMemberOf(shape, item, sink.meter);
  if (!isMeant && !fits(place, item, sink.meter)) return NO_ITEM;
  const at = below(path, 0);
  const isClear = isMeant && !isGroup(path, sink.reading);
  // An object that was meant without doubt was read in the place of the list.
  const isJudged = isClear && !isPlainObject(item);
  if (isJudged && !sink.isFull) place.report(item, at, visit);
  return { fixes: [takeOut(at, isClear ? "clear" : "open")], isJudged };
}

const NO_ITEM = { fixes: [], isJudged: false };

/** Whether a list of one stands beside lists of several, so that it is a group of one. */
export function isGroup(path: Path, reading: Reading): boolean {
  const around = valueAt(reading.sent, reading.originOf(path).path.slice(0, -1));
  return Array.isArray(around) && reading.meter.recall(isGroup, around, () => around.some(isOfSeveral));
}

export const isOfSeveral = (value: unknown) => Array.isArray(value) && value.length > 1;

function hasMemberOf({ object, alternatives }: Shape, value: object, meter: Meter): boolean {
  if (object === undefined) return alternatives.some(({ shape }) => hasMemberOf(shape, value, meter));
  return firstNames(value, meter).some((name) => object.knows(name, meter));
}

/** So many members are enough to tell whether an object could be meant. */
const MAX_EVIDENCE = 8;

/** Listed once, since each of many alternatives asks for them: to list thousands of names takes a millisecond. */
export const firstNames = (value: object, meter: Meter): readonly string[] =>
  meter.recall(firstNames, value, () => Object.keys(value).slice(0, MAX_EVIDENCE));

function isEmpty(value: unknown): boolean {
  if (typeof value === "string") return trimEnds(value) === "";
  if (typeof value !== "object" || value === null) return value === null;
  return Object.keys(value).length === 0;
}

/** An object with what was sent in the only member that can be meant, if there is one. */
function exampleOf({ object }: Shape, value: unknown, meter: Meter): string {
  const names = namesIn(object);
  if (object === undefined || names.length > MAX_NAMED || typeof value === "object") return "";
  // What is blank or has parts of its own is no value of one member.
  if (typeof value === "string" && /^\s*$|[:{}[\]\n]/.test(value)) return "";
  const meant = new Map<string, unknown>();
  for (const name of names) {
    const place = object.members.get(name);
    const type = place?.shape.type;
    const read = type === "integer" || type === "number" ? readingsOf(type, value, meter) : [];
    for (const one of [value, ...read.map((reading) => reading.value)])
      if (place && type !== "any" && !meant.has(name) && fits(place, one, meter)) meant.set(name, one);
  }
  if (meant.size !== 1) return "";
  const example = Object.fromEntries(
    names.map((name) => {
      const shape = object.members.get(name)?.shape;
      return [name, meant.get(name) ?? shape?.onlyValue ?? shape?.example ?? shape?.values?.[0] ?? "..."];
    }),
  );
  const text = shown(example);
  return text.startsWith("{") ? ` such as ${text}` : "";
}

// The judges of a place, put together so that one walk asks the schema and the rules.

/** The rules of one place. The schema is compiled first, and knows no more of them than is said here. */
export interface RulesOfPlace {
  /** No other has it. */
  readonly number: number;
  /** Undefined until they are compiled, for which the schema must be. */
  rules: readonly AttachedRule[] | undefined;
  readonly lists: readonly WordList[];
  readonly confines: boolean;
  readonly seesAbsence: boolean;
}

let made = 0;

export function createRulesOfPlace(known: Omit<RulesOfPlace, "number" | "rules">): RulesOfPlace {
  return { number: made++, rules: undefined, ...known };
}

function createRuleJudge(type: TypeJudge, slots: readonly RulesOfPlace[], remarks: readonly AttachedRule[]) {
  const { ok: okSchema, report: reportSchema } = type;
  const { min, max, test } = type.plainLines ?? NO_PLAIN_LINES;
  const seesAbsence = slots.some((slot) => slot.seesAbsence);
  let attached: ReturnType<typeof take> | undefined;

  function take() {
    const rules = [...slots.flatMap((slot) => slot.rules ?? []), ...remarks];
    const ofAbsence = rules.filter((rule) => rule.seesAbsence);
    const made = {
      rules,
      ofAbsence,
      inScope: byScope(rules),
      beyondPlainLines: byScope(rules.filter((rule) => !rule.acceptsPlainLines)),
      absenceInScope: byScope(ofAbsence),
    };
    if (slots.every((slot) => slot.rules !== undefined)) attached = made;
    return made;
  }

  function report(rule: AttachedRule, value: unknown, path: Path, { sink, isRepeat }: Walk): boolean {
    const severity = sink.severityOf(rule);
    const detail = (at: Path) => worded(rule, rule.detail(value, at, sink), at, sink);
    sink.add(rule.code, severity, detail, path, isRepeat ? "repeat" : "value");
    return severity === "error";
  }

  /** The rule that can tell what a text was meant as which the schema refuses, and would not refuse then. */
  function explaining(text: string, { scope, meter }: Sink): AttachedRule | undefined {
    return (attached ?? take()).rules.find(
      (rule) =>
        rule.readings !== undefined &&
        rule.severity === "error" &&
        !rule.ok(text, scope) &&
        !okSchema(text, SCHEMA_ALONE) &&
        rule.readings(text, meter).some((meant) => okSchema(meant, SCHEMA_ALONE)),
    );
  }

  function reportAbsent(path: Path, walk: Walk): void {
    for (const rule of (attached ?? take()).ofAbsence)
      if (!rule.ok(undefined, walk.sink.scope)) report(rule, undefined, path, walk);
  }

  return {
    ok(value: unknown, scope: Scope): boolean {
      const { inScope, beyondPlainLines } = attached ?? take();
      let rest = inScope;
      if (typeof value === "string" && value.length >= min && value.length <= max && isPlainLine(value)) {
        if (test !== undefined && !test(value)) return false;
        rest = beyondPlainLines;
      } else if (!okSchema(value, scope)) return false;
      const asked = testsOf(rest, scope);
      for (let index = 0; index < asked.length; index++) if (!asked[index]!(value, scope)) return false;
      return true;
    },
    // The rules come later; whether one of them sees absence is known now.
    okAbsent: seesAbsence
      ? (scope: Scope): boolean =>
          testsOf((attached ?? take()).absenceInScope, scope).every((ok) => ok(undefined, scope))
      : undefined,
    report(value: unknown, visit: Visit): void {
      const { sink, path } = visit;
      const { rules } = attached ?? take();
      let cleaned: string | undefined;
      if (typeof value === "string") {
        for (const rule of rules) {
          if (rule.clean === undefined) continue;
          const text = cleaned ?? value;
          if (!rule.ok(text, sink.scope) && report(rule, text, path, visit)) cleaned = rule.clean(text);
        }
      }
      const better = typeof value === "string" && cleaned === undefined ? explaining(value, sink) : undefined;
      if (better !== undefined) {
        report(better, value, path, visit);
        return;
      }
      // Where nothing is left there is nothing more to report.
      if (cleaned === "") return;
      const before = sink.errors;
      reportSchema(value, cleaned === undefined ? visit : { ...visit, cleaned });
      // One fault gives one diagnostic: rules do not judge a value that the schema refuses.
      if (sink.errors > before) return;
      const judged = cleaned ?? value;
      for (const rule of rules)
        if (rule.clean === undefined && !rule.ok(judged, sink.scope) && report(rule, judged, path, visit))
          return;
    },
    reportAbsent: seesAbsence ? reportAbsent : undefined,
  };
}

const NO_PLAIN_LINES = { min: Number.POSITIVE_INFINITY, max: 0, test: undefined };

/** Known members are read faster than one whose name is computed. */
function testsOf(tests: ReturnType<typeof byScope>, scope: Scope) {
  if (scope.rules === "all") return tests.all;
  if (scope.rules === "errors") return tests.errors;
  return scope.rules === "enforced" ? tests.enforced : tests.none;
}

/** What rules ask, without the rules themselves, which have many shapes: these run for every text. */
function byScope(rules: readonly AttachedRule[]): Record<Scope["rules"], readonly ValueRule["ok"][]> {
  const testsOfAll = (list: readonly AttachedRule[]) => list.map(({ ok }) => ok);
  const errors = rules.filter(({ severity }) => severity === "error");
  const enforced = errors.filter(({ until }) => until === undefined);
  return { all: testsOfAll(rules), errors: testsOfAll(errors), enforced: testsOfAll(enforced), none: [] };
}

const NONE: readonly never[] = [];

/** Asks the schema and the rules that are errors today, where nothing is registered in whatever registry. */
export const NOTHING_REGISTERED: Scope = {
  ...SCHEMA_ALONE,
  rules: "enforced",
  registries: Object.assign(new Map(), { get: () => EMPTY_REGISTRY }),
};

export function createPlace(
  type: TypeJudge,
  rules: readonly RulesOfPlace[] = NONE,
  remarks: readonly AttachedRule[] = NONE,
): Place {
  const { shape, report: reportIn } = type;
  const judge = rules.length + remarks.length === 0 ? undefined : createRuleJudge(type, rules, remarks);
  // Places are many, and one shape of object for all of them is read fastest.
  const place: Place = {
    shape,
    ok: judge?.ok ?? type.ok,
    okAbsent: judge?.okAbsent,
    suits: type.suits,
    placeholder() {
      const shape = type.placeholder();
      // What passes as it is would not be noticed as something to fill in.
      return shape === undefined || place.ok(shape, NOTHING_REGISTERED) ? undefined : shape;
    },
    match: type.match,
    certain: type.certain,
    report(value, path, { sink, reason, isRepeat }) {
      const visit = { sink, path, reason, isRepeat, place, cleaned: undefined, elsewhere: undefined };
      if (judge === undefined) reportIn(value, visit);
      // Lone surrogates are reported with the rest of the unsafe JSON, and nothing else is said about such a text.
      else if (shape.type !== "string" || typeof value !== "string" || value.isWellFormed())
        judge.report(value, visit);
    },
    reportIn,
    reportAbsent: judge?.reportAbsent,
    read: type.read,
    withDefaults: type.withDefaults,
  };
  return place;
}

/** A type with what stands beside it in the schema. */
export function constrained(type: TypeJudge, constraints: readonly Judge[], shape: Shape): TypeJudge {
  if (constraints.length === 0) return { ...type, shape };
  const all = [type, ...constraints];
  const tests = all.map(({ ok }) => ok);
  return {
    ...type,
    shape,
    plainLines: undefined,
    ok(value, scope) {
      for (let index = 0; index < tests.length; index++) if (!tests[index]!(value, scope)) return false;
      return true;
    },
    report(value, visit) {
      type.report(value, visit);
      // Constraints do not judge a value that is refused as a whole, and repeat nothing that was reported.
      if (visit.sink.hasError(visit.path)) return;
      const beside = { ...visit, cleaned: undefined, isRepeat: true };
      for (const constraint of constraints) constraint.report(value, beside);
    },
    read: inTurn(all.flatMap(({ read }) => read ?? [])),
    withDefaults: inTurn(all.flatMap(({ withDefaults }) => withDefaults ?? [])),
  };
}

/** Each is given what the one before made of the value. */
function inTurn<More extends unknown[]>(makers: readonly ((value: unknown, ...more: More) => unknown)[]) {
  if (makers.length < 2) return makers[0];
  return (value: unknown, ...more: More): unknown =>
    makers.reduce((made, make) => make(made, ...more) ?? made, value);
}
