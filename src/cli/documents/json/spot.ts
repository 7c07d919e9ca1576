/** What is being written at a place of a JSON text. */
import { getLocation, type Node } from "jsonc-parser";
import type { Spot } from "../document.ts";
import { findNode } from "./nodes.ts";

export function jsonSpotAt(text: string, tree: Node | undefined, offset: number): Spot | undefined {
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
  const object = tree === undefined ? undefined : findNode(tree, parent).node;
  const names = (object?.children ?? []).flatMap(({ children: [key] = [] }) =>
    key === undefined || key.offset === start ? [] : [String(key.value)],
  );
  return { kind: "name", path: parent, names, ...writing };
}
