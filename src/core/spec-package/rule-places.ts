/** Checks the places that rules name against the schema. */
import type { Check } from "../checks/definition.ts";
import { faultsOfCondition, placesOfCondition, whyUnmatchable } from "../checks/places/condition.ts";
import { type Declarations, resolveReference } from "../checks/places/place.ts";
import type { DeclaredNames } from "../json/path-pattern.ts";
import { child, parsePointer } from "../json/pointer.ts";
import { checkData } from "../schema/check-data.ts";
import type { CompiledSchema, Reason } from "../schema/compile.ts";
import type { SchemaNode } from "../schema/nodes/node.ts";
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
    const isSound =
      checkData(check.params, params).length === 0 &&
      (document.when === undefined || faultsOfCondition(document.when).length === 0);
    at.forEach((pattern, place) => {
      const node = nodes.get(pattern);
      if (!node) {
        const message = `The schema declares nothing at "${pattern}".`;
        reasons.push({ pointer: `${pointer}/at/${place}`, code: "path-undeclared", message });
        return;
      }
      const other = (reference: string) => nodes.get(resolveReference(pattern, reference) ?? "?");
      const why = isSound ? check.unsuited?.(node, params, other) : undefined;
      if (why === undefined) return;
      const message = `The check "${check.name}" cannot be used at "${pattern}": ${why}.`;
      reasons.push({ pointer: `${pointer}/at/${place}`, code: "rule-invalid", message });
    });
    if (!isSound) continue;
    // Several places of the rule may lead to several that are wrong; one of them is enough.
    const refused = new Set<string>();
    for (const place of referencesOf(document, check)) {
      const reason = refused.has(place.member) ? undefined : reasonAgainst(place, nodes);
      if (reason === undefined) continue;
      refused.add(place.member);
      reasons.push({ ...reason, pointer: pointer + place.member });
    }
  }
}

function reasonAgainst(
  { reference, pattern, matches }: NamedPlace,
  nodes: CompiledSchema["nodes"],
): Omit<Reason, "pointer"> | undefined {
  if (pattern === undefined) {
    const message = `"${reference}" leads above the candidate; the number says how many levels to go up.`;
    return { code: "path-undeclared", message };
  }
  const node = nodes.get(pattern);
  if (!node) return { code: "path-undeclared", message: `The schema declares nothing at "${pattern}".` };
  const why = matches === undefined ? undefined : whyUnmatchable(matches, node.maxLength);
  if (why === undefined) return undefined;
  return {
    code: "condition-invalid",
    message: `The condition cannot match the text at "${pattern}": ${why}.`,
  };
}

/** The members that the schema declares by name, in any of its alternatives. */
function namesOf({ members, alternatives = [] }: SchemaNode): string[] {
  return [...(members?.keys() ?? []), ...alternatives.flatMap(namesOf)];
}

/** Which members a `*` does not stand for. */
export function declaredNames(nodes: CompiledSchema["nodes"]): DeclaredNames {
  return (pattern) => {
    const node = nodes.get(pattern);
    return node && new Set(namesOf(node));
  };
}

/** What the rules have to know of the compiled schema. */
export function declarationsOf(nodes: CompiledSchema["nodes"]): Declarations {
  const answers = [...nodes].map(([pattern, node]) => [pattern, namesOf(node), node.withDefaults?.({})]);
  return {
    key: JSON.stringify(answers),
    namesAt: declaredNames(nodes),
    defaultAt(pattern) {
      const end = pattern.lastIndexOf("/");
      if (end < 0 || pattern.endsWith("/*")) return undefined;
      const [name] = parsePointer(pattern.slice(end));
      return child(nodes.get(pattern.slice(0, end))?.withDefaults?.({}), name!);
    },
  };
}
