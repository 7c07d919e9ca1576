/** Fixes in the text of a file. */
import {
  applyEdits,
  type FileFinding,
  type SourceDocument,
  type TextEdit,
} from "../../authoring/documents/document.ts";
import {
  type EditedDocument,
  editText,
  hasAlias,
  unedited,
  writeValue,
} from "../../authoring/documents/edit/edit.ts";
import { findSource, type Path } from "../../authoring/documents/edit/source-tree.ts";
import { createPatcher } from "../../core/json/patch.ts";
import {
  child,
  noteNumber,
  numberText,
  once,
  parsePointer,
  pointerOf,
  valueAt,
} from "../../core/json/values.ts";
import { applyFixes, bulkFix } from "../../core/proposal/repair.ts";
import type { Fix, PatchOperation, ValidationResult } from "../../core/types.ts";
import { quote } from "../../core/unicode/unicode.ts";
import type { Checker } from "../checker/checker.ts";
import type { Addressed } from "../checker/domain.ts";
import type { FileReport, LocatedDiagnostic } from "../reports/report.ts";

/** Fixes of the file itself that need no decision, such as a comma too many. */
export function withFileFixes(document: SourceDocument, level: Level) {
  const edits = document.findings.flatMap(({ fixes = [] }) =>
    bulkFix(fixes, level) === undefined ? [] : [fixes[0]!.edits],
  );
  const edited = edits.length === 0 ? unedited(document) : editText(document, edits.flat());
  if ("refusal" in edited) return { document: unedited(document), fixed: 0 };
  return { document: edited, fixed: edits.length };
}

/** One fix as the replacement of a piece of the text; undefined if it cannot be written that way. */
export function replacementOf(document: SourceDocument, base: Path, located: LocatedDiagnostic, fix: Fix) {
  const { ofFile, diagnostic } = located;
  if (ofFile === undefined) {
    const edited = withPatch(document, base, fix.patch);
    return "refusal" in edited ? undefined : replacementBetween(document, edited.text);
  }
  const own = ofFile[diagnostic.fixes!.indexOf(fix)]!;
  if (!writableIn(document).has(own)) return undefined;
  const [{ start }, { end }] = [own.edits[0]!, own.edits.at(-1)!];
  const shifted = own.edits.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start }));
  return shortened(document, { start, end, text: applyEdits(document.text.slice(start, end), shifted) });
}

type FileFix = NonNullable<FileFinding["fixes"]>[number];

/** Of one file, to find out which of its fixes can be written. */
const MAX_READ_BACK = 500;

/** The fixes of the file itself that can be written. A file may have thousands, so those of different places are read back at once. */
const writableIn = once((document: SourceDocument): ReadonlySet<FileFix> => {
  const writable = new Set<FileFix>();
  let left = MAX_READ_BACK;
  function readBack(fixes: readonly FileFix[]): void {
    if (left-- <= 0) return;
    const patcher = createPatcher(document.value);
    patcher.apply(fixes.flatMap(({ patch }) => patch));
    const edits = fixes.flatMap((fix) => fix.edits);
    const half = fixes.length >> 1;
    if (!("refusal" in editText(document, edits, patcher.document())))
      for (const fix of fixes) writable.add(fix);
    else if (half > 0) for (const part of [fixes.slice(0, half), fixes.slice(half)]) readBack(part);
  }
  const { root } = document.readSource() ?? {};
  // What one fix removes may be what an alias in another one repeats.
  const isTogether = root === undefined || !hasAlias(root);
  const groups: { end: number; readonly fixes: FileFix[] }[] = [];
  for (const { fixes = [] } of document.findings) {
    const edits = fixes.flatMap((fix) => fix.edits);
    const start = edits.reduce((least, edit) => Math.min(least, edit.start), document.text.length);
    const end = edits.reduce((most, edit) => Math.max(most, edit.end), 0);
    for (const fix of fixes) {
      const group = isTogether ? groups.find((each) => each.end <= start) : undefined;
      group?.fixes.push(fix);
      if (group) group.end = end;
      else if (groups.length < MAX_READ_BACK) groups.push({ end, fixes: [fix] });
    }
  }
  for (const { fixes } of groups) readBack(fixes);
  return writable;
});

/** The document with a patch of the candidate in it. */
function withPatch(document: SourceDocument, base: Path, patch: readonly PatchOperation[]) {
  const prefix = pointerOf(base);
  const whole = patch.map((each) => ({
    ...{ ...each, path: prefix + each.path },
    ...("from" in each && { from: prefix + each.from }),
  }));
  const patcher = createPatcher(document.value);
  if (!patcher.apply(whole)) return { refusal: "the fix does not fit the file" };
  return writeValue(document, patcher.document(), whole);
}

type Level = "safe" | "suggested";

/** A number of which a double may lose something. */
const LONG_NUMBER = /[:,[\s]-?\d(?:[\d.]*[eE]|[\d.]{15})/;

export function requestOf({ targetProduct, domainId, candidate }: Addressed, level?: Level) {
  return { targetProduct, domainId, candidate, ...(level && { repair: level }) };
}

export async function ask(address: Addressed, document: SourceDocument, checker: Checker, level?: Level) {
  const { candidate, base, own } = address;
  const request = requestOf(address, level);
  // How an ordinary number is written matters only to what is wrong, and finding that out takes longer than the check.
  const isOrdinary =
    checker.here !== undefined && document.language === "json" && !LONG_NUMBER.test(document.text);
  const first = isOrdinary ? await checker.validate(request, own) : undefined;
  if (first?.diagnostics.length === 0) return first;
  const isNoted = noteNumberTexts(document, base, candidate);
  const result = first === undefined || isNoted ? await checker.validate(request, own) : first;
  return checker.here ? result : withSourceTexts(result, candidate);
}

/** A number that should be a text: quoted as it stands in the file it loses nothing, so the fix is safe. */
function withSourceTexts(result: ValidationResult, candidate: unknown): ValidationResult {
  const { diagnostics, repaired } = result;
  const asText = (fix: Fix): Fix => {
    const patch = asWritten(candidate, fix.patch);
    const last = patch.at(-1);
    if (last?.op !== "replace" || last === fix.patch.at(-1)) return fix;
    const { decision: _, ...rest } = fix;
    return { ...rest, title: `Use ${quote(String(last.value))}`, applicability: "safe", patch };
  };
  return {
    ...result,
    diagnostics: diagnostics.map((each) =>
      typeof each.actual === "number" && each.fixes ? { ...each, fixes: each.fixes.map(asText) } : each,
    ),
    ...(repaired && { repaired: { ...repaired, patch: asWritten(candidate, repaired.patch) } }),
  };
}

/** Applies the fixes of a level, checks again, and goes on while there is something to do. */
export async function applyAll(
  start: EditedDocument,
  first: { readonly address: Addressed; readonly result: ValidationResult },
  checker: Checker,
  level: Level,
) {
  let [document, { address, result }] = [start, first];
  let applied = 0;
  /** Why some fixes could not be written, as the rest of a sentence. */
  let refusal: string | undefined;
  // Every call of a service counts.
  const maxRounds = checker.here ? 100 : 3;
  for (let round = 0; round < maxRounds; round++) {
    const fixes = result.diagnostics.flatMap(({ fixes = [] }) => bulkFix(fixes, level) ?? []);
    const repaired = result.repaired?.patch ?? [];
    // What is too much for one repair, or cannot be sent as JSON, is fixed piece by piece.
    const isRepaired = repaired.length > 0 && createPatcher(address.candidate).apply(repaired);
    const patch = isRepaired ? repaired : applyFixes(address.candidate, result.diagnostics, level).patch;
    if (patch.length === 0) {
      if (typeof address.candidate === "string" && fixes.length > 0)
        refusal = "the proposal is a text, in which nothing is changed";
      break;
    }
    const { text } = document;
    const whole = withPatch(document, address.base, patch);
    if ("refusal" in whole) {
      ({ refusal } = whole);
      // Where the fixes do not go together, each that can be written alone is.
      for (const fix of fixes.toReversed()) {
        const next = withPatch(document, address.base, fix.patch);
        if (!("refusal" in next)) document = next;
      }
    } else document = whole;
    if (document.text === text) break;
    const before = result;
    address = { ...address, candidate: valueAt(document.value, address.base) };
    applied += fixes.length;
    const { candidate: _, patch: __, ...left } = before.repaired ?? {};
    result =
      isRepaired && document === whole && !checker.here
        ? ({ ...before, ...left, repaired: undefined } as unknown as ValidationResult)
        : await ask(address, document, checker, level);
    if (countOf(result) >= countOf(before) && refusal !== undefined) break;
  }
  return { document, address, result, applied, refusal };
}

export const countOf = (found: FileReport | ValidationResult) => found.diagnostics.length + found.omitted;

/** What differs between two texts, as one replacement. */
export function replacementBetween(document: SourceDocument, after: string) {
  return shortened(document, { start: 0, end: document.text.length, text: after });
}

/** A replacement without what stays as it is at its ends. */
function shortened({ text, lines }: SourceDocument, { start: from, end: to, text: after }: TextEdit) {
  const before = text.slice(from, to);
  const least = Math.min(before.length, after.length);
  let start = 0;
  while (start < least && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  if (isInPair(before, start)) start--;
  let common = 0;
  const fromEnd = (text: string) => text.charCodeAt(text.length - 1 - common);
  while (common < least - start && fromEnd(before) === fromEnd(after)) common++;
  if (isInPair(before, before.length - common)) common--;
  const range = lines.range(from + start, to - common);
  return { range, text: after.slice(start, after.length - common) };
}

/** Half of a character has no place in UTF-8. */
const isInPair = (text: string, at: number): boolean => (text.codePointAt(at - 1) ?? 0) > 0xffff;

/** Other numbers are what JSON writes. What becomes a text keeps the digits of its file. */
const UNUSUAL_NUMBER = /\d[.eExXo]|\d{16}|[+.]\d|\b0\d/;
const MAX_DEPTH = 128;

/** Tells the checks, and whether there was something to tell. `base` is where the candidate is in the document. */
export function noteNumberTexts(document: SourceDocument, base: Path, candidate: unknown): boolean {
  const source = UNUSUAL_NUMBER.test(document.text) ? document.readSource() : undefined;
  // What was read in another text keeps its digits by itself.
  if (source === undefined) return false;
  let isNoted = false;
  const walk = (container: unknown, path: Path, around: readonly object[]): void => {
    if (typeof container !== "object" || container === null || path.length > MAX_DEPTH) return;
    const outer = [...around, container];
    for (const [key, value] of Object.entries(container)) {
      const inner = [...path, key];
      if (typeof value !== "number") walk(value, inner, outer);
      else {
        const found = findSource(source.root, inner);
        const { ownStart, end } = found.value.aliasOf ?? found.value;
        const text = source.text.slice(ownStart, end);
        const isKnown = found.isThere && typeof found.value.value === "number";
        if (!isKnown || (text === String(value) && Number.isInteger(value))) continue;
        noteNumber(outer, key, text);
        isNoted = true;
      }
    }
  };
  walk(candidate, base, []);
  return isNoted;
}

/** A patch of a service, which was sent the numbers alone. What becomes a text is the number as it is written. */
function asWritten(candidate: unknown, patch: readonly PatchOperation[]): PatchOperation[] {
  const patcher = createPatcher(candidate);
  return patch.map((operation): PatchOperation => {
    const tokens = parsePointer(operation.path);
    const last = tokens.pop() ?? "";
    const parent = valueAt(patcher.document(), tokens);
    const isText = operation.op === "replace" && String(child(parent, last)) === operation.value;
    const value = isText ? numberText(parent, last) : undefined;
    const now = value === undefined ? operation : ({ ...operation, value } as PatchOperation);
    patcher.apply([now]);
    return now;
  });
}
