/** What is being written at a place of a JSON text. */
import { getLocation } from "jsonc-parser";
import type { Spot } from "../document.ts";
import { findSource, type SourceText } from "../edit/source-tree.ts";

export function jsonSpotAt(text: string, source: SourceText | undefined, offset: number): Spot | undefined {
  const { path, isAtPropertyKey, previousNode } = getLocation(text, offset);
  const tokens = path.map(String);
  // A text or a number around the place is replaced as a whole.
  const isInside =
    previousNode !== undefined &&
    previousNode.offset < offset &&
    offset <= previousNode.offset + previousNode.length;
  const start = isInside
    ? previousNode.offset
    : offset - (/[\w.-]*$/.exec(text.slice(0, offset))?.[0].length ?? 0);
  const end = isInside ? previousNode.offset + previousNode.length : offset;
  const hasColon = /^\s*:/.test(text.slice(end, end + 100));
  const writing = {
    start,
    end,
    writeName: (name: string) => `${JSON.stringify(name)}${hasColon ? "" : ": "}`,
    writeValue: (value: unknown) => JSON.stringify(value),
  };
  if (!isAtPropertyKey) return { kind: "value", path: tokens, names: [], ...writing };
  const parent = tokens.slice(0, -1);
  const entries = source ? findSource(source.root, parent).value.entries : [];
  const names = entries.flatMap(({ name, nameStart }) => (nameStart === start ? [] : [String(name)]));
  return { kind: "name", path: parent, names, ...writing };
}
