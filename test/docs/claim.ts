/** What a page shows, next to what happens. */
import { isDeepStrictEqual } from "node:util";
import { withValue } from "./json-text.ts";

export interface Claim {
  title: string;
  /** The line of the fence. */
  line: number;
  shown: unknown;
  /** A text, or the value that the JSON shown should have. */
  actual: unknown;
  /** Where `actual` goes on an update; undefined if only a person can correct it. */
  place?: "block";
}

/** With UPDATE_DOCS=1 the pages are updated instead of checked: see quoted-output.test.ts. */
export const isUpdating = process.env.UPDATE_DOCS === "1";

/** Puts the actual output of all claims that do not hold on the page. */
export function withActual(text: string, claims: readonly Claim[]): string {
  const lines = text.split("\n");
  // From the end, because a block may get longer.
  for (const { line: number, shown, actual, place } of claims.toSorted((a, b) => b.line - a.line)) {
    if (place === undefined || isDeepStrictEqual(shown, actual)) continue;
    const line = lines[number - 1]!;
    const end = lines.indexOf(/^`+/.exec(line)![0], number);
    const block = lines.slice(number, end).join("\n");
    const next = typeof actual === "string" ? actual : withValue(block, actual);
    lines.splice(number, end - number, ...next.split("\n"));
  }
  return lines.join("\n");
}
