/**
 * What is being written at a place of a YAML text. The word there is replaced by one that occurs nowhere else, so that
 * the parser says what it is.
 */
import { isMap, isNode, isPair, isScalar, isSeq, type Node, visit } from "yaml";
import type { Spot } from "../document.ts";
import { keyText, parseYaml } from "./nodes.ts";
import { flowText } from "./write.ts";

const MARK = "PreflightLooksHere";

export function yamlSpotAt(text: string, offset: number): Spot | undefined {
  const before = /(?:"[^"\n]*|'[^'\n]*|[^\s,[\]{}:#"'-][^\s,[\]{}:#]*)?$/.exec(text.slice(0, offset))![0];
  const after = /^[^\s,[\]{}:#]*/.exec(text.slice(offset))![0];
  const start = offset - before.length;
  const end = offset + after.length;
  // A mark right after a colon or a dash would belong to it.
  const gap = /[:-]$/.test(text.slice(0, start)) ? " " : "";
  const { document } = parseYaml(`${text.slice(0, start)}${gap}${MARK}${text.slice(end)}`);
  let found: { path: string[]; key: unknown; parent: unknown } | undefined;
  visit(document, {
    Scalar(key, node, ancestors) {
      if (node.value !== MARK) return undefined;
      found = { path: pathOf(ancestors, node), key, parent: ancestors.findLast((each) => isMap(each)) };
      return visit.BREAK;
    },
  });
  if (found === undefined) return undefined;
  const hasColon = /^[ \t]*:(?:\s|$)/.test(text.slice(end, end + 100));
  const writing = {
    start,
    end,
    writeName: (name: string) => `${gap}${flowText(name)}${hasColon ? "" : ": "}`,
    writeValue: (value: unknown) => `${gap}${flowText(value)}`,
  };
  if (found.key !== "key") return { kind: "value", path: found.path, names: [], ...writing };
  const names = isMap(found.parent)
    ? found.parent.items.flatMap(({ key }) => (isNode(key) && keyText(key) !== MARK ? [keyText(key)] : []))
    : [];
  return { kind: "name", path: found.path, names, ...writing };
}

/** Of the object for a key, of the value for everything else. */
function pathOf(ancestors: readonly unknown[], node: Node): string[] {
  return ancestors.flatMap((ancestor, index) => {
    const inner = ancestors[index + 1] ?? node;
    if (isSeq(ancestor)) return [String(ancestor.items.indexOf(inner))];
    if (isPair(ancestor) && ancestor.key !== node && isScalar(ancestor.key)) return [keyText(ancestor.key)];
    return [];
  });
}
