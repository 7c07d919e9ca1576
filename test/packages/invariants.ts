/** What must hold for every spec package that loads and for any candidate. */
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import jsonPatch from "fast-json-patch";
import {
  buildProposal,
  checkCandidate,
  createRegistry,
  type Diagnostic,
  type Fix,
  loadSpecPackage,
  normalizeCandidate,
  type PatchOperation,
  repairCandidate,
  type SpecPackage,
  type ValidationResult,
  verifyPackage,
} from "../../src/core/index.ts";
import { equalJson, isSafeJson, parsePointer } from "../../src/core/json/values.ts";
import { Examination, findFailedStage, openCandidate } from "../../src/core/proposal/check.ts";
import { SCHEMA_ALONE } from "../../src/core/schema/place.ts";
import type { WorkCounter } from "../support/count-work.ts";
import { documentOf, type PackageParts } from "./generate/packages.ts";
import { countLeaves, sameInOtherNotation } from "./leaves.ts";

/** A promise that is broken, in words that are the same where the cause is likely to be the same. */
export type Fault = string;

const AS_OF = "2026-01-01T00:00:00Z";

export type Loaded =
  | { ok: true; subject: Subject }
  | { ok: false; reasons: { code: string; pointer: string; message: string }[] };

export interface Subject {
  readonly spec: SpecPackage;
  readonly context: Parameters<typeof buildProposal>[2];
  /** The verdict of Ajv on the schema alone. */
  readonly ajv: ((candidate: unknown) => boolean) | undefined;
}

const ajv = new Ajv2020({ strict: false, ownProperties: true, validateSchema: false });
(addFormats as unknown as typeof addFormats.default)(ajv);

const entryRegistries = new Map<string, ReturnType<typeof createRegistry>>();

function registryOf(entries: PackageParts["entries"], caseRule: string | undefined) {
  const key = JSON.stringify([entries, caseRule]);
  let registry = entryRegistries.get(key);
  if (registry === undefined) {
    registry = createRegistry(entries, AS_OF, { case: caseRule as "exact" | undefined });
    if (entryRegistries.size > 50) entryRegistries.clear();
    entryRegistries.set(key, registry);
  }
  return registry;
}

export function contextOf(parts: PackageParts): Subject["context"] {
  return {
    registry: registryOf(parts.entries, undefined),
    registries: new Map(
      Object.entries(parts.registries).map(([name, { case: rule }]) => [
        name,
        registryOf(parts.entries, rule),
      ]),
    ),
    now: Date.parse(AS_OF),
    submissionUrl: "https://shop.example/api/proposals",
  };
}

export function load(parts: PackageParts, withAjv: boolean): Loaded {
  const loaded = loadSpecPackage(documentOf(parts));
  if (!loaded.ok) return loaded;
  return {
    ok: true,
    subject: {
      spec: loaded.spec,
      context: contextOf(parts),
      ajv: withAjv ? ajvFor(parts.schema) : undefined,
    },
  };
}

function ajvFor(schema: object): Subject["ajv"] {
  // Ajv 8 accepts an empty list where "contains" stands beside "prefixItems" or in the items of such a list.
  const text = JSON.stringify(schema);
  if (text.includes('"contains"')) return undefined;
  const validate = ajv.compile(schema);
  ajv.removeSchema(schema);
  return (candidate) => validate(candidate) === true;
}

/** Valid candidates take up to 5 for a byte, and what is to be explained may take twenty times as much. */
const MAX_WORK_PER_BYTE = 100;

/** What a request can cost grows with its size alone. */
export function workHolds(
  { spec, context }: Subject,
  candidate: unknown,
  counter: WorkCounter,
): Fault | undefined {
  const bytes = JSON.stringify(candidate).length;
  const work = counter.count(() => repairCandidate(spec, candidate, context, "suggested"));
  return work > MAX_WORK_PER_BYTE * bytes ? "the work of a request is beyond its bound" : undefined;
}

/** The verdict on one candidate, and every promise that is broken about it. */
export function judge(subject: Subject, sent: unknown): { valid: boolean; faults: Fault[] } {
  const faults: Fault[] = [];
  const { spec, context } = subject;
  const result = attempt("check", faults, () => checkCandidate(spec, sent, context));
  if (result === undefined) return { valid: false, faults };
  // Of JSON as text, pointers and patches are about what it says.
  const { candidate } = openCandidate(spec, sent);
  if (candidate !== sent && !equalJson(checkCandidate(spec, candidate, context), result))
    faults.push("JSON as text is judged otherwise than what it says");
  passesAgree(subject, candidate, result, faults);
  attempt("build", faults, () => buildAndVerify(subject, candidate, result, faults));
  for (const diagnostic of result.diagnostics)
    attempt("fixes", faults, () => fixesHold(subject, candidate, diagnostic, faults));
  firstFixesAreApart(result, faults);
  attempt("repair", faults, () => repairHolds(subject, candidate, result, faults));
  return { valid: result.valid, faults: [...new Set(faults)] };
}

function attempt<Result>(what: string, faults: Fault[], run: () => Result): Result | undefined {
  try {
    return run();
  } catch (error) {
    faults.push(`${what} throws ${String(error).slice(0, 80)}`);
    return undefined;
  }
}

/** The quick pass, the thorough pass and Ajv say the same. */
function passesAgree(subject: Subject, candidate: unknown, result: ValidationResult, faults: Fault[]): void {
  const { spec, context, ajv } = subject;
  const opened = openCandidate(spec, candidate);
  const failed = findFailedStage(spec, opened.candidate, context);
  const { total, errors } = new Examination(spec, opened, context, failed);
  // Rules may ask for a closer look that finds nothing.
  if (failed === undefined ? total > 0 : failed === "schema" && total === 0)
    faults.push("the quick and the thorough pass differ");
  if ((errors === 0) !== result.valid) faults.push("the verdict depends on what the quick pass said");
  if (ajv === undefined || candidate === undefined || !isComparable(spec, candidate)) return;
  const expected = ajv(candidate);
  if (spec.schema.root.ok(candidate, SCHEMA_ALONE) !== expected) faults.push(`Ajv says ${expected}`);
}

/** Where Ajv can say: no placeholder, no number that JSON cannot hold exactly, and no text that is judged in its normal form too. */
function isComparable(spec: SpecPackage, candidate: unknown): boolean {
  if (!isSafeJson(candidate, 0)) return false;
  let comparable = true;
  JSON.stringify(candidate, (key, value: unknown) => {
    if (key === "__proto__") comparable = false;
    if (typeof value === "number" && !Number.isSafeInteger(value) && Number.isInteger(value))
      comparable = false;
    if (
      typeof value === "string" &&
      (value.trim() === "TODO" ||
        (spec.normalization.prose.length > 0 &&
          (value.trim().normalize("NFC") !== value || value.includes("\r"))))
    )
      comparable = false;
    return value;
  });
  return comparable;
}

/** What is valid can be built, and what was built is accepted. */
function buildAndVerify(
  { spec, context }: Subject,
  candidate: unknown,
  result: ValidationResult,
  faults: Fault[],
): void {
  const built = buildProposal(spec, candidate, context);
  if (built.valid !== result.valid) faults.push("validate and build differ");
  if (built.valid !== (built.proposalPackage !== undefined))
    faults.push("the verdict and the package of a build differ");
  if (built.proposalPackage === undefined) return;
  const verified = verifyPackage(spec, built.proposalPackage, context);
  if (!verified.valid) {
    const codes = verified.diagnostics
      .filter(({ severity }) => severity === "error")
      .map(({ code }) => generic(spec, code));
    faults.push(`valid, but verify refuses the package: ${[...new Set(codes)].sort().join(", ")}`);
  }
  const again = normalizeCandidate(spec, built.proposalPackage.candidate);
  if (again.changes.length > 0) faults.push("normalizing twice changes more");
  const patched = applyElsewhere(candidate, built.changes!);
  if (patched === FAILED || !equalJson(patched, built.proposalPackage.candidate))
    faults.push("the changes do not lead to the package's candidate");
}

const FAILED = Symbol("failed");

/** With another library than ours. */
function applyElsewhere(candidate: unknown, patch: readonly PatchOperation[]): unknown {
  try {
    const document = structuredClone(candidate);
    const operations = structuredClone(patch) as Parameters<typeof jsonPatch.applyPatch>[1];
    return jsonPatch.applyPatch(document, operations, true, true, false).newDocument as unknown;
  } catch {
    return FAILED;
  }
}

/** Members may be absent, and so may what is around them; but there are none in a text or a number. */
function leadsSomewhere(candidate: unknown, pointer: string): boolean {
  let value = candidate;
  for (const key of parsePointer(pointer)) {
    if (value === undefined) return true;
    if (typeof value !== "object" || value === null) return false;
    value = Object.hasOwn(value, key) ? value[key as keyof typeof value] : undefined;
  }
  return true;
}

/** Each fix applies alone, and keeps the promise of its level. */
function fixesHold(subject: Subject, candidate: unknown, diagnostic: Diagnostic, faults: Fault[]): void {
  const { fixes = [] } = diagnostic;
  if (!leadsSomewhere(candidate, diagnostic.pointer))
    faults.push(`${codeOf(subject, diagnostic)}: its pointer leads into a value that has no members`);
  const isFirstRemoval = fixes[0]?.applicability === "removal";
  if (
    isFirstRemoval &&
    fixes.some(({ applicability }) => applicability === "safe" || applicability === "suggested")
  )
    faults.push(`${codeOf(subject, diagnostic)}: a removal stands before a fix that explains the value`);
  for (const fix of fixes) {
    const about = `${codeOf(subject, diagnostic)}, ${fix.applicability} fix`;
    // Names that this library refuses on purpose.
    if (JSON.stringify(fix.patch).includes("__proto__")) continue;
    const patched = applyElsewhere(candidate, fix.patch);
    if (candidate === undefined) continue;
    if (patched === FAILED) faults.push(`${about}: does not apply`);
    else {
      const why = promiseBroken(subject, candidate, patched, diagnostic, fix);
      if (why !== undefined) faults.push(`${about}: ${why}`);
    }
  }
}

function promiseBroken(
  { spec, context }: Subject,
  candidate: unknown,
  patched: unknown,
  diagnostic: Diagnostic,
  { applicability, decision, patch }: Fix,
): string | undefined {
  const after = checkCandidate(spec, patched, context);
  if (applicability === "placeholder") {
    if (after.valid) return "the candidate is valid with a placeholder in it";
    const places = patch
      .filter(({ op }) => op === "add" || op === "replace")
      .map(({ path }) => path.replace(/\/-$/, ""));
    const isAt = (pointer: string, place: string) => pointer === place || pointer.startsWith(`${place}/`);
    const isRefused = after.diagnostics.some(
      ({ severity, code, pointer, expected, fixes = [] }) =>
        severity === "error" &&
        places.some(
          (place) =>
            isAt(pointer, place) ||
            // What is inside a member that does not belong there is not judged, so that it cannot pass either; and a
            // member that belongs into the placeholder completes it. Around a proposal that is inside something else, only the
            // fix says so: what is expected are places of the proposal.
            (code === "member-unknown" &&
              (isAt(place, pointer) ||
                (typeof expected === "string" && isAt(expected, place)) ||
                fixes.some((one) => one.patch.some(({ op, path }) => op === "move" && isAt(path, place))))),
        ),
    );
    return isRefused || after.omitted > 0 ? undefined : "nothing is said about the placeholder";
  }
  if (applicability === "removal") return undefined;
  if (applicability === "safe" && !sameInOtherNotation(candidate, patched))
    return "is more than another notation";
  // What the author has to choose may leave something out: it says so, and is never applied without being chosen.
  const isApplied = applicability === "suggested" && decision !== true;
  if (isApplied && countLeaves(patched) < countLeaves(candidate, true)) return "loses something";
  const isInPlace = patch.every(
    ({ op, path }) => (op === "test" || op === "replace") && path === diagnostic.pointer,
  );
  if (isInPlace && after.diagnostics.some((other) => isSaidAgain(other, diagnostic)))
    return "does not settle its diagnostic";
  return undefined;
}

function isSaidAgain(one: Diagnostic, other: Diagnostic): boolean {
  return one.code === other.code && one.pointer === other.pointer && equalJson(one.expected, other.expected);
}

/** No two first fixes write to one place. */
function firstFixesAreApart({ diagnostics }: ValidationResult, faults: Fault[]): void {
  const written = new Map<string, string>();
  for (const { fixes, code } of diagnostics) {
    const places = new Set(
      (fixes?.[0]?.patch ?? []).filter(({ op }) => op !== "test").map(({ path }) => path),
    );
    for (const place of places) {
      if (place.endsWith("/-")) continue;
      if (written.has(place)) faults.push("two first fixes write to one place");
      written.set(place, code);
    }
  }
}

/** A repair is done after it is done, takes nothing away and puts no placeholder in. */
function repairHolds(
  { spec, context }: Subject,
  candidate: unknown,
  result: ValidationResult,
  faults: Fault[],
): void {
  for (const level of ["safe", "suggested"] as const) {
    const { repaired, ...rest } = repairCandidate(spec, candidate, context, level);
    if (rest.valid !== result.valid) faults.push("repair and check differ");
    if ((repaired === undefined) !== (result.diagnostics.length === 0))
      faults.push("repaired is there or missing wrongly");
    if (repaired === undefined || candidate === undefined || !isSafeJson(candidate, -1)) continue;
    const about = `${level} repair`;
    const patched = applyElsewhere(candidate, repaired.patch);
    const isSpecial = JSON.stringify(repaired.patch).includes("__proto__");
    if (!isSpecial && (patched === FAILED || !equalJson(patched, repaired.candidate)))
      faults.push(`${about}: the patch does not lead to the candidate`);
    // Without a change there is nothing more to see.
    if (repaired.patch.length === 0 && equalJson(repaired.candidate, candidate)) continue;
    const again = repairCandidate(spec, repaired.candidate, context, level);
    if (again.valid !== repaired.valid)
      faults.push(`${about}: the verdict on the repaired candidate differs from a check of it`);
    if (again.repaired !== undefined && again.repaired.patch.length > 0)
      faults.push(`${about}: is not done after it is done`);
    if (
      level === "safe"
        ? !sameInOtherNotation(candidate, repaired.candidate)
        : countLeaves(repaired.candidate) + removedItems(repaired.patch) < countLeaves(candidate, true)
    )
      faults.push(`${about}: loses something`);
    if (countPlaceholders(repaired.candidate) > countPlaceholders(candidate))
      faults.push(`${about}: puts in a placeholder`);
  }
}

/** Words that turn out to be the same one are repeats, of which a repair keeps the first. */
function removedItems(patch: readonly PatchOperation[]): number {
  return patch.filter(({ op, path }) => op === "remove" && /\/\d+$/.test(path)).length;
}

function countPlaceholders(value: unknown): number {
  return JSON.stringify(value).split(/TODO|\bnull\b/).length - 1;
}

/** Codes of rules by their check, so that kinds of faults do not depend on how many rules there are. */
function generic(spec: SpecPackage, code: string): string {
  const rule = spec.rules.all.find(({ codes }) => codes.includes(code));
  return rule === undefined ? code : rule.document.check;
}

export function codeOf({ spec }: Subject, { code }: Diagnostic): string {
  return generic(spec, code);
}
