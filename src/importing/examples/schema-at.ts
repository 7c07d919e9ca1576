/** The schema that stands at a place of a candidate, without asking which branch of a union applies. */
import { child, isPlainObject } from "../../core/json/pointer.ts";
import { refName } from "../translate/translation.ts";

const INSIDE = ["then", "else", "if"];
const MAX_STEPS = 200;

export function schemaAt(
  schema: unknown,
  definitions: ReadonlyMap<string, unknown>,
  path: readonly string[],
): unknown {
  let steps = 0;

  function find(part: unknown, rest: readonly string[]): unknown {
    if (rest.length === 0) return part;
    if (!isPlainObject(part) || steps++ > MAX_STEPS) return undefined;
    const [key, ...next] = rest as [string, ...string[]];
    const index = /^\d+$/.test(key) ? Number(key) : undefined;
    const direct = [
      child(part.properties, key),
      index === undefined ? undefined : Array.isArray(part.prefixItems) ? part.prefixItems[index] : undefined,
      index === undefined ? undefined : part.items,
      isPlainObject(part.additionalProperties) ? part.additionalProperties : undefined,
    ];
    for (const inner of direct) {
      const found = inner === undefined ? undefined : find(inner, next);
      if (found !== undefined) return found;
    }
    const name = refName(part);
    const others = [
      name === undefined ? undefined : definitions.get(name),
      ...[part.allOf, part.anyOf, part.oneOf].flatMap((list) => (Array.isArray(list) ? list : [])),
      ...INSIDE.map((keyword) => part[keyword]),
    ];
    for (const inner of others) {
      const found = find(inner, rest);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  return find(schema, path);
}
