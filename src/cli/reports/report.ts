/** What a run found, file by file. Every format is written from this. */
import { createHash } from "node:crypto";
import { relative } from "node:path";
import { type Before, type FileFinding, NOTHING, type Range } from "../../authoring/documents/document.ts";
import { type Path, pointerOf } from "../../core/json/values.ts";
import { bulkFix, type RepairLevel } from "../../core/proposal/repair.ts";
import type { CodeEntry } from "../../core/spec-package/codes.ts";
import type { Diagnostic, Fix, PatchOperation, ValidationResult } from "../../core/types.ts";
import type { DomainName } from "../../service/operations/ports.ts";
import { EXIT, type Terminal } from "../terminal/terminal.ts";
import { grouped, plural } from "../terminal/text.ts";

export interface LocatedDiagnostic {
  readonly diagnostic: Diagnostic;
  readonly range: Range;
  readonly related: readonly { readonly range: Range; readonly message: string }[];
  /** Its fixes as those of the whole text, if it is about the file itself. */
  readonly ofFile?: FileFinding["fixes"];
}

/** What a verdict rests on. */
export interface Basis extends DomainName, Pick<ValidationResult, "specPackage" | "registry"> {
  readonly registrySize: number | undefined;
}

export interface FileReport {
  readonly path: string;
  /** `skipped`: found in a directory, and something else than a proposal. `run`: about several files, and no verdict on one. */
  readonly status: "valid" | "invalid" | "unchecked" | "skipped" | "run";
  /** What stands before it in its file, if it is one of several records. */
  readonly before?: Before | undefined;
  readonly diagnostics: readonly LocatedDiagnostic[];
  /** How many more there are. */
  readonly omitted: number;
  /** Whether `--fix=suggested` leaves it to safe fixes, because it may be something else than a proposal. */
  readonly isUnsure?: boolean;
  /** How many were fixed in the file. */
  readonly fixed: number;
  /** How many `--diff` shows and leaves. */
  readonly unwritten?: number | undefined;
  /** Why it could not be checked, or not be fixed. */
  readonly failure?: { readonly message: string; readonly hint: string | undefined } | undefined;
  readonly basis?: Basis | undefined;
  /** A fix as the replacement of one piece of the text; undefined if it cannot be written that way. */
  readonly replacementOf?:
    | ((fix: Fix, of: LocatedDiagnostic) => { range: Range; text: string } | undefined)
    | undefined;
  /** Why it was left alone, and whether the user named it. */
  readonly skipped?: { readonly what: string; readonly isNamed: boolean } | undefined;
  /** Not reported: how many faults are in the baseline, and how many errors `--only` and `--skip` leave out. */
  readonly known?: number | undefined;
  readonly leftOut?: number;
  /** What was checked, for code frames. */
  readonly text: string;
}

export type Summary = ReturnType<typeof emptySummary>;

export interface Reporter {
  /** Called once for each file, in the order of their paths. */
  file(report: FileReport): void;
  end(summary: Summary): void;
}

export interface ReporterParts {
  readonly terminal: Pick<Terminal, "program" | "write" | "style" | "width">;
  /** What is known about the codes that occurred, at the end of the run. */
  readonly codes: () => readonly CodeEntry[];
  readonly version: string;
  /** How the command was called, for hints that can be pasted. Undefined: there are none. */
  readonly command: string | undefined;
  /** The command that explains a code. */
  readonly explain: (diagnostic: Pick<Diagnostic, "code" | "docs">) => string;
}

export function emptySummary() {
  return {
    /** Files without several records, and records. */
    ...{ files: 0, records: 0 },
    /** About several files or records, and in no verdict. */
    findings: 0,
    ...{ valid: 0, invalid: 0, unchecked: 0 },
    /** Files that could not be checked, or not be fixed. */
    failed: 0,
    ...{ skipped: 0, errors: 0, warnings: 0, fixed: 0, unwritten: 0 },
    /** Faults of the baseline, and errors that options leave out. */
    ...{ known: 0, leftOut: 0 },
    /** Diagnostics with a fix of this level that a bulk repair may apply. */
    ...{ safe: 0, suggested: 0 },
  };
}

export function addToSummary(summary: Summary, report: FileReport): void {
  const { status, before, diagnostics, omitted, fixed, unwritten = 0, failure, isUnsure } = report;
  if (status !== "skipped" && status !== "run") {
    summary.files++;
    if (before !== undefined) summary.records++;
  }
  summary[status === "run" ? "findings" : status]++;
  summary.fixed += fixed;
  summary.unwritten += unwritten;
  summary.known += report.known ?? 0;
  summary.leftOut += report.leftOut ?? 0;
  if (failure !== undefined) summary.failed++;
  for (const { diagnostic } of diagnostics) {
    if (diagnostic.severity === "error") summary.errors++;
    else if (diagnostic.severity === "warning") summary.warnings++;
    const level = bulkLevel(diagnostic);
    if (level === "safe" || (level === "suggested" && !isUnsure)) summary[level]++;
  }
  // What is left out of a long list is counted as the more serious kind.
  if (status === "invalid" || status === "run") summary.errors += omitted;
  else summary.warnings += omitted;
}

export function addSummary(summary: Summary, counts: Summary): void {
  for (const [name, count] of Object.entries(counts)) summary[name as keyof Summary] += count;
}

export function exitCodeOf(summary: Summary, maxWarnings: number | undefined): number {
  const { failed, invalid, unwritten, warnings, findings } = summary;
  if (failed > 0) return EXIT.failed;
  const hasTooManyWarnings = maxWarnings !== undefined && warnings > maxWarnings;
  return invalid > 0 || findings > 0 || unwritten > 0 || hasTooManyWarnings ? EXIT.invalid : EXIT.valid;
}

/** A report with some of its diagnostics. Without an error among them the file counts as valid. */
export function keepOf(report: FileReport, isKept: (located: LocatedDiagnostic) => boolean): FileReport {
  if (report.diagnostics.length === 0) return report;
  const { status, omitted } = report;
  const diagnostics = report.diagnostics.filter(isKept);
  const isInvalid = omitted > 0 || diagnostics.some(({ diagnostic }) => diagnostic.severity === "error");
  return { ...report, diagnostics, status: status === "invalid" && !isInvalid ? "valid" : status };
}

/** Where a code is explained that no spec package on this machine has of its own. */
export const pageOf = (code: string): string =>
  `${new URL("../../../docs/checks.md", import.meta.url).href}#${code}`;

/** A finding about the file itself, in the shape of all others: what is wrong outside of the candidate has no place in it. */
export const ofCandidate =
  (base: Path) =>
  (finding: FileFinding): LocatedDiagnostic => {
    const { code, severity, message, range, path = [], related = [], fixes = [] } = finding;
    const isInside = path.length > base.length && base.every((name, at) => name === path[at]);
    const pointer = isInside ? pointerOf(path.slice(base.length)) : "";
    const actual = isInside ? { actual: path.at(-1) } : undefined;
    const diagnostic = { code, severity, pointer, message, ...actual, docs: pageOf(code) };
    if (fixes.length === 0) return { diagnostic, range, related };
    const cut = (each: PatchOperation) => ({ ...each, path: each.path.slice(pointerOf(base).length) });
    const own = fixes.map(({ edits: _, ...fix }) => ({ ...fix, patch: isInside ? fix.patch.map(cut) : [] }));
    return { diagnostic: { ...diagnostic, fixes: own }, range, related, ofFile: fixes };
  };

/** With a finding that says how many others are not listed, if there are any. */
export function withOmitted(report: FileReport): FileReport {
  const { status, before = NOTHING, diagnostics, omitted } = report;
  if (omitted === 0) return report;
  const code = "findings-omitted" satisfies FileFinding["code"];
  const message = `${plural(omitted, "more finding")} ${omitted === 1 ? "is" : "are"} not listed.`;
  const severity = status === "valid" ? "warning" : "error";
  const start = { line: before.lines + 1, column: before.columns + 1, offset: before.offset };
  const diagnostic = { code, severity, pointer: "", message, docs: pageOf(code) } as const;
  const located = { diagnostic, range: { start, end: start }, related: [] };
  return { ...report, diagnostics: [...diagnostics, located] };
}

/** Whether `--fix` would apply a fix of this diagnostic, and at which level. */
export function bulkLevel({ fixes = [] }: Diagnostic): RepairLevel | undefined {
  return (["safe", "suggested"] as const).find((level) => bulkFix(fixes, level) !== undefined);
}

/** The fixes that are more than a shape to fill, as replacements of text. */
export function replacementsOf({ replacementOf }: FileReport, located: LocatedDiagnostic) {
  const { fixes = [] } = located.diagnostic;
  return fixes.flatMap((fix) => {
    const made = fix.applicability === "placeholder" ? undefined : replacementOf?.(fix, located);
    return made === undefined ? [] : [{ ...made, title: fix.title }];
  });
}

export function isPerfect({ errors, warnings, failed, unwritten }: Summary): boolean {
  return errors + warnings + failed + unwritten === 0;
}

export function summaryLine(summary: Summary): string {
  const { errors, warnings, failed, unchecked, files, records, invalid, fixed } = summary;
  const { unwritten, known, leftOut, skipped } = summary;
  const unit = records === 0 ? "file" : "record";
  const counted = (count: number) =>
    records > 0 && records < files ? `${grouped(count)} files and records` : plural(count, unit);
  const mark = isPerfect(summary) ? "✔" : errors + failed + unwritten > 0 ? "✖" : "⚠";
  const counts = [errors > 0 && plural(errors, "error"), warnings > 0 && plural(warnings, "warning")];
  const found = counts.filter(Boolean).join(", ");
  const where = invalid > 0 && files > 1 ? `${grouped(invalid)} of ${counted(files)}` : counted(files);
  const unfixed = failed - unchecked;
  const parts = [
    isPerfect(summary) && `${counted(files)} ${files === 1 ? "is" : "are"} valid`,
    found !== "" && `${found} in ${where}`,
    unchecked > 0 && `${plural(unchecked, unit)} could not be checked`,
    unfixed > 0 && `${plural(unfixed, unit)} could not be fixed`,
    fixed > 0 && `${grouped(fixed)} fixed`,
    unwritten > 0 && `${grouped(unwritten)} would be fixed; nothing was written`,
    known > 0 && `${grouped(known)} of the baseline`,
    leftOut > 0 && `${plural(leftOut, "error")} left out`,
    skipped > 0 && `${plural(skipped, `other ${unit}`)} skipped`,
  ];
  return `${mark} ${parts.filter(Boolean).join(" · ")}`;
}

/** What can be done about it, as a command that can be pasted; undefined if there is nothing. */
export function remedyLine({ safe, suggested }: Summary, command: string | undefined): string | undefined {
  if (safe + suggested === 0 || command === undefined) return undefined;
  return `${grouped(safe + suggested)} can be fixed: ${command} ${suggested > 0 ? "--fix=suggested" : "--fix"}`;
}

/** A record is named by its line. */
export const nameOf = ({ path, before }: FileReport): string =>
  before === undefined ? path : `${path}:${before.lines + 1}`;

/** However it was named. */
export const plainPath = ({ path }: FileReport): string => relative("", path);

/**
 * What identifies a fault, however the file around it changes: its file, code, place and message. One that equals an earlier one in all of that has its number too, in whichever of the file's
 * records, which are asked about in turn.
 */
export function createFingerprints() {
  const seen = new Map<string, number>();
  let last: Pick<FileReport, "path" | "before"> | undefined;
  return (report: FileReport): ReadonlyMap<LocatedDiagnostic, string> => {
    const { before, diagnostics } = report;
    const path = plainPath(report);
    const isNext = before !== undefined && path === last?.path && before.lines >= (last.before?.lines ?? 0);
    if (!isNext) seen.clear();
    last = { path, before };
    return new Map(
      diagnostics.map((located) => {
        const { code, pointer, message } = located.diagnostic;
        const words = JSON.stringify([path, code, pointer, message]);
        const earlier = seen.get(words) ?? 0;
        seen.set(words, earlier + 1);
        const text = earlier === 0 ? words : `${words}${earlier}`;
        return [located, createHash("sha256").update(text).digest("hex").slice(0, 32)];
      }),
    );
  };
}
