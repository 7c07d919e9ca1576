/** The codes that an answer can have, for each domain, since two domains may use one code for different rules. */
import { findExample } from "../../core/publishing/advice.ts";
import { type CodeEntry, describeCodes } from "../../core/spec-package/codes.ts";
import type { SpecPackage } from "../../core/spec-package/spec-package.ts";
import { ENVELOPE_CODES } from "../operations/diagnostic-codes.ts";
import { problemCodes, problemKinds, problemRemedies } from "../operations/problems.ts";

/** Those of a domain's own rules first; then diagnostics of every domain, what is wrong with a request, and why one is refused. */
export function codesOf(spec?: SpecPackage): readonly CodeEntry[] {
  const problems = problemCodes.map((code): CodeEntry => {
    const summary = `${problemKinds[code].title}.`;
    return { code, severity: "error", summary, fix: problemRemedies[code] };
  });
  return [...(spec?.codes ?? []), ...describeCodes(), ...ENVELOPE_CODES, ...problems];
}

/** Its example is true of the rules in use; absent if none was found. */
export function explainCode(spec: SpecPackage, code: string) {
  const entry = codesOf(spec).find((known) => known.code === code);
  const example = entry && findExample([spec], code);
  return entry && { ...entry, ...(example && { example }) };
}
