/** For people: each diagnostic with its place in the file, then what to do next and what the verdict rests on. */
import { type Before, linesOf, type Range } from "../../authoring/documents/document.ts";
import type { Diagnostic, Fix } from "../../core/types.ts";
import { within } from "../files/records.ts";
import { paintOf, type Style } from "../terminal/terminal.ts";
import { grouped, paragraph, visible, widthOf } from "../terminal/text.ts";
import {
  type Basis,
  type FileReport,
  isPerfect,
  type LocatedDiagnostic,
  type Reporter,
  type ReporterParts,
  remedyLine,
  summaryLine,
} from "./report.ts";

export function createPrettyReporter({
  terminal,
  command,
  explain,
}: Pick<ReporterParts, "terminal" | "command" | "explain">): Reporter {
  const { style, width, write } = terminal;
  const bases = new Set<string>();
  const explained = new Set<string>();

  /** `before`: the diagnostic before it in the same file. */
  function diagnosticText(
    { path, before: above }: FileReport,
    lines: readonly string[],
    located: LocatedDiagnostic,
    before: LocatedDiagnostic | undefined,
  ): string {
    const { diagnostic, range, related } = located;
    const { code, severity, message } = diagnostic;
    const paint = paintOf(severity, style);
    const [first, ...others] = diagnostic.fixes ?? [];
    let text = `${placeOf(path, range.start)}  ${paint(severity)}  ${code}\n`;
    text += paragraph(visible(message), width, "  ");
    // Members that are missing from one object all point at its start, which is shown once.
    const isShown = before !== undefined && isSamePlace(before, located);
    const note = first === undefined ? "" : fixText(first);
    if (!isShown && lines.length > 0) {
      const frame = { lines, range: within(range, above), note, above: above?.lines };
      text += codeFrame(frame, style, width, paint);
    } else if (note !== "") text += paint(paragraph(note, width, "  ").trimEnd()).concat("\n");
    for (const { range, message } of related)
      text += paragraph(`${placeOf(path, range.start)}: ${visible(message)}`, width, "    ", "  ");
    for (const fix of others) text += paragraph(`or ${fixText(fix)}`, width, "    ", "  ");
    if (!explained.has(code)) {
      explained.add(code);
      text += `  ${style.dim(`→ ${linkOf(diagnostic, explain)}`)}\n`;
    }
    return `${text}\n`;
  }

  function skippedText({ path, before, skipped }: FileReport): string {
    if (skipped?.isNamed !== true) return "";
    return `${nameOf(path, before)}  ${style.dim(`left alone: this is ${skipped.what}`)}\n\n`;
  }

  function failureText({ path, before, status, failure }: FileReport): string {
    if (failure === undefined) return "";
    const head = `${nameOf(path, before)}  ${style.red("error")}  ${status === "unchecked" ? "could not be checked" : "could not be fixed"}\n`;
    const hint = failure.hint === undefined ? "" : paragraph(visible(failure.hint), width, "  ");
    return `${head}${paragraph(visible(failure.message), width, "  ")}${hint}\n`;
  }

  return {
    file(report) {
      const { path, before, diagnostics, omitted, basis } = report;
      if (basis !== undefined) bases.add(basisText(basis));
      let text = failureText(report) + skippedText(report);
      const lines = diagnostics.length === 0 || report.status === "run" ? [] : linesOf(report.text);
      for (const [index, located] of diagnostics.entries())
        text += diagnosticText(report, lines, located, diagnostics[index - 1]);
      if (omitted > 0) text += `${nameOf(path, before)}  ${style.dim(`and ${grouped(omitted)} more`)}\n\n`;
      if (text !== "") write(text);
    },
    end(summary) {
      const remedy = remedyLine(summary, command);
      const headline = summaryLine(summary);
      const whole = remedy === undefined ? headline : `${headline} · ${remedy}`;
      // A command is not broken into lines: it could not be pasted.
      const line = widthOf(whole) <= width ? whole : headline;
      const basis = [...bases];
      const joined = [line, ...basis].join(" · ");
      if (isPerfect(summary) && widthOf(joined) <= width) {
        write(`${joined}\n`);
        return;
      }
      write(paragraph(line, width, "  ", "").replace(/^[✖⚠]/, (mark) => paintMark(mark)));
      if (line !== whole) write(`  ${remedy}\n`);
      for (const text of basis) write(style.dim(paragraph(text, width, "  ").trimEnd()).concat("\n"));
    },
  };

  function paintMark(mark: string): string {
    return mark === "✖" ? style.red(mark) : style.yellow(mark);
  }
}

function isSamePlace({ range: one }: LocatedDiagnostic, { range: other }: LocatedDiagnostic): boolean {
  return one.start.offset === other.start.offset && one.end.offset === other.end.offset;
}

function nameOf(path: string, before: Before | undefined): string {
  return before === undefined ? visible(path) : `${visible(path)}:${before.lines + 1}`;
}

function placeOf(path: string, { line, column }: { line: number; column: number }): string {
  return `${visible(path)}:${line}:${column}`;
}

/** A question mark: only the author can decide. */
function fixText({ title, applicability, decision }: Fix): string {
  const trust =
    applicability === "safe" ? "safe fix" : applicability === "suggested" ? "suggested fix" : applicability;
  return `${visible(title)}  (${trust}${decision === true ? "?" : ""})`;
}

/** A service says where it explains its codes; offline the command does. */
function linkOf(diagnostic: Diagnostic, explain: ReporterParts["explain"]): string {
  return diagnostic.docs.startsWith("http") ? diagnostic.docs : explain(diagnostic);
}

function basisText({ targetProduct, domainId, specPackage, registry, registrySize }: Basis): string {
  const rules = `rules ${targetProduct}/${domainId} ${specPackage.version}`;
  if (registry === undefined) return rules;
  const entries =
    registrySize === undefined ? "" : ` ${grouped(registrySize)} ${registrySize === 1 ? "entry" : "entries"}`;
  const asOf = registry.asOf === undefined ? "" : ` as of ${registry.asOf.slice(0, 10)}`;
  return `${rules} · registry${entries}${asOf}`;
}

/** The lines around a place in a file, with the place underlined. */
interface Frame {
  readonly lines: readonly string[];
  readonly range: Range;
  /** Printed after the underline, if it fits. */
  readonly note: string;
  /** How many lines of the file stand before those. */
  readonly above?: number | undefined;
}

const LINES_BEFORE = 2;
const LINES_AFTER = 1;

/** Ends with a line end. `paint` colours the underline. */
export function codeFrame(
  frame: Frame,
  style: Style,
  width: number,
  paint: (text: string) => string,
): string {
  const { lines, range, above = 0 } = frame;
  const { line } = range.start;
  const first = Math.max(1, line - LINES_BEFORE);
  const last = Math.min(lines.length, line + LINES_AFTER);
  const numberWidth = Math.max(3, String(last + above).length);
  const bar = style.dim("│");
  const room = width - numberWidth - 6;
  const underline = underlineOf(frame, room);
  let text = "";
  for (let number = first; number <= last; number++) {
    const isPlace = number === line;
    const source = cutTo(shown(lines[number - 1]!), isPlace ? underline.from : 0, room);
    // The line after the last line end is empty; it is worth showing only if the place is there.
    if (!isPlace && number === lines.length && source === "") continue;
    const mark = isPlace ? paint(">") : " ";
    const label = String(number + above).padStart(numberWidth);
    text += `${` ${mark} ${isPlace ? label : style.dim(label)} ${bar} ${isPlace ? source : style.dim(source)}`.trimEnd()}\n`;
    if (!isPlace) continue;
    const isFit = underline.column + underline.width + 1 + widthOf(frame.note) <= room;
    const note = frame.note !== "" && isFit ? ` ${frame.note}` : "";
    text += `   ${" ".repeat(numberWidth)} ${bar} ${" ".repeat(underline.column)}${paint("━".repeat(underline.width) + note)}\n`;
    if (note === "" && frame.note !== "")
      text += `   ${" ".repeat(numberWidth)} ${bar} ${paint(frame.note)}\n`;
  }
  return text;
}

/** `from`: how many columns of the source line are cut off at its start. `column`: how many are left of the underline. */
function underlineOf({ lines, range: { start, end } }: Frame, room: number) {
  const { line, column } = start;
  const source = lines[line - 1]!;
  const before = widthOf(shown(source.slice(0, column - 1)));
  const marked =
    end.line > line ? source.slice(column - 1).trimEnd() : source.slice(column - 1, end.column - 1);
  const width = Math.max(1, widthOf(shown(marked)));
  // Of a line that is too long, what is before the place gets half of the room.
  const isLong = before + Math.min(width, 20) > room;
  const from = isLong ? before - Math.floor(room / 2) : 0;
  const at = before - from;
  return { from, column: at, width: Math.max(1, Math.min(width, room - at)) };
}

function shown(source: string): string {
  return visible(source.replaceAll("\t", "    "));
}

/** The columns of a line from `from` on, with dots where something is left out. */
function cutTo(source: string, from: number, room: number): string {
  let result = "";
  let at = 0;
  let used = 0;
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
