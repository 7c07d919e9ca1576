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
export interface RuleContext {
  /** The rule's code, or with a fault's name the code of that fault. */
  code(fault?: string): string;
  at: readonly PathPattern[];
  params: Readonly<Record<string, unknown>>;
  lists: ReadonlyMap<string, WordList>;
  /** Text at a path pattern as normalization will leave it. */
  asSubmitted(pattern: string, text: string): string;
}

/** What a change of one value asks of other places: more renames, doubt about the change, or its refusal. */
export type Coupling = (
  change: { path: Path; from: unknown; to: unknown },
  read: (path: Path) => unknown,
) => { renames: { path: Path; to: string }[]; doubtful?: boolean } | "doubt" | "refuse" | undefined;

/** A rule that looks at one value at a time; it is asked while the schema is walked. */
export interface ValueRule {
  kind: "value";
  /** Nothing to report of this value? `pattern` is where it stands. */
  ok(value: unknown, registry: Registry, pattern: string): boolean;
  /** Called for values that are not ok. */
  detail(value: unknown, path: Path, sink: Sink, pattern: string): Detail;
  /** Whether absent members are asked about too, as undefined. */
  seesAbsence?: boolean;
  /** Whether `ok` holds for all printable ASCII text with nothing to trim. */
  plainTextPasses?: boolean;
  /** For rules on bare text: the text without what was reported, at which everything else looks instead. */
  clean?(text: string, pattern: string): string;
  /** Words that the rule allows where it stands. */
  words?: readonly string[];
}

/** A rule that looks at several places of the candidate together. */
export interface WholeRule {
  kind: "whole";
  /** Nothing to report? May be asked about any value; false where it cannot tell without a closer look. */
  ok(candidate: unknown): boolean;
  report(candidate: unknown, sink: Sink, severity: Severity): void;
  couple?: Coupling;
}

/** For a text of which nothing would be left. */
export function writeAnew(path: Path): FixDraft {
  return {
    title: "Write it anew",
    applicability: "placeholder",
    edit: { kind: "replace", path, to: () => "TODO" },
  };
}

export interface Check {
  name: string;
  /** One sentence for the authors of spec packages. */
  summary: string;
  /** Names of its faults where there is more than one; codes are then `<rule code>-<fault>`. */
  faults?: readonly string[];
  /** Says of checks whose rules have `clean` that they decide what the schema gets to see. */
  phase?: "text";
  /** JSON Schema of `params`, within the keywords that spec packages may use. */
  params: Record<string, unknown>;
  /** Places besides `at` that the schema must declare for the rule to mean anything. */
  places?(params: Readonly<Record<string, unknown>>, at: readonly string[]): string[];
  compile(rule: RuleContext): ValueRule | WholeRule | { refusal: string };
}
