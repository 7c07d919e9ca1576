/** Checks the places that rules name against the schema. */
import type { Check } from "../checks/definition.ts";
import { faultsOfCondition, placesOfCondition, whyUnmatchable } from "../checks/places/condition.ts";
import { type Declarations, resolveReference } from "../checks/places/place.ts";
import { child, parsePointer } from "../json/pointer.ts";
import { checkData } from "../schema/check-data.ts";
import type { CompiledSchema, Reason } from "../schema/compile.ts";
import type { RuleDocument } from "./document.ts";

export interface NamedPlace {
  /** Where the rule names it. */
  member: string;
  reference: string;
  /** The path pattern; undefined if the reference leads above the candidate. */
  pattern: string | undefined;
  /** The pattern that a condition matches the text there with. */
  matches?: string | undefined;
}

/** The places besides `at` that a rule names. */
export function referencesOf({ at, params = {}, when }: RuleDocument, check: Check): NamedPlace[] {
  return at.flatMap((place) => [
    ...(check.places?.(params, place) ?? []).map((reference) => ({
      member: "/params",
      reference,
      pattern: resolveReference(place, reference),
    })),
    ...(when === undefined ? [] : placesOfCondition(when, place)).map(({ pointer, ...named }) => ({
      member: `/when${pointer}`,
      ...named,
    })),
  ]);
}

/** Rules stand where the schema declares something, and something that they can judge. */
export function checkPlaces(
  all: readonly { pointer: string; document: RuleDocument; check: Check }[],
  nodes: CompiledSchema["nodes"],
  reasons: Reason[],
): void {
  for (const { pointer, document, check } of all) {
    const { at, params = {} } = document;
    const undeclared = (member: string, pattern: string) =>
      reasons.push({
        pointer: pointer + member,
        code: "path-undeclared",
        message: `The schema declares nothing at "${pattern}".`,
      });
    const isSound =
      checkData(check.params, params).length === 0 &&
      (document.when === undefined || faultsOfCondition(document.when).length === 0);
    at.forEach((pattern, place) => {
      const node = nodes.get(pattern);
      if (!node) {
        undeclared(`/at/${place}`, pattern);
        return;
      }
      const other = (reference: string) => nodes.get(resolveReference(pattern, reference) ?? "?");
      const why = isSound ? check.unsuited?.(node, params, other) : undefined;
      if (why === undefined) return;
      const message = `The check "${check.name}" cannot be used at "${pattern}": ${why}.`;
      reasons.push({ pointer: `${pointer}/at/${place}`, code: "rule-invalid", message });
    });
    if (!isSound) continue;
    const seen = new Set<string>();
    for (const { member, reference, pattern, matches } of referencesOf(document, check)) {
      const node = pattern === undefined ? undefined : nodes.get(pattern);
      // Several places of the rule may lead to one place that is wrong.
      const key = `${member} ${pattern}`;
      if (seen.has(key)) continue;
      seen.add(key);
      if (pattern === undefined) {
        const message = `"${reference}" leads above the candidate; the number says how many levels to go up.`;
        reasons.push({ pointer: pointer + member, code: "path-undeclared", message });
      } else if (!node) undeclared(member, pattern);
      else if (matches !== undefined) {
        const why = whyUnmatchable(matches, node.maxLength);
        if (why === undefined) continue;
        const message = `The condition cannot match the text at "${pattern}": ${why}.`;
        reasons.push({ pointer: pointer + member, code: "condition-invalid", message });
      }
    }
  }
}

/** What the rules have to know of the compiled schema. */
export function declarationsOf(nodes: CompiledSchema["nodes"]): Declarations {
  return {
    namesAt(pattern) {
      const members = nodes.get(pattern)?.members;
      return members && new Set(members.keys());
    },
    defaultAt(pattern) {
      const end = pattern.lastIndexOf("/");
      if (end < 0 || pattern.endsWith("/*")) return undefined;
      const [name] = parsePointer(pattern.slice(end));
      return child(nodes.get(pattern.slice(0, end))?.withDefaults?.({}), name!);
    },
  };
}
