/** A YAML 1.2 file with one document. Anchors and merge keys are resolved; tags that JSON has no type for are refused. */
import { type Document, isAlias, isMap, isNode, isScalar, isSeq, type Node, type YAMLMap } from "yaml";
import {
  type FileFinding,
  type Part,
  repeatedMember,
  type SourceDocument,
  syntaxError,
} from "../document.ts";
import { createLines, type Lines, type Range } from "../positions.ts";
import { findYamlNode, keyText, parseYaml } from "./nodes.ts";
import { readYamlSource } from "./source.ts";
import { yamlSpotAt } from "./spot.ts";

export function openYaml(text: string): SourceDocument {
  const lines = createLines(text);
  const document = parseYaml(text);
  const problems = syntaxFindings(text, document, lines);
  const { value, problem } = problems.length > 0 ? { value: undefined } : readValue(document, lines);
  const findings = problem === undefined ? problems : [problem];
  const isReadable = findings.length === 0;
  return {
    text,
    language: "yaml",
    isReadable,
    value,
    findings: isReadable ? findRepeated(document, lines) : findings,
    rangeOf: (path, part) => rangeIn(document, path, part, lines),
    spotAt: (offset) => yamlSpotAt(text, offset),
    readSource: () => readYamlSource(text),
    reopen: openYaml,
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

function rangeIn(document: Document.Parsed, path: readonly string[], part: Part, lines: Lines): Range {
  const found = findYamlNode(document, path);
  const node = found.isThere && part === "name" ? (found.key ?? found.node) : found.node;
  const [start, end] = node?.range ?? [0, 0];
  if (found.isThere) return lines.range(start, end);
  // A block collection has no bracket to point at, so its first character stands for it.
  return lines.range(start, Math.min(start + 1, end));
}

function findRepeated(document: Document.Parsed, lines: Lines): FileFinding[] {
  const findings: FileFinding[] = [];
  const open: unknown[] = [document.contents];
  while (open.length > 0) {
    const node = open.pop();
    if (isSeq(node)) for (const item of node.items) open.push(item);
    if (!isMap(node)) continue;
    findings.push(...repeatedIn(node, lines));
    for (const { key, value } of node.items) open.push(key, value);
  }
  return findings.toSorted((a, b) => a.range.start.offset - b.range.start.offset);
}

function repeatedIn(map: YAMLMap, lines: Lines): FileFinding[] {
  const first = new Map<string, Node>();
  return map.items.flatMap(({ key }): FileFinding[] => {
    if (!isNode(key) || isMap(key) || isSeq(key) || isAlias(key)) return [];
    // Merge keys may stand several times.
    const name = keyText(key);
    const earlier = first.get(name);
    if (earlier === undefined || (isScalar(key) && key.source === "<<")) {
      first.set(name, key);
      return [];
    }
    const range = ({ range }: Node) => lines.range(range?.[0] ?? 0, range?.[1] ?? 0);
    return [repeatedMember(name, range(earlier), range(key))];
  });
}
