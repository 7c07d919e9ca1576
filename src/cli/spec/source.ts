/** A file that a command works on: its value, and where each part of it stands. */
import { linesOf, type SourceDocument } from "../../authoring/documents/document.ts";
import { openDocument } from "../../authoring/documents/open.ts";
import { parsePointer } from "../../core/json/values.ts";
import type { SpecPackageFinding } from "../../core/publishing/advice.ts";
import { loadSpecPackage } from "../../core/publishing/load.ts";
import type { SpecPackage } from "../../core/spec-package/spec-package.ts";
import { givenName, type InputFile, namedFile } from "../files/find.ts";
import { readBytes, readNamed } from "../files/read.ts";
import { codeFrame, placeOf } from "../reports/pretty.ts";
import { Failure, type Terminal } from "../terminal/terminal.ts";
import { paragraph, plural, shellWord, visible } from "../terminal/text.ts";

type Source = SourceDocument & { readonly path: string };

/** Throws a Failure if the file cannot be read, is neither JSON nor YAML, or says something twice. */
export async function readSource(path: string, file = namedFile(path)): Promise<Source> {
  const text = await readNamed(file, path);
  const document = await openDocument(givenName(file), text);
  // Words around it would be lost without a word, and so would all but the last of members with one name.
  const finding = document.findings.find(({ severity }) => severity === "error");
  if (finding !== undefined) throw new Failure(`${placeOf(path, finding.range)}  ${finding.message}`);
  return { ...document, path: file.path };
}

/** Whether a finding is about the name of a member and not about its value. */
export const isAboutName = (code: string): boolean =>
  /^(?:keyword-not-allowed|member-unknown|(?:docs|list|registry)-unused|path-undeclared)$/.test(code);

/** Each finding with its place and the lines around it, in the order of the file. */
export function writeFindings(
  { path, text, rangeOf }: Source,
  findings: readonly SpecPackageFinding[],
  terminal: Terminal,
): void {
  const { style, width, write } = terminal;
  const lines = linesOf(text);
  const placed = findings.map((finding) => {
    const place = parsePointer(finding.pointer);
    return { ...finding, place, offset: rangeOf(place, "value").start.offset };
  });
  for (const { level, place, code, message } of placed.sort((a, b) => a.offset - b.offset)) {
    const paint = level === "error" ? style.red : style.yellow;
    const range = rangeOf(place, isAboutName(code) ? "name" : "value");
    write(`${placeOf(path, range)}  ${paint(level)}  ${code}\n`);
    write(paragraph(visible(message), width, "  "));
    write(`${codeFrame({ lines, range, note: "" }, terminal, paint)}\n`);
  }
}

/** Loads a spec package that a command needs, or fails with the way to find out what is wrong with it. */
export async function loadFile(path: string, file?: InputFile): Promise<SpecPackage> {
  const { value } = await readSource(path, file);
  const loaded = loadSpecPackage(value);
  if (loaded.ok) return loaded.spec;
  const [first, ...others] = loaded.reasons;
  const more = others.length > 0 ? ` (and ${plural(others.length, "more reason")})` : "";
  const reason = `${first?.pointer || "it"}: ${first?.message}${more}`;
  const hint = `\`preflight spec check ${shellWord(path)}\` lists them.`;
  throw new Failure(`${path} is not a spec package that can be used: ${reason}`, hint);
}

/** The packages of --spec. Each may be a pipe, which can be read once, and none is standard input, which may carry a protocol. */
export function loadSpecs(paths: readonly string[]): Promise<SpecPackage[]> {
  const files = paths.map((path) => ({ path, bytes: readBytes(path) }));
  return Promise.all(files.map(({ path, bytes }) => loadFile(path, { path, read: () => bytes })));
}
