/** For people: each diagnostic with its place in the file, then what to do next and what the verdict rests on. */
import { linesOf, type Range } from "../../authoring/documents/document.ts";
import type { Fix } from "../../core/types.ts";
import { within } from "../files/records.ts";
import { type Paint, paintOf, type Terminal } from "../terminal/terminal.ts";
import { grouped, paragraph, visible, widthOf } from "../terminal/text.ts";
import {
  type Basis,
  type FileReport,
  isPerfect,
  type LocatedDiagnostic,
  nameOf,
  type Reporter,
  type ReporterParts,
  remedyLine,
  summaryLine,
} from "./report.ts";

export function createPrettyReporter(parts: Omit<ReporterParts, "codes" | "version">): Reporter {
  const { terminal, command, explain } = parts;
  const { style, width, write } = terminal;
  const bases = new Set<string>();
  const explained = new Set<string>();

  /** `previous`: the diagnostic before it in the same file. */
  function diagnosticText(
    { path, before }: FileReport,
    lines: readonly string[],
    { diagnostic, range, related }: LocatedDiagnostic,
    previous: LocatedDiagnostic | undefined,
  ): string {
    const { code, severity, message, docs, fixes = [] } = diagnostic;
    const paint = paintOf(severity, style);
    const [note = "", ...others] = fixes.map(fixText);
    let text = `${placeOf(path, range)}  ${paint(severity)}  ${code}\n`;
    text += paragraph(visible(message), width, "  ");
    // Members that are missing from one object all point at its start, which is shown once.
    const { start, end } = previous?.range ?? {};
    const isShown = start?.offset === range.start.offset && end?.offset === range.end.offset;
    if (!isShown && lines.length > 0)
      text += codeFrame({ lines, range: within(range, before), note, above: before?.lines }, terminal, paint);
    else if (note !== "") text += paint(paragraph(note, width, "  ").trimEnd()).concat("\n");
    for (const { range, message } of related)
      text += paragraph(`${placeOf(path, range)}: ${visible(message)}`, width, "    ", "  ");
    for (const other of others) text += paragraph(`or ${other}`, width, "    ", "  ");
    if (!explained.has(code)) {
      explained.add(code);
      // A service says where it explains its codes; offline the command does.
      text += `  ${style.dim(`→ ${docs.startsWith("http") ? docs : explain(diagnostic)}`)}\n`;
    }
    return `${text}\n`;
  }

  return {
    file(report) {
      const { status, diagnostics, omitted, basis, skipped, failure } = report;
      const name = visible(nameOf(report));
      if (basis !== undefined) bases.add(basisText(basis));
      let text = "";
      if (failure) {
        const what = `could not be ${status === "unchecked" ? "checked" : "fixed"}`;
        const reasons = [failure.message, failure.hint].filter((reason) => reason !== undefined);
        text += `${name}  ${style.red("error")}  ${what}\n`;
        text += `${reasons.map((reason) => paragraph(visible(reason), width, "  ")).join("")}\n`;
      }
      if (skipped?.isNamed) text += `${name}  ${style.dim(`left alone: this is ${skipped.what}`)}\n\n`;
      const lines = diagnostics.length === 0 || status === "run" ? [] : linesOf(report.text);
      for (const [index, located] of diagnostics.entries())
        text += diagnosticText(report, lines, located, diagnostics[index - 1]);
      if (omitted > 0) text += `${name}  ${style.dim(`and ${grouped(omitted)} more`)}\n\n`;
      if (text !== "") write(text);
    },
    end(summary) {
      const remedy = remedyLine(summary, command);
      const headline = summaryLine(summary);
      const whole = remedy === undefined ? headline : `${headline} · ${remedy}`;
      // A command is not broken into lines: it could not be pasted.
      const line = widthOf(whole) <= width ? whole : headline;
      const joined = [line, ...bases].join(" · ");
      if (isPerfect(summary) && widthOf(joined) <= width) write(`${joined}\n`);
      else {
        const paintMark = (mark: string) => (mark === "✖" ? style.red(mark) : style.yellow(mark));
        write(paragraph(line, width, "  ", "").replace(/^[✖⚠]/, paintMark));
        if (line !== whole) write(`  ${remedy}\n`);
        for (const text of bases) write(style.dim(paragraph(text, width, "  ").trimEnd()).concat("\n"));
      }
    },
  };
}

export const placeOf = (path: string, { start: { line, column } }: Range): string =>
  `${visible(path)}:${line}:${column}`;

/** A question mark: only the author can decide. */
function fixText({ title, applicability, decision }: Fix): string {
  const trust = /^(?:safe|suggested)$/.test(applicability) ? `${applicability} fix` : applicability;
  return `${visible(title)}  (${trust}${decision === true ? "?" : ""})`;
}

function basisText({ targetProduct, domainId, specPackage, registry, registrySize }: Basis): string {
  const rules = `rules ${targetProduct}/${domainId} ${specPackage.version}`;
  if (registry === undefined) return rules;
  const noun = registrySize === 1 ? "entry" : "entries";
  const entries = registrySize === undefined ? "" : ` ${grouped(registrySize)} ${noun}`;
  const asOf = registry.asOf === undefined ? "" : ` as of ${registry.asOf.slice(0, 10)}`;
  return `${rules} · registry${entries}${asOf}`;
}

type Frame = { lines: readonly string[]; range: Range; note: string; above?: number | undefined };

const [LINES_BEFORE, LINES_AFTER] = [2, 1];
/** How many characters are looked at on each side of a place: a line may be a whole file with thousands of places. */
const nearby = (room: number) => 10 * (room + 30);

/**
 * The lines around a place in a file, with the place underlined. `note`: printed after the underline, or below it if it does
 * not fit. `above`: how many lines of the file stand before those. `paint` colours the underline.
 */
export function codeFrame(frame: Frame, { style, width }: Pick<Terminal, "style" | "width">, paint: Paint) {
  const { lines, range, above = 0, note } = frame;
  const { line } = range.start;
  const [first, last] = [Math.max(1, line - LINES_BEFORE), Math.min(lines.length, line + LINES_AFTER)];
  const numberWidth = Math.max(3, String(last + above).length);
  const bar = style.dim("│");
  const margin = `   ${" ".repeat(numberWidth)} ${bar} `;
  const room = width - numberWidth - 6;
  const underline = underlineOf(frame, room);
  let text = "";
  for (let number = first; number <= last; number++) {
    const isPlace = number === line;
    const [from, skipped] = isPlace ? [underline.from, underline.skipped] : [0, 0];
    const source = cutTo(shown(lines[number - 1]!.slice(skipped, skipped + 2 * nearby(room))), from, room);
    // The line after the last line end is empty; it is worth showing only if the place is there.
    if (!isPlace && number === lines.length && source === "") continue;
    const [mark, label] = [isPlace ? paint(">") : " ", String(number + above).padStart(numberWidth)];
    text += `${` ${mark} ${isPlace ? label : style.dim(label)} ${bar} ${isPlace ? source : style.dim(source)}`.trimEnd()}\n`;
    if (!isPlace) continue;
    const isFit = underline.column + underline.width + 1 + widthOf(note) <= room;
    const marks = "━".repeat(underline.width) + (note !== "" && isFit ? ` ${note}` : "");
    text += `${margin}${" ".repeat(underline.column)}${paint(marks)}\n`;
    if (note !== "" && !isFit) text += `${margin}${paint(note)}\n`;
  }
  return text;
}

/** `from`: how many columns of the source line are cut off at its start, behind `skipped` characters. `column`: how many are left of the underline. */
function underlineOf({ lines, range: { start, end } }: Frame, room: number) {
  const { line, column } = start;
  const source = lines[line - 1]!;
  const skipped = Math.max(0, column - 1 - nearby(room));
  const before = widthOf(shown(source.slice(skipped, column - 1)));
  const marked = source.slice(column - 1, end.line > line ? source.trimEnd().length : end.column - 1);
  const width = Math.max(1, widthOf(shown(marked.slice(0, nearby(room)))));
  // Of a line that is too long, what is before the place gets half of the room.
  const isLong = before + Math.min(width, 20) > room;
  const from = isLong ? before - Math.floor(room / 2) : 0;
  const at = before - from;
  return { skipped, from, column: at, width: Math.max(1, Math.min(width, room - at)) };
}

const shown = (source: string): string => visible(source.replaceAll("\t", "    "));

/** The columns of a line from `from` on, with dots where something is left out. */
function cutTo(source: string, from: number, room: number): string {
  let result = "";
  let [at, used] = [0, 0];
  for (const character of source) {
    const width = widthOf(character);
    if (at >= from) {
      if (used + width > room) return `${result.slice(0, -1)}…`;
      result += character;
      used += width;
    }
    at += width;
  }
  return from > 0 && result !== "" ? `…${result.slice(1)}` : result;
}
