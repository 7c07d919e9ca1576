/** Tells the checks how the numbers of a file were written, so that none loses digits without a word. */
import { noteNumber } from "../../core/json/number-texts.ts";
import type { SourceDocument } from "./document.ts";

/** Shorter numbers lose nothing. */
const LONG_NUMBER = /\d{16}/;
const MAX_DEPTH = 128;

/** `base` is where the candidate is in the document. */
export function noteNumberTexts(document: SourceDocument, base: readonly string[], candidate: unknown): void {
  if (!LONG_NUMBER.test(document.text)) return;
  const walk = (container: unknown, path: readonly string[], around: readonly object[]): void => {
    if (typeof container !== "object" || container === null || path.length > MAX_DEPTH) return;
    const outer = [...around, container];
    for (const [key, value] of Object.entries(container)) {
      const inner = [...path, key];
      if (typeof value === "number") {
        const { start, end } = document.rangeOf(inner, "value");
        const text = document.text.slice(start.offset, end.offset);
        if (text !== String(value)) noteNumber(outer, key, text);
      } else walk(value, inner, outer);
    }
  };
  walk(candidate, base, []);
}
