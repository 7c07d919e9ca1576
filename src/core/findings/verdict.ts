/** Turns findings into the diagnostics that callers get. */

import { type Path, pointerOf } from "../json/pointer.ts";
import { sizeBound, sizeOf } from "../json/size.ts";
import type { Diagnostic, ValidationResult } from "../types.ts";
import { quote } from "../unicode/describe.ts";
import type { Description, Examination } from "./examination.ts";
import type { Finding } from "./finding.ts";
import type { Reading } from "./reading.ts";

/** More diagnostics than this are counted but not listed. */
export const MAX_DIAGNOSTICS = 100;
/** Diagnostics beyond this many bytes of JSON are counted but not listed, so that no answer grows without bound. */
const MAX_DIAGNOSTIC_BYTES = 393_216;

export type Verdict = Pick<
  ValidationResult,
  "valid" | "diagnostics" | "omitted" | "unchecked" | "fixesOmitted"
>;

/** Codes are explained for each domain, since two domains may use one code for different rules. */
export function linkBase(
  { targetProduct, domainId }: { readonly targetProduct: string; readonly domainId: string },
  rulesUrl = "/rules",
): string {
  return `${rulesUrl}/${targetProduct}/${domainId}/`;
}

export function toVerdict(examination: Examination, link: string): Verdict {
  const { findings, total, errors } = examination;
  const diagnostics: Diagnostic[] = [];
  let bytes = 0;
  let isExact = false;
  const descriptions = examination.describe(MAX_DIAGNOSTICS);
  for (let index = 0; index < findings.length && index < MAX_DIAGNOSTICS; index++) {
    const diagnostic = toDiagnostic(findings[index]!, descriptions[index]!, examination.reading, link);
    bytes += isExact ? sizeOf(diagnostic) : sizeBound(diagnostic);
    // Only once the quick bound is exceeded is it worth counting.
    if (bytes > MAX_DIAGNOSTIC_BYTES && !isExact) {
      isExact = true;
      bytes = sizeOf(diagnostics) + sizeOf(diagnostic);
    }
    if (bytes > MAX_DIAGNOSTIC_BYTES) break;
    diagnostics.push(diagnostic);
  }
  const { unchecked, reading } = examination;
  return {
    valid: errors === 0,
    diagnostics,
    omitted: total - diagnostics.length,
    ...(unchecked.length > 0 && {
      unchecked: [...new Set(unchecked.map((path) => sentPointer(reading, path)))],
    }),
    ...(reading.meter.wasRefused && { fixesOmitted: true }),
  };
}

function toDiagnostic(
  { code, severity, path, about }: Finding,
  { pointer, detail, fixes }: Description,
  reading: Reading,
  link: string,
): Diagnostic {
  const isSent = about === "sent" || reading.isAsSent;
  const diagnostic = {
    code,
    severity,
    pointer: isSent ? pointer : sentPointer(reading, path),
    message: isSent ? detail.message : withPlace(detail.message, path, reading),
  } as Diagnostic;
  if (detail.expected !== undefined) diagnostic.expected = detail.expected;
  if (detail.actual !== undefined) diagnostic.actual = detail.actual;
  diagnostic.docs = link + code;
  if (fixes.length > 0) diagnostic.fixes = fixes;
  if (detail.related !== undefined)
    diagnostic.related = detail.related.map((related) => ({
      pointer: isSent ? pointerOf(related.path) : sentPointer(reading, related.path),
      message: related.message,
    }));
  return diagnostic;
}

function sentPointer(reading: Reading, path: Path): string {
  return pointerOf(reading.originOf(path).path);
}

/** No pointer leads into a text that was read as a list or object, so the message says where in it something is. */
function withPlace(message: string, path: Path, reading: Reading): string {
  const origin = reading.originOf(path);
  const isInside = origin.isInText && pointerOf(origin.path) !== pointerOf(path);
  return isInside ? `${message} Read as ${quote(pointerOf(path))}.` : message;
}
