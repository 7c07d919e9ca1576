/** Finds what `$ref` refers to: another place of the same schema document. */
import { parsePointer, pointerOf, valueAt } from "../../json/pointer.ts";

export interface Target {
  schema: unknown;
  /** Where it is in the document. */
  pointer: string;
}

/** Undefined if it does not point into the document. */
export function findReference(root: unknown, ref: unknown): Target | "unknown" | undefined {
  if (typeof ref !== "string" || !/^#(?:$|\/)/.test(ref)) return undefined;
  const pointer = decode(ref.slice(1));
  const tokens = parsePointer(pointer ?? "");
  const schema = pointer === undefined ? undefined : valueAt(root, tokens);
  return schema === undefined ? "unknown" : { schema, pointer: pointerOf(tokens) };
}

function decode(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}
