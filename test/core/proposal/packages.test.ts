/**
 * From a candidate to a package and back: what normalization changes, what the receiving side reports, and which fixes are
 * applied without asking. After a change that is meant, run this file with `-u` and read the difference.
 */
import { describe, expect, test } from "vitest";
import {
  applyFixes,
  type BulkLevel,
  buildProposal,
  checkCandidate,
  createRegistry,
  type Fix,
  idempotencyKeyOf,
  normalizeCandidate,
  type ProposalPackage,
  type RepairLevel,
  repairCandidate,
  type SpecPackageDocument,
  verifyPackage,
} from "../../../src/core/index.ts";
import { digestOf } from "../../../src/core/json/digest.ts";
import { applyPatches, bulkFix } from "../../../src/core/proposal/repair.ts";
import { exampleRegistries } from "../../../src/core/publishing/examples.ts";
import * as datagen from "../datagen.ts";
import { createDescriber } from "../describe-diagnostic.ts";
import { altered } from "../scenario.ts";
import { objectOf, packageOf } from "../schema/small-package.ts";
import { showInvisible } from "../table.ts";

const document = datagen.readJson("../domains/berth-request.json") as SpecPackageDocument;
const spec = datagen.load(document);
const context = {
  ...exampleRegistries({ document }),
  now: Date.parse("2026-11-15T00:00:00Z"),
  rulesUrl: "https://preflight.example/rules",
};
const valid = document.examples.valid[0]!.candidate;
const berth = (set: Record<string, unknown>, remove: string[] = []) =>
  altered(valid, { set, remove }) as Record<string, unknown>;
const build = (candidate: unknown) =>
  buildProposal(spec, candidate, { ...context, submissionUrl: "https://harbour.example/proposals" });

function built(candidate: unknown): ProposalPackage {
  const { proposalPackage } = build(candidate);
  if (proposalPackage === undefined) throw new Error("not valid");
  return proposalPackage;
}

/** The package with something changed, and its digest made again unless that is the change. */
function tampered(set: Record<string, unknown>, remove: string[] = []): unknown {
  const changed = altered(built(valid), { set, remove }) as ProposalPackage;
  if ("/digest" in set || remove.includes("/digest")) return changed;
  const { digest: _, ...content } = changed;
  return { ...changed, digest: digestOf(content) };
}

describe("a package that was sent", () => {
  const PACKAGES: [string, unknown][] = [
    ["as it was built", built(valid)],
    ["nothing", undefined],
    ["a list", []],
    ["an empty object", {}],
    ["another version of packages", tampered({ "/packageVersion": "2" })],
    ["a member too many", tampered({ "/note": "hello" })],
    ["a member of the wrong type", tampered({ "/targetProduct": 7, "/domainId": null })],
    ["no candidate", tampered({}, ["/candidate"])],
    ["another product", tampered({ "/targetProduct": "airport" })],
    ["another domain", tampered({ "/domainId": "gate-request" })],
    ["older rules", tampered({ "/specPackage/version": "2.0.9" })],
    ["other rules of the same version", tampered({ "/specPackage/digest": "sha256:0" })],
    ["rules of the wrong type", tampered({ "/specPackage": "2.1.0" })],
    ["rules with a number for a digest", tampered({ "/specPackage/digest": 7 })],
    ["a member whose name starts like that of the candidate", tampered({ "/candidates": [] })],
    ["no version", tampered({}, ["/specPackage/version"])],
    ["another digest", tampered({ "/digest": "sha256:0" })],
    ["no digest", tampered({}, ["/digest"])],
    ["a candidate with an error", tampered({ "/candidate/crew": [] })],
    ["a candidate with a warning", tampered({ "/candidate/papers": "none" })],
    [
      "a crew with one name",
      tampered({
        "/candidate/crew": [
          { name: "A", role: "mate", swims: true },
          { name: "A", role: "mate", swims: true },
        ],
      }),
    ],
    ["a default taken out", tampered({}, ["/candidate/remarks"])],
    ["a set in another order", tampered({ "/candidate/services": ["wifi", "water"] })],
    ["prose with blanks around it", tampered({ "/candidate/vessel/name": " Pim " })],
    ["a lone surrogate", { ...built(valid), candidate: { papers: "\ud800" } }],
  ];

  test.each(PACKAGES)("%s", async (name, sent) => {
    const { valid: isValid, diagnostics, ...rest } = verifyPackage(spec, sent, context);
    const text = [`valid: ${isValid}`, ...diagnostics.flatMap(createDescriber())].join("\n");
    await expect(`${showInvisible(text)}\n`).toMatchFileSnapshot(`packages/${name.replaceAll(" ", "-")}.txt`);
    for (const { docs, code, fixes } of diagnostics) {
      expect(docs).toBe(`https://preflight.example/rules/harbour-desk/berth-request/${code}`);
      expect(fixes).toBeUndefined();
    }
    expect(rest).toEqual({
      omitted: 0,
      specPackage: { version: spec.version, digest: spec.digest },
      registry: { digest: context.registry.digest, asOf: context.registry.asOf },
    });
  });

  test("is checked against its digest however deep its candidate is", () => {
    const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
    const open = datagen.load(packageOf(objectOf({ anything: { description: "Anything" } })));
    const nothing = { registry: createRegistry([], "2026-01-01T00:00:00Z"), now: 0 };
    // 63 lists, the candidate around them and the package around that.
    const sent = { candidate: { anything: nested(63) } };
    const { proposalPackage } = buildProposal(open, sent.candidate, {
      ...nothing,
      submissionUrl: "https://shop.example/",
    });
    expect(verifyPackage(open, proposalPackage, nothing).diagnostics).toEqual([]);
    const { diagnostics } = verifyPackage(open, { ...proposalPackage, digest: "sha256:0" }, nothing);
    expect(diagnostics.map(({ code }) => code)).toEqual(["package-digest"]);
    const deeper = { ...proposalPackage, candidate: { anything: nested(64) } };
    expect(verifyPackage(open, deeper, nothing).diagnostics.map(({ code }) => code)).toEqual([
      "nested-too-deep",
    ]);
  });

  test("with more problems than are shown says how many there are besides", () => {
    const crew = Array.from({ length: 120 }, () => ({ name: "", role: "mate" }));
    const {
      diagnostics,
      omitted,
      valid: isValid,
    } = verifyPackage(spec, tampered({ "/candidate/crew": crew }), context);
    expect([isValid, diagnostics.length, omitted > 0]).toEqual([false, 100, true]);
  });
});

describe("a build", () => {
  test("is the package, what changed, and how to send it", () => {
    const result = build(berth({ "/vessel/name": "  Pim  ", "/services": ["wifi", "water", "wifi"] }));
    const { proposalPackage, changes, submission } = result;
    expect(Object.keys(proposalPackage!)).toEqual([
      "candidate",
      "digest",
      "domainId",
      "packageVersion",
      "specPackage",
      "targetProduct",
    ]);
    expect(Object.keys(proposalPackage!.candidate as object)).toEqual(
      Object.keys(proposalPackage!.candidate as object).toSorted(),
    );
    expect(submission).toEqual({
      method: "POST",
      url: "https://harbour.example/proposals",
      headers: { "Content-Type": "application/json", "Idempotency-Key": idempotencyKeyOf(proposalPackage!) },
    });
    expect(idempotencyKeyOf(proposalPackage!)).toBe(proposalPackage!.digest.replace("sha256:", "pf1_"));
    expect(changes).toEqual(
      expect.arrayContaining([
        { op: "replace", path: "/vessel/name", value: "Pim" },
        { op: "replace", path: "/services", value: ["water", "wifi"] },
        { op: "add", path: "/stay/nights", value: 1 },
        { op: "add", path: "/crew/0/swims", value: true },
        { op: "replace", path: "/remarks", value: "none" },
      ]),
    );
  });

  test("of an invalid candidate is its verdict and no package", () => {
    const result = build({});
    expect(result.valid).toBe(false);
    for (const member of ["proposalPackage", "changes", "submission"])
      expect(result).not.toHaveProperty(member);
  });

  test("normalizing twice changes nothing more, and words that are in no list stay behind those that are", () => {
    const { candidate, changes } = normalizeCandidate(
      spec,
      berth({ "/services": ["sauna", "wifi", "sauna", "water", 7, -0], "/stay/nights": -0 }),
    );
    expect((candidate as { services: unknown }).services).toEqual(["water", "wifi", "sauna", 7, 0]);
    expect(Object.is((candidate as { stay: { nights: number } }).stay.nights, 0)).toBe(true);
    expect(changes.length).toBeGreaterThan(0);
    expect(normalizeCandidate(spec, candidate)).toEqual({ candidate, changes: [] });
    const odd = normalizeCandidate(spec, berth({ "/services": "none", "/vessel/name": 7 })).candidate;
    expect(odd).toMatchObject({ services: "none", vessel: { name: 7 } });
  });
});

describe("fixes that are applied without asking", () => {
  const fix = (applicability: Fix["applicability"], more: Partial<Fix> = {}): Fix => ({
    title: applicability,
    applicability,
    patch: [{ op: "add", path: `/${applicability}`, value: 1 }],
    ...more,
  });
  const levels: BulkLevel[] = ["safe", "suggested", "placeholder"];
  test.each<[string, Fix[], string[]]>([
    ["none", [], ["-", "-", "-"]],
    ["a safe one", [fix("safe"), fix("suggested")], ["safe", "safe", "safe"]],
    ["a suggestion", [fix("suggested"), fix("removal")], ["-", "suggested", "suggested"]],
    ["two suggestions", [fix("suggested"), fix("suggested")], ["-", "-", "-"]],
    [
      "a second that the author decides",
      [fix("suggested"), fix("suggested", { decision: true })],
      ["-", "suggested", "suggested"],
    ],
    ["a decision", [fix("safe", { decision: true })], ["-", "-", "-"]],
    ["a placeholder", [fix("placeholder"), fix("placeholder")], ["-", "-", "placeholder"]],
    ["a removal", [fix("removal"), fix("safe")], ["-", "-", "-"]],
  ])("%s", (_name, fixes, applied) => {
    expect(levels.map((level) => bulkFix(fixes, level)?.title ?? "-")).toEqual(applied);
    const results = levels.map((level) => applyFixes({}, [{ fixes }, {}, { fixes: [] }], level));
    expect(results.map((result) => [result.applied, result.skipped])).toEqual(
      applied.map((title) => [Number(title !== "-"), fixes.length === 0 ? 0 : Number(title === "-")]),
    );
    expect(results.map(({ candidate }) => Object.keys(candidate as object)[0] ?? "-")).toEqual(applied);
  });

  test("patches of one document do not get in each other's way", () => {
    const list = { list: ["a", "b", "c"], old: "x" };
    const {
      document: made,
      patch,
      applied,
    } = applyPatches(list, [
      [{ op: "remove", path: "/list/0" }],
      [
        { op: "test", path: "/list/1", value: "b" },
        { op: "replace", path: "/list/1", value: "B" },
      ],
      [{ op: "remove", path: "/list/2" }],
      [{ op: "move", from: "/old", path: "/new" }],
      [
        { op: "test", path: "/old", value: "y" },
        { op: "replace", path: "/old", value: "z" },
      ],
      [{ op: "replace", path: "/old", value: "X" }],
    ]);
    expect(made).toEqual({ list: ["B"], new: "X" });
    expect(applied).toBe(5);
    expect(patch.filter(({ op }) => op === "test")).toEqual([]);
    expect(applyPatches(list, [patch]).document).toEqual(made);
    expect(list).toEqual({ list: ["a", "b", "c"], old: "x" });
  });
});

describe("repair", () => {
  const CANDIDATES: Record<string, unknown> = {
    nothing: undefined,
    "not writable": { papers: Number.NaN },
    "a word too many": berth({ "/services": ["WIFI", "watre", "sauna"] }),
    "one fix uncovers another": berth({ "/Crew": [{ Name: " Ebba ", role: "captain" }] }, ["/crew"]),
    "wrapped in its request": {
      targetProduct: "harbour-desk",
      domainId: "berth-request",
      repair: "safe",
      proposal: berth({ "/berth": "Quay" }),
    },
    "wrapped, with something beside it": { proposal: berth({}), note: 1 },
    "wrapped without much": { proposal: { berth: "quay" } },
    "wrapped with two members": { proposal: { berth: "quay", callSign: "SEPR4" } },
    "wrapped around nothing": { proposal: null },
    "wrapped around something else": { proposal: { name: "Pim", note: 1, to: [] } },
    "wrapped with misspelled members": {
      proposal: { Berth: "quay", CallSign: "SEPR4", Papers: "in order", Terms: "2026-harbour-terms" },
    },
    "wrapped with two misspelled members": { proposal: { Berth: "quay", CallSign: "SEPR4" } },
    "wrapped in __proto__": JSON.parse(`{"__proto__": ${JSON.stringify(valid)}}`),
    "a number as a text": berth({ "/stay/nights": "2", "/vessel/lengthMetres": "8,2" }),
    empty: {},
  };
  test.each(Object.keys(CANDIDATES))("%s", async (name) => {
    const describeDiagnostic = createDescriber();
    const lines = (["safe", "suggested"] satisfies RepairLevel[]).flatMap((level) => {
      const { repaired, ...verdict } = repairCandidate(spec, CANDIDATES[name], context, level);
      const { repaired: _, ...plain } = checkCandidate(spec, CANDIDATES[name], context);
      expect(verdict).toEqual(plain);
      return [
        `${level}: ${verdict.diagnostics.length} before, ${repaired?.diagnostics.length} after, valid: ${repaired?.valid}`,
        `  ${JSON.stringify(repaired?.candidate)}`,
        ...(repaired?.patch ?? []).map((operation) => `  ${JSON.stringify(operation)}`),
        ...(repaired?.diagnostics ?? []).flatMap(describeDiagnostic),
      ];
    });
    await expect(`${showInvisible(lines.join("\n"))}\n`).toMatchFileSnapshot(
      `repairs/${name.replaceAll(/[ ,]+/g, "-")}.txt`,
    );
  });

  test("there is nothing to repair where nothing is wrong", () => {
    expect(repairCandidate(spec, valid, context, "safe")).not.toHaveProperty("repaired");
  });
});
