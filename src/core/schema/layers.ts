/** Resolves `$ref` and `allOf`: the list of all schemas that apply to one value. */
import { child, escapeToken, isPlainObject, parsePointer } from "../json/pointer.ts";
import { quote } from "../text/describe.ts";
import type { Layer, Part, SchemaContext } from "./build.ts";
import { keywordFault } from "./keywords.ts";
import { declaredKinds } from "./kinds-of-schema.ts";

export interface Layers {
  parts: Part[];
  /** Whether one of them is `false`, so that no value passes. */
  isNever: boolean;
}

export interface LayerReader {
  read(layers: readonly Layer[]): Layers;
  /** Whether a schema of the package was read. */
  hasRead(pointer: string): boolean;
}

export function createLayerReader(
  root: unknown,
  context: SchemaContext,
  refuse: (pointer: string, code: string, message: string) => void,
  /** Counts one more part; false if there are too many. */
  spend: () => boolean,
): LayerReader {
  const seen = new Set<string>();

  function read(layers: readonly Layer[]): Layers {
    const found: Layers = { parts: [], isNever: false };
    for (const layer of layers) add(layer, found);
    return found;
  }

  function add(layer: Layer, found: Layers): void {
    const { schema, pointer, refs } = layer;
    const isNew = !seen.has(pointer);
    seen.add(pointer);
    if (schema === true) return;
    if (schema === false) {
      found.isNever = true;
      return;
    }
    if (!isPlainObject(schema)) {
      refuse(pointer, "schema-shape", "A schema must be an object, true or false.");
      return;
    }
    if (!spend()) return;
    if (isNew) checkKeywords(schema, pointer);
    found.parts.push({ schema, pointer, refs });
    if (schema.$ref !== undefined) {
      const target = resolve(schema.$ref, layer);
      if (target) add(target, found);
    }
    if (schema.allOf === undefined) return;
    if (!Array.isArray(schema.allOf) || schema.allOf.length === 0) {
      refuse(`${pointer}/allOf`, "keyword-value", `"allOf" must be a list of at least 1 schema.`);
      return;
    }
    for (const [index, item] of schema.allOf.entries())
      add({ schema: item, pointer: `${pointer}/allOf/${index}`, refs }, found);
  }

  function checkKeywords(schema: Record<string, unknown>, pointer: string): void {
    if (context.isBare) return;
    const kinds = declaredKinds(schema.type);
    for (const keyword of Object.keys(schema)) {
      const fault = keywordFault(keyword, kinds, pointer === context.pointer);
      if (fault !== undefined) refuse(`${pointer}/${escapeToken(keyword)}`, "keyword-not-allowed", fault);
    }
  }

  function resolve(ref: unknown, { pointer, refs }: Layer): Layer | undefined {
    const place = `${pointer}/$ref`;
    const target = typeof ref === "string" ? pointerIn(ref) : undefined;
    if (target === undefined) {
      const message = `"$ref" may only point into this schema, as in "#/$defs/name"; copy what it refers to into "$defs".`;
      refuse(place, "ref-not-local", message);
      return undefined;
    }
    const tokens = parsePointer(target);
    const schema = tokens.reduce<unknown>((value, token) => child(value, token), root);
    const name = nameOf(tokens);
    if (schema === undefined) {
      refuse(place, "ref-unknown", `There is no definition ${quote(name)} in this schema.`);
      return undefined;
    }
    const canonical = tokens.map((token) => `/${escapeToken(token)}`).join("");
    if (canonical === "" || refs.includes(canonical)) {
      const names = [...refs, canonical].map((other) => nameOf(parsePointer(other))).join(" → ");
      const message = `The definition ${quote(name)} contains itself (${names}); write out as many levels as you need.`;
      refuse(place, "ref-cyclic", message);
      return undefined;
    }
    return { schema, pointer: context.pointer + canonical, refs: [...refs, canonical] };
  }

  return { read, hasRead: (pointer) => seen.has(pointer) };
}

/** The JSON Pointer of a reference into the same document. */
function pointerIn(ref: string): string | undefined {
  if (!/^#(?:\/|$)/.test(ref)) return undefined;
  try {
    return decodeURIComponent(ref.slice(1));
  } catch {
    return undefined;
  }
}

/** The name of a definition, or the place of another schema. */
function nameOf(tokens: readonly string[]): string {
  const [holder, name] = tokens;
  const isDefinition = tokens.length === 2 && (holder === "$defs" || holder === "definitions");
  return isDefinition ? name! : `#${tokens.map((token) => `/${token}`).join("")}`;
}
