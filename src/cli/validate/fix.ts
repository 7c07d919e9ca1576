/** Fixes in the text of a file. */
import { equalJson } from "../../core/json/equality.ts";
import { parsePointer, pointerOf, valueAt } from "../../core/json/pointer.ts";
import { applyFixes, bulkFix } from "../../core/proposal/apply-fixes.ts";
import type { Diagnostic, Fix, PatchOperation, ValidationResult } from "../../core/types.ts";
import { quote } from "../../core/unicode/describe.ts";
import type { Checker } from "../checker/checker.ts";
import type { Addressed } from "../checker/domain.ts";
import { applyEdits, type SourceDocument, type TextEdit } from "../documents/document.ts";
import { editDocument } from "../documents/edit/edit.ts";
import { noteNumberTexts } from "../documents/number-texts.ts";
import { createLines, type Range } from "../documents/positions.ts";
import type { LocatedDiagnostic } from "../reports/report.ts";

/** A patch for the candidate, as one for the document that holds it. */
function rebased(patch: readonly PatchOperation[], base: readonly string[]): PatchOperation[] {
  if (base.length === 0) return [...patch];
  const prefix = pointerOf(base);
  return patch.map((operation) =>
    "from" in operation
      ? { ...operation, from: prefix + operation.from, path: prefix + operation.path }
      : { ...operation, path: prefix + operation.path },
  );
}

/** Fixes of the file itself that keep its meaning, such as a comma too many. */
export function withSafeFileFixes(document: SourceDocument): { document: SourceDocument; fixed: number } {
  const edits = document.findings.flatMap(({ fix }): readonly TextEdit[][] =>
    fix?.applicability === "safe" ? [fix.edits] : [],
  );
  if (edits.length === 0) return { document, fixed: 0 };
  return { document: document.reopen(applyEdits(document.text, edits.flat())), fixed: edits.length };
}

/** The document after one fix. */
export function withFix(
  document: SourceDocument,
  base: readonly string[],
  { edits }: Pick<LocatedDiagnostic, "edits">,
  { patch }: Fix,
): ReturnType<typeof editDocument> {
  return edits === undefined
    ? editDocument(document, rebased(patch, base))
    : document.reopen(applyEdits(document.text, edits));
}

export interface Judged {
  readonly address: Addressed;
  readonly result: ValidationResult;
}

interface Applied extends Judged {
  readonly document: SourceDocument;
  readonly applied: number;
  /** Why some fixes could not be written, as the rest of a sentence. */
  readonly refusal: string | undefined;
}

type Level = "safe" | "suggested";

export async function ask(
  address: Addressed,
  document: SourceDocument,
  checker: Checker,
  level: Level | undefined,
) {
  const { targetProduct, domainId, candidate, base } = address;
  noteNumberTexts(document, base, candidate);
  const repair = level && { repair: level };
  const result = await checker.validate({ targetProduct, domainId, candidate, ...repair });
  return { ...result, diagnostics: result.diagnostics.map((item) => withSourceText(item, document, base)) };
}

/** A number that should be a text is written in the file: quoted as it stands, it loses nothing, so the fix is safe. */
function withSourceText(
  diagnostic: Diagnostic,
  document: SourceDocument,
  base: readonly string[],
): Diagnostic {
  const { actual, fixes = [], pointer } = diagnostic;
  if (typeof actual !== "number" || fixes.length === 0) return diagnostic;
  const path = [...base, ...parsePointer(pointer)];
  const { start, end } = document.rangeOf(path, "value");
  const text = document.text.slice(start.offset, end.offset);
  return {
    ...diagnostic,
    fixes: fixes.map((fix) => {
      const last = fix.patch.at(-1);
      const isItsText = last?.op === "replace" && last.path === pointer && last.value === String(actual);
      if (!isItsText || Number(text) !== actual) return fix;
      const { decision: _, ...rest } = fix;
      const patch = [...fix.patch.slice(0, -1), { ...last, value: text }];
      return { ...rest, title: `Use ${quote(text)}`, applicability: "safe", patch };
    }),
  };
}

/** Applies the fixes of a level, checks again, and goes on while there is something to do. */
export async function applyAll(
  start: SourceDocument,
  first: Judged,
  checker: Checker,
  level: Level,
): Promise<Applied> {
  let [document, { address, result }] = [start, first];
  let applied = 0;
  let refusal: string | undefined;
  // Every call of a service counts.
  const maxRounds = checker.isLocal ? 100 : 3;
  for (let round = 0; round < maxRounds; round++) {
    const fixes = result.diagnostics.flatMap(({ fixes = [] }) => bulkFix(fixes, level) ?? []);
    const repaired = result.repaired?.patch ?? [];
    // What is too much for one repair, or cannot be sent as JSON, is fixed piece by piece.
    const patch =
      repaired.length > 0 ? repaired : applyFixes(address.candidate, result.diagnostics, level).patch;
    if (patch.length === 0) break;
    let edited = editDocument(document, rebased(patch, address.base));
    if ("refusal" in edited) {
      refusal = edited.refusal;
      edited = oneByOne(document, address, fixes);
    }
    if (edited.text === document.text) break;
    const before = result;
    document = edited;
    address = { ...address, candidate: valueAt(document.value, address.base) };
    applied += fixes.length;
    const isAsMeant = repaired.length > 0 && equalJson(address.candidate, before.repaired!.candidate);
    const { candidate: _, patch: __, ...left } = before.repaired ?? {};
    result =
      isAsMeant && !checker.isLocal
        ? ({ ...before, ...left, repaired: undefined } as unknown as ValidationResult)
        : await ask(address, document, checker, level);
    if (countOf(result) >= countOf(before) && refusal !== undefined) break;
  }
  return { document, address, result, applied, refusal };
}

/** Where the fixes do not go together, each that can be written alone is. */
function oneByOne(start: SourceDocument, { base }: Addressed, fixes: readonly Fix[]) {
  let document = start;
  for (const { patch } of fixes.toReversed()) {
    const edited = editDocument(document, rebased(patch, base));
    if (!("refusal" in edited)) document = edited;
  }
  return document;
}

const countOf = ({ diagnostics, omitted }: ValidationResult): number => diagnostics.length + omitted;

/** What differs between two texts, as one replacement. */
export function replacementBetween(before: string, after: string): { range: Range; text: string } {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let common = 0;
  const most = Math.min(before.length, after.length) - start;
  while (common < most && before.at(-1 - common) === after.at(-1 - common)) common++;
  const range = createLines(before).range(start, before.length - common);
  return { range, text: after.slice(start, after.length - common) };
}
