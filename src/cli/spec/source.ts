/** A file that a command works on: its value, and where each part of it stands. */
import { parsePointer } from "../../core/json/pointer.ts";
import { loadSpecPackage } from "../../core/publishing/load.ts";
import type { SpecPackage } from "../../core/spec-package/spec-package.ts";
import { envelopeOf } from "../checker/domain.ts";
import type { Part } from "../documents/document.ts";
import { openDocument } from "../documents/open.ts";
import { linesOf, type Range } from "../documents/positions.ts";
import { namedFile } from "../files/find.ts";
import { readNamed } from "../files/read.ts";
import { codeFrame } from "../terminal/code-frame.ts";
import { Failure } from "../terminal/failure.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { paragraph, plural, shellWord, visible } from "../terminal/text.ts";

interface Source {
  readonly path: string;
  readonly text: string;
  readonly value: unknown;
  /** Where a pointer leads, or where it would lead if its last part were there. */
  rangeOf(pointer: string, part: Part): Range;
}

/** Throws a Failure if the file cannot be read or is neither JSON nor YAML. */
export async function readSource(path: string): Promise<Source> {
  const file = namedFile(path);
  const text = await readNamed(file, path);
  const document = await openDocument(file.name, text);
  const [finding] = document.findings;
  if (!document.isReadable && finding !== undefined) {
    const { line, column } = finding.range.start;
    throw new Failure(`${path}:${line}:${column}  ${finding.message}`);
  }
  return {
    path: file.path,
    text,
    value: document.value,
    rangeOf: (pointer, part) => document.rangeOf(parsePointer(pointer), part),
  };
}

interface Remark {
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
  readonly label: string;
  /** Whether it is about the name of a member and not about its value. */
  readonly isName?: boolean;
}

/** A remark with its place and the lines around it. */
export function remarkText(
  source: Source,
  { pointer, code, message, label, isName = false }: Remark,
  { style, width }: Terminal,
  paint: (text: string) => string,
): string {
  const range = source.rangeOf(pointer, isName ? "name" : "value");
  const { start } = range;
  const frame = { lines: linesOf(source.text), range, note: "" };
  return [
    `${visible(source.path)}:${start.line}:${start.column}  ${paint(label)}  ${code}\n`,
    paragraph(visible(message), width, "  "),
    codeFrame(frame, style, width, paint),
  ].join("");
}

/** Loads a spec package that a command needs, or fails with the way to find out what is wrong with it. */
export async function loadFile(path: string): Promise<SpecPackage> {
  const { value } = await readSource(path);
  const loaded = loadSpecPackage(value);
  if (loaded.ok) return loaded.spec;
  throw new Failure(
    `${path} is refused for ${plural(loaded.reasons.length, "reason")}.`,
    `\`preflight spec check ${shellWord(path)}\` lists them.`,
  );
}

/** A file may hold the whole envelope of a request; the candidate is in it. */
export function candidateOf(value: unknown): unknown {
  const envelope = envelopeOf(value);
  return envelope === undefined ? value : envelope.candidate;
}
