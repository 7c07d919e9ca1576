/**
 * Anything at any place of a candidate gets an answer of bounded size, under packages that use all of the schema
 * language. A fault of the core would be a status 500.
 */
import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createRegistry, repairCandidate, type SpecPackageDocument } from "../../src/core/index.ts";
import { load, readJson } from "../core/datagen.ts";

const MAX_RESULT_BYTES = 1_048_576;
const MAX_PLACES = 60;

const nested = (depth: number): unknown => JSON.parse("[".repeat(depth) + "]".repeat(depth));

const ODD_VALUES: unknown[] = [
  ...[null, true, 0, -0, 1e308, "", " ", "\ud800", "a\u202eb", "2026-13-45", [], {}, nested(30_000)],
  ...["x".repeat(60_000), "\u0301".repeat(16_000), `http://${"ä".repeat(20_000)}`],
  ...[
    Array(20_000).fill(0),
    Array(3_000).fill({}),
    Array(3_000).fill([null]),
    Array(2_000).fill({ name: "TODO" }),
  ],
  Array.from({ length: 4_000 }, (_, index) => ({ [`k${index}`]: index })),
  Array.from({ length: 5_000 }, (_, index) => `w${index}`),
  Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`m${index}`, index])),
  JSON.parse('{"__proto__":1,"constructor":2,"a/b":3,"~":4}'),
];

const examples = readdirSync(new URL("../../examples/", import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

describe.each(examples)("%s", (name) => {
  const document = readJson(`../../examples/${name}/spec-package.json`) as SpecPackageDocument;
  const spec = load(document);
  const registry = createRegistry([], "2026-11-01T00:00:00Z");
  const registries = new Map(Object.keys(document.registries ?? {}).map((key) => [key, registry]));
  const context = { registry, registries, now: Date.parse("2026-11-15T00:00:00Z") };
  const valid = document.examples.valid[0]!.candidate;

  test.each(ODD_VALUES.map((value, index) => ({ value, index })))("odd value $index", ({ value }) => {
    for (const path of placesOf(valid).slice(0, MAX_PLACES)) {
      const { diagnostics, omitted, repaired } = repairCandidate(
        spec,
        put(valid, path, value),
        context,
        "suggested",
      );
      const size = JSON.stringify({ diagnostics, omitted, left: repaired?.diagnostics }).length;
      expect(size, path.join("/")).toBeLessThan(MAX_RESULT_BYTES);
    }
  });
});

function placesOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, item]) => placesOf(item, [...path, key]))];
}

function put(target: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const copy = structuredClone(target) as Record<string, unknown>;
  copy[key] = put(copy[key], rest, value);
  return copy;
}
