/** The normal form of a candidate, in which equal meanings are written alike. Only for valid candidates. */
import { canonicalize } from "../json/canonical.ts";
import { createPatcher } from "../json/patch.ts";
import { compilePathPattern } from "../json/path-pattern.ts";
import { child, isPlainObject, pointerOf, setOwn } from "../json/pointer.ts";
import { declaredNames } from "../spec-package/rule-targets.ts";
import type { SpecPackage } from "../spec-package/spec-package.ts";
import type { Json, PatchOperation } from "../types.ts";
import { normalizeText } from "../unicode/characters.ts";

/** A candidate as a package holds it, and what was changed to get there. */
export interface Normalized {
  candidate: Json;
  /** From the candidate sent to the normalized one; a new order of members is not a change. */
  changes: PatchOperation[];
}

/** Brings a valid candidate into its normal form. Doing it twice changes nothing more. */
export function normalizeCandidate(spec: SpecPackage, candidate: unknown): Normalized {
  const changes: PatchOperation[] = [];
  // Defaults come first, so that they are normalized as well.
  const filled = spec.schema.root.withDefaults?.(candidate) ?? candidate;
  listAdditions(candidate, filled, "", changes);
  const patcher = createPatcher(filled);
  const change = (operation: PatchOperation) => {
    changes.push(operation);
    patcher.apply([operation]);
  };
  const namesAt = declaredNames(spec.schema.places);
  for (const pattern of spec.prose) {
    compilePathPattern(pattern, namesAt).each(filled, (text, path) => {
      if (typeof text !== "string") return;
      const value = normalizeText(text);
      if (value !== text) change({ op: "replace", path: pointerOf(path), value });
    });
  }
  for (const { at, list } of spec.document.normalization?.sets ?? []) {
    const order = spec.lists.get(list)!.values;
    compilePathPattern(at).each(filled, (words, path) => {
      if (!Array.isArray(words)) return;
      // Words that are not in the list stay, in their order. Whether they are allowed is for rules to decide.
      const others = [...new Set(words)].filter((word) => !order.includes(word));
      const value = [...order.filter((word) => words.includes(word)), ...others];
      if (canonicalize(value) !== canonicalize(words))
        change({ op: "replace", path: pointerOf(path), value });
    });
  }
  return { candidate: sortMembers(patcher.document()), changes };
}

/** Defaults only add members, so the walk follows the candidate as it was before. */
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

/** Members in the order of RFC 8785, so that a plain serialization does not depend on the order sent. */
function sortMembers(value: unknown): Json {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (!isPlainObject(value)) return Object.is(value, -0) ? 0 : (value as Json);
  const sorted: Record<string, Json> = {};
  for (const key of Object.keys(value).sort()) setOwn(sorted, key, sortMembers(value[key]));
  return sorted;
}
