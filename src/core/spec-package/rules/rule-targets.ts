/** Checks what rules name in a candidate against the schema. */
import type { Check } from "../../checks/definition.ts";
import { needsOf } from "../../checks/params.ts";
import { walkCondition, whyUnmatchable } from "../../checks/targets/condition.ts";
import { type Declarations, resolveReference } from "../../checks/targets/target.ts";
import { child, parsePointer } from "../../json/pointer.ts";
import type { CompiledSchema, Refuse } from "../../schema/compile-schema.ts";
import { createTypes } from "../../schema/value-type-of.ts";
import type { RuleDocument } from "../format/document.ts";
import type { Rule } from "./compiled-rules.ts";

interface NamedReference {
  /** Where the rule names it. */
  member: string;
  reference: string;
  /** The path pattern; undefined if the reference leads above the candidate. */
  pattern: string | undefined;
  /** The pattern that a condition matches the text there with. */
  matches: string | undefined;
}

/** What a rule names besides `at`. */
export function referencesOf({ at, params = {}, when }: RuleDocument, check: Check): NamedReference[] {
  return at.flatMap((place) => {
    const named: NamedReference[] = [];
    const add = (member: string, reference: string, matches?: string) =>
      named.push({ member, reference, pattern: resolveReference(place, reference), matches });
    for (const need of needsOf(check, params, place)) if (need.kind === "place") add("/params", need.name);
    if (typeof when === "object")
      walkCondition(when, "/when", (part, pointer) => {
        if (part.at !== undefined) add(`${pointer}/at`, part.at, part.matches);
      });
    return named;
  });
}

/** A rule needs a value that the schema declares, and of a type that its check can judge. */
export function checkTargets(all: readonly Rule[], places: CompiledSchema["places"], refuse: Refuse): void {
  for (const { pointer, document, check, isSound } of all) {
    const { at, params = {} } = document;
    at.forEach((pattern, index) => {
      const declared = places.get(pattern);
      if (!declared) {
        refuse(`${pointer}/at/${index}`, ...undeclared(pattern, places));
        return;
      }
      const other = (reference: string) => places.get(resolveReference(pattern, reference) ?? "?")?.shape;
      const why = isSound ? check.unsuited?.(declared.shape, params, other) : undefined;
      if (why !== undefined)
        refuse(
          `${pointer}/at/${index}`,
          "rule-invalid",
          `The check "${check.name}" cannot be used at "${pattern}": ${why}.`,
        );
    });
    if (!isSound) continue;
    // Seen from several values of the rule, one reference may be wrong several times; one reason is enough.
    const refused = new Set<string>();
    for (const named of referencesOf(document, check)) {
      const reason = refused.has(named.member) ? undefined : reasonAgainst(named, places);
      if (reason === undefined) continue;
      refused.add(named.member);
      refuse(pointer + named.member, ...reason);
    }
  }
}

function reasonAgainst(
  { reference, pattern, matches }: NamedReference,
  places: CompiledSchema["places"],
): [code: string, message: string] | undefined {
  if (pattern === undefined)
    return [
      "path-undeclared",
      `"${reference}" leads above the candidate; the number says how many levels to go up.`,
    ];
  const declared = places.get(pattern);
  if (!declared) return undeclared(pattern, places);
  const why = matches === undefined ? undefined : whyUnmatchable(matches, declared.shape.maxLength);
  return why === undefined
    ? undefined
    : ["condition-invalid", `The condition cannot match the text at "${pattern}": ${why}.`];
}

function undeclared(pattern: string, places: CompiledSchema["places"]): [code: string, message: string] {
  const tokens = pattern.split("/");
  const every = tokens
    .map((_, index) => tokens.with(index, "*").join("/"))
    .find((starred) => places.has(starred));
  const hint =
    every === undefined
      ? ""
      : ` by itself: use "${every}", or describe it with "properties" or "prefixItems"`;
  return ["path-undeclared", `The schema declares nothing at "${pattern}"${hint}.`];
}

/** What the rules have to know of the compiled schema. */
export function declarationsOf(places: CompiledSchema["places"]): Declarations {
  const answers = [...places].map(([pattern, { withDefaults }]) => [pattern, withDefaults?.({})]);
  const typeOf = createTypes();
  return {
    typeAt(pattern) {
      const declared = places.get(pattern);
      return declared && typeOf(declared);
    },
    key: JSON.stringify(answers),
    defaultAt(pattern) {
      const end = pattern.lastIndexOf("/");
      if (end < 0 || pattern.endsWith("/*")) return undefined;
      const [name] = parsePointer(pattern.slice(end));
      return child(places.get(pattern.slice(0, end))?.withDefaults?.({}), name!);
    },
  };
}
