/** What a named check is: its parameters, and what it is given of the rule that uses it. */

import type { FixedValue, Grounds } from "../evidence/evidence.ts";
import type { Expression, Outcome } from "../expressions/expression.ts";
import type { Surroundings } from "../expressions/frame.ts";
import type { Type } from "../expressions/types.ts";
import {
  type Detail,
  type Edit,
  type Errors,
  type Finding,
  type FixDraft,
  fix,
  type Reading,
  type RegistryScope,
  type Sink,
  useInstead,
} from "../findings/finding.ts";
import { escapeToken, memberNameAt, type Path, valueAt } from "../json/values.ts";
import type { Meter } from "../meter/meter.ts";
import { isOtherUnit } from "../similar/likeness.ts";
import type { Matcher } from "../similar/matcher.ts";
import type { Json, Registry, Severity } from "../types.ts";
import { quote } from "../unicode/unicode.ts";
import type { Reference } from "./target.ts";

// The parameters of checks, made of typed parts. A part says what a rule may write, what the package must have for it,
// and what the check gets in its place: a check has no other way to a list, a registry, another place or an expression.

export interface WordList {
  values: readonly string[];
  /** Words that people write instead → the word that is meant. */
  aliases: ReadonlyMap<string, string>;
  repairsTypos: boolean;
  matcher: Matcher;
  fills: boolean;
  labels: ReadonlyMap<string, WordLabel>;
}

export interface WordLabel {
  title: string | undefined;
  description: string | undefined;
  deprecated: Deprecation | undefined;
}

export interface PlaceExpression extends Omit<Expression, "run" | "culprits"> {
  run(candidate: unknown, value: unknown, path: Path, session: Surroundings): Outcome;
  /** Where it is false: the items inside the value at which loops failed, each once. */
  culprits(candidate: unknown, value: unknown, path: Path, session: Surroundings): Path[];
  /**
   * Whether something that it reads has an error already, so that nothing can be concluded from its value. What it reads of
   * the items of a list is looked at once: that the rule itself reports one item does not keep it from reporting another.
   */
  faultsIn(candidate: unknown, errors: Errors): (path: Path) => boolean;
  write(value: unknown): string;
  /** Its value as JSON: points in time and the like are texts. */
  asJson(value: unknown): unknown;
}

export type Refusal = { refusal: string; definition?: string | undefined };

/** What the parameters of a rule name; a registry without a name is the product's own. */
type Need =
  | { readonly kind: "list" | "place"; readonly name: string }
  | { readonly kind: "registry"; readonly name: string | undefined }
  | { readonly kind: "expression" | "clock" };

export interface Resolver {
  list(name: string): WordList;
  reference(written: string): Reference;
  /** Seen from the place of the rule, or with `/*` from its items. */
  expression(source: string, wanted: Type["kind"] | undefined, below?: "/*"): PlaceExpression | Refusal;
}

type Params = Readonly<Record<string, unknown>>;

export interface Part<Given, Got = Given> {
  readonly schema: Params;
  readonly isRequired: boolean;
  needs(given: Given, at: string, params: Params): readonly Need[];
  /** What the check gets. */
  resolve(given: Given, resolver: Resolver, params: Params): Got | Refusal;
}

// biome-ignore lint/suspicious/noExplicitAny: the parts of a check are of many types.
export type Parts = Readonly<Record<string, Part<any, any>>>;
// biome-ignore lint/suspicious/noExplicitAny: as above
type GivenBy<P> = P extends Part<infer G, any> ? G : never;
export type Given<P extends Parts> = {
  [Name in keyof P as undefined extends GivenBy<P[Name]> ? never : Name]: GivenBy<P[Name]>;
} & {
  [Name in keyof P as undefined extends GivenBy<P[Name]> ? Name : never]?: Exclude<
    GivenBy<P[Name]>,
    undefined
  >;
};
type Got<P extends Parts> = {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  [Name in keyof P]: P[Name] extends Part<any, infer G> ? G : never;
};

export function part<Given>(schema: Record<string, unknown>): Part<Given> {
  return { schema, isRequired: true, needs: () => [], resolve: (given) => given };
}

export function optional<Given, Got>(part: Part<Given, Got>): Part<Given | undefined, Got | undefined> {
  const { schema, needs, resolve } = part;
  return {
    schema,
    isRequired: false,
    needs: (given, ...about) => (given === undefined ? [] : needs(given, ...about)),
    resolve: (given, ...about) => (given === undefined ? undefined : resolve(given, ...about)),
  };
}

export const text = (description: string, bounds: Readonly<Record<string, number>> = {}) =>
  part<string>({ type: "string", ...bounds, description });

export const integer = (description: string, minimum: number, maximum: number) =>
  part<number>({ type: "integer", minimum, maximum, description });

export const flag = (description: string) => part<boolean>({ type: "boolean", description });

export const anything = (description: string) => part<Json>({ description });

export const choice = <Word extends string>(words: readonly Word[], description?: string) =>
  part<Word>({ enum: words, ...(description !== undefined && { description }) });

export function several<Given>(
  one: Part<Given>,
  maxItems: number | undefined,
  description?: string,
  minItems = 1,
): Part<Given[]> {
  const bounds = { ...(minItems > 0 && { minItems }), ...(maxItems !== undefined && { maxItems }) };
  return {
    ...part<Given[]>({ type: "array", ...bounds, items: one.schema, ...(description && { description }) }),
    needs: (given, at, params) => given.flatMap((each) => one.needs(each, at, params)),
  };
}

export function valuesOf<Given>(one: Part<Given>, maxProperties: number, description: string) {
  const bounds = { maxProperties, additionalProperties: one.schema };
  return part<Record<string, Given>>({ type: "object", description, ...bounds });
}

export const record = <P extends Parts>(parts: P, description?: string): Part<Given<P>> =>
  part<Given<P>>({ ...schemaOf(parts), ...(description && { description }) });

export const listName = (description: string): Part<string, WordList> => ({
  ...part<string>({ type: "string", description }),
  needs: (name) => [{ kind: "list", name }],
  resolve: (name, { list }) => list(name),
});

export const registryName = (): Part<
  string | undefined,
  { readonly name: string | undefined; in(scope: object): Registry }
> => ({
  schema: {
    type: "string",
    minLength: 1,
    maxLength: 64,
    description: "name of a registry that the package declares; without it, the product's own registry",
  },
  isRequired: false,
  needs: (name) => [{ kind: "registry", name }],
  resolve: (name) => ({ name, in: (scope) => registryOf(scope as RegistryScope, name) }),
});

export function registryOf(scope: RegistryScope, name: string | undefined): Registry {
  const registry = name === undefined ? scope.registry : scope.registries.get(name);
  // A rule is never skipped because its registry is absent; whoever starts a check makes sure that it is there.
  if (registry === undefined) throw new Error(`There is no registry "${name}"`);
  return registry;
}

export const place = (description: string): Part<string, Reference> => ({
  ...text(description, { maxLength: 300 }),
  needs: (name) => [{ kind: "place", name }],
  resolve: (written, { reference }) => reference(written),
});

export const onePlace = (description: string): Part<string, Reference> => ({
  ...place(description),
  resolve(written, { reference }) {
    const found = reference(written);
    return found.isMany ? { refusal: `"${written}" stands for several values` } : found;
  },
});

export const placePattern: Part<string> = {
  ...part<string>({ type: "string", maxLength: 300 }),
  needs: (name) => [{ kind: "place", name }],
};

/** The name of a member: of the object at the place of the rule, or of the objects that `around` finds. */
export function member(
  schema: Record<string, unknown>,
  around: (at: string, params: Params) => string = (at) => at,
): Part<string> {
  return {
    ...part<string>({ type: "string", ...schema }),
    needs: (name, at, params) => [{ kind: "place", name: `${around(at, params)}/${escapeToken(name)}` }],
  };
}

/** Such a rule or condition decides nothing. */
const alwaysSame = ({ always }: PlaceExpression): Refusal | undefined =>
  always === undefined ? undefined : { refusal: `it is always ${always}` };

export function whyNoCondition(made: PlaceExpression): Refusal | undefined {
  if (made.clock === "none" && made.registries.size === 0) return alwaysSame(made);
  return { refusal: "a condition cannot ask the clock or a registry; use the check holds" };
}

export const expression = (description: string, wanted?: Type["kind"]): Part<string, PlaceExpression> => ({
  ...text(description, { minLength: 1, maxLength: 2_000 }),
  needs: () => [{ kind: "expression" }],
  resolve(source, resolver) {
    const made = resolver.expression(source, wanted);
    return (wanted === "bool" && !("refusal" in made) && alwaysSame(made)) || made;
  },
});

export const itemExpression = (description: string): Part<string, PlaceExpression> => ({
  ...expression(description),
  needs: () => [{ kind: "expression" }, { kind: "place", name: "0/*" }],
  resolve: (source, resolver) => resolver.expression(source, undefined, "/*"),
});

export function schemaOf(parts: Parts): Record<string, unknown> {
  const named = Object.entries(parts);
  const properties = Object.fromEntries(named.map(([name, { schema }]) => [name, schema]));
  const required = named.flatMap(([name, { isRequired }]) => (isRequired ? [name] : []));
  return {
    type: "object",
    ...(named.length > 0 && { properties }),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

export const needsOf = ({ parts }: { readonly parts: Parts }, params: Params, at = ""): Need[] =>
  Object.entries(parts).flatMap(([name, { needs }]) => needs(params[name], at, params));

/** What a check gets, or which parameter cannot be used and why. */
export function resolveParams(parts: Parts, params: Params, resolver: Resolver) {
  const got: Record<string, unknown> = {};
  const isRefusal = (made: unknown): made is Refusal =>
    typeof made === "object" && made !== null && "refusal" in made;
  for (const [name, { resolve }] of Object.entries(parts)) {
    const made = resolve(params[name], resolver, params);
    if (isRefusal(made)) return { ...made, member: `/params/${name}` };
    got[name] = made;
  }
  return { got };
}

// What a named check is, and what it is given of the rule that uses it.

export interface RuleContext<P extends Parts> {
  /** The parameters, with what their names stand for. */
  params: Got<P>;
  written: Given<P>;
  places: readonly string[];
  /** What leaves a text of this path pattern as normalization will, and any other value as it is. */
  asSubmittedAt(pattern: string): <Value>(value: Value) => Value;
  /** Whether the package calls the text prose: other texts may identify something. */
  isProse: boolean;
  /** Whether the list is a set, in which neither order nor a repeat means anything. */
  isSet: boolean;
  /** The rule's condition in words, such as `"kind" is "remote"`; undefined if it has none. */
  when: string | undefined;
}

/** What a check can ask while it describes a fault. Its parameters alone open `scope`. */
export interface CheckSink extends Errors, Pick<Sink, Asked> {
  readonly scope: object;
}
type Asked = "accepts" | "placeholderAt" | "reading" | "meter" | "units" | "count" | "hasTooManyErrors";

/** What few rules on single values have. */
export const NO_TRAITS = {
  /** Whether `ok` holds for all printable ASCII on one line with nothing to trim, so that it need not be called. */
  acceptsPlainLines: false,
  asksForm: false,
  /** For rules on bare text: the text without what was reported. Everything else then judges that text. */
  clean: undefined as ((text: string) => string) | undefined,
  /** What a value of another form was probably meant as. Its report then says more than one about the length. */
  readings: undefined as ((value: string, meter: Meter) => readonly unknown[]) | undefined,
};

/** A rule on single values, compiled for one place. It runs while the schema is walked. */
export interface ValueRule extends Partial<typeof NO_TRAITS> {
  ok(value: unknown, scope: object): boolean;
  detail(value: unknown, path: Path, sink: CheckSink): Detail;
}

/** The same as a part of its package: with the code, the severity and the words of the rule. */
export interface AttachedRule extends Readonly<typeof NO_TRAITS>, Pick<ValueRule, "ok" | "detail"> {
  readonly code: string;
  readonly severity: Severity;
  /** Before this moment the error is a warning, with a note that says so. Undefined if the rule is in force. */
  readonly until: { readonly moment: number; readonly note: string } | undefined;
  readonly reword: Reword | undefined;
  /** Whether only what is listed or registered passes, at any time: its report then says more than one about the length. */
  readonly confines: boolean;
  readonly seesAbsence: boolean;
}

/** What a check says about a value at `path`, in the words of the rule; `place` is that of the rule, at or above it. */
export type Reword = (detail: Detail, path: Path, sink: Sink, place: Path) => Detail;

/** What a check says, in the words of the rule. */
export function worded(
  rule: Pick<AttachedRule, "severity" | "until" | "reword">,
  detail: Detail,
  path: Path,
  sink: Sink,
  place: Path = path,
): Detail {
  const said = rule.reword?.(detail, path, sink, place) ?? detail;
  if (sink.severityOf(rule) === rule.severity) return said;
  return { ...said, message: `${said.message} ${rule.until!.note}` };
}

/**
 * Says what is wrong with a value of a rule, or with something inside it. The rule gives severity and words. One for each
 * value that is reported: a class, since closures for each would be most of what a large candidate costs.
 */
export class Blame {
  private readonly rule: Pick<AttachedRule, "code" | "severity" | "until" | "reword">;
  private readonly sink: Sink;
  private readonly path: Path;

  constructor(rule: Blame["rule"], sink: Sink, path: Path) {
    this.rule = rule;
    this.sink = sink;
    this.path = path;
  }

  /** `kind`: one of the check's kinds of finding. About the "name" of a member: says nothing about its value. */
  add(detail: () => Detail, at: Path = this.path, kind?: string, about: Finding["about"] = "value"): void {
    const { rule, sink, path } = this;
    const code = kind === undefined ? rule.code : `${rule.code}-${kind}`;
    const isPlain = rule.reword === undefined && rule.until === undefined;
    const said = isPlain ? detail : () => worded(rule, detail(), at, sink, path);
    sink.add(code, sink.severityOf(rule), said, at, about);
  }

  /** Whether there are so many errors that one more is only counted. */
  get isFull(): boolean {
    return this.sink.isFull && this.sink.severityOf(this.rule) === "error";
  }

  /** `reads`: by which variables the rule reaches what it reads. */
  giveUp(why: string, at: Path, reads: readonly (readonly string[])[]): void {
    const { rule, sink } = this;
    // What else is wrong may be the reason, and is reported. Values that are read alone fail for reasons of their own.
    const isOwn = reads.every(([name]) => name === "this" || name === "key");
    const isSame = sink.unevaluated?.rule === rule && sink.unevaluated.errors === sink.errors;
    if (sink.errors > 0 && !(isOwn && isSame)) return;
    const message = `The rule "${rule.code}" could not be evaluated: ${why}.`;
    const said = () => worded({ ...rule, reword: undefined }, { message }, at, sink);
    sink.add("rule-unevaluated", sink.severityOf(rule), said, at);
    sink.unevaluated = { rule, errors: sink.errors };
  }
}

/** A rule that looks at other values of the candidate as well, compiled for one of its places. */
export interface PlaceRule {
  /** Judges the values of the place in one pass over a candidate. `session`: for the expressions of the rule. */
  open(
    candidate: unknown,
    scope: object,
    session: Surroundings,
  ): {
    /** Whether there is nothing to report. Must accept any value; false where only a closer look can tell. */
    ok(value: unknown, path: Path): boolean;
    /** Asks again, now that errors are known: nothing is concluded from a value that has one. */
    report(value: unknown, path: Path, blame: Blame, sink: CheckSink): void;
  };
  readonly insight?: {
    read(reading: Reading): void;
    /** Places that it could not check, because what they depend on is not there. */
    unchecked(candidate: unknown): readonly Path[];
    /** What else a fix has to change, such as the keys of records; "refuse" if it would do harm elsewhere. */
    follow(candidate: unknown, path: Path, to: unknown, meter: Meter): Edit[] | "refuse" | undefined;
    /** A value for an absent or unusable member, made from other parts of the candidate. */
    propose(candidate: unknown, path: Path, meter: Meter): ReturnType<Sink["propose"]>;
  };
}

export interface DeclaredType {
  /** The JSON type that the schema declares there; another word such as `any` where it leaves it open. */
  readonly type: string;
  /** A bit for each type that a value there can have. */
  readonly kinds: number;
  readonly maxLength?: number | undefined;
  readonly formats?: readonly string[] | undefined;
}

type Definition<P extends Parts, Made, Known = Partial<Traits<P>>> = Known & {
  name: string;
  summary: string;
  /** What its parameters consist of. The parameters have passed their schema before anything is called with them. */
  parts: P;
  compile(rule: RuleContext<P>, at: string): Made | Refusal;
};

/** What few checks have. */
interface Traits<P extends Parts> {
  /** Its kinds of finding where there is more than one; codes are then `<rule code>-<kind>`. */
  kinds: readonly string[];
  /** Whether its rules refuse what is not registered, so that even a good candidate fails with an empty registry. */
  needsEntries: boolean;
  /** The parameter that names the list whose words are all that its rules let pass. */
  confinesTo: string | undefined;
  /** The only values that its rules object to. */
  excludes(params: Given<P>): readonly Json[] | undefined;
  /** Why a rule cannot judge such values; undefined if it can. `other` is for a value that the parameters refer to. */
  unsuited(
    place: DeclaredType,
    params: Given<P>,
    other: (reference: string) => DeclaredType | undefined,
  ): string | undefined;
  /** Whether its rules on texts have `clean`, so that they decide what the schema gets to see. */
  cleansText: boolean;
  needsMessage: boolean;
  seesAbsence(params: Given<P>): boolean;
  /** Whether its rules object to absence alone: also where the objects around are absent, never where a member is always there. */
  judgesAbsence: boolean;
  needsCondition: boolean;
  describe(params: Given<P>, lists: ReadonlyMap<string, WordList>): string;
}

// biome-ignore lint/suspicious/noExplicitAny: a catalogue holds checks of every type of parameters.
export interface Defined<Judges extends string, Made> extends Definition<any, Made, Traits<any>> {
  readonly judges: Judges;
  readonly params: Record<string, unknown>;
}

export type Check = Defined<"values", ValueRule> | Defined<"places", PlaceRule>;

const define =
  <Judges extends string, Made>(judges: Judges) =>
  <P extends Parts>(check: Definition<P, Made>): Defined<Judges, Made> => ({
    ...{ kinds: [], confinesTo: undefined, excludes: () => undefined, unsuited: () => undefined },
    ...{ needsEntries: false, cleansText: false, needsMessage: false, needsCondition: false },
    ...{ seesAbsence: () => false, judgesAbsence: false, describe: () => check.summary },
    ...check,
    judges,
    params: schemaOf(check.parts),
  });

export const defineValueCheck = define<"values", ValueRule>("values");
export const definePlaceCheck = define<"places", PlaceRule>("places");

/** For a text of which nothing would be left: a placeholder, where the place has one. */
export function rewriteFixes(at: string, path: Path, sink: CheckSink): FixDraft[] {
  const to = sink.placeholderAt(at);
  return to === undefined ? [] : [fix("Write it again", "placeholder", { kind: "replace", path, to })];
}

const JSON_TYPES = new Set(["object", "array", "string", "integer", "number", "boolean", "null"]);

export const mayBe = ({ type }: DeclaredType, ...types: string[]): boolean =>
  !JSON_TYPES.has(type) || types.includes(type);

/** Why a check cannot judge a place that the schema declares to be something else. */
export function lacking(what: string, ...types: string[]): (place: DeclaredType) => string | undefined {
  return (place) => (mayBe(place, ...types) ? undefined : `the schema declares no ${what} there`);
}

export const notText = lacking("text", "string");
export const notList = lacking("list", "array");

/** One fix for each reading. None for a number in another unit than the member has: it would be another number. */
export function offerReadings(readings: readonly FixedValue[], path: Path, sink: CheckSink): FixDraft[] {
  const { reading, units } = sink;
  const isOther = (left: string) => {
    const around = valueAt(reading.value, path.slice(0, -1));
    return isOtherUnit(left, memberNameAt(path), Object.values(around ?? {}), units);
  };
  const fixes: FixDraft[] = [];
  for (const { value, grounds, without } of readings) {
    const use = useInstead(value, grounds, path);
    if (without === undefined) fixes.push(use);
    else if (!isOther(without)) fixes.push({ ...use, title: `${use.title}, without ${quote(without)}` });
  }
  return fixes;
}

// Members and words that are still accepted, and that authors should no longer use.

export interface Deprecation {
  message?: string;
  /** What to use instead: another word of the list, or another member of the same object. */
  use?: string;
  repair?: boolean;
}

export const readDeprecation = (value: boolean | Deprecation | undefined): Deprecation | undefined =>
  value === true ? {} : value === false ? undefined : value;

export function deprecatedWords(words: ReadonlyMap<string, Deprecation>, at: string) {
  return remark("value-deprecated", {
    ok: (value) => typeof value !== "string" || !words.has(value),
    detail(value, path, sink) {
      const deprecation = words.get(String(value))!;
      const { use } = deprecation;
      const detail = wordsAbout(String(value), deprecation);
      if (use === undefined || !sink.accepts(at, use, path)) return detail;
      return { ...detail, fixes: [useInstead(use, groundsOf(deprecation), path)] };
    },
  });
}

export function deprecatedMember(deprecation: Deprecation, at: string) {
  const { use } = deprecation;
  const around = at.slice(0, at.lastIndexOf("/"));
  return remark("member-deprecated", {
    ok: () => false,
    detail(value, path, sink) {
      const detail = wordsAbout(memberNameAt(path), deprecation);
      if (use === undefined) return detail;
      const to = [...path.slice(0, -1), use];
      const isFree = valueAt(sink.reading.value, to) === undefined;
      if (!isFree || !sink.accepts(`${around}/${escapeToken(use)}`, value, to)) return detail;
      const rename = fix(`Rename it to ${quote(use)}`, groundsOf(deprecation), { kind: "move", path, to });
      return { ...detail, fixes: [rename] };
    },
  });
}

/** A warning that comes with another rule, or with the schema, under a code that every package has. */
function remark(code: string, rule: ValueRule) {
  const asIs = { until: undefined, reword: undefined, confines: false, seesAbsence: false };
  return { ...NO_TRAITS, ...rule, code, severity: "warning" as const, ...asIs };
}

function wordsAbout(name: string, deprecation: Deprecation): Detail {
  const { use } = deprecation;
  const message = `${quote(name)} is deprecated${adviceOn(deprecation)}`;
  return { message, ...(use !== undefined && { expected: use }), actual: name };
}

/** The rest of a sentence that says that it is deprecated. */
export function adviceOn({ message, use }: Deprecation): string {
  if (message !== undefined) return `: ${message}`;
  return use === undefined ? "." : `; use ${quote(use)}.`;
}

/** Whoever wrote it may have meant something that the replacement does not say. */
const groundsOf = ({ repair }: Deprecation): Grounds => (repair === true ? "rule" : ["rule", "open"]);
