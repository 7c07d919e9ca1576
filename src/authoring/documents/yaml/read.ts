/** A text of YAML as a value, with the place of everything in it. */
import {
  type Alias,
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type ParsedNode,
  Parser,
  type Scalar,
} from "yaml";
import { once } from "../../../core/json/values.ts";
import { sourceValue } from "../edit/draft.ts";
import { type Comment, MERGE, mergedInto, type SourceEntry, type SourceValue } from "../edit/source-tree.ts";

/** What makes it no document, or one that means nothing in JSON. */
interface Fault {
  readonly at: readonly [start: number, end: number];
  readonly message: string;
}

/**
 * `root`: undefined if there is nothing in it. `value`: undefined where there are faults. `tokens`: what the text consists
 * of, comments included.
 */
export function readYaml(text: string) {
  const tokens = [...new Parser().parse(text)];
  const composer = new Composer({
    version: "1.2",
    // Whatever version a directive names: dates of YAML 1.1 are not JSON.
    schema: "core",
    merge: true,
    // Repeated members are reported with both places.
    uniqueKeys: false,
    // Dates, sets and binary data are not JSON.
    resolveKnownTags: false,
    prettyErrors: false,
    // They tell where names, dashes and colons stand.
    keepSourceTokens: true,
  });
  const [first, second] = composer.compose(tokens, true, text.length);
  const document = first as Document.Parsed<ParsedNode>;
  const { root, meaningless } = readTree(text, document);
  const wrong = syntaxFaults(text, document, second?.range[0]);
  const faults = wrong.length > 0 ? wrong : meaningless;
  const value = faults.length > 0 || root === undefined ? undefined : sourceValue(root);
  return { root, value, faults, tokens };
}

export type YamlText = ReturnType<typeof readYaml>;

const isMergeKey = (key: Node): boolean => isScalar(key) && key.source === "<<" && key.type === "PLAIN";

/** The name of a member, as it is written: `1.10` is no number there. Lists and objects are none. */
function keyText(key: Node): string {
  if (!isScalar(key)) return "";
  return typeof key.value === "string" ? key.value : (key.source ?? "");
}

/** `second`: where another document starts. */
function syntaxFaults(text: string, document: Document.Parsed, second: number | undefined): Fault[] {
  if (document.contents === null && document.errors.length === 0 && text.replace(/#.*/g, "").trim() === "")
    return [{ at: [0, 0], message: "The file is empty; write a proposal into it." }];
  const [error] = document.errors;
  if (error !== undefined) {
    // The parser reports this as if it were in the text.
    if (error.message.includes("call stack")) throw new RangeError(error.message);
    return [{ at: error.pos, message: `This is not YAML. ${error.message.replace(/[.:]?$/, ".")}` }];
  }
  const message = "The file holds several YAML documents; put each proposal into a file of its own.";
  if (second !== undefined) return [{ at: [second, second + "---".length], message }];
  return document.warnings.map(({ pos, message }) => {
    const tag = /\s(!\S*)$/.exec(message)?.[1];
    const reason = tag === undefined ? message : `The tag ${tag} has no meaning in a proposal; remove it.`;
    return { at: pos, message: reason };
  });
}

/** How many values aliases may bring in: enough for any file that a person wrote. Anchors that multiply one another exceed it. */
const MAX_REPEATED = 100_000;

function readTree(text: string, document: Document.Parsed<ParsedNode>) {
  /** Aliases and merge keys that mean nothing. */
  const meaningless: Fault[] = [];
  const known = new Map<Node, SourceValue>();
  /** Each name stands for what it was given to last. */
  const anchors = new Map<string, Node>();
  let repeated = 0;

  /** `shown`: what is pointed at where there is no node. */
  function toSource(node: Node | null, from: number, properties?: number, shown = [from, from] as const) {
    const [ownStart, end] = node?.range ?? [from, from];
    const own = [ownStart, end] as const;
    const place = { start: properties ?? ownStart, ownStart, end, shown: node ? own : shown };
    if (isAlias(node)) {
      const target = anchors.get(node.source);
      const aliasOf = target && known.get(target);
      if (aliasOf) {
        repeated += sizeOf(aliasOf);
        return { ...aliasOf, ...place, start: ownStart, aliasOf };
      }
      const message = target
        ? `The alias *${node.source} stands inside of what it repeats.`
        : withoutAnchor(node);
      meaningless.push({ at: place.shown, message });
    } else if (node?.anchor) anchors.set(node.anchor, node);
    const made = read(node, place);
    if (node) known.set(node, made);
    return made;
  }

  function read(
    node: Node | null,
    place: Pick<SourceValue, "start" | "ownStart" | "end" | "shown">,
  ): SourceValue {
    const plain = { kind: "scalar" as const, value: null, ...place, entries: [], isBlock: false };
    if (isScalar(node)) {
      const style = node.type;
      const message = whyNoValue(node, document);
      if (message !== undefined) meaningless.push({ at: place.shown, message });
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
    const end = isBlock && entries.length > 0 ? entries.at(-1)!.end : place.end;
    return { ...plain, kind: isMap(node) ? "object" : "list", value: undefined, end, entries, isBlock };
  }

  function member(pair: Pair, isBlock: boolean): SourceEntry {
    const key = isNode(pair.key) ? pair.key : null;
    const token = pair.srcToken as CST.CollectionItem | undefined;
    const [nameStart, nameEnd] = key?.range ?? [0, 0];
    const start = offsetOf(token?.start, ["anchor", "tag", "explicit-key-ind"]) ?? nameStart;
    const named = isAlias(key) ? anchors.get(key.source) : key;
    if (isAlias(key) && !named) meaningless.push({ at: [nameStart, nameEnd], message: withoutAnchor(key) });
    const isMerge = named ? isMergeKey(named) : false;
    if (isScalar(named) && !isMerge) named.value = keyText(named);
    else if (named && !isMerge) meaningless.push({ at: [nameStart, nameEnd], message: NO_NAME });
    // An alias may stand for a name.
    if (key && !isAlias(key) && key.anchor) toSource(key, nameStart);
    const colon = offsetOf(token?.sep, ["map-value-ind"]) ?? nameEnd;
    const node = isNode(pair.value) ? pair.value : null;
    const properties = offsetOf(token?.sep, ["anchor", "tag"]);
    const value = toSource(node, colon + 1, properties, [nameStart, nameEnd]);
    const end = isBlock ? entryEnd(value, nameEnd) : Math.max(value.end, nameEnd);
    const name = named ? (isMerge ? MERGE : keyText(named)) : "";
    if (mergedInto([{ name, value }]).some(({ kind }) => kind !== "object"))
      meaningless.push({ at: value.shown, message: "Only the members of an object can be merged in." });
    return { name, nameStart, nameEnd, value, start, end };
  }

  function listItem(list: Node, item: unknown, index: number, isBlock: boolean): SourceEntry {
    const token = (list as { srcToken?: { items?: CST.CollectionItem[] } }).srcToken?.items?.[index];
    const node = isNode(item) ? item : null;
    const dash = offsetOf(token?.start, ["seq-item-ind"]);
    const value = toSource(node, (dash ?? 0) + 1, offsetOf(token?.start, ["anchor", "tag"]));
    const start = dash ?? value.start;
    const end = isBlock ? entryEnd(value, start + 1) : value.end;
    return { name: "", nameStart: start, nameEnd: start, value, start, end };
  }

  /** With the comment on the last line. */
  function entryEnd(value: SourceValue, least: number): number {
    const end = Math.max(value.end, least);
    if (value.isBlock || value.style?.startsWith("BLOCK")) return end;
    const [remark = ""] =
      /^(?:[ \t]+#[^\r\n]*)?/.exec(text.slice(end, text.indexOf("\n", end) + 1 || undefined)) ?? [];
    return remark.trim() === "" ? end : end + remark.length;
  }

  const root = document.contents === null ? undefined : toSource(document.contents, 0);
  if (repeated > MAX_REPEATED)
    meaningless.push({ at: [0, 0], message: "The aliases of this file multiply one another too often." });
  return { root, meaningless };
}

/** Of values, with those that aliases in it bring in. */
const sizeOf = once(({ entries }: Pick<SourceValue, "entries">): number =>
  entries.reduce((size, { value }) => size + sizeOf(value.aliasOf ?? value), 1),
);

const withoutAnchor = ({ source }: Alias) => `There is no anchor &${source} before this alias.`;
const NO_NAME = "The name of a member is a text, not a list or an object.";

/** Of a scalar that JSON has no number for, or that the version of YAML which the file names reads otherwise. */
function whyNoValue({ value, source = "", type }: Scalar, { directives }: Document.Parsed) {
  if (typeof value !== "number") return undefined;
  if (!Number.isFinite(value))
    return `${source} is no number in JSON; write another one, or a text in quotes.`;
  if (directives?.yaml.version !== "1.1" || type !== "PLAIN" || !/^[-+]?0[o\d]/.test(source))
    return undefined;
  return `${source} is ${value} here, but not in YAML 1.1, which this file names; write the number otherwise, or in quotes.`;
}

function offsetOf(tokens: readonly CST.SourceToken[] | undefined, types: readonly string[]) {
  return tokens?.find(({ type }) => types.includes(type))?.offset;
}

/** In the order of the text. Finding them takes as long as reading it. */
export const commentsAmong = once((tokens: readonly CST.Token[]): Comment[] => {
  const comments: Comment[] = [];
  const open: unknown[] = [...tokens];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== "object" || next === null) continue;
    const { type, offset, source } = next as Partial<CST.SourceToken>;
    if (type === "comment") comments.push({ start: offset!, end: offset! + source!.trimEnd().length });
    else for (const inner of Object.values(next)) if (typeof inner === "object") open.push(inner);
  }
  return comments.sort((one, other) => one.start - other.start);
});
