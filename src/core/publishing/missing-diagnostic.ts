/** Why an invalid example does not give a diagnostic that it expects, as far as that can be told. */
import { describeCondition } from "../checks/targets/condition.ts";
import { compilePathPattern } from "../json/path-pattern.ts";
import { parsePointer, valueAt } from "../json/pointer.ts";
import { closest } from "../similar/matcher.ts";
import { BUILT_IN_CODES } from "../spec-package/codes.ts";
import type { Rule } from "../spec-package/rules/compiled-rules.ts";
import type { SpecPackage } from "../spec-package/spec-package.ts";
import type { Diagnostic } from "../types.ts";
import { found, listOf } from "../unicode/describe.ts";

type Expected = Pick<Diagnostic, "code" | "pointer">;

export function whyMissing(
  spec: SpecPackage,
  candidate: unknown,
  { code, pointer }: Expected,
  got: readonly Expected[],
): string {
  const rules = spec.rules.all.filter(({ codes }) => codes.includes(code));
  const isKnown = rules.length > 0 || BUILT_IN_CODES.some((known) => known.code === code);
  if (!isKnown) {
    const meant = closest(
      code,
      [...spec.codes, ...BUILT_IN_CODES].map((known) => known.code),
    );
    return `no rule has the code "${code}"${meant === undefined ? "" : `; did you mean "${meant}"?`}`;
  }
  const elsewhere = got.find((each) => each.code === code);
  if (elsewhere !== undefined) return `it is reported at "${elsewhere.pointer}"`;
  const other = got.find((each) => each.pointer === pointer);
  if (other !== undefined) return `${other.code} is reported there`;
  const above = got.find((each) => pointer.startsWith(`${each.pointer}/`));
  if (above !== undefined) return `${above.code} is reported at "${above.pointer}", around it`;
  return rules.length === 0
    ? `the schema accepts ${valueThere(candidate, pointer)}`
    : whySilent(rules, candidate, pointer);
}

function whySilent(rules: readonly Rule[], candidate: unknown, pointer: string): string {
  const path = parsePointer(pointer);
  const near = rules.filter(
    ({ document, check }) =>
      // Checks of several places may report at any of them.
      check.judges === "places" || document.at.some((at) => compilePathPattern(at).matches(path)),
  );
  const [rule] = near;
  if (rule === undefined)
    return `the rule looks at ${listOf(rules.flatMap(({ document }) => document.at))} only`;
  const { at, when } = rule.document;
  const words = typeof when === "string" ? when : when && describeCondition(when, at);
  const condition = words === undefined ? "" : `, or its condition does not hold: ${words}`;
  return `the rule accepts ${valueThere(candidate, pointer)}${condition}`;
}

function valueThere(candidate: unknown, pointer: string): string {
  const value = valueAt(candidate, parsePointer(pointer));
  return value === undefined ? "that nothing is there" : `what is there (${found(value)})`;
}
