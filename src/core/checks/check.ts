/** What a named check is, and what it is given of the rule that uses it. */
import type { Detail, Sink } from "../fault.ts";
import type { PathPattern } from "../path-pattern.ts";
import type { Path } from "../pointer.ts";
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
) => { renames: { path: Path; to: string }[] } | "doubt" | "refuse" | undefined;

export interface CompiledRule {
  /** Nothing to report? May be asked about any value; false where it cannot tell without a closer look. */
  ok(candidate: unknown, registry: Registry): boolean;
  report(candidate: unknown, sink: Sink, severity: Severity): void;
  /** For checks of single values: would this value do? */
  accepts?(value: unknown, registry: Registry): boolean;
  /** For checks that need nothing but the value: what `ok` asks of each, so that the schema's walk can ask it. */
  test?(value: unknown, registry: Registry, pattern: string): boolean;
  /** Whether `test` holds for all printable ASCII text with nothing to trim. */
  plainTextPasses?: boolean;
  couple?: Coupling;
  /** Words that the rule allows where it stands. */
  words?: readonly string[];
}

export interface Check {
  name: string;
  /** One sentence for the authors of spec packages. */
  summary: string;
  /** Names of its faults where there is more than one; codes are then `<rule code>-<fault>`. */
  faults?: readonly string[];
  /** Checks of bare text run before the schema, which then looks at the text without what they reported. */
  phase?: "text";
  /** JSON Schema of `params`, within the keywords that spec packages may use. */
  params: Record<string, unknown>;
  compile(rule: RuleContext): CompiledRule | { refusal: string };
}

export interface ValueCheck {
  /** Whether an absent member can be at fault, which no walk over what is there would notice. */
  seesAbsence?: boolean;
  ok(value: unknown, registry: Registry, pattern: string): boolean;
  detail(value: unknown, path: Path, sink: Sink, pattern: string): Detail;
}

/** A rule that looks at one value at a time. */
export function valueRule(rule: RuleContext, check: ValueCheck): CompiledRule {
  return {
    ok: (candidate, registry) =>
      rule.at.every((pattern) =>
        pattern.every(candidate, (value) => check.ok(value, registry, pattern.source)),
      ),
    ...(check.seesAbsence !== true && { test: check.ok }),
    accepts: (value, registry) => rule.at.every((pattern) => check.ok(value, registry, pattern.source)),
    report(candidate, sink, severity) {
      for (const pattern of rule.at) {
        pattern.each(candidate, (value, at) => {
          if (check.ok(value, sink.registry, pattern.source) || sink.isFaulted(at)) return;
          const path = at.slice();
          sink.add(rule.code(), severity, () => check.detail(value, path, sink, pattern.source), path);
        });
      }
    },
  };
}
