/** What a named check is, and what it is given of the rule that uses it. */

import type { FixedValue } from "../evidence/evidence.ts";
import type { Surroundings } from "../expressions/frame.ts";
import {
  type Detail,
  type Edit,
  type Finding,
  type FixDraft,
  fix,
  type Reading,
  type Sink,
  useInstead,
} from "../findings/finding.ts";
import { type Path, valueAt } from "../json/pointer.ts";
import type { Meter } from "../meter/meter.ts";
import { isOtherUnit } from "../similar/likeness.ts";
import type { Severity } from "../types.ts";
import { quote } from "../unicode/describe.ts";
import { type Given, type Got, type Parts, type Refusal, schemaOf, type WordList } from "./params.ts";

export interface RuleContext<P extends Parts> {
  /** The parameters, with what their names stand for. */
  params: Got<P>;
  written: Given<P>;
  places: readonly string[];
  /** A text of this path pattern as normalization will leave it, and any other value as it is. */
  asSubmitted<Value>(at: string, value: Value): Value;
  /** Whether the package calls the text at this path pattern prose: other texts may identify something. */
  isProse(at: string): boolean;
  /** Whether the list at this path pattern is a set, in which neither order nor a repeat means anything. */
  isSet(at: string): boolean;
  /** The rule's condition in words, such as `"kind" is "remote"`; undefined if it has none. */
  when: string | undefined;
}

/** What a check can ask while it describes a fault. Its parameters alone open `scope`. */
export interface CheckSink
  extends Pick<
    Sink,
    | "accepts"
    | "placeholderAt"
    | "meter"
    | "reading"
    | "units"
    | "errors"
    | "hasError"
    | "hasErrorWithin"
    | "hasTooManyErrors"
  > {
  readonly scope: object;
}

/** A rule on single values, compiled for one place. It runs while the schema is walked. */
export interface ValueRule {
  ok(value: unknown, scope: object): boolean;
  detail(value: unknown, path: Path, sink: CheckSink): Detail;
  /** Whether `ok` holds for all printable ASCII on one line with nothing to trim, so that it need not be called. */
  acceptsPlainLines?: boolean;
  /** For rules on bare text: the text without what was reported. Everything else then judges that text. */
  clean?(text: string): string;
  asksForm?: boolean;
  /** What a value of another form was probably meant as. Its report then says more than one about the length. */
  readings?(value: string, meter: Meter): readonly unknown[];
}

/** The same as a part of its package: with the code, the severity and the words of the rule. */
export interface AttachedRule extends ValueRule {
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

  count(errors: number): void {
    this.sink.count(errors, true);
  }

  giveUp(why: string, at: Path): void {
    const { rule, sink } = this;
    const message = `The rule "${rule.code}" could not be evaluated: ${why}.`;
    const said = () => worded({ ...rule, reword: undefined }, { message }, at, sink);
    sink.add("rule-unevaluated", sink.severityOf(rule), said, at);
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
  type: string;
  maxLength?: number | undefined;
  formats?: readonly string[] | undefined;
}

/** How a change to a spec package can alter verdicts; `package` changes what is built and no verdict. */
export type Effect = "tightens" | "loosens" | "either" | "package" | "none";

export interface Definition<P extends Parts, Made> {
  name: string;
  summary: string;
  /** What its parameters consist of. The parameters have passed their schema before anything is called with them. */
  parts: P;
  /** Its kinds of finding where there is more than one; codes are then `<rule code>-<kind>`. */
  kinds?: readonly string[];
  /** Whether its rules refuse what is not registered, so that even a good candidate fails with an empty registry. */
  needsEntries?: boolean;
  /** The list whose words are all that its rules let pass. */
  confinesTo?(params: Given<P>): string;
  /** Why a rule cannot judge such values; undefined if it can. `other` is for a value that the parameters refer to. */
  unsuited?(
    place: DeclaredType,
    params: Given<P>,
    other: (reference: string) => DeclaredType | undefined,
  ): string | undefined;
  /** Whether its rules on texts have `clean`, so that they decide what the schema gets to see. */
  cleansText?: boolean;
  needsMessage?: boolean;
  seesAbsence?(params: Given<P>): boolean;
  /** Whether its rules object to absence alone: also where the objects around are absent, never where a member is always there. */
  judgesAbsence?: boolean;
  needsCondition?: boolean;
  describe?(params: Given<P>, lists: ReadonlyMap<string, WordList>): string;
  /** What other parameters mean for candidates; `either` where that cannot be told, which is the default. */
  onParamsChange?(was: Given<P>, is: Given<P>): Effect;
  compile(rule: RuleContext<P>, at: string): Made | Refusal;
}

export interface Defined<Judges extends string, Made>
  // biome-ignore lint/suspicious/noExplicitAny: a catalogue holds checks of every type of parameters.
  extends Definition<any, Made> {
  readonly judges: Judges;
  readonly params: Record<string, unknown>;
}

export type Check = Defined<"values", ValueRule> | Defined<"places", PlaceRule>;

const define =
  <Judges extends string, Made>(judges: Judges) =>
  <P extends Parts>(check: Definition<P, Made>): Defined<Judges, Made> => ({
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

export function mayBe({ type }: DeclaredType, ...types: string[]): boolean {
  return !JSON_TYPES.has(type) || types.includes(type);
}

/** Why a check cannot judge a place that the schema declares to be something else. */
export function lacking(what: string, ...types: string[]): (place: DeclaredType) => string | undefined {
  return (place) => (mayBe(place, ...types) ? undefined : `the schema declares no ${what} there`);
}

export const notText = lacking("text", "string");
export const notList = lacking("list", "array");

/** One fix for each reading. None for a number in another unit than the member has: it would be another number. */
export function offerReadings(
  readings: readonly FixedValue[],
  path: Path,
  { reading, units }: Pick<Sink, "reading" | "units">,
): FixDraft[] {
  const isOther = (left: string) => {
    const name = path.findLast((key) => typeof key === "string") ?? "";
    const around = valueAt(reading.value, path.slice(0, -1));
    const beside = typeof around === "object" && around !== null ? Object.values(around) : [];
    return isOtherUnit(left, name, beside, units);
  };
  const fixes: FixDraft[] = [];
  for (const { value, grounds, without } of readings) {
    const use = useInstead(value, grounds, path);
    if (without === undefined) fixes.push(use);
    else if (!isOther(without)) fixes.push({ ...use, title: `${use.title}, without ${quote(without)}` });
  }
  return fixes;
}
