/**
 * For each code, a value that gives it and one that does not. They are found by spoiling the package's own examples in
 * the usual ways and running the check, so they are true of the rules in use.
 */
import { createPatcher } from "../../core/json/patch.ts";
import { child, parsePointer, pointerOf } from "../../core/json/pointer.ts";
import { checkCandidate } from "../../core/proposal/check.ts";
import { createRegistry } from "../../core/registry/registry.ts";
import type { SpecPackage } from "../../core/spec-package/spec-package.ts";
import type { Diagnostic } from "../../core/types.ts";

export interface RuleExample {
  readonly pointer: string;
  /** JSON; undefined if nothing stands there. */
  readonly fails: string | undefined;
  readonly message: string;
  readonly passes: string | undefined;
}

const MAX_PLACES = 80;
const MAX_LENGTH = 240;
/** Characters that an example would not show. */
const UNSEEN = /[\p{Cf}\p{Zl}\p{Zp}]/gu;

export function findExamples(spec: SpecPackage): Map<string, RuleExample> {
  const { valid, invalid, registry: entries = [] } = spec.document.examples;
  const good = valid[0]?.candidate;
  const registry = createRegistry(entries, "1970-01-01T00:00:00Z");
  const registries = new Map(spec.rules.registries.named.map((name) => [name, registry]));
  const context = { registry, registries, now: 0 };
  const found = new Map<string, RuleExample>();

  function look(candidate: unknown): void {
    let diagnostics: readonly Diagnostic[];
    try {
      ({ diagnostics } = checkCandidate(spec, candidate, context));
    } catch {
      return;
    }
    for (const diagnostic of diagnostics) {
      const { code, pointer, message, fixes = [] } = diagnostic;
      if (found.has(code)) continue;
      found.set(code, {
        pointer,
        message,
        fails: show(at(candidate, pointer)),
        passes: fixed(candidate, pointer, fixes),
      });
    }
  }

  function fixed(candidate: unknown, pointer: string, fixes: Diagnostic["fixes"] = []): string | undefined {
    const fix = fixes.find(({ applicability }) => applicability === "safe" || applicability === "suggested");
    const patcher = createPatcher(candidate);
    const renamed = fix?.patch.find((operation) => operation.op === "move");
    if (fix !== undefined && patcher.apply(fix.patch)) {
      const value = at(patcher.document(), renamed?.path ?? pointer);
      const text = show(value);
      if (text !== undefined)
        return renamed === undefined
          ? text
          : `${renamed.path.slice(renamed.path.lastIndexOf("/") + 1)}: ${text}`;
    }
    return show(at(good, pointer));
  }

  for (const { candidate } of invalid) look(candidate);
  const ids = entries.slice(0, 1).flatMap(({ id, name }) => [id, name, `${id}s`, name.toUpperCase()]);
  for (const place of placesOf(good).slice(0, MAX_PLACES))
    for (const spoiled of spoil(good, place, ids)) look(spoiled);
  return found;
}

function placesOf(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== "object" || value === null) return [path];
  const entries = Array.isArray(value) ? value.slice(0, 1).entries() : Object.entries(value);
  return [path, ...[...entries].flatMap(([key, inner]) => placesOf(inner, [...path, key]))];
}

/** The candidate with one place changed, in each of the usual ways. */
function* spoil(
  candidate: unknown,
  path: readonly (string | number)[],
  ids: readonly string[],
): Iterable<unknown> {
  const pointer = pointerOf(path);
  const value = at(candidate, pointer);
  const put = (next: unknown): unknown => {
    const patcher = createPatcher(candidate);
    patcher.apply([{ op: "replace", path: pointer, value: next }]);
    return patcher.document();
  };
  if (path.length > 0) {
    const patcher = createPatcher(candidate);
    if (patcher.apply([{ op: "remove", path: pointer }])) yield patcher.document();
  }
  if (typeof value === "string") {
    yield put(` ${value}`);
    yield put(`${value.slice(0, 1)}\u200b${value.slice(1)}`);
    yield put("TODO");
    yield put("");
    yield put(`${value.slice(0, -1)}`);
    yield put("x");
    yield put("no such word!");
    yield put(value.padEnd(6_000, " and so on"));
    yield put(`${value}\ud800`);
    for (const id of ids) yield put(id);
  } else if (typeof value === "number") {
    for (const next of [-1_000_000, 1e12, 0.5, Number.POSITIVE_INFINITY]) yield put(next);
  } else if (Array.isArray(value)) {
    yield put([]);
    yield put([...value, ...value]);
    yield put(Array.from({ length: 200 }, () => value[0]));
  } else if (typeof value === "object" && value !== null) {
    yield put({ ...value, remark: "something else" });
  }
  yield put(null);
  yield put(typeof value === "boolean" ? "yes" : 5);
  yield put([[["nested"]]]);
}

function at(value: unknown, pointer: string): unknown {
  return parsePointer(pointer).reduce<unknown>(child, value);
}

function show(value: unknown): string | undefined {
  const text = JSON.stringify(value, (_, inner) =>
    inner === Number.POSITIVE_INFINITY ? 1e308 : inner,
  )?.replace(UNSEEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return text !== undefined && text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
}
