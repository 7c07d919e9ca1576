/** Reading the syntax tree of a JSON file. */
import type { Node } from "jsonc-parser";
import { setOwn } from "../../../core/json/pointer.ts";

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

/** The value of a tree, with `__proto__` as an ordinary name. */
export function readNode(node: Node): unknown {
  if (node.type === "array") return (node.children ?? []).map(readNode);
  if (node.type !== "object") return node.value;
  const object: Record<string, unknown> = {};
  for (const { children: [key, value] = [] } of node.children ?? [])
    if (key !== undefined && value !== undefined) setOwn(object, String(key.value), readNode(value));
  return object;
}
