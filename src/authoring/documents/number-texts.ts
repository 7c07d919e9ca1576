/** How the numbers of a file are written: what becomes a text, or a text that becomes a number, keeps its digits. */
import { noteNumber, numberText } from "../../core/json/notes.ts";
import { createPatcher } from "../../core/json/patch.ts";
import { child, parsePointer, valueAt } from "../../core/json/pointer.ts";
import type { Json, PatchOperation } from "../../core/types.ts";
import type { SourceDocument } from "./document.ts";
import { findSource, type SourceText } from "./edit/source-tree.ts";

/** Other numbers are what JSON writes. */
const UNUSUAL_NUMBER = /\d[.eExo]|\d{16}|[+.]\d|\b0\d/;
const MAX_DEPTH = 128;

/** Tells the checks, and whether there was something to tell. `base` is where the candidate is in the document. */
export function noteNumberTexts(
  document: SourceDocument,
  base: readonly string[],
  candidate: unknown,
): boolean {
  const source = UNUSUAL_NUMBER.test(document.text) ? document.readSource() : undefined;
  // What was read in another text keeps its digits by itself.
  if (source === undefined) return false;
  let isNoted = false;
  const walk = (container: unknown, path: readonly string[], around: readonly object[]): void => {
    if (typeof container !== "object" || container === null || path.length > MAX_DEPTH) return;
    const outer = [...around, container];
    for (const [key, value] of Object.entries(container)) {
      const inner = [...path, key];
      if (typeof value !== "number") walk(value, inner, outer);
      else {
        const text = numberTextIn(source, inner);
        if (text === undefined || (text === String(value) && Number.isInteger(value))) continue;
        noteNumber(outer, key, text);
        isNoted = true;
      }
    }
  };
  walk(candidate, base, []);
  return isNoted;
}

function numberTextIn({ text, root }: SourceText, path: readonly string[]): string | undefined {
  const { value, isThere } = findSource(root, path);
  const { ownStart, end } = value.aliasOf ?? value;
  return isThere && typeof value.value === "number" ? text.slice(ownStart, end) : undefined;
}

/** A patch of a service, which was sent the numbers alone, and the candidate after it. */
export function asWritten(candidate: unknown, patch: readonly PatchOperation[]) {
  const patcher = createPatcher(candidate);
  const done = patch.map((operation): PatchOperation => {
    const kept = operation.op === "replace" ? textAt(patcher.document(), operation) : undefined;
    const now = kept === undefined ? operation : { ...operation, value: kept };
    patcher.apply([now]);
    return now as PatchOperation;
  });
  return { candidate: patcher.document() as Json, patch: done };
}

/** How the number is written that becomes a text. */
function textAt(document: unknown, { path, value }: { path: string; value: unknown }): string | undefined {
  const tokens = parsePointer(path);
  const parent = valueAt(document, tokens.slice(0, -1));
  const last = tokens.at(-1) ?? "";
  return typeof value === "string" && String(child(parent, last)) === value
    ? numberText(parent, last)
    : undefined;
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The digits of a text that becomes a number, as far as they are one in JSON. */
export function keptDigits(value: unknown, was: unknown): string | undefined {
  if (typeof value !== "number" || typeof was !== "string") return undefined;
  const text = was.trim();
  return JSON_NUMBER.test(text) && Number(text) === value ? text : undefined;
}
