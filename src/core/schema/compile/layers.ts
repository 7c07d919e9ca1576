/** Resolves `$ref` and `allOf`: the list of all schemas that apply to one value. */
import { isPlainObject, parsePointer } from "../../json/pointer.ts";
import { quote } from "../../unicode/describe.ts";
import type { Layer, Refuse, SchemaContext, Subschema } from "./compiler.ts";
import { findReference } from "./references.ts";

export function createLayerReader(
  root: unknown,
  context: SchemaContext,
  refuse: Refuse,
  /** Counts one more layer; false if there are too many. */
  spend: () => boolean,
  /** Called for every schema that is read, once: the schema without the keywords whose values mean nothing. */
  lint: (schema: Record<string, unknown>, pointer: string) => Record<string, unknown>,
) {
  const seen = new Set<string>();
  const linted = new Map<string, { given: object; sound: Record<string, unknown> }>();

  /** `isNever`: whether one of them is `false`, so that no value passes. */
  function read(subschemas: readonly Subschema[]) {
    const found = { layers: [] as Layer[], isNever: false };
    for (const subschema of subschemas) add(subschema, found);
    return found;
  }

  function add(subschema: Subschema, found: ReturnType<typeof read>): void {
    const { schema, pointer, refs } = subschema;
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
    let known = linted.get(pointer);
    if (known?.given !== schema) {
      known = { given: schema, sound: lint(schema, pointer) };
      linted.set(pointer, known);
    }
    const layer: Layer = { schema: known.sound, pointer, refs };
    found.layers.push(layer);
    addInner(layer, found);
  }

  function addInner(layer: Layer, found: ReturnType<typeof read>): void {
    const { schema, pointer, refs } = layer;
    if (schema.$ref !== undefined) {
      const target = resolve(schema.$ref, layer);
      if (target) add(target, found);
    }
    for (const [index, item] of ((schema.allOf ?? []) as unknown[]).entries())
      add({ schema: item, pointer: `${pointer}/allOf/${index}`, refs }, found);
  }

  function resolve(ref: unknown, { pointer, refs }: Layer): Subschema | undefined {
    const at = `${pointer}/$ref`;
    const target = findReference(root, ref);
    if (target === undefined) {
      const message = `"$ref" may only point into this schema, as in "#/$defs/name"; copy what it refers to into "$defs".`;
      refuse(at, "ref-not-local", message);
      return undefined;
    }
    if (target === "unknown") {
      const name = nameOf(parsePointer(String(ref).slice(1)));
      refuse(at, "ref-unknown", `There is no definition ${quote(name)} in this schema.`);
      return undefined;
    }
    if (target.pointer === "" || refs.includes(target.pointer)) {
      const names = [...refs, target.pointer].map((other) => nameOf(parsePointer(other)));
      const message = `The definition ${quote(names.at(-1)!)} contains itself (${names.join(" → ")}); write out as many levels as you need.`;
      refuse(at, "ref-cyclic", message);
      return undefined;
    }
    return {
      schema: target.schema,
      pointer: context.pointer + target.pointer,
      refs: [...refs, target.pointer],
    };
  }

  return {
    read,
    /** Whether a schema of the package was read. */
    hasRead: (pointer: string) => seen.has(pointer),
  };
}

/** The name of a definition, or where another schema is. */
function nameOf(tokens: readonly string[]): string {
  const [holder, name] = tokens;
  const isDefinition = tokens.length === 2 && (holder === "$defs" || holder === "definitions");
  return isDefinition ? name! : `#${tokens.map((token) => `/${token}`).join("")}`;
}
