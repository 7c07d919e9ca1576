/** Whether a rule can see a part of a candidate, as far as that can be told from the package. In doubt it can. */
import { escapeToken, isPlainObject, parsePointer } from "../../json/pointer.ts";
import { KEYWORDS } from "../../schema/compile/keywords.ts";
import { findReference, type Target } from "../../schema/compile/references.ts";
import type { RuleDocument } from "../../spec-package/format/document.ts";

type Schema = Record<string, unknown>;

/** Whether a rule names something in its condition, its parameters or its expressions. */
export function mentions({ when, params, fix }: RuleDocument, name: string): boolean {
  // Other names can be written in several ways.
  return !/^[\w-]+$/.test(name) || JSON.stringify([when, params, fix]).includes(name);
}

/** Whether an error rule looks at a place, at something around it, or names it. */
export function seesInside(rules: readonly RuleDocument[], at: string): boolean {
  const name = parsePointer(at).findLast((token) => token !== "*") ?? "";
  return rules.some(
    (rule) =>
      rule.severity === "error" &&
      (rule.at.some((place) => at === place || at.startsWith(`${place}/`)) || mentions(rule, name)),
  );
}

/** The pattern of what a schema is about, by its pointer; undefined if it is in an alternative or a definition. */
export function placeOf(pointer: string): string | undefined {
  const tokens = parsePointer(pointer).slice(1);
  let at = "";
  for (let index = 0; index < tokens.length; index++) {
    if (tokens[index] === "items") at += "/*";
    else if (tokens[index] === "properties") at += `/${escapeToken(tokens[++index] ?? "")}`;
    else return undefined;
  }
  return at;
}

/** What a schema may say about a list of which repeats can be dropped. */
const HARMLESS = ["type", "items", "minItems", "maxItems", "uniqueItems"];

/** The schema of a list that is as good without its repeats. */
export function listAt(root: Schema, at: string): Schema | undefined {
  let schema: unknown = root;
  for (const token of [...parsePointer(at), undefined]) {
    while (isPlainObject(schema) && schema.$ref !== undefined)
      schema =
        Object.keys(schema).length > 1 ? undefined : (findReference(root, schema.$ref) as Target).schema;
    if (!isPlainObject(schema)) return undefined;
    if (token === undefined) break;
    schema = token === "*" ? schema.items : (schema.properties as Schema | undefined)?.[token];
  }
  const isPlain = Object.keys(schema as Schema).every(
    (keyword) => HARMLESS.includes(keyword) || KEYWORDS.get(keyword)?.about === "note",
  );
  return isPlain && Number((schema as Schema).minItems ?? 0) <= 1 ? (schema as Schema) : undefined;
}
