/** A YAML 1.2 file with one document. Anchors and merge keys are resolved; tags that JSON has no type for are refused. */
import {
  type CST,
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  visit,
} from "yaml";
import { type FileFinding, type SourceDocument, type Spot, syntaxError } from "../document.ts";
import {
  type Comment,
  MERGE,
  type SourceEntry,
  type SourceText,
  type SourceValue,
} from "../edit/source-tree.ts";
import { findRepeated, rangeIn } from "../places.ts";
import { createLines, type Lines } from "../positions.ts";
import { isMergeKey, keyText, type ParsedYaml, parseYaml } from "./nodes.ts";
import { blockScalarText, flowText, nameText, scalarText } from "./write.ts";

/** YAML between two lines of `---` at the start of a file; its first line says to the parser as well that a document starts. */
const FRONT_MATTER = /^---[ \t]*\r?\n(?:[\s\S]*?\n)?(?=(?:---|\.\.\.)[ \t]*(?:\r?\n|$))/;

export function openFrontMatter(text: string): SourceDocument {
  const [front] = FRONT_MATTER.exec(text) ?? [];
  if (front !== undefined) return openYaml(front, text.slice(front.length));
  const message = "The file has no front matter: YAML between two lines of ---, at its start.";
  return { ...openYaml(""), text, findings: [syntaxError(createLines(text).range(0, 0), message)] };
}

/** `foot`: what follows it in the file. */
export function openYaml(text: string, foot = ""): SourceDocument {
  const lines = createLines(text);
  const parsed = parseYaml(text);
  const { document } = parsed;
  const problems = syntaxFindings(text, document, lines);
  const source = readYamlSource(text, foot, parsed);
  if (problems.length === 0)
    for (const { at, message } of source?.faults ?? [])
      problems.push(syntaxError(lines.range(...at), message));
  const { value, problem } = problems.length > 0 ? { value: undefined } : readValue(document, lines);
  const findings = problem === undefined ? problems : [problem];
  const isReadable = findings.length === 0;
  return {
    text: text + foot,
    language: "yaml",
    isReadable,
    value,
    findings: isReadable ? findRepeated(source?.root, lines) : findings,
    rangeOf: (path, part) => rangeIn(source?.root, path, part, lines),
    spotAt: (offset) => (offset > text.length ? undefined : yamlSpotAt(text, offset)),
    readSource: () => source,
    reopen: foot === "" ? (other) => openYaml(other) : openFrontMatter,
  };
}

function syntaxFindings(text: string, document: Document.Parsed, lines: Lines): FileFinding[] {
  if (document.contents === null && document.errors.length === 0 && text.replace(/#.*/g, "").trim() === "")
    return [syntaxError(lines.range(0, 0), "The file is empty; write a proposal into it.")];
  const [error] = document.errors;
  if (error !== undefined) {
    // The parser reports this as if it were in the text.
    if (error.message.includes("call stack")) throw new RangeError(error.message);
    const [start, end] = error.pos;
    if (error.code === "MULTIPLE_DOCS")
      return [
        syntaxError(
          lines.range(start, Math.min(start + "---".length, end)),
          "The file holds several YAML documents; put each proposal into a file of its own.",
        ),
      ];
    const reason = `This is not YAML. ${error.message.replace(/[.:]?$/, ".")}`;
    return [syntaxError(lines.range(start, end), reason)];
  }
  return document.warnings.map(({ pos, message }) => {
    const tag = /(![^\s]*)$/.exec(message)?.[1];
    const reason = tag === undefined ? message : `The tag ${tag} has no meaning in a proposal; remove it.`;
    return syntaxError(lines.range(pos[0], pos[1]), reason);
  });
}

/** Enough for any file that a person wrote. Anchors that multiply one another exceed it. */
const MAX_ALIASES = 100;

function readValue(document: Document.Parsed, lines: Lines): { value?: unknown; problem?: FileFinding } {
  try {
    return { value: document.toJS({ maxAliasCount: MAX_ALIASES }) };
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    return {
      problem: syntaxError(lines.range(0, 0), "The aliases of this file multiply one another too often."),
    };
  }
}

/**
 * What is being written at a place of a YAML text. The word there is replaced by one that occurs nowhere else, so that
 * the parser says what it is.
 */
const MARK = "PreflightLooksHere";

function yamlSpotAt(text: string, offset: number): Spot | undefined {
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

/** The text of a YAML file as a tree that can be edited. */
interface YamlSource extends SourceText {
  /** Aliases and merge keys that mean nothing. */
  readonly faults: readonly { readonly at: readonly [number, number]; readonly message: string }[];
}

function readYamlSource(
  text: string,
  foot: string,
  { document, tokens }: ParsedYaml,
): YamlSource | undefined {
  if (document.contents === null) return undefined;
  const faults: { at: readonly [number, number]; message: string }[] = [];
  let problem: string | undefined;
  const known = new Map<Node, SourceValue>();

  /** `shown`: what is pointed at where there is no node. */
  function toSource(node: Node | null, from: number, properties?: number, shown = [from, from] as const) {
    const [ownStart, end] = node?.range ?? [from, from];
    const place = {
      start: properties ?? ownStart,
      ownStart,
      end,
      shown: node ? ([ownStart, end] as const) : shown,
    };
    if (isAlias(node)) {
      const target = node.resolve(document);
      const aliasOf = target && known.get(target);
      if (aliasOf) return { ...aliasOf, ...place, start: ownStart, aliasOf };
      const message = target
        ? `The alias *${node.source} stands inside of what it repeats.`
        : `There is no anchor &${node.source} before this alias.`;
      faults.push({ at: place.shown, message });
    }
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
    if (!key?.range || token === undefined) problem ??= "a member has no name";
    const [nameStart, nameEnd] = key?.range ?? [0, 0];
    const start = offsetOf(token?.start, ["anchor", "tag", "explicit-key-ind"]) ?? nameStart;
    const anchored = key && !isAlias(key) ? toSource(key, nameStart) : undefined;
    const named = isAlias(key) ? key.resolve(document) : key;
    const colon = offsetOf(token?.sep, ["map-value-ind"]) ?? nameEnd;
    const value = toSource(
      isNode(pair.value) ? pair.value : null,
      colon + 1,
      offsetOf(token?.sep, ["anchor", "tag"]),
      [nameStart, nameEnd],
    );
    const end = isBlock ? entryEnd(value, nameEnd) : Math.max(value.end, nameEnd);
    const name = named ? (isMergeKey(named) ? MERGE : keyText(named)) : "";
    const merged =
      name !== MERGE ? [] : value.kind === "list" ? value.entries.map((each) => each.value) : [value];
    if (merged.some(({ kind }) => kind !== "object"))
      faults.push({ at: value.shown, message: "Only the members of an object can be merged in." });
    return { name, nameStart, nameEnd, anchored, value, start, end };
  }

  function listItem(list: Node, item: unknown, index: number, isBlock: boolean): SourceEntry {
    const token = (list as { srcToken?: { items?: CST.CollectionItem[] } }).srcToken?.items?.[index];
    if (isPair(item) || token === undefined) problem ??= "a list holds a pair";
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

  const root = toSource(document.contents, 0);
  let comments: Comment[] | undefined;
  return {
    text,
    foot,
    root,
    faults,
    problem,
    get comments() {
      comments ??= findYamlComments(tokens);
      return comments;
    },
    isJson: false,
    isMultiline: false,
    unit: /^(?:[^\s#-][^\n]*:[^\n]*\n)( +)[^\s-]/m.exec(text)?.[1] ?? "  ",
    eol: text.includes("\r\n") ? "\r\n" : "\n",
    colon: ": ",
    gap: " ",
    padding: /\{ +\S/.test(text) || !text.includes("{") ? " " : "",
    writeName: nameText,
    writeScalar(value, was, isInFlow, indent) {
      const style =
        was?.style ?? (typeof value === "string" && value.includes("\n") ? "BLOCK_LITERAL" : undefined);
      if (typeof value === "string" && !isInFlow && style?.startsWith("BLOCK"))
        return blockScalarText(value, style, indent);
      return scalarText(value, was?.value, style, isInFlow);
    },
  };
}

function offsetOf(
  tokens: readonly CST.SourceToken[] | undefined,
  types: readonly string[],
): number | undefined {
  return tokens?.find(({ type }) => types.includes(type))?.offset;
}

function findYamlComments(tokens: readonly CST.Token[]): Comment[] {
  const comments: Comment[] = [];
  const open: unknown[] = [...tokens];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== "object" || next === null) continue;
    const { type, offset, source } = next as Partial<CST.SourceToken>;
    if (type === "comment") comments.push({ start: offset!, end: offset! + source!.trimEnd().length });
    else for (const inner of Object.values(next)) if (typeof inner === "object") open.push(inner);
  }
  return comments.sort((one, other) => one.start - other.start);
}
