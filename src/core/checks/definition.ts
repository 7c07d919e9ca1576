/** What a named check is, and what it is given of the rule that uses it. */

import type { Expression, Outcome } from "../expressions/expression.ts";
import type { Surroundings } from "../expressions/frame.ts";
import type { Type } from "../expressions/types.ts";
import {
  type Detail,
  type Edit,
  type FixDraft,
  fix,
  type Proposal,
  type RegistryScope,
  type Sink,
} from "../findings/finding.ts";
import type { Reading } from "../findings/reading.ts";
import type { Path } from "../json/pointer.ts";
import type { Meter } from "../meter/meter.ts";
import type { Registry, Severity } from "../types.ts";
import type { Deprecation } from "./members/deprecation.ts";
import type { Reference, RuleTarget } from "./targets/target.ts";

export interface WordList {
  values: readonly string[];
  /** Words that people write instead → the word that is meant. */
  aliases: ReadonlyMap<string, string>;
  /** Whether a repair may correct a slip of the hand. */
  repairsTypos: boolean;
  /** Whether the only word of the list may be filled in where it is absent. */
  fills: boolean;
  /** What people read about a word. */
  labels: ReadonlyMap<string, WordLabel>;
}

export interface WordLabel {
  title?: string | undefined;
  description?: string | undefined;
  deprecated?: Deprecation | undefined;
}

/** A rule of a spec package, as its check sees it. */
export interface RuleContext<Params> {
  /** The rule's code; for a check with several kinds of finding, the code of that kind. */
  code(kind?: string): string;
  params: Params;
  /** The package's lists by name. Those that the check names in `lists` are there. */
  lists: ReadonlyMap<string, WordList>;
  /** A text of this path pattern, as normalization will leave it. */
  asSubmitted(at: string, text: string): string;
  /** Whether the list at this path pattern is a set, in which neither order nor a repeat means anything. */
  isSet(at: string): boolean;
  /** The rule's condition in words, such as `"kind" is "remote"`; undefined if it has none. */
  when: string | undefined;
}

/** What a check of several places is given besides. */
export interface WholeRuleContext<Params> extends RuleContext<Params> {
  /** Another place that the parameters name, seen from a place of the rule. */
  reference(at: string, name: string): Reference;
  /** An expression of the parameters, seen from a place of the rule. */
  expression(source: string, at: string, wanted?: Type["kind"]): PlaceExpression | Refusal;
  /** With the message and the fix that the rule brings along; `path` is that of a place of the rule. */
  inOwnWords(detail: Detail, path: Path, sink: Sink): Detail;
}

/** An expression of a rule, seen from a place of the rule. */
export interface PlaceExpression {
  readonly type: Type;
  /** The most steps that it takes for all places of the rule together. */
  readonly cost: number;
  readonly clock: Expression["clock"];
  readonly registries: Expression["registries"];
  readonly isConstant: boolean;
  /** `value` stands at `path`. */
  run(candidate: unknown, value: unknown, path: Path, session: Surroundings): Outcome;
  /** Whether something that it reads has an error already, so that nothing can be concluded from its value. */
  isFaulty(path: Path, hasErrorWithin: (path: Path) => boolean): boolean;
  /** Its value as part of a sentence. */
  write(value: unknown): string;
  /** Its value as JSON: points in time and the like are texts. */
  asJson(value: unknown): unknown;
}

/** A rule on single values, compiled for one place. It runs while the schema is walked. */
export interface ValueRule {
  /** Whether there is nothing to report about this value. */
  ok(value: unknown, scope: RegistryScope): boolean;
  /** Called for values that are not ok. */
  detail(value: unknown, path: Path, sink: Sink): Detail;
  /** Whether an absent member is checked too, as undefined. */
  seesAbsence?: boolean;
  /** Whether it is checked even where the objects around it are absent. */
  seesAbsentParents?: boolean;
  /** Whether `ok` holds for all printable ASCII on one line with nothing to trim, so that it need not be called. */
  acceptsPlainLines?: boolean;
  /** For rules on bare text: the text without what was reported. Everything else then judges that text. */
  clean?(text: string): string;
  /** The words that the rule allows here. */
  words?: readonly string[];
  /** Whether only what is registered passes. Its report then says more than one about the length. */
  asksRegistry?: boolean;
  /** What people read about these words. */
  labels?: ReadonlyMap<string, WordLabel>;
  /** The word that a text was meant as, as far as the package says so. */
  wordFor?(text: string, meter: Meter): string | undefined;
  /** Whether the only word may be filled in where it is absent. */
  fillsWord?: boolean;
  /** What a value of another form was probably meant as. Its report then says more than one about the length. */
  readings?(value: string): readonly unknown[];
  /** What to remark about values that pass. */
  remark?: Remark;
}

/** A warning that comes with another rule, or with the schema, under a code that every package has. */
export interface Remark extends ValueRule {
  readonly code: string;
  readonly severity: "warning";
  severityAt(): "warning";
}

/** A rule that judges several values of the candidate together. */
export interface WholeRule {
  /** Whether there is nothing to report. Must accept any value; false where only a closer look can tell. */
  ok(candidate: unknown, scope: RegistryScope): boolean;
  report(candidate: unknown, sink: Sink, severity: Severity): void;
  /** Reads what was sent in another shape, and notes it in the reading. */
  read?(reading: Reading): void;
  /** Places that it could not check, because what they depend on is not there. */
  unchecked?(candidate: unknown): readonly Path[];
  /**
   * What else has to change when a fix puts a value at a place, such as the keys of records when a field is renamed.
   * Undefined if nothing has; "refuse" if the fix would do harm elsewhere.
   */
  follow?(candidate: unknown, path: Path, to: unknown, meter: Meter): Edit[] | "refuse" | undefined;
  /** A value for an absent or unusable member, made from other parts of the candidate. */
  propose?(candidate: unknown, path: Path): Proposal | undefined;
}

export interface Refusal {
  refusal: string;
  /** The member of the rule that is to blame, if it is not the rule as a whole. */
  member?: string;
}

/** What the schema declares for the values of a rule, for checks that can judge some types only. */
export interface DeclaredType {
  /** The JSON type that the schema declares there; another word such as `any` where it leaves it open. */
  type: string;
  /** The greatest length of a text there, if the schema bounds it. */
  maxLength?: number | undefined;
  /** The formats of a text there, if the schema names any. */
  formats?: readonly string[] | undefined;
}

/** How a change to a spec package can alter verdicts; `package` changes what is built and no verdict. */
export type Effect = "tightens" | "loosens" | "either" | "package" | "none";

interface CheckBase<Params> {
  name: string;
  /** One sentence for the authors of spec packages. */
  summary: string;
  /** Its kinds of finding where there is more than one; codes are then `<rule code>-<kind>`. */
  kinds?: readonly string[];
  /** JSON Schema of `params`, within the keywords that spec packages may use. */
  params: Record<string, unknown>;
  /** The lists of the package that the parameters name. */
  lists?(params: Params): string[];
  /** For checks that ask a registry: the name of the one that the parameters choose, undefined for the product's own. */
  registry?(params: Params): string | undefined;
  /** Whether the parameters make verdicts depend on the day. */
  clock?(params: Params): "none" | "date";
  /** Whether its rules refuse what is not registered, so that even a good candidate fails with an empty registry. */
  needsEntries?: boolean;
  /** What a longer list allows: more and nothing else (`loosens`), or that cannot be told (`either`, the default). */
  longerList?: "loosens" | "either";
  /** Whether its rules refuse every word that is not in the list. */
  confinesToList?: boolean;
  /** Places besides `at` that the schema must declare: path patterns, or references as seen from `at`. */
  references?(params: Params, at: string): string[];
  /** Why a rule cannot judge such values; undefined if it can. `other` is for a value that the parameters refer to. */
  unsuited?(
    place: DeclaredType,
    params: Params,
    other: (reference: string) => DeclaredType | undefined,
  ): string | undefined;
  /** Whether the parameters hold expressions, whose meaning depends on the types of the package's schema. */
  hasExpressions?(params: Params): boolean;
  /** Whether its rules have to say themselves what is wrong. */
  needsMessage?: boolean;
  /** Whether its rules object to absence alone, so that they are silent about a member that is always there. */
  judgesAbsence?: boolean;
  /** Whether its rules make sense with a `when` only. */
  needsCondition?: boolean;
  /** What a rule asks for, in one sentence; the summary, unless the parameters say more. */
  describe?(params: Params, lists: ReadonlyMap<string, WordList>): string;
  /** The types of values that a rule asks for, by the names of value-types.ts. */
  valueTypes?(params: Params, lists: ReadonlyMap<string, WordList>): readonly string[];
  /** What other parameters mean for candidates; `either` where that cannot be told, which is the default. */
  onParamsChange?(was: Params, is: Params): Effect;
}

/** A check of single values: compiled once for each place of the rule. */
export interface ValueCheck<Params> extends CheckBase<Params> {
  scope: "value";
  /** Whether its rules have `clean`, so that they decide what the schema gets to see. */
  cleansText?: boolean;
  /** `at` is the place's path pattern. */
  compile(rule: RuleContext<Params>, at: string): ValueRule | Refusal;
}

/** A check of the whole candidate: compiled once for each rule. */
export interface WholeCheck<Params> extends CheckBase<Params> {
  scope: "whole";
  /** `at` are the targets of the rule, each as far as the rule's condition holds. */
  compile(rule: WholeRuleContext<Params>, at: readonly RuleTarget[]): WholeRule | Refusal;
}

/** A check that changes what the schema reports: its rules have no findings of their own. */
export interface SchemaCheck<Params> extends CheckBase<Params> {
  scope: "schema";
  /** The codes of the schema that become the rule's own. */
  codes(params: Params): readonly string[];
}

/** The parameters have passed the check's own schema before anything is called with them. */
// biome-ignore lint/suspicious/noExplicitAny: a catalogue holds checks of every type of parameters.
export type Check = ValueCheck<any> | WholeCheck<any> | SchemaCheck<any>;

/** Ties a check's functions to the type of its parameters. */
export function defineValueCheck<Params>(check: Omit<ValueCheck<Params>, "scope">): Check {
  return { ...check, scope: "value" };
}

export function defineWholeCheck<Params>(check: Omit<WholeCheck<Params>, "scope">): Check {
  return { ...check, scope: "whole" };
}

export function defineSchemaCheck<Params>(check: Omit<SchemaCheck<Params>, "scope">): Check {
  return { ...check, scope: "schema" };
}

/** For a text of which nothing would be left: a placeholder, where the place has one. */
export function rewriteFixes(at: string, path: Path, sink: Sink): FixDraft[] {
  const to = sink.placeholderAt(at);
  return to === undefined ? [] : [fix("Write it again", "placeholder", { kind: "replace", path, to })];
}

const JSON_TYPES = new Set(["object", "array", "string", "integer", "number", "boolean", "null"]);

/** Whether the schema allows a value of one of these JSON types there. */
export function mayBe({ type }: DeclaredType, ...types: string[]): boolean {
  return !JSON_TYPES.has(type) || types.includes(type);
}

/** For checks of text. */
export function notText(place: DeclaredType): string | undefined {
  return mayBe(place, "string") ? undefined : "the schema declares no text there";
}

/** For checks of lists. */
export function notList(place: DeclaredType): string | undefined {
  return mayBe(place, "array") ? undefined : "the schema declares no list there";
}

/** The registry of this name, or the product's own. */
export function registryOf(scope: RegistryScope, name: string | undefined): Registry {
  const registry = name === undefined ? scope.registry : scope.registries.get(name);
  // A rule is never skipped because its registry is absent; whoever starts a check makes sure that it is there.
  if (registry === undefined) throw new Error(`There is no registry "${name}"`);
  return registry;
}
