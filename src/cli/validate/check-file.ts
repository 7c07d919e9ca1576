/** One file, from its path to its report. */
import type { FileFinding, Part, SourceDocument } from "../../authoring/documents/document.ts";
import type { EditedDocument } from "../../authoring/documents/edit/edit.ts";
import { isMarkdown, openDocument } from "../../authoring/documents/open.ts";
import type { Position, Range } from "../../authoring/documents/positions.ts";
import { type KnownRules, memberNamesAt } from "../../authoring/help.ts";
import { isPlainObject, parsePointer, valueAt } from "../../core/json/pointer.ts";
import { describeMembers } from "../../core/spec-package/members.ts";
import type { SpecPackage } from "../../core/spec-package/spec-package.ts";
import type { Diagnostic, Fix, ValidationResult } from "../../core/types.ts";
import type { Domain } from "../../service/operations/operation-types.ts";
import type { DomainName } from "../../service/operations/ports.ts";
import { type Checker, pageOf } from "../checker/checker.ts";
import { type Addressed, addressOf } from "../checker/domain.ts";
import { givenName, type InputFile, isIgnored, isOfOtherTool } from "../files/find.ts";
import { type ReadText, readText } from "../files/read.ts";
import type { FileReport, LocatedDiagnostic } from "../reports/report.ts";
import { Failure } from "../terminal/failure.ts";
import { applyAll, ask, type Judged, replacementBetween, withFileFixes, withFix } from "./fix.ts";

/** Which registered entry a file is itself. */
export interface Identity {
  /** Where the id stands in the candidate; empty if the name of the file is the id. */
  readonly at: readonly string[];
  ownOf(path: string, candidate: unknown): string | undefined;
  /** All that the configuration knows. */
  listFiles(): readonly InputFile[];
}

/** Asked for each file of a run in turn: what is wrong if another file has the same id, in the run or beside it. */
export type Claim = (
  identity: Identity,
  own: string,
  path: string,
) => Promise<Omit<FileFinding, "range"> | undefined>;

export interface CheckParts {
  readonly checker: Checker;
  readonly domains: readonly Domain[];
  readonly chosen: DomainName | undefined;
  /** Undefined: nobody says whether files are registered. */
  readonly identity?: Identity | undefined;
  /** Whether the configuration says that the file is a proposal, whatever its name. */
  readonly isConfigured?: boolean;
}

/** Which fixes are applied, and what becomes of the text after them. */
export interface Fixing {
  readonly level: "safe" | "suggested";
  /** Whether nothing is written, so that the fixes are still to do. */
  readonly isTrial: boolean;
  /** Throws a Failure. */
  write(file: InputFile, before: ReadText, after: EditedDocument): void;
}

/** A file that was read, and its report. */
export interface CheckedFile {
  readonly report: FileReport;
  /** Undefined if it could not be read. */
  readonly source?: {
    readonly document: SourceDocument;
    readonly read: ReadText;
    readonly address?: Addressed;
  };
}

export async function checkFile(
  file: InputFile,
  parts: CheckParts | undefined,
  fixing?: Fixing,
  claim?: Claim,
): Promise<CheckedFile> {
  if (parts === undefined) return { report: unnamedReport(file) };
  if (!parts.isConfigured && !file.isStdin && isOfOtherTool(file.path))
    return { report: skippedReport(file, "a file of another tool") };
  if (!file.isStdin && !file.isFound && isIgnored(file.path))
    return { report: skippedReport(file, "a file that .preflightignore names") };
  let text = "";
  try {
    const read = await readText(file);
    ({ text } = read);
    const isConfigured = parts.isConfigured === true || !(file.isFound || file.mayBeOther);
    if (isMarkdown(file.path) && !isConfigured && !text.startsWith("---"))
      return { report: skippedReport(file, "Markdown without front matter") };
    const document = await openFile(givenName(file), text);
    const checked = await checkOpened(file, read, document, parts, fixing);
    return claim === undefined ? checked : await withClaim(file, checked, parts, claim);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { report: { ...emptyReport(file, text), status: "unchecked", failure: error } };
  }
}

/** A proposal on each line. */
const LINES_NAME = /\.(?:ndjson|jsonl)$/i;

/** A file of lines is no document itself; each of its lines is one. */
export async function openFile(name: string | undefined, text: string): Promise<SourceDocument> {
  if (!LINES_NAME.test(name ?? "")) return openDocument(name, text);
  const nothing = await openDocument("nothing.json", "");
  return { ...nothing, text, findings: [], spotAt: () => undefined };
}

/** Throws a Failure if it could not be checked. */
export async function checkOpened(
  file: InputFile,
  read: ReadText,
  document: SourceDocument,
  parts: CheckParts,
  fixing?: Fixing,
): Promise<CheckedFile> {
  if (LINES_NAME.test(file.path)) return { report: await checkLines(file, read, parts, fixing) };
  return checkDocument(file, read, document, parts, fixing);
}

/** Each line is checked as a file of its own; the report has all of them, at their places. */
async function checkLines(
  file: InputFile,
  read: ReadText,
  parts: CheckParts,
  fixing?: Fixing,
): Promise<FileReport> {
  const lines = read.text.split(/(?<=\n)/);
  const reports: FileReport[] = [];
  let [offset, fixedText] = [0, ""];
  for (const [index, line] of lines.entries()) {
    let written = line;
    if (line.trim() !== "") {
      const document = await openDocument("line.json", line);
      const inner = fixing && {
        ...fixing,
        write(_: unknown, __: unknown, after: EditedDocument) {
          written = after.text;
        },
      };
      const { report } = await checkDocument(file, { ...read, text: line }, document, parts, inner);
      reports.push(moved(report, index, fixing ? fixedText.length : offset));
    }
    if (!/^[^\n]*\n?$/.test(written)) throw new Failure("A fix would break a line in two.");
    offset += line.length;
    fixedText += written;
  }
  const [first = emptyReport(file, "")] = reports;
  const text = fixing === undefined ? read.text : fixedText;
  if (fixing) fixing.write(file, read, { text } as EditedDocument);
  const sum = (of: (report: FileReport) => number | undefined) =>
    reports.reduce((all, each) => all + (of(each) ?? 0), 0);
  const worst = (["invalid", "valid", "skipped"] as const).find((status) =>
    reports.some((each) => each.status === status),
  );
  return {
    ...first,
    status: worst ?? "skipped",
    diagnostics: reports.flatMap(({ diagnostics }) => diagnostics),
    omitted: sum(({ omitted }) => omitted),
    fixed: sum(({ fixed }) => fixed),
    unwritten: sum(({ unwritten }) => unwritten),
    text,
    replacementOf: (fix, of) =>
      reports.find(({ diagnostics }) => diagnostics.includes(of))?.replacementOf?.(fix, of),
  };
}

/** A report about one line, with the places of the whole file. */
function moved(report: FileReport, lines: number, offset: number): FileReport {
  const range = ({ start, end }: Range): Range => ({ start: place(start), end: place(end) });
  const place = (at: Position) => ({ ...at, line: at.line + lines, offset: at.offset + offset });
  const before = new Map<LocatedDiagnostic, LocatedDiagnostic>();
  const diagnostics = report.diagnostics.map((located) => {
    const related = located.related.map((each) => ({ ...each, range: range(each.range) }));
    const after = { ...located, range: range(located.range), related };
    before.set(after, located);
    return after;
  });
  return {
    ...report,
    diagnostics,
    replacementOf(fix, of) {
      const made = report.replacementOf?.(fix, before.get(of)!);
      return made && { ...made, range: range(made.range) };
    },
  };
}

/** Throws a Failure if it could not be checked. */
export async function checkDocument(
  file: InputFile,
  read: ReadText,
  document: SourceDocument,
  parts: CheckParts,
  fixing?: Fixing,
): Promise<CheckedFile> {
  const source = { document, read };
  if (!document.isReadable) return { report: { ...reportOf(file, document), status: "invalid" }, source };
  if (isOtherDocument(document.value))
    return { report: skippedReport(file, "a spec package or a built package"), source };
  const found = addressOf(document.value, parts.chosen, parts.domains);
  const address = { ...found, own: parts.identity?.ownOf(file.path, found.candidate) };
  const { checker } = parts;
  // Whoever names a file for a service means it: its rules are not fetched for that.
  const likeness = checker.isLocal || file.isFound ? await likenessOf(address, checker) : "some";
  if (likeness === "none")
    return { report: skippedReport(file, "no proposal: it has no member of one"), source };
  // A file that nobody named may be another tool's, and guesses would rewrite it.
  const isSurelyOne = !file.isFound || parts.isConfigured === true || likeness === "whole";
  const level = fixing && (isSurelyOne ? fixing.level : "safe");
  const result = await ask(address, document, checker, level);
  const report = judged(file, document, address, result, checker);
  if (fixing === undefined || level === undefined) return { report, source: { ...source, address } };
  return fixDocument(file, read, document, { address, result, report }, checker, { ...fixing, level });
}

/** With what is wrong if another file is the same entry. */
async function withClaim(
  file: InputFile,
  checked: CheckedFile,
  { identity }: CheckParts,
  claim: Claim,
): Promise<CheckedFile> {
  const { report, source } = checked;
  const { own, base = [] } = source?.address ?? {};
  const finding = identity && own !== undefined && (await claim(identity, own, file.path));
  if (!finding) return checked;
  const range = source!.document.rangeOf([...base, ...identity.at], "value");
  const located = fromFileFinding({ ...finding, range });
  return {
    ...checked,
    report: { ...report, status: "invalid", diagnostics: [located, ...report.diagnostics] },
  };
}

/** Writes the fixes into the file and reports what is left. */
async function fixDocument(
  file: InputFile,
  read: ReadText,
  document: SourceDocument,
  { report: before, ...first }: Judged & { readonly report: FileReport },
  checker: Checker,
  { level, isTrial, write }: Fixing,
): Promise<CheckedFile> {
  const clean = withFileFixes(document, level);
  const fixed = await applyAll(clean.document, first, checker, level);
  const failure =
    fixed.refusal === undefined
      ? undefined
      : new Failure(`Some fixes cannot be written: ${fixed.refusal}.`, "Apply them by hand.");
  try {
    write(file, read, fixed.document);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { report: { ...before, failure: error }, source: { document, read, address: first.address } };
  }
  const after = judged(file, fixed.document, fixed.address, fixed.result, checker);
  const isSame = fixed.document.text === document.text;
  const gone = isSame ? 0 : Math.max(1, clean.fixed + fixed.applied, count(before) - count(after));
  return {
    report: { ...after, ...(isTrial ? { unwritten: gone } : { fixed: gone }), failure },
    source: {
      document: fixed.document,
      read: { ...read, text: fixed.document.text },
      address: fixed.address,
    },
  };
}

function count({ diagnostics, omitted }: FileReport): number {
  return diagnostics.length + omitted;
}

function judged(
  file: InputFile,
  document: SourceDocument,
  { targetProduct, domainId, base }: Addressed,
  { valid, diagnostics, omitted, specPackage, registry }: ValidationResult,
  checker: Checker,
): FileReport {
  const report = reportOf(file, document);
  const hasErrors = document.findings.some(({ severity }) => severity === "error");
  const registrySize = checker.registrySize({ targetProduct, domainId });
  return {
    ...report,
    status: valid && !hasErrors ? "valid" : "invalid",
    diagnostics: [
      ...report.diagnostics,
      // The file has said already where names are repeated, with fixes of its text.
      ...diagnostics
        .filter(({ code }) => code !== "member-repeated")
        .map((item) => locate(item, document, base)),
    ],
    omitted,
    basis: { targetProduct, domainId, specPackage, ...(registry && { registry }), registrySize },
    replacementOf(fix: Fix, located: LocatedDiagnostic) {
      const edited = withFix(document, base, located, fix);
      return "refusal" in edited ? undefined : replacementBetween(document.text, edited.text);
    },
  };
}

/** With what is wrong with the file itself. */
function reportOf(file: InputFile, document: SourceDocument): FileReport {
  return { ...emptyReport(file, document.text), diagnostics: document.findings.map(fromFileFinding) };
}

function emptyReport({ path }: InputFile, text: string): FileReport {
  return { path, status: "valid", diagnostics: [], omitted: 0, fixed: 0, text };
}

/** By which rules a file is checked that the configuration does not name, nobody has said. */
function unnamedReport(file: InputFile): FileReport {
  if (file.isFound || file.mayBeOther) return skippedReport(file, "not among the files of the configuration");
  const failure = new Failure(
    "It is not among the files of the configuration.",
    "Add it there, or say by which rules to check it: --spec, --server or --domain.",
  );
  return { ...emptyReport(file, ""), status: "unchecked", failure };
}

function skippedReport(file: InputFile, what: string): FileReport {
  return { ...emptyReport(file, ""), status: "skipped", skipped: { what, isNamed: !file.isFound } };
}

/** Whether an object has none of a proposal's members, directly or one level below; some; or most that it must have and few others. */
async function likenessOf(
  { candidate, ...name }: Addressed,
  checker: Checker,
): Promise<"none" | "some" | "whole"> {
  if (!isPlainObject(candidate) || Object.keys(candidate).length < 3) return "some";
  const rules = await checker.rulesOf(name);
  if (rules === undefined) return "some";
  const { all, own, required } = namesOf(rules);
  const keys = Object.keys(candidate).map(plain);
  const inside = Object.values(candidate).flatMap((value) =>
    isPlainObject(value) ? Object.keys(value).map(plain) : [],
  );
  if (![...keys, ...inside].some((key) => all.has(key))) return "none";
  const known = keys.filter((key) => own.has(key)).length;
  const given = required.filter((each) => keys.includes(each)).length;
  return given * 2 >= required.length && (keys.length - known) * 2 <= known ? "whole" : "some";
}

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

interface Names {
  /** At any depth. */
  readonly all: ReadonlySet<string>;
  readonly own: ReadonlySet<string>;
  readonly required: readonly string[];
}

const knownNames = new WeakMap<SpecPackage, Names>();

/** The same for every file of a run. */
function namesOf(rules: KnownRules): Names {
  const { spec } = rules;
  const members = memberNamesAt(rules, []);
  const names = knownNames.get(spec) ?? {
    all: new Set(describeMembers(spec).flatMap(({ pointer }) => pointer.split("/").map(plain))),
    own: new Set(members.map(({ name }) => plain(name))),
    required: members.filter(({ isRequired }) => isRequired).map(({ name }) => plain(name)),
  };
  knownNames.set(spec, names);
  return names;
}

/** Spec packages and built packages may stand beside proposals. */
function isOtherDocument(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  const isSpecPackage = typeof value.format === "string" && "rules" in value && "schema" in value;
  const isProposalPackage = "packageVersion" in value && "digest" in value;
  return isSpecPackage || isProposalPackage || "proposalPackage" in value;
}

/** `base`: the way from the document to the candidate that pointers are relative to. */
export function locate(
  diagnostic: Diagnostic,
  document: SourceDocument,
  base: readonly string[],
): LocatedDiagnostic {
  const path = [...base, ...parsePointer(diagnostic.pointer)];
  return {
    diagnostic,
    range: document.rangeOf(path, partOf(diagnostic, document.value, path)),
    related: (diagnostic.related ?? []).map(({ pointer, message }) => ({
      range: document.rangeOf([...base, ...parsePointer(pointer)], "value"),
      message,
    })),
  };
}

/** A diagnostic is about a member's name if what it found there is that name. */
function partOf({ actual, pointer }: Diagnostic, value: unknown, path: readonly string[]): Part {
  if (pointer === "" || actual !== path.at(-1)) return "value";
  return valueAt(value, path) === actual ? "value" : "name";
}

/** A finding about the file itself, in the shape of all others. */
export function fromFileFinding({
  code,
  severity,
  message,
  range,
  related,
  fixes = [],
}: FileFinding): LocatedDiagnostic {
  return {
    diagnostic: {
      code,
      severity,
      pointer: "",
      message,
      docs: pageOf(code),
      ...(fixes.length > 0 && { fixes: fixes.map(({ edits: _, ...fix }) => fix) }),
    },
    range,
    related: related ?? [],
    ...(fixes.length > 0 && { edits: fixes.map(({ edits }) => edits) }),
  };
}
