/** Before a new version is published: what it means for candidates that people have written. */
import { type CheckContext, checkCandidate } from "../proposal/check.ts";
import type { SpecPackage } from "../spec-package/spec-package.ts";
import type { Diagnostic, Severity, SpecPackageIdentity } from "../types.ts";

/** A candidate under a name that reports can use. */
export interface NamedCandidate {
  /** What reports call it, such as its file. */
  name: string;
  candidate: unknown;
}

/** What one rule, or one keyword of the schema, newly reports or no longer reports. */
export interface RuleImpact {
  code: string;
  /** Where in candidates; `*` stands for every item of a list. */
  at: string;
  severity: Severity;
  change: "added" | "removed";
  /** How many candidates have it on one side and not on the other. */
  candidates: number;
  /** How many of them change their verdict. */
  verdicts: number;
  /** The first few. */
  examples: { name: string; pointer: string; message: string }[];
}

/** What a new version would change for a set of candidates. */
export interface Impact {
  from: SpecPackageIdentity;
  to: SpecPackageIdentity;
  candidates: number;
  validBefore: number;
  validAfter: number;
  /** Names of candidates that passed and would fail, the first thousand. */
  broken: string[];
  /** Names of candidates that failed and would pass, the first thousand. */
  fixed: string[];
  /** How many more of each there are. */
  omitted: { broken: number; fixed: number };
  /** Candidates whose verdict is the same, with other diagnostics. */
  otherwise: number;
  /** Those that change most verdicts first. */
  rules: RuleImpact[];
}

const MAX_EXAMPLES = 3;
const MAX_NAMES = 1_000;

/**
 * Checks candidates by two versions of a spec package and reports what differs. `contextAfter`: the registries as the new
 * version reads them, if it declares them otherwise. Memory grows with the rules, not with the candidates.
 */
export function createImpactMeter(
  before: SpecPackage,
  after: SpecPackage,
  context: CheckContext,
  contextAfter: CheckContext = context,
) {
  const rules = new Map<string, RuleImpact>();
  const impact: Impact = {
    from: { version: before.version, digest: before.digest },
    to: { version: after.version, digest: after.digest },
    ...{ candidates: 0, validBefore: 0, validAfter: 0, broken: [], fixed: [] },
    ...{ omitted: { broken: 0, fixed: 0 }, otherwise: 0, rules: [] },
  };
  return {
    add({ name, candidate }: NamedCandidate): void {
      const was = checkCandidate(before, candidate, context);
      const is = checkCandidate(after, candidate, contextAfter);
      impact.candidates++;
      if (was.valid) impact.validBefore++;
      if (is.valid) impact.validAfter++;
      const isVerdict = was.valid !== is.valid;
      const turn = was.valid ? "broken" : "fixed";
      if (isVerdict && impact[turn].length < MAX_NAMES) impact[turn].push(name);
      else if (isVerdict) impact.omitted[turn]++;
      const noted = new Set<string>();
      const note = (change: RuleImpact["change"], here: readonly Diagnostic[], there: typeof here) => {
        const known = new Set(there.map(keyOf));
        for (const diagnostic of here) {
          const { code, severity, pointer, message } = diagnostic;
          const at = patternOf(pointer);
          const key = JSON.stringify([change, code, at, severity]);
          if (known.has(keyOf(diagnostic)) || noted.has(key)) continue;
          noted.add(key);
          const rule = rules.get(key) ?? {
            ...{ code, at, severity, change, candidates: 0, verdicts: 0, examples: [] },
          };
          rules.set(key, rule);
          rule.candidates++;
          if (isVerdict && severity === "error") rule.verdicts++;
          if (rule.examples.length < MAX_EXAMPLES) rule.examples.push({ name, pointer, message });
        }
      };
      note("added", is.diagnostics, was.diagnostics);
      note("removed", was.diagnostics, is.diagnostics);
      if (!isVerdict && noted.size > 0) impact.otherwise++;
    },
    finish: (): Impact => ({
      ...impact,
      rules: [...rules.values()].sort(
        (a, b) =>
          b.verdicts - a.verdicts ||
          b.candidates - a.candidates ||
          Number(a.code > b.code) - Number(a.code < b.code),
      ),
    }),
  };
}

/** A diagnostic is the same on both sides if it says the same about the same place with the same weight. */
const keyOf = ({ code, severity, pointer }: Diagnostic): string => JSON.stringify([code, severity, pointer]);

const patternOf = (pointer: string): string => pointer.replace(/(?<=\/)\d+(?=\/|$)/g, "*");
