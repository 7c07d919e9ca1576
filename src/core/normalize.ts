/** The one form of a candidate: what two authors mean alike is written alike. Only for candidates that are valid. */
import { canonicalize } from "./canonical.ts";
import { createPatcher } from "./patch.ts";
import { compilePathPattern } from "./path-pattern.ts";
import { child, isPlainObject, pointerOf, setOwn } from "./pointer.ts";
import type { SpecPackage } from "./spec-package.ts";
import { normalizeText } from "./text.ts";
import type { Json, PatchOperation } from "./types.ts";

export interface Normalized {
  candidate: Json;
  /** From the candidate sent to the normalized one; members put in another order are no change. */
  changes: PatchOperation[];
}

export function normalizeCandidate(spec: SpecPackage, candidate: unknown): Normalized {
  const changes: PatchOperation[] = [];
  const patcher = createPatcher(candidate);
  const change = (operation: PatchOperation) => {
    changes.push(operation);
    patcher.apply([operation]);
  };
  for (const pattern of spec.prose) {
    compilePathPattern(pattern).each(candidate, (text, path) => {
      if (typeof text !== "string") return;
      const value = normalizeText(text);
      if (value !== text) change({ op: "replace", path: pointerOf(path), value });
    });
  }
  for (const { at, list } of spec.document.normalization?.sets ?? []) {
    const order = spec.lists.get(list)!.values;
    compilePathPattern(at).each(candidate, (words, path) => {
      if (!Array.isArray(words)) return;
      const value = order.filter((word) => words.includes(word));
      if (canonicalize(value) !== canonicalize(words))
        change({ op: "replace", path: pointerOf(path), value });
    });
  }
  const filled = spec.schema.root.withDefaults?.(patcher.document) ?? patcher.document;
  listAdditions(patcher.document, filled, "", changes);
  return { candidate: sortMembers(filled), changes };
}

/** Defaults only ever add members, so the walk follows what was there before. */
function listAdditions(before: unknown, after: unknown, pointer: string, changes: PatchOperation[]): void {
  if (before === after) return;
  if (Array.isArray(before) && Array.isArray(after)) {
    for (const [index, item] of before.entries())
      listAdditions(item, after[index], `${pointer}/${index}`, changes);
  } else if (isPlainObject(before) && isPlainObject(after)) {
    for (const key of Object.keys(after)) {
      const path = pointer + pointerOf([key]);
      if (!Object.hasOwn(before, key)) changes.push({ op: "add", path, value: after[key] });
      else listAdditions(child(before, key), child(after, key), path, changes);
    }
  }
}

/** Members in RFC 8785 order, so that a plain serialization of a package is its canonical form too. */
function sortMembers(value: unknown): Json {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (!isPlainObject(value)) return Object.is(value, -0) ? 0 : (value as Json);
  const sorted: Record<string, Json> = {};
  for (const key of Object.keys(value).sort()) setOwn(sorted, key, sortMembers(value[key]));
  return sorted;
}
