/**
 * For each code, a value that gives it and one that does not. They are found by spoiling the package's own examples in
 * the usual ways and running the check, so they are true of the rules in use.
 */
import { createPatcher } from "../../core/json/patch.ts";
import { parsePointer, pointerOf, valueAt } from "../../core/json/pointer.ts";
import { checkCandidate } from "../../core/proposal/check.ts";
import { registeredIn, spoil } from "../../core/publishing/spoil.ts";
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
        fails: show(valueAt(candidate, parsePointer(pointer))),
        passes: fixed(candidate, pointer, fixes),
      });
    }
  }

  function fixed(candidate: unknown, pointer: string, fixes: Diagnostic["fixes"] = []): string | undefined {
    const fix = fixes.find(({ applicability }) => applicability === "safe" || applicability === "suggested");
    const patcher = createPatcher(candidate);
    const renamed = fix?.patch.find((operation) => operation.op === "move");
    if (fix !== undefined && patcher.apply(fix.patch)) {
      const value = valueAt(patcher.document(), parsePointer(renamed?.path ?? pointer));
      const text = show(value);
      if (text !== undefined)
        return renamed === undefined
          ? text
          : `${renamed.path.slice(renamed.path.lastIndexOf("/") + 1)}: ${text}`;
    }
    return show(valueAt(good, parsePointer(pointer)));
  }

  for (const { candidate } of invalid) look(candidate);
  const [id = "", name = ""] = registeredIn(spec).map(String);
  for (const place of placesOf(good).slice(0, MAX_PLACES))
    for (const { candidate } of spoil(good, pointerOf(place), [id, name, `${id}s`, name.toUpperCase()]))
      look(candidate);
  return found;
}

function placesOf(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== "object" || value === null) return [path];
  const entries = Array.isArray(value) ? value.slice(0, 1).entries() : Object.entries(value);
  return [path, ...[...entries].flatMap(([key, inner]) => placesOf(inner, [...path, key]))];
}

function show(value: unknown): string | undefined {
  const text = JSON.stringify(value, (_, inner) =>
    inner === Number.POSITIVE_INFINITY ? 1e308 : inner,
  )?.replace(UNSEEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return text !== undefined && text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
}
