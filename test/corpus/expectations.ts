/** What a case of the corpus asks of an answer, from the library or from the service. */
import jsonPatch from "fast-json-patch";
import { expect } from "vitest";
import { type Offer, type RepairCase, repairedOf } from "../../corpus/cases.mjs";
import type { Diagnostic, Fix, PatchOperation, ValidationResult } from "../../src/core/index.ts";

export function expectFound(diagnostics: readonly Diagnostic[], { find }: RepairCase, name?: string): void {
  if (find === undefined) return;
  const found = diagnostics.map(({ code, pointer, severity, fixes }, index) => ({
    code,
    pointer,
    ...(find[index]?.severity && { severity }),
    ...(find[index]?.offer && { offer: offerOf(fixes) }),
  }));
  expect(found, name).toEqual(find);
}

/** What the first fix is, in the words of the corpus. */
function offerOf(fixes: readonly Fix[] = []): Offer {
  const [first] = fixes;
  if (first === undefined) return "none";
  if (first.decision === true) return "decision";
  const suggested = fixes.filter(({ applicability }) => applicability === "suggested");
  return first.applicability === "suggested" && suggested.length > 1 ? "choice" : first.applicability;
}

export function expectRepaired(
  { repaired, valid, diagnostics }: ValidationResult,
  draft: unknown,
  repairCase: RepairCase,
  name?: string,
): void {
  // Without a diagnostic there is nothing to repair, and the answer says nothing about it.
  expect(repaired === undefined, name).toBe(diagnostics.length === 0);
  const actual = repaired ?? { candidate: draft, valid, diagnostics, patch: [] };
  expect(actual.candidate, name).toEqual(repairedOf(repairCase));
  expect(actual.valid, name).toBe(repairCase.repaired.valid);
  const { left } = repairCase.repaired;
  if (left !== undefined) expect(inAnyOrder(actual.diagnostics), name).toEqual(inAnyOrder(left));
  if (actual.patch.length > 0 && isForLibrary(actual.patch))
    expect(applyElsewhere(draft, actual.patch), name).toEqual(actual.candidate);
}

/** The order of members in a repaired candidate is up to the implementation, and with it the order of diagnostics. */
function inAnyOrder(diagnostics: readonly Pick<Diagnostic, "code" | "pointer">[]): string[] {
  return diagnostics.map(({ code, pointer }) => `${pointer} ${code}`).sort();
}

/** A fix is complete by itself, as a button in an editor needs it. */
export function expectEveryFixApplies(draft: unknown, diagnostics: readonly Diagnostic[]): void {
  for (const { fixes = [] } of diagnostics)
    for (const { patch } of fixes)
      if (isForLibrary(patch))
        expect(() => applyElsewhere(draft, patch), JSON.stringify(patch)).not.toThrow();
}

/** The library refuses these names in any path. */
function isForLibrary(patch: readonly PatchOperation[]): boolean {
  return !/__proto__|constructor/.test(JSON.stringify(patch));
}

/** Pointers lead into what a draft says that is JSON as text. */
function opened(draft: unknown): unknown {
  try {
    const value: unknown = typeof draft === "string" ? JSON.parse(draft) : draft;
    return typeof value === "object" ? value : draft;
  } catch {
    return draft;
  }
}

function applyElsewhere(document: unknown, patch: readonly PatchOperation[]): unknown {
  // The library alters values of the patch.
  const copy = structuredClone(patch) as jsonPatch.Operation[];
  return jsonPatch.applyPatch(opened(document), copy, true, false).newDocument;
}

/** Members of the request around a candidate say nothing new if they are sent inside a wrapper. */
const ENVELOPE_POINTERS = ["/targetProduct", "/domainId"];

/** Every value of the draft is still there, or a diagnostic names it or something around it. */
export function expectNothingLost(draft: unknown, { diagnostics, repaired }: ValidationResult): void {
  if (repaired === undefined) return;
  const kept = new Set(leavesOf(repaired.candidate).map(({ value }) => value));
  const isNamed = (pointer: string) =>
    diagnostics.some((other) => pointer === other.pointer || pointer.startsWith(`${other.pointer}/`));
  const lost = leavesOf(opened(draft)).filter(
    ({ value, pointer }) => !kept.has(value) && !isNamed(pointer) && !ENVELOPE_POINTERS.includes(pointer),
  );
  expect(lost).toEqual([]);
}

function leavesOf(value: unknown, pointer = ""): { pointer: string; value: unknown }[] {
  if (typeof value !== "object" || value === null) return [{ pointer, value }];
  return Object.entries(value).flatMap(([key, item]) =>
    leavesOf(item, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`),
  );
}
