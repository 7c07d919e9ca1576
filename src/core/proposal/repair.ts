/** Brings a candidate as far as its fixes go without a decision of the author's. */

import type { Examination } from "../findings/examination.ts";
import { linkBase, toVerdict } from "../findings/verdict.ts";
import { findRepeats } from "../json/notes.ts";
import { isWritableJson } from "../json/safety.ts";
import { sizeBound, sizeOf } from "../json/size.ts";
import type { SpecPackage } from "../spec-package/spec-package.ts";
import type { Json, PatchOperation, RepairedCandidate, ValidationResult } from "../types.ts";
import { applyPatches, bulkFix } from "./apply-fixes.ts";
import { checkOpened } from "./check.ts";
import { type CheckContext, identitiesOf } from "./context.ts";
import { examine } from "./examine.ts";
import { findFailedStage } from "./quick-pass.ts";
import { type Opened, openCandidate } from "./text-candidate.ts";

/** A repair can uncover what another hid, so the candidate is checked again after it. */
const MAX_ROUNDS = 3;
/** A candidate with more findings than this is repaired once: no draft of any use has so many, and checks cost time. */
const MAX_FINDINGS_TO_REPEAT = 1_000;
/** With more than this it is not repaired at all: only the first hundreds are kept, so most would be left anyway. */
const MAX_FINDINGS_TO_REPAIR = 2_000;
/** What it takes to apply fixes and to look again, besides what is counted then. */
const ROUND_EFFORT = 100;
/** A longer patch says the same as the repaired candidate at greater length. */
const MAX_PATCH_BYTES = 131_072;

/** How far a repair may go: with fixes that keep the meaning, or with suggestions that lose nothing as well. */
export type RepairLevel = "safe" | "suggested";

/** The result of a check, with the repaired candidate if there is anything to report. */
export function repairCandidate(
  spec: SpecPackage,
  sent: unknown,
  context: CheckContext,
  level: RepairLevel,
): ValidationResult {
  return repairOpened(spec, openCandidate(spec, sent), context, level);
}

export function repairOpened(
  spec: SpecPackage,
  opened: Opened,
  context: CheckContext,
  level: RepairLevel,
): ValidationResult {
  const { candidate } = opened;
  const failed = findFailedStage(spec, candidate, context);
  if (failed === undefined) return checkOpened(spec, opened, context);
  const examination = examine(spec, opened, context, failed);
  const verdict = toVerdict(examination, linkBase(spec, context.rulesUrl));
  return {
    ...verdict,
    ...identitiesOf(spec, context),
    ...(verdict.diagnostics.length > 0 && { repaired: repair(spec, candidate, context, level, examination) }),
  };
}

function repair(
  spec: SpecPackage,
  candidate: unknown,
  context: CheckContext,
  level: RepairLevel,
  first: Examination,
): RepairedCandidate {
  let current = candidate;
  let examination = first;
  const patch: PatchOperation[] = [];
  // What JSON cannot say cannot be sent back, repaired or not.
  const isKnownSafe = first.isSafe && first.reading.value === candidate;
  const isWritable = candidate !== undefined && (isKnownSafe || isWritableJson(candidate));
  const { meter } = first.reading;
  const rounds = isWritable ? roundsFor(first.total) : 0;
  for (let round = 0; round < rounds; round++) {
    if (!meter.spend(ROUND_EFFORT)) break;
    const patches = examination.describeAll().flatMap(({ fixes }) => {
      const fix = bulkFix(fixes, level);
      return fix === undefined ? [] : [fix.patch];
    });
    const next = applyPatches(current, patches);
    if (next.applied === 0) break;
    const stage = findFailedStage(spec, next.document, context);
    const again = examine(spec, { candidate: next.document, meter }, context, stage);
    // A repair that makes things worse is none.
    if (again.errors > examination.errors) break;
    // A name that was sent twice must not become one on the way.
    if (findRepeats(next.document).length < findRepeats(current).length) break;
    current = next.document;
    examination = again;
    // Not spread into arguments: there can be a hundred thousand.
    for (const operation of next.patch) patch.push(operation);
  }
  const isLong = sizeBound(patch) > MAX_PATCH_BYTES && sizeOf(patch, MAX_PATCH_BYTES) > MAX_PATCH_BYTES;
  return {
    candidate: (isWritable ? current : null) as Json,
    patch: isLong ? [{ op: "replace", path: "", value: current }] : patch,
    ...toVerdict(examination, linkBase(spec, context.rulesUrl)),
  };
}

function roundsFor(findings: number): number {
  if (findings > MAX_FINDINGS_TO_REPAIR) return 0;
  return findings > MAX_FINDINGS_TO_REPEAT ? 1 : MAX_ROUNDS;
}
