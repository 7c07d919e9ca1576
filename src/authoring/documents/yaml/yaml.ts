/** A YAML 1.2 file with one document. Anchors and merge keys are resolved; tags that JSON has no type for are refused. */
import type { Document } from "yaml";
import { type FileFinding, type SourceDocument, syntaxError } from "../document.ts";
import { findRepeated, rangeIn } from "../places.ts";
import { createLines, type Lines } from "../positions.ts";
import { parseYaml } from "./nodes.ts";
import { readYamlSource } from "./source.ts";
import { yamlSpotAt } from "./spot.ts";

export function openYaml(text: string): SourceDocument {
  const lines = createLines(text);
  const parsed = parseYaml(text);
  const { document } = parsed;
  const problems = syntaxFindings(text, document, lines);
  const source = readYamlSource(text, parsed);
  if (problems.length === 0)
    for (const { at, message } of source?.faults ?? [])
      problems.push(syntaxError(lines.range(...at), message));
  const { value, problem } = problems.length > 0 ? { value: undefined } : readValue(document, lines);
  const findings = problem === undefined ? problems : [problem];
  const isReadable = findings.length === 0;
  return {
    text,
    language: "yaml",
    isReadable,
    value,
    findings: isReadable ? findRepeated(source?.root, lines) : findings,
    rangeOf: (path, part) => rangeIn(source?.root, path, part, lines),
    spotAt: (offset) => yamlSpotAt(text, offset),
    readSource: () => source,
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
