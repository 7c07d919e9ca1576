/** The text of a YAML file as a tree that can be edited. */
import {
  type CST,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  Parser,
} from "yaml";
import {
  CannotEdit,
  type Comment,
  MERGE,
  type SourceEntry,
  type SourceText,
  type SourceValue,
} from "../edit/source-tree.ts";
import { isMergeKey, keyText, parseYaml } from "./nodes.ts";
import { blockScalarText, flowText, scalarText } from "./write.ts";

export function readYamlSource(text: string): SourceText {
  const document = parseYaml(text, { keepSourceTokens: true });
  if (document.contents === null) throw new CannotEdit("the file is empty");
  let hasAliases = false;
  const known = new Map<Node, SourceValue>();

  function toSource(node: Node | null, from: number, properties?: number): SourceValue {
    const [ownStart, end] = node?.range ?? [from, from];
    const start = properties ?? ownStart;
    if (isAlias(node)) {
      hasAliases = true;
      const target = node.resolve(document);
      const aliasOf = target && known.get(target);
      if (!aliasOf) throw new CannotEdit(`the alias *${node.source} repeats what stands around it`);
      return { ...aliasOf, start: ownStart, ownStart, end, aliasOf };
    }
    const made = read(node, { start, ownStart, end });
    if (node) known.set(node, made);
    return made;
  }

  function read(node: Node | null, place: { start: number; ownStart: number; end: number }): SourceValue {
    const plain = { kind: "scalar" as const, value: null, ...place, entries: [], isBlock: false };
    if (isScalar(node)) {
      const style = node.type;
      // A block scalar ends with its line, which is not part of it here.
      const written = text.slice(place.ownStart, place.end);
      const end = style?.startsWith("BLOCK") ? place.ownStart + written.trimEnd().length : place.end;
      return { ...plain, value: node.value, style, end };
    }
    if (!isMap(node) && !isSeq(node)) return plain;
    const isBlock = node.flow !== true;
    const entries = isMap(node)
      ? node.items.map((pair) => member(pair, isBlock))
      : node.items.map((item, index) => listItem(node, item, index, isBlock));
    const merged = isMap(node)
      ? node.items.flatMap(({ key, value }, index) =>
          isNode(key) && isMergeKey(key) ? mergedFrom(entries[index]!.value, value) : [],
        )
      : [];
    if (merged.length > 0) hasAliases = true;
    const end = isBlock && entries.length > 0 ? entries.at(-1)!.end : place.end;
    return {
      ...plain,
      kind: isMap(node) ? "object" : "list",
      value: undefined,
      ...place,
      end,
      entries,
      isBlock,
      merged,
    };
  }

  function mergedFrom(value: SourceValue, node: unknown): readonly SourceEntry[] {
    const sources = isSeq(node) ? value.entries.map((entry) => entry.value) : [value];
    return sources.flatMap((source) => [...(source.merged ?? []), ...source.entries]);
  }

  function member(pair: Pair, isBlock: boolean): SourceEntry {
    const { key } = pair;
    const token = pair.srcToken as CST.CollectionItem | undefined;
    if (!isNode(key) || !key.range || token === undefined) throw new CannotEdit("a member has no name");
    const [nameStart, nameEnd] = key.range;
    const start = offsetOf(token.start, ["anchor", "tag", "explicit-key-ind"]) ?? nameStart;
    const colon = offsetOf(token.sep, ["map-value-ind"]) ?? nameEnd;
    const value = toSource(
      isNode(pair.value) ? pair.value : null,
      colon + 1,
      offsetOf(token.sep, ["anchor", "tag"]),
    );
    const end = isBlock ? entryEnd(value, nameEnd) : Math.max(value.end, nameEnd);
    return { name: isMergeKey(key) ? MERGE : keyText(key), nameStart, nameEnd, value, start, end };
  }

  function listItem(list: Node, item: unknown, index: number, isBlock: boolean): SourceEntry {
    const token = (list as { srcToken?: { items?: CST.CollectionItem[] } }).srcToken?.items?.[index];
    if (isPair(item) || token === undefined) throw new CannotEdit("a list holds a pair");
    const node = isNode(item) ? item : null;
    const dash = offsetOf(token.start, ["seq-item-ind"]);
    const value = toSource(node, (dash ?? 0) + 1, offsetOf(token.start, ["anchor", "tag"]));
    const start = dash ?? value.start;
    return {
      name: "",
      nameStart: start,
      nameEnd: start,
      value,
      start,
      end: isBlock ? entryEnd(value, start + 1) : value.end,
    };
  }

  /** With the comment on the last line. */
  function entryEnd(value: SourceValue, least: number): number {
    const end = Math.max(value.end, least);
    if (value.isBlock || value.style?.startsWith("BLOCK")) return end;
    const [remark = ""] = /^(?:[ \t]+#[^\r\n]*)?/.exec(text.slice(end)) ?? [];
    return remark.trim() === "" ? end : end + remark.length;
  }

  const root = toSource(document.contents, 0, undefined);
  return {
    text,
    root,
    comments: findYamlComments(text),
    hasAliases,
    isJson: false,
    isMultiline: false,
    unit: /^(?:[^\s#-][^\n]*:[^\n]*\n)( +)[^\s-]/m.exec(text)?.[1] ?? "  ",
    eol: text.includes("\r\n") ? "\r\n" : "\n",
    colon: ": ",
    gap: " ",
    padding: /\{ +\S/.test(text) || !text.includes("{") ? " " : "",
    writeName: (name) => flowText(name),
    writeScalar(value, was, isInFlow, indent) {
      const style =
        was?.style ?? (typeof value === "string" && value.includes("\n") ? "BLOCK_LITERAL" : undefined);
      if (typeof value === "string" && !isInFlow && style?.startsWith("BLOCK"))
        return blockScalarText(value, style, indent);
      return scalarText(value, style, isInFlow);
    },
  };
}

function offsetOf(
  tokens: readonly CST.SourceToken[] | undefined,
  types: readonly string[],
): number | undefined {
  return tokens?.find(({ type }) => types.includes(type))?.offset;
}

function findYamlComments(text: string): Comment[] {
  const comments: Comment[] = [];
  const open: unknown[] = [...new Parser().parse(text)];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== "object" || next === null) continue;
    const { type, offset, source } = next as Partial<CST.SourceToken>;
    if (type === "comment") comments.push({ start: offset!, end: offset! + source!.trimEnd().length });
    else for (const inner of Object.values(next)) if (typeof inner === "object") open.push(inner);
  }
  return comments.sort((one, other) => one.start - other.start);
}
