import { count, grouped } from "../text/describe.ts";
import { reportMismatch } from "./mismatch.ts";
import { SCHEMA_ALONE, type SchemaNode } from "./node.ts";

export interface ArrayOptions {
  at: string;
  items: SchemaNode;
  min: number;
  max: number;
}

export function arrayNode({ at, items, min, max }: ArrayOptions): SchemaNode {
  const node: SchemaNode = {
    type: "array",
    phrase: "an array",
    placeholder: () => Array.from({ length: Math.min(min, 3) }, () => items.placeholder()),
    ok(value, scope) {
      if (!Array.isArray(value) || value.length < min || value.length > max) return false;
      for (let index = 0; index < value.length; index++) if (!items.ok(value[index], scope)) return false;
      return true;
    },
    report(value, sink) {
      if (!Array.isArray(value)) {
        const alone =
          value !== null && items.ok(value, SCHEMA_ALONE)
            ? { value: [value], applicability: "suggested" as const }
            : undefined;
        reportMismatch(node, "array", at, value, sink, alone);
        return;
      }
      if (value.length < min) {
        const path = sink.path.slice();
        sink.add("list-too-short", "error", () => ({
          message: `The list has ${count(value.length, "item")}; the minimum is ${min}.`,
          expected: { minItems: min },
          actual: value.length,
          fixes: [
            {
              title: "Add an item to fill in",
              applicability: "placeholder",
              edit: { kind: "add", path: [...path, value.length], value: items.placeholder() },
            },
          ],
        }));
      } else if (value.length > max) {
        sink.add("list-too-long", "error", () => ({
          message: `The list has ${count(value.length, "item")}; the maximum is ${grouped(max)}.`,
          expected: { maxItems: max },
          actual: value.length,
        }));
      }
      const { path } = sink;
      for (let index = 0; index < value.length; index++) {
        const item = value[index];
        if (sink.misspelled.size === 0 && items.ok(item, sink.scope)) continue;
        path.push(index);
        items.report(item, sink);
        path.pop();
      }
    },
    ...(items.resolve && {
      resolve(value, path, misspelled) {
        if (!Array.isArray(value)) return value;
        let resolved: unknown[] | undefined;
        for (let index = 0; index < value.length; index++) {
          path.push(index);
          const put = items.resolve!(value[index], path, misspelled);
          path.pop();
          if (put === value[index]) continue;
          resolved ??= value.slice();
          resolved[index] = put;
        }
        return resolved ?? value;
      },
    }),
    ...(items.withDefaults && {
      withDefaults: (value: unknown) =>
        Array.isArray(value) ? value.map((item) => items.withDefaults!(item)) : value,
    }),
  };
  return node;
}
