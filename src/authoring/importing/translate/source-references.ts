/** What the references of a foreign schema lead to: pointers, and names given by `$id`, `$anchor` and those of older drafts. */
import { escapeToken, parsePointer, pointerOf, valueAt } from "../../../core/json/pointer.ts";
import type { Schema } from "./keywords.ts";

/** Deeper schemas are left open: a spec package could not hold them. */
export const MAX_SOURCE_DEPTH = 24;

export function readReferences(source: Schema) {
  /** Pointers to the document and to the schemas in it that have an `$id`, by their URI. */
  const resources = new Map<string, string>([["", ""]]);
  const anchors = new Map<string, string>();
  /** The URI of the resource that a schema belongs to, by its pointer. */
  const bases = new Map<string, string>();
  let hasDescriptions = false;

  const values: [unknown, string, string, number][] = [[source, "", "", 0]];
  for (let next = values.pop(); next !== undefined; next = values.pop()) {
    const [value, pointer, outer, depth] = next;
    if (typeof value !== "object" || value === null || depth > MAX_SOURCE_DEPTH) continue;
    const part = value as Schema;
    hasDescriptions ||= typeof part.description === "string";
    let base = outer;
    const names = [part.$anchor, part.$dynamicAnchor];
    for (const id of [part.$id, part.id]) {
      if (typeof id !== "string") continue;
      // In draft-07 an `$id` that is a fragment is an anchor.
      if (id.startsWith("#")) names.push(id.slice(1));
      else {
        base = resolveUri(outer, id).split("#")[0]!;
        resources.set(base, pointer);
      }
    }
    bases.set(pointer, base);
    for (const name of names)
      if (typeof name === "string" && !anchors.has(`${base}#${name}`))
        anchors.set(`${base}#${name}`, pointer);
    // What stands there is a value, even if it looks like a schema.
    for (const [key, inner] of Object.entries(part))
      if (key !== "enum" && key !== "const")
        values.push([inner, `${pointer}/${escapeToken(key)}`, base, depth + 1]);
  }

  return {
    /** Whether anything is described. */
    hasDescriptions,
    /** The pointer to which a reference at `from` leads; undefined if it leads out of this document or nowhere. */
    resolve(ref: string, from: string): string | undefined {
      const [uri = "", encoded = ""] = resolveUri(bases.get(from) ?? "", ref).split("#");
      const resource = resources.get(uri);
      if (resource === undefined) return undefined;
      const fragment = decode(encoded);
      if (fragment !== "" && !fragment.startsWith("/")) return anchors.get(`${uri}#${fragment}`);
      const pointer = resource + pointerOf(parsePointer(fragment));
      return valueAt(source, parsePointer(pointer)) === undefined ? undefined : pointer;
    },
  };
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

const PARTS = /^([A-Za-z][A-Za-z0-9+.-]*:)?(\/\/[^/?#]*)?([^?#]*)(\?[^#]*)?(#[\s\S]*)?$/;

/** RFC 3986, section 5.2, as far as identifiers of schemas need it. */
function resolveUri(base: string, ref: string): string {
  const [, scheme, authority, path = "", query, fragment = ""] = PARTS.exec(ref) ?? [];
  if (scheme !== undefined) return ref;
  const [, baseScheme = "", baseAuthority = "", basePath = "", baseQuery = ""] = PARTS.exec(base) ?? [];
  if (authority !== undefined) return baseScheme + ref;
  if (path === "") return baseScheme + baseAuthority + basePath + (query ?? baseQuery) + fragment;
  const merged = path.startsWith("/")
    ? path
    : baseAuthority !== "" && basePath === ""
      ? `/${path}`
      : basePath.slice(0, basePath.lastIndexOf("/") + 1) + path;
  return baseScheme + baseAuthority + withoutDots(merged) + (query ?? "") + fragment;
}

function withoutDots(path: string): string {
  const kept: string[] = [];
  const segments = path.split("/");
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1;
    if (segment === "..") {
      if (kept.length > 1) kept.pop();
      if (isLast) kept.push("");
    } else if (segment !== ".") kept.push(segment);
    else if (isLast) kept.push("");
  }
  return kept.join("/");
}
