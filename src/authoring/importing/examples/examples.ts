/** The examples of an imported package: one that passes and one that does not, both proven. */
import { child, isPlainObject, parsePointer, setOwn, valueAt } from "../../../core/json/pointer.ts";
import { applyPatches } from "../../../core/proposal/apply-fixes.ts";
import { checkCandidate } from "../../../core/proposal/check.ts";
import { normalizeCandidate } from "../../../core/proposal/normalize.ts";
import { isClean } from "../../../core/proposal/quick-pass.ts";
import { EMPTY_REGISTRY } from "../../../core/registry/empty.ts";
import type { Reason } from "../../../core/schema/compile-schema.ts";
import type { SpecPackageDocument } from "../../../core/spec-package/format/document.ts";
import type { SpecPackage } from "../../../core/spec-package/spec-package.ts";
import type { Diagnostic, Json } from "../../../core/types.ts";
import { refName, type Translation } from "../translate/keywords.ts";
import { synthesize } from "./synthesize.ts";

const CONTEXT = { registry: EMPTY_REGISTRY, now: 0 };
/** Different branches of unions are tried before giving up. */
const MAX_BRANCHES = 4;
const MAX_ADDITIONS = 6;
const MIN_MEMBERS = 4;

export function validExample(
  spec: SpecPackage,
  translation: Translation,
  given: readonly unknown[],
): { ok: true; title: string; candidate: Json } | { ok: false; reasons: Reason[] } {
  const { schema } = spec.document;
  const sources: { title: string; candidates: readonly unknown[] }[] = [
    { title: "An example that was given", candidates: given },
    { title: "An example of the schema", candidates: [schema.examples].flat() },
    { title: "The schema's default", candidates: [schema.default] },
  ];
  for (const { title, candidates } of sources) {
    const candidate = candidates.find((each) => passes(spec, each));
    if (candidate !== undefined) return { ok: true, title, candidate: candidate as Json };
  }
  let problems: Diagnostic[] = [];
  for (let branch = 0; branch < MAX_BRANCHES; branch++) {
    const made = complete(spec, translation, synthesize(schema, translation.definitions, branch), branch);
    if (passes(spec, made))
      return { ok: true, title: "An example", candidate: fuller(spec, translation, made, branch) };
    const left = checkCandidate(spec, made, CONTEXT).diagnostics;
    if (problems.length === 0 || left.length < problems.length) problems = left;
  }
  return {
    ok: false,
    reasons: problems.slice(0, 5).map(({ pointer, message }) => ({
      pointer,
      code: "example-needed",
      message: `No valid example could be made; give one. At "${pointer}": ${message}`,
    })),
  };
}

/** With a few more members where there are hardly any, so that authors have something to start from. */
function fuller(spec: SpecPackage, translation: Translation, smallest: Json, branch: number): Json {
  const more = synthesize(spec.document.schema, translation.definitions, branch, MIN_MEMBERS + 2);
  let candidate = smallest as Record<string, Json>;
  for (const [name, value] of Object.entries(isPlainObject(more) ? more : {})) {
    if (Object.hasOwn(candidate, name) || Object.keys(candidate).length >= MIN_MEMBERS) continue;
    // Where something was left out, nobody can tell whether the schema would accept a made-up value.
    const declared = schemaAt(spec.document.schema, translation.definitions, [name]);
    if (isPlainObject(declared) && translation.loosened.has(declared)) continue;
    const next = { ...candidate, [name]: value as Json };
    if (passes(spec, next)) candidate = next;
  }
  return candidate;
}

/** Adds what conditions ask for, and applies fixes that are certain. */
function complete(spec: SpecPackage, translation: Translation, start: Json, branch: number): Json {
  let candidate = start;
  for (let round = 0; round < MAX_ADDITIONS; round++) {
    const { diagnostics } = checkCandidate(spec, candidate, CONTEXT);
    const next = structuredClone(candidate);
    let isChanged = false;
    for (const { code, pointer } of diagnostics) {
      if (code !== "member-missing") continue;
      const path = parsePointer(pointer);
      const name = path.pop()!;
      const holder = valueAt(next, path);
      const schema = schemaAt(spec.document.schema, translation.definitions, [...path, name]);
      if (!isPlainObject(holder) || schema === undefined) continue;
      setOwn(holder, name, synthesize(schema, translation.definitions, branch));
      isChanged = true;
    }
    if (!isChanged) break;
    candidate = next;
  }
  return withFirstFixes(spec, candidate);
}

/** Nobody wrote the example, so a fix that an author would have to decide about is as good as any other. */
function withFirstFixes(spec: SpecPackage, candidate: Json): Json {
  let current = candidate;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { diagnostics } = checkCandidate(spec, current, CONTEXT);
    const patches = diagnostics.flatMap(({ fixes: [first] = [] }) =>
      first?.applicability === "safe" || first?.applicability === "suggested" ? [first.patch] : [],
    );
    const { document, applied } = applyPatches(current, patches);
    if (applied === 0) break;
    current = document as Json;
  }
  return current;
}

const MAX_ROUNDS = 3;

function passes(spec: SpecPackage, candidate: unknown): boolean {
  return (
    isClean(spec, candidate, EMPTY_REGISTRY) &&
    isClean(spec, normalizeCandidate(spec, candidate as Json).candidate, EMPTY_REGISTRY)
  );
}

/** The valid candidate with one thing wrong, and exactly what is reported about it. */
export function invalidExample(
  spec: SpecPackage,
  valid: Json,
): SpecPackageDocument["examples"]["invalid"][number] {
  const whole = valid as Record<string, Json>;
  const names = Object.keys(whole);
  const variants: [string, Json][] = [
    ...names.map((name): [string, Json] => {
      const { [name]: _, ...rest } = whole;
      return [`Without "${name}"`, rest];
    }),
    ...names.map((name): [string, Json] => [
      `"${name}" of another type`,
      { ...whole, [name]: other(whole[name]) },
    ]),
    ["A member that is not declared", { ...whole, "no-such-member": true }],
  ];
  const [title, candidate] = variants.find(([, each]) => {
    const { valid: isValid, omitted } = checkCandidate(spec, each, CONTEXT);
    return !isValid && omitted === 0;
  }) ?? ["Not an object", []];
  const { diagnostics } = checkCandidate(spec, candidate, CONTEXT);
  return {
    title: title.slice(0, 200),
    candidate,
    expect: diagnostics.map(({ code, pointer }) => ({ code, pointer })),
  };
}

function other(value: unknown): Json {
  return typeof value === "number" ? "not a number" : 12345.5;
}

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
