/** Reading the syntax tree of a YAML file. */
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  type YAMLMap,
} from "yaml";

/** `keepSourceTokens`: what each node was made from, which tells where names, dashes and colons stand. */
export function parseYaml(text: string, { keepSourceTokens = false } = {}): Document.Parsed {
  return parseDocument(text, {
    version: "1.2",
    merge: true,
    // Repeated members are reported with both places.
    uniqueKeys: false,
    // Dates, sets and binary data are not JSON.
    resolveKnownTags: false,
    prettyErrors: false,
    keepSourceTokens,
  });
}

interface FoundYaml {
  /** The node, or the last one on the way to it that exists. */
  readonly node: Node | null;
  readonly key: Node | undefined;
  readonly isThere: boolean;
}

export function findYamlNode(document: Document.Parsed, path: readonly string[]): FoundYaml {
  let found: FoundYaml = {
    node: document.contents,
    key: undefined,
    isThere: true,
  };
  for (const token of path) {
    const next = childOf(document, found, token);
    if (next === undefined) return { ...found, isThere: false };
    found = next;
  }
  return found;
}

function childOf(document: Document.Parsed, parent: FoundYaml, token: string): FoundYaml | undefined {
  const node = resolved(document, parent.node);
  if (isSeq(node)) {
    const item = /^\d+$/.test(token) ? node.items[Number(token)] : undefined;
    return isNode(item) ? { node: item, key: undefined, isThere: true } : undefined;
  }
  if (!isMap(node)) return undefined;
  const own = node.items.findLast(({ key }) => isNode(key) && !isMergeKey(key) && keyText(key) === token);
  if (own !== undefined) {
    const key = own.key as Node;
    // A member without a value, as in `name:`, is null; its name is then what can be pointed at.
    return { node: isNode(own.value) ? own.value : key, key, isThere: true };
  }
  for (const source of mergedInto(document, node)) {
    const merged = childOf(document, { ...parent, node: source }, token);
    if (merged !== undefined) return merged;
  }
  return undefined;
}

function mergedInto(document: Document.Parsed, map: YAMLMap): Node[] {
  return map.items
    .filter(({ key }) => isNode(key) && isMergeKey(key))
    .flatMap(({ value }) => {
      const source = resolved(document, isNode(value) ? value : null);
      return isSeq(source) ? source.items.filter(isNode) : source === null ? [] : [source];
    });
}

function resolved(document: Document.Parsed, node: Node | null): Node | null {
  return isAlias(node) ? (node.resolve(document) ?? null) : node;
}

export function isMergeKey(key: Node): boolean {
  return isScalar(key) && key.source === "<<" && key.type === "PLAIN";
}

/** The name of a member, as the value will have it. */
export function keyText(key: Node): string {
  if (!isScalar(key)) return String(key);
  return key.value === null ? "" : String(key.value);
}
