import { expect, test } from "vitest";
import { checkCandidate, MAX_DIAGNOSTICS } from "../../src/core/index.ts";
import type { OperationContext } from "../../src/operations/operation.ts";
import type { ReadyDomain } from "../../src/operations/ports.ts";
import { markStale } from "../../src/operations/staleness.ts";
import { context, spec } from "../core/datagen.ts";
import { embedded } from "../support/envelopes.ts";

const rulesUrl = "https://preflight.example/rules";
const mark = (candidate: unknown, staleSeconds?: number) =>
  markStale(
    checkCandidate(spec, candidate, context),
    { spec, staleSeconds } as ReadyDomain,
    { rulesUrl } as OperationContext,
  );
const candidate = () => structuredClone(embedded.examples.valid[0]!.candidate) as Record<string, unknown>;

test("a verdict on current rules stays as it is", () => {
  expect(mark(candidate())).toEqual(checkCandidate(spec, candidate(), context));
});

test("a verdict on old copies starts with a warning and is otherwise the same", () => {
  const current = checkCandidate(spec, {}, context);
  const { diagnostics, ...rest } = mark({}, 90);
  expect(diagnostics.slice(1)).toEqual(current.diagnostics);
  expect(diagnostics[0]).toEqual({
    code: "rules-stale",
    severity: "warning",
    pointer: "",
    message: expect.stringContaining("for 90 seconds") as string,
    docs: `${rulesUrl}#datagen.generator-option.rules-stale`,
  });
  expect(rest).toEqual({
    valid: false,
    omitted: 0,
    specPackage: current.specPackage,
    registry: current.registry,
  });
});

test("with a full list of diagnostics the warning takes the place of the last one", () => {
  const full = { ...candidate() };
  for (let index = 0; index < MAX_DIAGNOSTICS + 5; index++) full[`unknown${index}x`] = index;
  const current = checkCandidate(spec, full, context);
  expect(current.diagnostics).toHaveLength(MAX_DIAGNOSTICS);
  const stale = mark(full, 1);
  expect(stale.diagnostics).toHaveLength(MAX_DIAGNOSTICS);
  expect(stale.diagnostics[0]!.code).toBe("rules-stale");
  expect(stale.omitted).toBe(current.omitted + 1);
});
