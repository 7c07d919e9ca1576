import fc from "fast-check";
import jsonPatch from "fast-json-patch";
import { describe, expect, test } from "vitest";
import {
  applyFixes,
  buildProposal,
  canonicalize,
  checkCandidate,
  type Diagnostic,
  normalizeCandidate,
  type PatchOperation,
  type ProposalPackage,
  repairCandidate,
  sha256Hex,
  verifyPackage,
} from "../../../src/core/index.ts";
import { equalJson, isWritableJson, setOwn } from "../../../src/core/json/values.ts";
import { isClean } from "../../../src/core/proposal/check.ts";
import { bulkFix } from "../../../src/core/proposal/repair.ts";
import { draws } from "../../support/random.ts";
import { anyJson, type Candidate, validCandidate } from "../arbitraries.ts";
import { buildContext, context, registered, spec } from "../datagen.ts";
import { diagnose } from "../diagnose.ts";
import { chooseInjections, faultDraws, INJECTORS, type Loose } from "./faults.ts";
import { spoiledCandidate } from "./spoil.ts";

const shown = (diagnostics: readonly Diagnostic[]) =>
  diagnostics.map(({ code, pointer }) => `${code} at ${pointer}`);
const clone = <T>(value: T): T => structuredClone(value);

function build(candidate: unknown): { proposalPackage: ProposalPackage; changes: jsonPatch.Operation[] } {
  const { proposalPackage, changes } = buildProposal(spec, candidate, buildContext);
  if (!proposalPackage) throw new Error("not built");
  return { proposalPackage, changes: changes as jsonPatch.Operation[] };
}

describe("valid candidates", () => {
  test("pass without a remark", () => {
    fc.assert(
      fc.property(validCandidate, (candidate) => {
        expect(diagnose(spec, candidate, context).diagnostics).toEqual([]);
        expect(checkCandidate(spec, candidate, context)).toMatchObject({
          valid: true,
          diagnostics: [],
          omitted: 0,
        });
      }),
      { numRuns: draws(150) },
    );
  });

  test("are not altered by a check or a build", () => {
    fc.assert(
      fc.property(validCandidate, (candidate) => {
        const before = JSON.stringify(candidate);
        checkCandidate(spec, candidate, context);
        build(candidate);
        expect(JSON.stringify(candidate)).toBe(before);
      }),
      { numRuns: 30 },
    );
  });

  test("are normalized once: a second time changes nothing", () => {
    fc.assert(
      fc.property(validCandidate, (candidate) => {
        const once = normalizeCandidate(spec, candidate);
        const twice = normalizeCandidate(spec, once.candidate);
        expect(twice.changes).toEqual([]);
        expect(JSON.stringify(twice.candidate)).toBe(JSON.stringify(once.candidate));
        expect(checkCandidate(spec, once.candidate, context).valid).toBe(true);
      }),
      { numRuns: draws(100) },
    );
  });

  test("give the changes as a patch that leads to the packaged candidate", () => {
    fc.assert(
      fc.property(validCandidate, (candidate) => {
        const { proposalPackage, changes } = build(candidate);
        const patched = jsonPatch.applyPatch(candidate, changes, true, false).newDocument;
        expect(canonicalize(patched)).toBe(canonicalize(proposalPackage.candidate));
      }),
      { numRuns: 60 },
    );
  });

  test("give the same bytes whatever the order of members", () => {
    fc.assert(
      fc.property(validCandidate, fc.infiniteStream(fc.nat()), (candidate, dice) => {
        const shuffled = shuffleMembers(candidate, () => dice.next().value);
        expect(JSON.stringify(build(shuffled).proposalPackage)).toBe(
          JSON.stringify(build(candidate).proposalPackage),
        );
      }),
      { numRuns: 80 },
    );
  });

  test("give a digest over the canonical form of the package without it", () => {
    fc.assert(
      fc.property(validCandidate, (candidate) => {
        const { digest, ...content } = build(candidate).proposalPackage;
        expect(digest).toBe(`sha256:${sha256Hex(canonicalize(content))}`);
      }),
      { numRuns: 20 },
    );
  });
});

describe("packages", () => {
  test("verify, and no longer verify once anything in them is altered", () => {
    fc.assert(
      fc.property(validCandidate, fc.nat(), anyJson, (candidate, die, value) => {
        const { proposalPackage } = build(candidate);
        expect(shown(verifyPackage(spec, proposalPackage, context).diagnostics)).toEqual([]);
        const altered = alter(clone(proposalPackage), die, value);
        fc.pre(!equalJson(altered, proposalPackage));
        expect(verifyPackage(spec, altered, context).valid).toBe(false);
      }),
      { numRuns: draws(200) },
    );
  });

  test("of any shape get an answer", () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(verifyPackage(spec, value, context).valid).toBe(false);
      }),
      { numRuns: draws(200) },
    );
  });
});

describe("faults put into a valid candidate", () => {
  test.each(Object.entries(INJECTORS))("%s: reported where it is, and nothing else", (_, inject) => {
    let tried = 0;
    const dice = fc.tuple(fc.nat(999), fc.nat(999), fc.nat(999));
    fc.assert(
      fc.property(validCandidate, dice, (candidate, thrown) => {
        const injection = inject(candidate, thrown, registered);
        fc.pre(injection !== undefined);
        tried++;
        const spoiled = clone(candidate) as unknown as Loose;
        injection.apply(spoiled);
        expect(shown(checkCandidate(spec, spoiled, context).diagnostics)).toEqual([
          `${injection.code} at ${injection.pointer}`,
        ]);
      }),
      { numRuns: 20, maxSkipsPerRun: 1_000 },
    );
    expect(tried).toBeGreaterThan(0);
  });

  test("one to five at once: each reported where it is, and nothing else", () => {
    fc.assert(
      fc.property(validCandidate, faultDraws, fc.integer({ min: 1, max: 5 }), (candidate, draws, most) => {
        const injections = chooseInjections(candidate, draws, registered, most);
        fc.pre(injections.length > 0);
        const spoiled = clone(candidate) as unknown as Loose;
        for (const injection of injections) injection.apply(spoiled);
        const result = checkCandidate(spec, spoiled, context);
        expect(shown(result.diagnostics).sort()).toEqual(
          injections.map(({ code, pointer }) => `${code} at ${pointer}`).sort(),
        );
        expect(result.valid).toBe(result.diagnostics.every(({ severity }) => severity !== "error"));
      }),
      { numRuns: draws(400) },
    );
  });
});

describe("any JSON value", () => {
  test("gets an answer, and the quick pass agrees with the thorough one", () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const thorough = diagnose(spec, value, context);
        expect(isClean(spec, value, context)).toBe(thorough.diagnostics.length === 0);
        expect(() => JSON.stringify(thorough)).not.toThrow();
      }),
      { numRuns: draws(400) },
    );
  });

  test("put anywhere into a good candidate gets an answer, and the passes agree", () => {
    fc.assert(
      fc.property(spoiledCandidate, (candidate) => {
        const thorough = diagnose(spec, candidate, context);
        expect(isClean(spec, candidate, context)).toBe(thorough.diagnostics.length === 0);
        const places = shown(thorough.diagnostics);
        expect(new Set(places).size).toBe(places.length);
      }),
      { numRuns: draws(400) },
    );
  });
});

describe("fixes", () => {
  const applyElsewhere = (document: unknown, patch: PatchOperation[]) =>
    jsonPatch.applyPatch(document, structuredClone(patch) as jsonPatch.Operation[], true, false).newDocument;
  /** The library refuses these names in any path, and copies by way of JSON text. */
  const isForLibrary = (candidate: unknown, patches: unknown) =>
    !/__proto__|constructor/.test(JSON.stringify(patches)) && isPlainJson(candidate);

  test("stand alone: each applies by itself to the candidate as it was sent", () => {
    fc.assert(
      fc.property(spoiledCandidate, (candidate) => {
        const { diagnostics } = checkCandidate(spec, candidate, context);
        const patches = diagnostics.flatMap(({ fixes = [] }) => fixes.map(({ patch }) => patch));
        fc.pre(isForLibrary(candidate, patches));
        for (const patch of patches) expect(() => applyElsewhere(candidate, patch)).not.toThrow();
      }),
      { numRuns: draws(300) },
    );
  });

  test("write to no place twice: applied from the last to the first, a library gets what we get", () => {
    fc.assert(
      fc.property(spoiledCandidate, (candidate) => {
        const { diagnostics } = checkCandidate(spec, candidate, context);
        const patches = diagnostics.flatMap(({ fixes = [] }) => {
          const fix = bulkFix(fixes, "placeholder");
          return fix ? [fix.patch] : [];
        });
        fc.pre(isForLibrary(candidate, patches));
        let failed = 0;
        const elsewhere = patches.reduceRight<unknown>((document, patch) => {
          try {
            return applyElsewhere(document, patch);
          } catch {
            failed++;
            return document;
          }
        }, candidate);
        const fixed = applyFixes(candidate, diagnostics, "placeholder");
        expect(equalJson(applyElsewhere(candidate, fixed.patch), fixed.candidate)).toBe(true);
        if (failed === 0) expect(equalJson(fixed.candidate, elsewhere)).toBe(true);
      }),
      { numRuns: draws(400) },
    );
  });

  test("never make a candidate valid by placeholders alone", () => {
    fc.assert(
      fc.property(spoiledCandidate, (candidate) => {
        const { diagnostics } = checkCandidate(spec, candidate, context);
        const added = diagnostics.some(
          ({ fixes = [] }) => bulkFix(fixes, "placeholder")?.applicability === "placeholder",
        );
        fc.pre(added && diagnostics.some(({ severity }) => severity === "error"));
        const fixed = applyFixes(candidate, diagnostics, "placeholder");
        expect(checkCandidate(spec, fixed.candidate, context).valid).toBe(false);
      }),
      { numRuns: draws(200), maxSkipsPerRun: 200 },
    );
  });

  test("do not alter the candidate that they are applied to", () => {
    fc.assert(
      fc.property(spoiledCandidate, (candidate) => {
        const before = clone(candidate);
        applyFixes(candidate, checkCandidate(spec, candidate, context).diagnostics, "placeholder");
        repairCandidate(spec, candidate, context, "suggested");
        expect(equalJson(candidate, before)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

describe("repairs", () => {
  test("report what the check reports, and lead by their patch to a candidate that they judge rightly", () => {
    let repaired = 0;
    fc.assert(
      fc.property(
        spoiledCandidate,
        fc.constantFrom("safe" as const, "suggested" as const),
        (candidate, level) => {
          const plain = checkCandidate(spec, candidate, context);
          const { repaired: repair, ...result } = repairCandidate(spec, candidate, context, level);
          expect(result).toEqual(plain);
          expect(repair === undefined).toBe(plain.diagnostics.length === 0);
          if (repair === undefined) return;
          // What JSON cannot say is not sent back.
          if (!isWritableJson(candidate)) {
            expect(repair).toMatchObject({ candidate: null, patch: [], valid: plain.valid });
            return;
          }
          const { valid, diagnostics, omitted } = checkCandidate(spec, repair.candidate, context);
          expect({ valid, diagnostics, omitted }).toEqual({
            valid: repair.valid,
            diagnostics: repair.diagnostics,
            omitted: repair.omitted,
          });
          if (repair.valid && !plain.valid) repaired++;
          if (!isPlainJson(candidate) || /__proto__|constructor/.test(JSON.stringify(repair.patch))) return;
          expect(
            equalJson(
              jsonPatch.applyPatch(
                candidate,
                structuredClone(repair.patch) as jsonPatch.Operation[],
                true,
                false,
              ).newDocument,
              repair.candidate,
            ),
          ).toBe(true);
        },
      ),
      { numRuns: draws(1_200) },
    );
    expect(repaired).toBeGreaterThan(0);
  });
});

/** The same members in another order, all the way down. */
function shuffleMembers(value: unknown, roll: () => number): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffleMembers(item, roll));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map((entry) => ({ entry, rank: roll() }));
  const shuffled: Record<string, unknown> = {};
  for (const { entry } of entries.sort((a, b) => a.rank - b.rank))
    setOwn(shuffled, entry[0], shuffleMembers(entry[1], roll));
  return shuffled;
}

/** One place of a package set to another value, taken away, or given a neighbour. */
function alter(root: ProposalPackage, die: number, value: unknown): unknown {
  const places: { parent: Record<string, unknown> | unknown[]; key: string }[] = [];
  const walk = (parent: object): void => {
    for (const [key, item] of Object.entries(parent)) {
      places.push({ parent: parent as Record<string, unknown>, key });
      if (typeof item === "object" && item !== null) walk(item);
    }
  };
  walk(root);
  const { parent, key } = places[die % places.length]!;
  if (Array.isArray(parent)) {
    if (die % 3 === 0) parent.splice(Number(key), 1);
    else if (die % 3 === 1) parent[Number(key)] = value;
    else parent.push(value);
  } else if (die % 3 === 0) delete parent[key];
  else if (die % 3 === 1) setOwn(parent, key, value);
  else setOwn(parent, `${key}x`, value);
  return root;
}

/** Whether a copy by way of JSON text is the same: the library copies so. */
function isPlainJson(candidate: Candidate | unknown): boolean {
  return equalJson(JSON.parse(JSON.stringify(candidate)), candidate);
}
