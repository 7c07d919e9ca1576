/** What a named check is, and what it is given of the rule that uses it. */
import type { Detail, FixDraft, Sink } from "../findings/finding.ts";
import type { PathPattern } from "../json/path-pattern.ts";
import type { Path } from "../json/pointer.ts";
import type { Registry, Severity } from "../types.ts";

export interface WordList {
  values: readonly string[];
  /** Words that people write instead → the word that is meant. */
  aliases: ReadonlyMap<string, string>;
}

/** A rule of a spec package, as its check sees it. */
export interface RuleContext<Params> {
  /** The rule's code; for a check with several kinds of finding, the code of that kind. */
  code(kind?: string): string;
  params: Params;
  /** The package's lists by name. Those that the check names in `lists` are there. */
  lists: ReadonlyMap<string, WordList>;
  /** A text that stands at this path pattern, as normalization will leave it. */
  asSubmitted(at: string, text: string): string;
}

/** What a change of one value asks of other places: more renames, doubt about the change, or its refusal. */
export type Coupling = (
  change: { path: Path; from: unknown; to: unknown },
  read: (path: Path) => unknown,
) => { renames: { path: Path; to: string }[]; doubtful?: boolean } | "doubt" | "refuse" | undefined;

/** A rule on single values, compiled for one place. It runs while the schema is walked. */
export interface PlaceRule {
  /** Whether there is nothing to report about this value. */
  ok(value: unknown, registry: Registry): boolean;
  /** Called for values that are not ok. */
  detail(value: unknown, path: Path, sink: Sink): Detail;
  /** Whether an absent member is checked too, as undefined. */
  seesAbsence?: boolean;
  /** Whether `ok` holds for all printable ASCII on one line with nothing to trim, so that it need not be called. */
  acceptsPlainLines?: boolean;
  /** For rules on bare text: the text without what was reported. Everything else then judges that text. */
  clean?(text: string): string;
  /** The words that the rule allows here. */
  words?: readonly string[];
}

/** A rule that judges several places of the candidate together. */
export interface WholeRule {
  /** Whether there is nothing to report. Must accept any value; false where only a closer look can tell. */
  ok(candidate: unknown): boolean;
  report(candidate: unknown, sink: Sink, severity: Severity): void;
  couple?: Coupling;
}

export interface Refusal {
  refusal: string;
}

/** Where the schema lets a rule stand, for checks that make sense at some places only. */
export interface DeclaredPlace {
  /** The JSON type that the schema declares there; `any` where it leaves it open. */
  type: string;
  /** Whether the schema bounds the length of a text there. */
  isBounded: boolean;
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
  /** What a longer list allows: more and nothing else (`loosens`), or that cannot be told (`either`, the default). */
  longerList?: "loosens" | "either";
  /** Whether its rules refuse every word that is not in the list. */
  confinesToList?: boolean;
  /** Places besides `at` that the schema must declare. */
  places?(params: Params, at: readonly string[]): string[];
  /** Why a rule cannot stand at a place; undefined where it can. */
  unsuited?(place: DeclaredPlace): string | undefined;
  /** What other parameters mean for candidates; `either` where that cannot be told, which is the default. */
  onParamsChange?(was: Params, is: Params): Effect;
}

/** A check of single values: compiled once for each place of the rule. */
export interface PlaceCheck<Params> extends CheckBase<Params> {
  scope: "place";
  /** Whether its rules have `clean`, so that they decide what the schema gets to see. */
  cleansText?: boolean;
  /** `at` is the place's path pattern. */
  compile(rule: RuleContext<Params>, at: string): PlaceRule | Refusal;
}

/** A check of the whole candidate: compiled once for each rule. */
export interface WholeCheck<Params> extends CheckBase<Params> {
  scope: "whole";
  compile(rule: RuleContext<Params>, at: readonly PathPattern[]): WholeRule | Refusal;
}

/** The parameters have passed the check's own schema before anything is called with them. */
// biome-ignore lint/suspicious/noExplicitAny: a catalogue holds checks of every type of parameters.
export type Check = PlaceCheck<any> | WholeCheck<any>;

/** Ties a check's functions to the type of its parameters. */
export function definePlaceCheck<Params>(check: Omit<PlaceCheck<Params>, "scope">): Check {
  return { ...check, scope: "place" };
}

export function defineWholeCheck<Params>(check: Omit<WholeCheck<Params>, "scope">): Check {
  return { ...check, scope: "whole" };
}

/** For a text of which nothing would be left. */
export function rewriteFix(path: Path): FixDraft {
  return {
    title: "Write it again",
    applicability: "placeholder",
    edit: { kind: "replace", path, to: () => "TODO" },
  };
}
