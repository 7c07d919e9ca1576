/** Compiles the allowed part of JSON Schema 2020-12 into a node, or reports everything that prevents it. */

import { escapeToken, isPlainObject } from "../json/pointer.ts";
import { quote } from "../text/describe.ts";
import { compilePattern, type LinearPattern, tooCostly } from "../text/linear-pattern.ts";
import type { Json } from "../types.ts";
import { arrayNode } from "./array-node.ts";
import { keywordFault, TYPES } from "./keywords.ts";
import { SCHEMA_ALONE, type SchemaNode } from "./node.ts";
import { numberNode } from "./number-node.ts";
import { objectNode } from "./object-node.ts";
import { type AttachedRule, withRules } from "./place-rules.ts";
import { createShared, numberOf } from "./shared-parts.ts";
import { anyNode, booleanNode, choiceNode, nullNode } from "./simple-nodes.ts";
import { textNode } from "./text-node.ts";

export interface Reason {
  /** Where in the spec package. */
  pointer: string;
  code: string;
  message: string;
}

/** All that the compiled form of a part depends on besides the part itself; `keyOf` names all of it. */
export interface SchemaContext {
  /** Path patterns of prose, which is measured as normalization will leave it. */
  prose: ReadonlySet<string>;
  /** Rules on single values by path pattern. */
  rulesAt: ReadonlyMap<string, readonly AttachedRule[]>;
  /** Other names of members, by the path pattern of the member. */
  aliases: ReadonlyMap<string, readonly string[]>;
  /** Where the schema stands in the package, for reasons. */
  pointer: string;
}

export interface CompiledSchema {
  root: SchemaNode;
  /** Every node by its path pattern, for asking whether a value would be accepted there. */
  nodes: Map<string, SchemaNode>;
}

/** A compiled part, with all nodes in it and how many parts of a schema went into it. */
interface CompiledPart {
  readonly node: SchemaNode;
  readonly nodes: ReadonlyMap<string, SchemaNode>;
  readonly parts: number;
}

const sharedNodes = createShared<SchemaNode>();
/** Keeps a part for as long as its node is in use. */
const partOf = new WeakMap<SchemaNode, CompiledPart>();

export const SCHEMA_BOUNDS = { depth: 16, nodes: 2_000, choices: 1_000 };

export function compileSchema(
  schema: unknown,
  context: SchemaContext,
): CompiledSchema | { reasons: Reason[] } {
  const reasons: Reason[] = [];
  let nodes = new Map<string, SchemaNode>();
  let refusals = 0;
  const definitions = isPlainObject(schema) && isPlainObject(schema.$defs) ? schema.$defs : {};
  let budget = SCHEMA_BOUNDS.nodes;

  function refuse(pointer: string, code: string, message: string): void {
    refusals++;
    if (!reasons.some((reason) => reason.pointer === pointer && reason.code === code))
      reasons.push({ pointer, code, message });
  }

  /** A whole number of at least zero, or the fallback. */
  function bound(
    holder: Record<string, unknown>,
    keyword: string,
    pointer: string,
    fallback: number,
  ): number {
    const value = holder[keyword];
    if (value === undefined) return fallback;
    if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
    refuse(`${pointer}/${keyword}`, "keyword-value", `"${keyword}" must be a whole number of at least 0.`);
    return fallback;
  }

  function finite(holder: Record<string, unknown>, keyword: string, pointer: string): number | undefined {
    const value = holder[keyword];
    if (value === undefined || (typeof value === "number" && Number.isFinite(value)))
      return value as number | undefined;
    refuse(`${pointer}/${keyword}`, "keyword-value", `"${keyword}" must be a number.`);
    return undefined;
  }

  /** `at` is the path pattern in the candidate, `pointer` the place in the package. */
  function compile(
    part: unknown,
    at: string,
    pointer: string,
    depth: number,
    refs: readonly string[],
  ): SchemaNode {
    // The whole is not shared: its key would be as long as the schema.
    const key = depth === 0 ? undefined : keyOf(part, at, depth);
    const known = key === undefined ? undefined : sharedNodes.find(key);
    const earlier = known && partOf.get(known);
    if (earlier !== undefined && earlier.parts <= budget) {
      budget -= earlier.parts;
      for (const [place, node] of earlier.nodes) nodes.set(place, node);
      return earlier.node;
    }
    const [outer, refusedBefore, budgetBefore] = [nodes, refusals, budget];
    nodes = new Map();
    const node = withRules(compilePart(part, at, pointer, depth, refs), context.rulesAt.get(at) ?? []);
    nodes.set(at, node);
    if (key !== undefined && refusals === refusedBefore) {
      partOf.set(node, { node, nodes, parts: budgetBefore - budget });
      sharedNodes.keep(key, node);
    }
    for (const [place, inner] of nodes) outer.set(place, inner);
    nodes = outer;
    return node;
  }

  /** Equal for parts that compile to the same. */
  function keyOf(part: unknown, at: string, depth: number): string {
    const text = JSON.stringify(part);
    const below = (place: string) => place === at || place.startsWith(`${at}/`);
    const rules = [...context.rulesAt].filter(([place]) => below(place));
    return JSON.stringify([
      at,
      depth,
      text,
      text.includes('"$ref"') ? definitions : {},
      rules.map(([place, list]) => [place, list.map(numberOf)]),
      [...context.prose].filter(below),
      [...context.aliases].filter(([place]) => below(place)),
    ]);
  }

  function compilePart(
    part: unknown,
    at: string,
    pointer: string,
    depth: number,
    refs: readonly string[],
  ): SchemaNode {
    const unchecked = anyNode(depth);
    if (!isPlainObject(part)) {
      refuse(pointer, "schema-shape", "A schema must be an object; true and false are not taken.");
      return unchecked;
    }
    if (depth > SCHEMA_BOUNDS.depth) {
      refuse(pointer, "schema-too-deep", `A schema may be at most ${SCHEMA_BOUNDS.depth} levels deep.`);
      return unchecked;
    }
    if (budget-- <= 0) {
      refuse(
        context.pointer,
        "schema-too-large",
        `With every $ref followed, the schema has more than ${SCHEMA_BOUNDS.nodes} parts.`,
      );
      return unchecked;
    }
    checkKeywords(part, pointer, depth);
    if (part.$ref !== undefined) return compileRef(part.$ref, at, pointer, depth, refs);
    if (part.enum !== undefined || part.const !== undefined)
      return compileChoice(part, at, pointer, depth, refs);
    if (part.type === undefined) return unchecked;
    switch (part.type) {
      case "object":
        return compileObject(part, at, pointer, depth, refs);
      case "array":
        return arrayNode({
          at,
          items:
            part.items === undefined
              ? anyNode(depth + 1)
              : compile(part.items, `${at}/*`, `${pointer}/items`, depth + 1, refs),
          min: bound(part, "minItems", pointer, 0),
          max: bound(part, "maxItems", pointer, Number.POSITIVE_INFINITY),
          wordFor: context.rulesAt.get(`${at}/*`)?.findLast((rule) => rule.wordFor !== undefined)?.wordFor,
        });
      case "string":
        return compileText(part, at, pointer);
      case "integer":
      case "number":
        return numberNode({
          at,
          type: part.type as "integer" | "number",
          minimum: finite(part, "minimum", pointer),
          maximum: finite(part, "maximum", pointer),
          exclusiveMinimum: finite(part, "exclusiveMinimum", pointer),
          exclusiveMaximum: finite(part, "exclusiveMaximum", pointer),
        });
      case "boolean":
        return booleanNode(at);
      case "null":
        return nullNode(at);
      default:
        refuse(
          `${pointer}/type`,
          "keyword-value",
          `"type" must be one of ${TYPES.join(", ")}, as a single word.`,
        );
        return unchecked;
    }
  }

  function checkKeywords(part: Record<string, unknown>, pointer: string, depth: number): void {
    for (const keyword of Object.keys(part)) {
      const fault = keywordFault(part, keyword, depth);
      if (fault !== undefined) refuse(`${pointer}/${escapeToken(keyword)}`, "keyword-not-allowed", fault);
    }
  }

  function compileRef(
    ref: unknown,
    at: string,
    pointer: string,
    depth: number,
    refs: readonly string[],
  ): SchemaNode {
    const place = `${pointer}/$ref`;
    const name = definitionName(ref);
    if (name === undefined) {
      refuse(place, "ref-not-local", `"$ref" may only point to "#/$defs/<name>" of this schema.`);
    } else if (!Object.hasOwn(definitions, name)) {
      refuse(place, "ref-unknown", `There is no definition ${quote(name)} under "$defs".`);
    } else if (refs.includes(name)) {
      refuse(
        place,
        "ref-cyclic",
        `The definition ${quote(name)} contains itself (${[...refs, name].join(" → ")}).`,
      );
    } else {
      return compilePart(definitions[name], at, `${context.pointer}/$defs/${escapeToken(name)}`, depth, [
        ...refs,
        name,
      ]);
    }
    return anyNode(depth);
  }

  /** The default that stands beside a `$ref`, or else in the definition to which it leads. */
  function findDefault(part: unknown, place: string): { value: unknown; place: string } | undefined {
    let [at, pointer] = [part, place];
    for (let steps = 0; isPlainObject(at) && steps < SCHEMA_BOUNDS.depth; steps++) {
      if (at.default !== undefined) return { value: at.default, place: `${pointer}/default` };
      const name = definitionName(at.$ref);
      if (name === undefined || !Object.hasOwn(definitions, name)) return undefined;
      [at, pointer] = [definitions[name], `${context.pointer}/$defs/${escapeToken(name)}`];
    }
    return undefined;
  }

  function compileChoice(
    part: Record<string, unknown>,
    at: string,
    pointer: string,
    depth: number,
    refs: readonly string[],
  ): SchemaNode {
    const { enum: listed, const: only, ...beside } = part;
    if (listed !== undefined && only !== undefined)
      refuse(`${pointer}/const`, "keyword-not-allowed", `"const" has no effect beside "enum".`);
    const values = listed ?? [only];
    if (!Array.isArray(values) || values.length === 0 || values.length > SCHEMA_BOUNDS.choices) {
      refuse(
        `${pointer}/enum`,
        "keyword-value",
        `"enum" must be a list of 1 to ${SCHEMA_BOUNDS.choices} values.`,
      );
      return choiceNode(at, [null]);
    }
    // The choice alone decides, so every value of it must pass what stands beside it.
    const node = compilePart(beside, at, pointer, depth, refs);
    for (const [index, value] of values.entries()) {
      if (!node.ok(value, SCHEMA_ALONE))
        refuse(
          listed === undefined ? `${pointer}/const` : `${pointer}/enum/${index}`,
          "keyword-value",
          "This value does not pass the keywords that stand beside it.",
        );
    }
    return choiceNode(at, values as Json[]);
  }

  function compileObject(
    part: Record<string, unknown>,
    at: string,
    pointer: string,
    depth: number,
    refs: readonly string[],
  ): SchemaNode {
    const given = part.properties ?? {};
    const required = part.required ?? [];
    const properties = new Map<string, SchemaNode>();
    const defaults = new Map<string, Json>();
    if (!isPlainObject(given))
      refuse(`${pointer}/properties`, "keyword-value", `"properties" must be an object.`);
    else {
      for (const name of Object.keys(given)) {
        const place = `${pointer}/properties/${escapeToken(name)}`;
        const property = given[name];
        const node = compile(property, `${at}/${escapeToken(name)}`, place, depth + 1, refs);
        properties.set(name, node);
        const declared = findDefault(property, place);
        if (declared === undefined) continue;
        if (!node.ok(declared.value, SCHEMA_ALONE))
          refuse(declared.place, "default-invalid", "The default does not pass the schema it stands in.");
        defaults.set(name, declared.value as Json);
      }
    }
    if (!Array.isArray(required) || required.some((name) => typeof name !== "string")) {
      refuse(`${pointer}/required`, "keyword-value", `"required" must be a list of member names.`);
    } else {
      for (const [index, name] of (required as string[]).entries()) {
        if (!properties.has(name))
          refuse(
            `${pointer}/required/${index}`,
            "required-undeclared",
            `${quote(name)} is required but not among "properties".`,
          );
      }
    }
    return objectNode({
      at,
      properties,
      required: new Set(Array.isArray(required) ? (required as string[]) : []),
      aliases: new Map(
        [...properties.keys()].map((name) => [name, context.aliases.get(`${at}/${escapeToken(name)}`) ?? []]),
      ),
      additional: compileAdditional(part.additionalProperties, at, pointer, depth, refs),
      defaults,
      minMembers: bound(part, "minProperties", pointer, 0),
      maxMembers: bound(part, "maxProperties", pointer, Number.POSITIVE_INFINITY),
    });
  }

  function compileAdditional(
    given: unknown,
    at: string,
    pointer: string,
    depth: number,
    refs: readonly string[],
  ): SchemaNode | undefined {
    if (given === false) return undefined;
    if (given === undefined || given === true) return anyNode(depth + 1);
    // Members of any name share a path pattern, as the items of a list do.
    return compile(given, `${at}/*`, `${pointer}/additionalProperties`, depth + 1, refs);
  }

  function compileText(part: Record<string, unknown>, at: string, pointer: string): SchemaNode {
    let pattern: LinearPattern | undefined;
    if (part.pattern !== undefined) {
      const place = `${pointer}/pattern`;
      const compiled =
        typeof part.pattern === "string" ? compilePattern(part.pattern) : { refusal: "must be a string" };
      if ("refusal" in compiled) refuse(place, "pattern-refused", `The pattern ${compiled.refusal}.`);
      else pattern = compiled;
      if (part.maxLength === undefined)
        refuse(place, "pattern-unbounded", `A "pattern" needs a "maxLength" beside it.`);
      else if (pattern !== undefined) {
        const why = tooCostly(pattern, bound(part, "maxLength", pointer, 0));
        if (why !== undefined) refuse(place, "pattern-refused", `The pattern ${why}.`);
      }
    }
    return textNode({
      at,
      min: bound(part, "minLength", pointer, 0),
      max: bound(part, "maxLength", pointer, Number.POSITIVE_INFINITY),
      pattern,
      hint: typeof part.description === "string" ? part.description : undefined,
      prose: context.prose.has(at),
      words: context.rulesAt.get(at)?.findLast(({ words }) => words !== undefined)?.words,
    });
  }

  const root = compile(schema, "", context.pointer, 0, []);
  return reasons.length > 0 ? { reasons } : { root, nodes };
}

function definitionName(ref: unknown): string | undefined {
  return typeof ref === "string" ? /^#\/\$defs\/([^/~%]+)$/.exec(ref)?.[1] : undefined;
}
