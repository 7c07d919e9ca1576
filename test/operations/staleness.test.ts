import { expect, test } from "vitest";
import { checkCandidate, MAX_DIAGNOSTICS } from "../../src/core/index.ts";
import type { OperationContext } from "../../src/service/operations/operation.ts";
import type { ReadyDomain } from "../../src/service/operations/ports.ts";
import { markStale } from "../../src/service/operations/view.ts";
import { context, spec } from "../core/datagen.ts";
import { embedded } from "../support/envelopes.ts";

const rulesUrl = "https://preflight.example/rules";
const mark = (candidate: unknown, staleSeconds?: number, refused?: ReadyDomain["refused"]) =>
  markStale(
    checkCandidate(spec, candidate, context),
    { domain: { spec, staleSeconds, refused } as ReadyDomain, candidate, repair: undefined },
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
    docs: `${rulesUrl}/datagen/generator-option/rules-stale`,
  });
  expect(rest).toEqual({
    valid: false,
    omitted: 0,
    specPackage: current.specPackage,
    registry: current.registry,
  });
});

test.each<[string, NonNullable<ReadyDomain["refused"]>, number?]>([
  ["has published a new spec package that was refused", [{ document: "spec-package", kind: "refused" }]],
  ["has published a registry that was refused", [{ document: "registry", kind: "refused" }]],
  [
    "has published an older spec package (version 1 is older than 2)",
    [{ document: "spec-package", kind: "older", detail: "version 1 is older than 2" }],
  ],
  [
    "has published a much shorter registry (from 9 to 2) and has published an empty registry (from 9 to 0)",
    [
      { document: "registry", kind: "shrunken", detail: "from 9 to 2" },
      { document: "registry", kind: "empty", detail: "from 9 to 0" },
    ],
  ],
  [
    "has not been reachable for 95 seconds and has published a registry that was refused",
    [{ document: "registry", kind: "refused" }],
    95,
  ],
])("what a product published and is not taken is named: it %s", (reason, refused, seconds) => {
  const [warning] = mark(candidate(), seconds, refused).diagnostics;
  expect(warning).toMatchObject({ code: "rules-stale", severity: "warning" });
  expect(warning!.message).toBe(
    `The target product ${reason}, so this verdict is based on the last good copies of its spec package and registry; check again before you submit.`,
  );
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
