/** Values written as YAML whose parts are shared: anchors and aliases for what is equal, merge keys for what objects have in common. */
import {
  type Alias,
  Document,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  Pair,
  parse,
  Scalar,
  type YAMLMap,
} from "yaml";

type Random = () => number;

/** Written as people write it and not as JSON would. */
const SPELLINGS = ["01234", "1.50", "+7", "0x1F", "1e3", ".5"];

const below = (random: Random, limit: number) => Math.floor(random() * limit);

/** The text, or undefined if it does not say the value: then nothing can be said about edits of it either. */
export function weaveYaml(value: unknown, random: Random): { text: string; value: unknown } {
  const planted = plant(structuredClone(value), random);
  const document = new Document(planted, { version: "1.2", merge: true, aliasDuplicateObjects: false });
  weave(document, random);
  const text = document.toString({ lineWidth: 0, flowCollectionPadding: random() < 0.5 });
  return { text, value: readYaml(text) };
}

/** Not with the code under test. */
export function readYaml(text: string): unknown {
  return parse(text, { version: "1.2", merge: true, logLevel: "silent", maxAliasCount: -1 });
}

/** Makes some values equal to earlier ones, so that there is something to share. */
function plant(whole: unknown, random: Random): unknown {
  const scalars: { parent: Record<string, unknown>; key: string }[] = [];
  const lists: unknown[][] = [];
  const visit = (value: unknown) => {
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) lists.push(value);
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner === "object" && inner !== null) visit(inner);
      else scalars.push({ parent: value as Record<string, unknown>, key });
    }
  };
  visit(whole);
  for (let times = below(random, 2); times > 0 && scalars.length > 1; times--) {
    const [from, to] = [scalars[below(random, scalars.length)]!, scalars[below(random, scalars.length)]!];
    to.parent[to.key] = from.parent[from.key];
  }
  for (const list of lists) {
    const item = list[below(random, list.length)];
    if (random() < 0.25 && list.length > 0 && list.length < 8) list.push(structuredClone(item));
    if (random() < 0.1 && typeof item === "object" && item !== null && !Array.isArray(item))
      list.push({ ...structuredClone(item), extra: random() < 0.5 ? 7 : "x" });
  }
  return whole;
}

function weave(document: Document, random: Random): void {
  const seen: { node: Node; json: string }[] = [];
  let anchors = 0;

  function aliasTo(node: Node): Alias {
    const named = node as Scalar | YAMLMap;
    named.anchor ??= `a${anchors++}`;
    return document.createAlias(named, named.anchor);
  }

  function share(node: Node): Node {
    const json = JSON.stringify(node.toJS(document, { maxAliasCount: -1 }));
    const equal = seen.filter((earlier) => earlier.json === json);
    if (equal.length > 0 && random() < 0.6) return aliasTo(equal[below(random, equal.length)]!.node);
    if (isScalar(node)) {
      if (typeof node.value === "number" && random() < 0.1) Object.assign(node, spelled(random));
      if (typeof node.value === "string" && random() < 0.4 && !node.value.includes("\n"))
        node.type = random() < 0.5 ? Scalar.QUOTE_DOUBLE : Scalar.QUOTE_SINGLE;
    } else if (isSeq(node) || isMap(node)) {
      if (random() < 0.3) node.flow = true;
      if (isMap(node) && random() < 0.6) merge(node);
      for (const [index, item] of node.items.entries()) {
        if (isPair(item)) {
          const isMerge = isScalar(item.key) && item.key.value === "<<";
          if (!isMerge) item.value = share(item.value as Node);
        } else node.items[index] = share(item as Node);
      }
    }
    seen.push({ node, json: JSON.stringify(node.toJS(document, { maxAliasCount: -1 })) });
    return node;
  }

  /** Takes out what an earlier object has too, and merges that in its place; of some members it has another value. */
  function merge(map: YAMLMap): void {
    const own = map.toJS(document, { maxAliasCount: -1 }) as Record<string, unknown>;
    const sources = seen.filter(({ node }) => {
      if (!isMap(node) || node.items.length === 0) return false;
      const names = Object.keys(node.toJS(document, { maxAliasCount: -1 }) as object);
      return names.length > 0 && names.every((name) => Object.hasOwn(own, name));
    });
    if (sources.length === 0) return;
    const { node } = sources[below(random, sources.length)]!;
    const shared = node.toJS(document, { maxAliasCount: -1 }) as Record<string, unknown>;
    map.items = map.items.filter(({ key }) => {
      const name = String(isScalar(key) ? key.value : key);
      return !Object.hasOwn(shared, name) || JSON.stringify(shared[name]) !== JSON.stringify(own[name]);
    });
    const key = new Scalar("<<");
    key.type = Scalar.PLAIN;
    map.items.splice(below(random, map.items.length + 1), 0, new Pair(key, aliasTo(node)) as never);
  }

  const root = document.contents;
  if (isMap(root) || isSeq(root)) share(root);
}

/** A number with a spelling of its own. */
function spelled(random: Random): { value: unknown; source: string; format?: string } {
  const source = SPELLINGS[below(random, SPELLINGS.length)]!;
  return { value: Number(source), source };
}
