/** A YAML 1.2 file with one document. Anchors and merge keys are resolved; tags that JSON has no type for are refused. */
import { Document, Scalar, stringify } from "yaml";
import {
  type Before,
  createLines,
  type FileFinding,
  type SourceDocument,
  type Spot,
  syntaxError,
} from "../document.ts";
import { keptDigits, type SourceText, type SourceValue } from "../edit/source-tree.ts";
import { styleOf } from "../json/tree.ts";
import { findMark, MARK, rangeIn, repeatedFindings } from "../places.ts";
import { commentsAmong, readYaml, type YamlText } from "./read.ts";

/** YAML between two lines of `---` at the start of a file; its first line says to the parser as well that a document starts. */
const FRONT_MATTER = /^\ufeff?---[ \t]*\r?\n(?:[\s\S]*?\n)?(?=(?:---|\.\.\.)[ \t]*(?:\r?\n|$))/;

export function openFrontMatter(text: string): SourceDocument {
  const [front] = FRONT_MATTER.exec(text) ?? [];
  if (front !== undefined) return openYaml(front, text.slice(front.length));
  const message = "The file has no front matter: YAML between two lines of ---, at its start.";
  const lines = createLines(text);
  return { ...openYaml(""), text, lines, findings: [syntaxError(lines.range(0, 0), message)] };
}

/** `foot`: what follows it in the file. `from`: where it starts there. */
export function openYaml(text: string, foot = "", from?: Before): SourceDocument {
  const lines = createLines(text + foot, from);
  const read = readYaml(text);
  const { root, value, faults } = read;
  const isReadable = faults.length === 0;
  let source: SourceText | undefined;
  let findings: readonly FileFinding[] | undefined;
  return {
    text: text + foot,
    language: "yaml",
    lines,
    isReadable,
    value,
    // Nobody asks for those of a text that is read back.
    get findings() {
      findings ??= isReadable
        ? repeatedFindings(root, text, lines)
        : faults.map(({ at, message }) => syntaxError(lines.range(...at), message));
      return findings;
    },
    rangeOf: (path, part) => rangeIn(root, path, part, lines),
    spotAt: (offset) => (offset > text.length ? undefined : yamlSpotAt(text, offset)),
    readSource() {
      source ??= root && sourceOf(text, foot, root, read);
      return source;
    },
    reopen: foot === "" ? (other) => openYaml(other, foot, from) : openFrontMatter,
  };
}

/** The text of a YAML file as a tree that can be edited. */
function sourceOf(text: string, foot: string, root: SourceValue, { tokens }: YamlText): SourceText {
  return {
    text,
    foot,
    root,
    get comments() {
      return commentsAmong(tokens);
    },
    isJson: false,
    isMultiline: false,
    unit: /^[^\s#-](?=[^\n]*:)[^\n]*\n( +)[^\s-]/m.exec(text)?.[1] ?? "  ",
    eol: text.includes("\r\n") ? "\r\n" : "\n",
    colon: ": ",
    gap: " ",
    padding: /\{ +\S/.test(text) || !text.includes("{") ? " " : "",
    writeName: nameText,
    writeScalar(value, was, isInFlow, indent) {
      const style =
        was?.style ?? (typeof value === "string" && value.includes("\n") ? "BLOCK_LITERAL" : undefined);
      if (typeof value === "string" && !isInFlow && style?.startsWith("BLOCK"))
        return blockScalarText(value, style, indent).replaceAll("\n", this.eol);
      return scalarText(value, was?.value, style, isInFlow);
    },
  };
}

/** What is being written at a place of a YAML text. */
function yamlSpotAt(text: string, offset: number): Spot | undefined {
  // The search starts anew at each character, so it is kept to what a word can be long.
  const near = text.slice(Math.max(0, offset - 1_000), offset);
  const before = /(?:"[^"\n]*|'[^'\n]*|[^\s,[\]{}:#"'-][^\s,[\]{}:#]*)?$/.exec(near)![0];
  const after = /^[^\s,[\]{}:#]*/.exec(text.slice(offset))![0];
  const start = offset - before.length;
  const end = offset + after.length;
  // A mark right after a colon or a dash would belong to it.
  const gap = /[:-]$/.test(text.slice(0, start)) ? " " : "";
  const found = findMark(readYaml(`${text.slice(0, start)}${gap}${MARK}${text.slice(end)}`).root);
  const colon = /^[ \t]*:(?:\s|$)/.test(text.slice(end, end + 100)) ? "" : ": ";
  const write = (value: unknown) => `${gap}${flowText(value)}`;
  return found && { ...found, start, end, writeName: (name) => write(name) + colon, writeValue: write };
}

/** Texts that readers of YAML 1.1 would take for something else, such as `no` and dates, are quoted. */
const OPTIONS = { version: "1.2", compat: "yaml-1.1", lineWidth: 0 } as const;

/** On one line, right inside brackets too. */
function flowText(value: unknown): string {
  const inBrackets = stringify([value], { ...OPTIONS, collectionStyle: "flow" }).trim();
  return inBrackets.replace(/^\[ ?| ?\]$/g, "");
}

/** In the quotes of the name that it replaces. */
function nameText(name: string, was: string | undefined): string {
  return scalarText(name, undefined, was && styleOf(was), true);
}

/** In the quotes of the scalar that it replaces, if it is a text. */
function scalarText(value: unknown, was: unknown, style: string | undefined, isInFlow: boolean): string {
  if (typeof value === "string") {
    if (style === "QUOTE_DOUBLE" || value.includes("\n")) return JSON.stringify(value);
    if (style === "QUOTE_SINGLE" && /^[\x20-\x7e\u00a0-\ud7ff]*$/.test(value))
      return `'${value.replaceAll("'", "''")}'`;
    // Brackets and commas need quotes only inside brackets.
    if (!isInFlow) return stringify(value, OPTIONS).trimEnd();
  }
  return keptDigits(value, was) ?? flowText(value);
}

/** With `|` or `>`, as the text that it replaces. */
function blockScalarText(value: string, style: string, indent: string): string {
  const scalar = new Scalar(value);
  scalar.type = style as Scalar.Type;
  const text = new Document({ key: scalar }).toString({ lineWidth: 80 }).replace(/^key: /, "");
  return text.trimEnd().replaceAll(/\n {2}/g, `\n${indent}`);
}
