/** One file, from its path to its report. */
import type { FileFinding, Part, SourceDocument } from "../../authoring/documents/document.ts";
import type { EditedDocument } from "../../authoring/documents/edit/edit.ts";
import { openDocument } from "../../authoring/documents/open.ts";
import { type KnownRules, memberNamesAt } from "../../authoring/help.ts";
import { isPlainObject, parsePointer, valueAt } from "../../core/json/pointer.ts";
import { describeMembers } from "../../core/spec-package/members.ts";
import type { SpecPackage } from "../../core/spec-package/spec-package.ts";
import type { Diagnostic, Fix, ValidationResult } from "../../core/types.ts";
import type { Domain } from "../../service/operations/operation-types.ts";
import type { DomainName } from "../../service/operations/ports.ts";
import type { Checker } from "../checker/checker.ts";
import { type Addressed, addressOf } from "../checker/domain.ts";
import { givenName, type InputFile, isIgnored, isOfOtherTool } from "../files/find.ts";
import { type ReadText, readText } from "../files/read.ts";
import type { FileReport, LocatedDiagnostic } from "../reports/report.ts";
import { Failure } from "../terminal/failure.ts";
import { applyAll, ask, type Judged, replacementBetween, withFileFixes, withFix } from "./fix.ts";

export interface CheckParts {
  readonly checker: Checker;
  readonly domains: readonly Domain[];
  readonly chosen: DomainName | undefined;
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
    const document = await openDocument(givenName(file), text);
    return await checkDocument(file, read, document, parts, fixing);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { report: { ...emptyReport(file, text), status: "unchecked", failure: error } };
  }
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
  const address = addressOf(document.value, parts.chosen, parts.domains);
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
      docs: `/rules#${code}`,
      ...(fixes.length > 0 && { fixes: fixes.map(({ edits: _, ...fix }) => fix) }),
    },
    range,
    related: related ?? [],
    ...(fixes.length > 0 && { edits: fixes.map(({ edits }) => edits) }),
  };
}
