/** A place where values of several JSON types may stand. */
import { KIND, type KindName, type Kinds, kindOf, kindsIn, phraseOf } from "./kinds.ts";
import { NO_READINGS, reportMismatch } from "./mismatch.ts";
import type { SchemaNode } from "./node.ts";

/** One node for each kind that is allowed. `isDeclared`: whether the schema has a `type`. */
export function typedNode(
  nodes: ReadonlyMap<KindName, SchemaNode>,
  kinds: Kinds,
  isDeclared: boolean,
  any: SchemaNode,
): SchemaNode {
  const all = [...nodes.values()];
  const main = [...nodes].filter(([name]) => name !== "null").map(([, node]) => node);
  // A nullable text is a text to rules and messages.
  const nullable = isDeclared && main.length === 1 ? main[0] : undefined;
  const byKind = new Map<Kinds, SchemaNode>(
    kindsIn(kinds).map((name) => [KIND[name], nodes.get(name) ?? any]),
  );
  const object = nodes.get("object");
  const items = nodes.get("array")?.items;
  const phrase =
    nullable && nullable.type !== "any"
      ? `${nullable.phrase} or null`
      : isDeclared
        ? phraseOf(kinds)
        : "a value";
  const node: SchemaNode = {
    type: nullable?.type ?? "any",
    kinds,
    phrase,
    ...(nullable?.bounds && { bounds: nullable.bounds }),
    ...(items && { items }),
    ...(object?.members && { members: object.members }),
    ...(object?.required && { required: object.required }),
    ...(object?.entries && { entries: object.entries }),
    ...(object?.isClosed !== undefined && { isClosed: object.isClosed }),
    ...(nodes.get("string")?.maxLength !== undefined && { maxLength: nodes.get("string")!.maxLength! }),
    placeholder() {
      // Null is a value here, so only text can mark what is still to be written.
      const shape = isDeclared ? (nullable ?? all[0])?.placeholder() : undefined;
      return shape === null ? undefined : shape;
    },
    suits: (value) => !isDeclared || all.some((one) => one.suits(value)),
    ok(value, scope) {
      const one = byKind.get(kindOf(value));
      return one?.ok(value, scope) === true;
    },
    report(value, sink, cleaned, place = node) {
      const one = byKind.get(kindOf(value)) ?? nullable ?? all.find((other) => other.suits(value));
      if (one) one.report(value, sink, cleaned, place);
      else reportMismatch(node, phrase, value, sink, NO_READINGS, place);
    },
    ...(all.some((one) => one.read) && {
      read(value, path, reading) {
        const one = byKind.get(kindOf(value)) ?? all.find((other) => other.read && other.suits(value));
        return one?.read?.(value, path, reading) ?? value;
      },
    }),
    ...(all.some((one) => one.withDefaults) && {
      withDefaults: (value) => byKind.get(kindOf(value))?.withDefaults?.(value) ?? value,
    }),
  };
  return node;
}
