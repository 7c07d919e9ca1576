/** What the references of a foreign schema lead to: pointers, and names given by `$anchor` or, in draft-07, by `$id`. */
import { escapeToken, parsePointer, valueAt } from "../../core/json/pointer.ts";
import type { Schema } from "./keywords.ts";

/** Deeper schemas are left open: a spec package could not hold them. */
export const MAX_SOURCE_DEPTH = 24;

export function readReferences(source: Schema) {
  const { anchors, hasDescriptions } = survey(source);
  const own = typeof source.$id === "string" ? source.$id.replace(/#$/, "") : "";
  return {
    /** Whether anything is described. */
    hasDescriptions,
    /** The pointer to which a local reference leads; undefined if it leads out of this document or nowhere. */
    resolve(ref: string): string | undefined {
      const local = own !== "" && ref.startsWith(`${own}#`) ? ref.slice(own.length) : ref;
      if (!local.startsWith("#")) return undefined;
      const fragment = decode(local.slice(1));
      if (fragment !== "" && !fragment.startsWith("/")) return anchors.get(fragment);
      return valueAt(source, parsePointer(fragment)) === undefined ? undefined : fragment;
    },
  };
}

/** Names that are given to places by `$anchor`, or by `$id` in draft-07; and whether anything is described. */
function survey(source: Schema): { anchors: Map<string, string>; hasDescriptions: boolean } {
  const anchors = new Map<string, string>();
  let hasDescriptions = false;
  const values: [unknown, string, number][] = [[source, "", 0]];
  for (let next = values.pop(); next !== undefined; next = values.pop()) {
    const [value, pointer, depth] = next;
    if (typeof value !== "object" || value === null || depth > MAX_SOURCE_DEPTH) continue;
    const part = value as Schema;
    hasDescriptions ||= typeof part.description === "string";
    for (const name of [part.$anchor, part.$dynamicAnchor, part.$id, part.id])
      if (typeof name === "string" && /^#?[A-Za-z_][\w.-]*$/.test(name)) {
        const plain = name.replace(/^#/, "");
        if (!anchors.has(plain)) anchors.set(plain, pointer);
      }
    for (const [key, inner] of Object.entries(part))
      values.push([inner, `${pointer}/${escapeToken(key)}`, depth + 1]);
  }
  return { anchors, hasDescriptions };
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
