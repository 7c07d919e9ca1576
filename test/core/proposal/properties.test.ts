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
  type ProposalPackage,
  sha256Hex,
  verifyPackage,
} from "../../../src/core/index.ts";
import { equalJson } from "../../../src/core/json/equality.ts";
import { setOwn } from "../../../src/core/json/pointer.ts";
import { diagnose, isClean } from "../../../src/core/proposal/check.ts";
import { anyJson, type Candidate, validCandidate } from "../arbitraries.ts";
import { buildContext, context, registered, registry, spec } from "../datagen.ts";
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
      { numRuns: 150 },
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
      { numRuns: 100 },
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
      { numRuns: 200 },
    );
  });

  test("of any shape get an answer", () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(verifyPackage(spec, value, context).valid).toBe(false);
      }),
      { numRuns: 200 },
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
      { numRuns: 400 },
    );
  });
});

describe("any JSON value", () => {
  test("gets an answer, and the quick pass agrees with the thorough one", () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const thorough = diagnose(spec, value, context);
        expect(isClean(spec, value, registry)).toBe(thorough.diagnostics.length === 0);
        expect(() => JSON.stringify(thorough)).not.toThrow();
      }),
      { numRuns: 400 },
    );
  });

  test("put anywhere into a good candidate gets an answer, and the passes agree", () => {
    fc.assert(
      fc.property(spoiledCandidate, (candidate) => {
        const thorough = diagnose(spec, candidate, context);
        expect(isClean(spec, candidate, registry)).toBe(thorough.diagnostics.length === 0);
        const places = shown(thorough.diagnostics);
        expect(new Set(places).size).toBe(places.length);
      }),
      { numRuns: 400 },
    );
  });
});

describe("fixes", () => {
  test("can all be applied in the order given, by ours and by a library that knows nothing of us", () => {
    fc.assert(
      fc.property(spoiledCandidate, (candidate) => {
        const { diagnostics } = checkCandidate(spec, candidate, context);
        const fixed = applyFixes(candidate, diagnostics, "placeholder");
        expect(fixed.skipped).toBe(0);
        const patches = diagnostics.flatMap(({ fixes }) => (fixes?.[0] ? [fixes[0].patch] : []));
        fc.pre(!/__proto__|constructor/.test(JSON.stringify(patches)) && isPlainJson(candidate));
        let elsewhere: unknown = candidate;
        for (const patch of patches)
          elsewhere = jsonPatch.applyPatch(
            elsewhere,
            patch as jsonPatch.Operation[],
            true,
            false,
          ).newDocument;
        expect(equalJson(fixed.candidate, elsewhere)).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  test("that are safe leave nothing of what they were offered for", () => {
    fc.assert(
      fc.property(spoiledCandidate, (candidate) => {
        const { diagnostics, omitted } = checkCandidate(spec, candidate, context);
        fc.pre(omitted === 0);
        const after = new Set(
          shown(
            checkCandidate(spec, applyFixes(candidate, diagnostics, "placeholder").candidate, context)
              .diagnostics,
          ),
        );
        for (const [index, { code, fixes }] of diagnostics.entries()) {
          const last = fixes?.[0]?.patch.at(-1);
          // What was removed cannot be at fault; something else may have come to stand in its place.
          if (fixes?.[0]?.applicability !== "safe" || last?.op === "remove") continue;
          const place = followPlace(last!.path, diagnostics.slice(index + 1));
          expect(after).not.toContain(`${code} at ${place}`);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("make a candidate valid where every error has one that is safe or suggested", () => {
    let seen = 0;
    fc.assert(
      fc.property(spoiledCandidate, (candidate) => {
        const { diagnostics, omitted } = checkCandidate(spec, candidate, context);
        const errors = diagnostics.filter(({ severity }) => severity === "error");
        const mendable = errors.every(({ fixes }) =>
          ["safe", "suggested"].includes(fixes?.[0]?.applicability ?? ""),
        );
        fc.pre(omitted === 0 && errors.length > 0 && mendable);
        seen++;
        const fixed = applyFixes(candidate, diagnostics, "suggested");
        expect(
          shown(
            checkCandidate(spec, fixed.candidate, context).diagnostics.filter(
              ({ severity }) => severity === "error",
            ),
          ),
        ).toEqual([]);
      }),
      { numRuns: 300, maxSkipsPerRun: 200 },
    );
    expect(seen).toBeGreaterThan(50);
  });

  test("do not alter the candidate that they are applied to", () => {
    fc.assert(
      fc.property(spoiledCandidate, (candidate) => {
        const before = clone(candidate);
        applyFixes(candidate, checkCandidate(spec, candidate, context).diagnostics, "placeholder");
        expect(equalJson(candidate, before)).toBe(true);
      }),
      { numRuns: 60 },
    );
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

/** Where a place is once later fixes have removed list items before it or renamed what it stands in. */
function followPlace(path: string, later: readonly Diagnostic[]): string {
  let place = path;
  for (const { fixes } of later) {
    for (const operation of fixes?.[0]?.patch ?? []) {
      if (operation.op === "move" && (place === operation.from || place.startsWith(`${operation.from}/`)))
        place = operation.path + place.slice(operation.from.length);
      if (operation.op !== "remove") continue;
      const list = operation.path.slice(0, operation.path.lastIndexOf("/") + 1);
      const gone = operation.path.slice(list.length);
      if (!place.startsWith(list) || !/^\d+$/.test(gone)) continue;
      const [index, ...rest] = place.slice(list.length).split("/");
      if (index === gone) return "gone";
      if (/^\d+$/.test(index!) && Number(index) > Number(gone))
        place = [list + String(Number(index) - 1), ...rest].join("/");
    }
  }
  return place;
}

/** Whether a copy by way of JSON text is the same: the library copies so. */
function isPlainJson(candidate: Candidate | unknown): boolean {
  return equalJson(JSON.parse(JSON.stringify(candidate)), candidate);
}
