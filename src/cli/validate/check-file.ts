/** One file, from its path to its report. */
import { isPlainObject } from "../../core/json/pointer.ts";
import type { Diagnostic } from "../../core/types.ts";
import type { Checker, DomainName, DomainSummary } from "../checker/checker.ts";
import { type Addressed, addressOf } from "../checker/domain.ts";
import type { SourceDocument } from "../documents/document.ts";
import { openDocument } from "../documents/open.ts";
import { linesOf } from "../documents/positions.ts";
import type { InputFile } from "../files/find.ts";
import { readText } from "../files/read.ts";
import type { FileReport } from "../reports/report.ts";
import { Failure } from "../terminal/failure.ts";
import { fromFileFinding, locate } from "./locate.ts";

export interface CheckParts {
  readonly checker: Checker;
  readonly domains: readonly DomainSummary[];
  readonly chosen: DomainName | undefined;
}

export async function checkFile(file: InputFile, parts: CheckParts): Promise<FileReport> {
  let text = "";
  try {
    ({ text } = await readText(file));
    const document = await openDocument(file.name, text);
    return await checkDocument(file, document, parts);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { message, hint } = error;
    return { ...emptyReport(file, text), status: "unchecked", failure: { message, hint } };
  }
}

async function checkDocument(
  file: InputFile,
  document: SourceDocument,
  parts: CheckParts,
): Promise<FileReport> {
  const report = emptyReport(file, document.text);
  const own = document.findings.map(fromFileFinding);
  const hasErrors = document.findings.some(({ severity }) => severity === "error");
  if (!document.isReadable) return { ...report, status: "invalid", diagnostics: own };
  if (file.isFound && isOtherDocument(document.value)) return { ...report, status: "skipped" };
  const address = addressOf(document.value, parts.chosen, parts.domains);
  const { targetProduct, domainId, candidate, base } = address;
  const result = await parts.checker.validate({ targetProduct, domainId, candidate });
  const found = result.diagnostics.map((diagnostic: Diagnostic) => locate(diagnostic, document, base));
  return {
    ...report,
    status: result.valid && !hasErrors ? "valid" : "invalid",
    diagnostics: [...own, ...found],
    omitted: result.omitted,
    basis: basisOf(address, result, parts.checker),
  };
}

function emptyReport({ path }: InputFile, text: string): FileReport {
  return { path, status: "valid", diagnostics: [], omitted: 0, fixed: 0, lines: linesOf(text) };
}

function basisOf(
  { targetProduct, domainId }: Addressed,
  { specPackage, registry }: Pick<NonNullable<FileReport["basis"]>, "specPackage" | "registry">,
  checker: Checker,
): NonNullable<FileReport["basis"]> {
  const registrySize = checker.registrySize({ targetProduct, domainId });
  return { targetProduct, domainId, specPackage, registry, registrySize };
}

/** In a directory, spec packages and built packages may stand beside proposals. */
function isOtherDocument(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  const isSpecPackage = typeof value.format === "string" && "rules" in value && "schema" in value;
  const isProposalPackage = "packageVersion" in value && "digest" in value;
  return isSpecPackage || isProposalPackage || "proposalPackage" in value;
}
