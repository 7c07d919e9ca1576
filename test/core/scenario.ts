/** Reads the scenario files under test/scenarios; docs on their form are in the README beside them. */
import { readdirSync } from "node:fs";
import { setOwn } from "../../src/core/json/values.ts";
import type { Applicability, PatchOperation, Severity } from "../../src/core/types.ts";
import { readJson } from "./datagen.ts";

export interface ExpectedDiagnostic {
  code: string;
  pointer: string;
  severity: Severity;
  /** Words that the message must hold. */
  says?: string[];
  /** How far the first fix may be trusted. */
  fix?: Applicability;
}

export interface Scenario {
  title: string;
  why: string;
  start?: string;
  candidate?: unknown;
  set?: Record<string, unknown>;
  remove?: string[];
  expect: {
    valid: boolean;
    diagnostics: ExpectedDiagnostic[];
    /** What stands where once all first fixes are applied; null for "nothing stands there". */
    fixed?: Record<string, unknown>;
    build?: { candidate?: Record<string, unknown>; changes?: PatchOperation[] };
  };
}

const folder = "../scenarios";

export function listScenarios(): { name: string; scenario: Scenario }[] {
  const root = new URL(`${folder}/`, import.meta.url);
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".json") && !path.startsWith("bases/"))
    .sort()
    .map((path) => ({
      name: path.slice(0, -".json".length),
      scenario: readJson(`${folder}/${path}`) as Scenario,
    }));
}

/** The candidate that a scenario describes; undefined where it has none. */
export function candidateOf(scenario: Scenario): unknown {
  if (scenario.start === undefined) return expand(scenario.candidate);
  return altered(readJson(`${folder}/bases/${scenario.start}.json`), scenario);
}

/** The value with some members set and others removed. */
export function altered(value: unknown, { set, remove }: Pick<Scenario, "set" | "remove">): unknown {
  let copy = structuredClone(value);
  for (const pointer of remove ?? []) copy = put(copy, tokensOf(pointer), undefined);
  for (const [pointer, item] of Object.entries(set ?? {})) copy = put(copy, tokensOf(pointer), expand(item));
  return copy;
}

export function tokensOf(pointer: string): string[] {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** What stands at a pointer; undefined where nothing does. */
export function read(value: unknown, pointer: string): unknown {
  return tokensOf(pointer).reduce<unknown>(
    (at, token) =>
      typeof at === "object" && at !== null && Object.hasOwn(at, token)
        ? (at as Record<string, unknown>)[token]
        : undefined,
    value,
  );
}

function put(target: unknown, tokens: readonly string[], value: unknown): unknown {
  const [token, ...rest] = tokens;
  if (token === undefined) return value;
  const current = read(target, `/${token.replaceAll("~", "~0").replaceAll("/", "~1")}`);
  const inner = rest.length === 0 ? value : put(current, rest, value);
  if (Array.isArray(target)) {
    const index = token === "-" ? target.length : Number(token);
    if (inner === undefined) target.splice(index, 1);
    else target[index] = inner;
  } else if (inner === undefined) {
    delete (target as Record<string, unknown>)[token];
  } else {
    setOwn(target as Record<string, unknown>, token, inner);
  }
  return target;
}

/** Long values are written short in scenario files: see the README there. */
export function expand(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(expand);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  const [first] = entries;
  if (entries.length === 1 && first) {
    const [word, given] = first as [string, never[]];
    switch (word) {
      case "$join":
        return (expand(given) as string[]).join("");
      case "$repeat":
        return (expand(given[0]) as string).repeat(given[1]!);
      case "$times":
        return numbered(given[0]!).map((n) => fillIn(given[1], n));
      case "$members":
        return Object.fromEntries(numbered(given[0]!).map((n) => [fillIn(given[1], n), fillIn(given[2], n)]));
      case "$nested":
        return numbered(given[0]!).reduce<unknown>((inner) => [inner], expand(given[1]));
      case "$json":
        return JSON.parse(given as unknown as string);
    }
  }
  const expanded: Record<string, unknown> = {};
  for (const [key, item] of entries) setOwn(expanded, key, expand(item));
  return expanded;
}

function numbered(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

function fillIn(template: unknown, n: number): unknown {
  return expand(JSON.parse(JSON.stringify(template).replaceAll("{n}", String(n))));
}
