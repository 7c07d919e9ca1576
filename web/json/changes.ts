/** What a patch does, as pairs of before and after that a person can read. */
import { createPatcher } from "../../src/core/json/patch.ts";
import type { PatchOperation } from "../../src/core/types.ts";
import { valueAt } from "./edit.ts";

export interface Change {
  pointer: string;
  /** JSON, cut short; undefined if there is nothing. */
  before?: string;
  after?: string;
  /** The place that the value came from. */
  movedFrom?: string;
}

const MAX_LENGTH = 160;
/** Characters that would make a change invisible, or that reverse what follows them. */
const UNSEEN = /[\p{Cf}\p{Zl}\p{Zp}\u00a0]/gu;

export function changesOf(candidate: unknown, patch: readonly PatchOperation[]): Change[] {
  const patcher = createPatcher(candidate);
  const changes: Change[] = [];
  for (const operation of patch) {
    const before = valueAt(patcher.document(), operation.path);
    const source = "from" in operation ? valueAt(patcher.document(), operation.from) : undefined;
    if (!patcher.apply([operation])) break;
    if (operation.op === "test") continue;
    const pointer = operation.path;
    if (operation.op === "add" || operation.op === "replace")
      changes.push({
        pointer,
        ...(before !== undefined && !isInsertion(operation, patcher.document()) && { before: show(before) }),
        after: show(operation.value),
      });
    else if (operation.op === "remove") changes.push({ pointer, before: show(before) });
    else if ("from" in operation) changes.push({ pointer, movedFrom: operation.from, after: show(source) });
  }
  return changes;
}

/** Adding to a list moves what stands there instead of replacing it. */
function isInsertion({ op, path }: PatchOperation, document: unknown): boolean {
  return op === "add" && Array.isArray(valueAt(document, path.slice(0, path.lastIndexOf("/"))));
}

export function show(value: unknown): string {
  let text: string;
  try {
    text = JSON.stringify(value) ?? "nothing";
  } catch {
    text = "a value that is nested too deeply to show";
  }
  text = text.replace(UNSEEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
}
