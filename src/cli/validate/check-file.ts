/** One file, from its path to its report. */
import { isPlainObject } from "../../core/json/pointer.ts";
import type { Fix, ValidationResult } from "../../core/types.ts";
import type { Checker, DomainName, DomainSummary } from "../checker/checker.ts";
import { type Addressed, addressOf } from "../checker/domain.ts";
import type { SourceDocument } from "../documents/document.ts";
import { editDocument } from "../documents/edit/edit.ts";
import { openDocument } from "../documents/open.ts";
import { linesOf } from "../documents/positions.ts";
import type { InputFile } from "../files/find.ts";
import { type ReadText, readText } from "../files/read.ts";
import { replaceFile } from "../files/write.ts";
import type { FileReport } from "../reports/report.ts";
import { Failure } from "../terminal/failure.ts";
import { rebased, replacementBetween, withSafeFileFixes } from "./fix.ts";
import { fromFileFinding, locate } from "./locate.ts";

export interface CheckParts {
  readonly checker: Checker;
  readonly domains: readonly DomainSummary[];
  readonly chosen: DomainName | undefined;
  /** Which fixes are written into the file. */
  readonly fix: "safe" | "suggested" | undefined;
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

export async function checkFile(file: InputFile, parts: CheckParts): Promise<CheckedFile> {
  let text = "";
  try {
    const read = await readText(file);
    ({ text } = read);
    const document = await openDocument(file.name, text);
    return await checkDocument(file, read, document, parts);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { report: { ...emptyReport(file, text), status: "unchecked", failure: error } };
  }
}

async function checkDocument(
  file: InputFile,
  read: ReadText,
  document: SourceDocument,
  parts: CheckParts,
): Promise<CheckedFile> {
  const source = { document, read };
  if (!document.isReadable) return { report: { ...reportOf(file, document), status: "invalid" }, source };
  if (file.isFound && isOtherDocument(document.value))
    return { report: { ...emptyReport(file, ""), status: "skipped" }, source };
  const address = addressOf(document.value, parts.chosen, parts.domains);
  const result = await ask(address, parts);
  if (parts.fix === undefined)
    return { report: judged(file, document, address, result, parts), source: { ...source, address } };
  return fixDocument(file, read, document, address, result, parts);
}

function ask(address: Addressed, { checker, fix }: CheckParts): Promise<ValidationResult> {
  const { targetProduct, domainId, candidate } = address;
  const request = { targetProduct, domainId, candidate, ...(fix && { repair: fix }) };
  return checker.validate(request);
}

/** Writes the fixes into the file and reports what is left. */
function fixDocument(
  file: InputFile,
  read: ReadText,
  document: SourceDocument,
  address: Addressed,
  result: ValidationResult,
  parts: CheckParts,
): CheckedFile {
  const before = judged(file, document, address, result, parts);
  const clean = withSafeFileFixes(document);
  const patch = rebased(result.repaired?.patch ?? [], address.base);
  if (clean.fixed === 0 && patch.length === 0) return { report: before, source: { document, read, address } };
  try {
    const cleaned = document.reopen(clean.text);
    const edited = patch.length === 0 ? cleaned : editDocument(cleaned, patch);
    if ("refusal" in edited)
      throw new Failure(`The fixes cannot be written: ${edited.refusal}.`, "Apply them by hand.");
    const { text } = edited;
    if (file.name === undefined)
      throw new Failure("Standard input cannot be written back.", "Name a file to fix.");
    replaceFile(file.name, (read.hasMark ? "\ufeff" : "") + text);
    const fixedDocument = document.reopen(text);
    const left = patch.length === 0 ? result : { ...result, ...result.repaired! };
    const after = judged(file, fixedDocument, address, left, parts);
    const fixed = Math.max(1, count(before) - count(after));
    return {
      report: { ...after, fixed },
      source: { document: fixedDocument, read: { ...read, text }, address },
    };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { report: { ...before, failure: error }, source: { document, read, address } };
  }
}

function count({ diagnostics, omitted }: FileReport): number {
  return diagnostics.length + omitted;
}

function judged(
  file: InputFile,
  document: SourceDocument,
  { targetProduct, domainId, base }: Addressed,
  { valid, diagnostics, omitted, specPackage, registry }: ValidationResult,
  { checker }: CheckParts,
): FileReport {
  const report = reportOf(file, document);
  const hasErrors = document.findings.some(({ severity }) => severity === "error");
  const registrySize = checker.registrySize({ targetProduct, domainId });
  return {
    ...report,
    status: valid && !hasErrors ? "valid" : "invalid",
    diagnostics: [...report.diagnostics, ...diagnostics.map((item) => locate(item, document, base))],
    omitted,
    basis: { targetProduct, domainId, specPackage, registry, registrySize },
    replacementOf(fix: Fix) {
      if (fix.patch.length === 0) return undefined;
      const edited = editDocument(document, rebased(fix.patch, base));
      return "refusal" in edited ? undefined : replacementBetween(document.text, edited.text);
    },
  };
}

/** With what is wrong with the file itself. */
function reportOf(file: InputFile, document: SourceDocument): FileReport {
  return { ...emptyReport(file, document.text), diagnostics: document.findings.map(fromFileFinding) };
}

function emptyReport({ path }: InputFile, text: string): FileReport {
  return { path, status: "valid", diagnostics: [], omitted: 0, fixed: 0, lines: linesOf(text) };
}

/** In a directory, spec packages and built packages may stand beside proposals. */
function isOtherDocument(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  const isSpecPackage = typeof value.format === "string" && "rules" in value && "schema" in value;
  const isProposalPackage = "packageVersion" in value && "digest" in value;
  return isSpecPackage || isProposalPackage || "proposalPackage" in value;
}
