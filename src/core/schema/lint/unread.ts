/** Finds the schemas that were not compiled, since no reference leads to them or a refused keyword holds them. */
import { isPlainObject, pointerOf } from "../../json/pointer.ts";
import type { Subschema } from "../compile/compiler.ts";
import { eachSubschema } from "../compile/keywords.ts";

/** So that everything is said at once, they are judged as well. `isJudged`: whether all of a schema was, in another package. */
export function eachUnread(
  schema: unknown,
  pointer: string,
  maxDepth: number,
  isRead: (pointer: string) => boolean,
  isJudged: (pointer: string) => boolean,
  visit: (unread: Subschema) => void,
): void {
  if (!isPlainObject(schema) || maxDepth < 0 || isJudged(pointer)) return;
  if (!isRead(pointer)) visit({ schema, pointer, refs: [] });
  eachSubschema(schema, (inner, path) =>
    eachUnread(inner, pointer + pointerOf(path), maxDepth - 1, isRead, isJudged, visit),
  );
}
