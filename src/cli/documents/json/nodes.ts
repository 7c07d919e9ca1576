/** Finding a place in the syntax tree of a JSON file. */
import type { Node } from "jsonc-parser";

interface Found {
  /** The node, or the last one on the way to it that exists. */
  readonly node: Node;
  /** The name of the member, if it is one. */
  readonly key: Node | undefined;
  readonly isThere: boolean;
}

export function findNode(tree: Node, path: readonly string[]): Found {
  let node = tree;
  let key: Node | undefined;
  for (const token of path) {
    const next = childOf(node, token);
    if (next === undefined) return { node, key, isThere: false };
    ({ node, key } = next);
  }
  return { node, key, isThere: true };
}

/** Of members with one name the last counts, as for JSON.parse. */
function childOf(parent: Node, token: string): { node: Node; key: Node | undefined } | undefined {
  const { children = [] } = parent;
  if (parent.type === "array") {
    const node = /^\d+$/.test(token) ? children[Number(token)] : undefined;
    return node && { node, key: undefined };
  }
  if (parent.type !== "object") return undefined;
  const member = children.findLast(({ children: [key] = [] }) => key?.value === token);
  const [key, node] = member?.children ?? [];
  return node && { node, key };
}
