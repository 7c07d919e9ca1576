/** An example that gives a code, and one that does not, as texts. */
import { findExample } from "../../core/publishing/rule-examples.ts";
import type { SpecPackage } from "../../core/spec-package/spec-package.ts";

export function exampleTexts(
  specs: readonly SpecPackage[],
  code: string,
): { failing?: string; passing?: string } {
  const example = findExample(specs, code);
  if (example === undefined) return {};
  const { pointer, fails = "absent", passesAt, passes } = example;
  const text = (at: string, value: string) => `${at === "" ? "the proposal" : at}: ${value}`;
  return {
    failing: text(pointer, fails),
    ...(passes !== undefined && passes !== fails && { passing: text(passesAt, passes) }),
  };
}
