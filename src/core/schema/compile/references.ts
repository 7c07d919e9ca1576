/** Finds what `$ref` refers to inside one schema document: by pointer, by `$anchor` or by `$id`. */
import { isPlainObject, parsePointer, pointerOf, valueAt } from "../../json/pointer.ts";
import { eachSubschema } from "./keywords.ts";

export interface Target {
  schema: unknown;
  /** Where it is in the document. */
  pointer: string;
}

const MAX_DEPTH = 64;

export function createReferences(root: unknown) {
  /** Schemas with an `$id`, or the root, by their URI. */
  const resources = new Map<string, Target>([["", { schema: root, pointer: "" }]]);
  const anchors = new Map<string, Target>();
  /** The URI of the resource that a schema belongs to, by its pointer. */
  const bases = new Map<string, string>();

  function walk(schema: unknown, pointer: string, outer: string, depth: number): void {
    if (!isPlainObject(schema) || depth > MAX_DEPTH) return;
    const target = { schema, pointer };
    let base = outer;
    if (typeof schema.$id === "string") {
      base = resolveUri(outer, schema.$id).split("#")[0]!;
      resources.set(base, target);
    }
    bases.set(pointer, base);
    if (typeof schema.$anchor === "string") anchors.set(`${base}#${schema.$anchor}`, target);
    eachSubschema(schema, (inner, path) => walk(inner, pointer + pointerOf(path), base, depth + 1));
  }
  walk(root, "", "", 0);

  return {
    /** `from` is where the schema with the reference is. Undefined if it leads out of the document. */
    find(ref: string, from: string): Target | "unknown" | undefined {
      const [uri = "", fragment = ""] = resolveUri(bases.get(from) ?? bases.get("") ?? "", ref).split("#");
      const resource = resources.get(uri);
      if (resource === undefined) return undefined;
      if (fragment !== "" && !fragment.startsWith("/")) return anchors.get(`${uri}#${fragment}`) ?? "unknown";
      const pointer = decode(fragment);
      if (pointer === undefined) return "unknown";
      const tokens = parsePointer(pointer);
      const schema = valueAt(resource.schema, tokens);
      if (schema === undefined) return "unknown";
      return { schema, pointer: resource.pointer + pointerOf(tokens) };
    },
  };
}

function decode(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

const PARTS = /^([A-Za-z][A-Za-z0-9+.-]*:)?(\/\/[^/?#]*)?([^?#]*)(\?[^#]*)?(#[\s\S]*)?$/;

/** RFC 3986, section 5.2, as far as identifiers of schemas need it. */
export function resolveUri(base: string, ref: string): string {
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
