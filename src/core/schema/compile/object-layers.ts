/** Reads what each layer says about the members of objects. */
import { escapeToken, isPlainObject } from "../../json/pointer.ts";
import type { LinearPattern } from "../../pattern/linear-pattern.ts";
import { quote } from "../../unicode/describe.ts";
import { readPattern } from "./compile-scalars.ts";
import { below, type Compiler, type Layer, type Subschema } from "./compiler.ts";
import { isNameList } from "./keyword-values.ts";

/** Member names are short, so a pattern for them needs no `maxLength`. */
interface NamePattern {
  pattern: LinearPattern;
  subschema: Subschema;
}

/** What one layer says about objects. */
const MAX_NAME_PATTERNS = 30;

export interface ObjectLayer {
  layer: Layer;
  properties: ReadonlyMap<string, Subschema>;
  patterns: NamePattern[];
  /** What all other members must be. */
  rest: Subschema | undefined;
  required: { name: string; pointer: string }[];
  dependents: { name: string; needs: string[] }[];
}

export function readObjectLayer(layer: Layer, compiler: Compiler): ObjectLayer {
  const { schema, pointer } = layer;
  const mapUnder = (keyword: string): Record<string, unknown> => {
    const value = schema[keyword];
    if (value === undefined || isPlainObject(value)) return value ?? {};
    compiler.refuse(`${pointer}/${keyword}`, "keyword-value", `"${keyword}" must be an object.`);
    return {};
  };
  const properties = new Map(
    Object.keys(mapUnder("properties")).map((name) => [name, below(layer, "properties", name)]),
  );
  const sources = Object.keys(mapUnder("patternProperties"));
  if (sources.length > MAX_NAME_PATTERNS)
    // Each name of a candidate is compared with all of them.
    compiler.disallow(
      `${layer.pointer}/patternProperties`,
      "keyword-value",
      `"patternProperties" may have at most ${MAX_NAME_PATTERNS} patterns.`,
    );
  const patterns = sources.slice(0, MAX_NAME_PATTERNS).flatMap((source) => {
    const subschema = below(layer, "patternProperties", source);
    const pattern = readPattern(source, subschema.pointer, compiler);
    return pattern ? [{ pattern, subschema }] : [];
  });
  const required: ObjectLayer["required"] = [];
  if (schema.required !== undefined) {
    if (isNameList(schema.required))
      for (const [index, name] of schema.required.entries()) {
        if (schema.required.indexOf(name) < index)
          compiler.disallow(
            `${pointer}/required/${index}`,
            "keyword-value",
            `"required" names ${quote(name)} twice.`,
          );
        required.push({ name, pointer: `${pointer}/required/${index}` });
      }
    else
      compiler.refuse(
        `${pointer}/required`,
        "keyword-value",
        typeof schema.required === "boolean"
          ? `"required" must be a list of member names, in the object that has the members.`
          : `"required" must be a list of member names.`,
      );
  }
  const dependents: ObjectLayer["dependents"] = [];
  for (const [name, needs] of Object.entries(mapUnder("dependentRequired"))) {
    if (isNameList(needs)) dependents.push({ name, needs });
    else
      compiler.refuse(
        `${pointer}/dependentRequired/${escapeToken(name)}`,
        "keyword-value",
        `"dependentRequired" must give a list of member names for each name.`,
      );
  }
  const rest = schema.additionalProperties === undefined ? undefined : below(layer, "additionalProperties");
  return { layer, properties, patterns, rest, required, dependents };
}

/** All schemas that one layer applies to the member of a name. */
export function subschemasFor(name: string, { properties, patterns, rest }: ObjectLayer): Subschema[] {
  const property = properties.get(name);
  const found = property ? [property] : [];
  for (const { pattern, subschema } of patterns) if (pattern.test(name)) found.push(subschema);
  return found.length === 0 && rest !== undefined ? [rest] : found;
}
