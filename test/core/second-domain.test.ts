/** A domain of quite another shape, which no line of the product's code knows: a JSON file is all there is of it. */
import jsonPatch from "fast-json-patch";
import { describe, expect, test } from "vitest";
import {
  applyFixes,
  buildProposal,
  checkCandidate,
  createRegistry,
  type Diagnostic,
  describeCodes,
  normalizeCandidate,
  verifyPackage,
} from "../../src/core/index.ts";
import { spec as datagen, context as datagenContext, load, readJson } from "./datagen.ts";

const spec = load(readJson("../domains/berth-request.json"));
const registry = createRegistry([{ id: "DKAB7", name: "Havfruen" }], "2026-11-01T00:00:00Z");
const start2027 = Date.parse("2027-01-01T00:00:00Z");
const context = { registry, now: start2027 };
const buildContext = { ...context, submissionUrl: "https://harbour.example/api/proposals" };

function boat(): Record<string, unknown> {
  const { valid } = spec.document.examples;
  return structuredClone(valid[0]!.candidate) as Record<string, unknown>;
}

const shown = (diagnostics: readonly Diagnostic[]) =>
  diagnostics.map(({ code, pointer, severity }) => `${severity} ${code} at ${pointer}`);
const check = (candidate: unknown, now = start2027) =>
  shown(checkCandidate(spec, candidate, { registry, now }).diagnostics);

describe("a berth request", () => {
  test("passes as its package shows it", () => {
    expect(checkCandidate(spec, boat(), context)).toMatchObject({
      valid: true,
      diagnostics: [],
      specPackage: { version: "2.1.0", digest: spec.digest },
    });
  });

  test("explains each of its codes beside the built-in ones", () => {
    const codes = describeCodes(spec);
    expect(codes.find(({ code }) => code === "insurance-missing")).toMatchObject({
      effectiveAt: "2027-01-01T00:00:00Z",
      severity: "error",
    });
    expect(codes.map(({ code }) => code)).toEqual([...new Set(codes.map(({ code }) => code))]);
    expect(codes.map(({ code }) => code)).not.toContain("field-type-unknown");
  });

  test("hears of everything that is wrong, in the order of the document", () => {
    const candidate = {
      berth: "Quay",
      callSign: "dkab7",
      vessel: { name: " ", lengthMetres: 0, draughtMetres: 8, engine: { fuel: "steam", kilowatts: "90" } },
      stay: { arrival: "2026-06-31", nights: 31 },
      home: { country: "Sweden", nam: "Ystad" },
      next: { country: "DK" },
      crew: [
        { name: "Ebba", role: "Skipper" },
        { name: "Ebba ", role: "captain", swims: "true" },
      ],
      services: ["wifi", "laundry", "wifi"],
      fenders: { bow: 2, stern: 0, port: 21, starboard: 1 },
      papers: "on board",
      terms: "2025-harbour-terms",
      colour: "red",
    };
    expect(check(candidate)).toEqual([
      "error value-not-allowed at /berth",
      "error text-pattern at /callSign",
      "error text-too-short at /vessel/name",
      "error number-too-small at /vessel/lengthMetres",
      "error number-too-large at /vessel/draughtMetres",
      "error value-not-allowed at /vessel/engine/fuel",
      "error type-mismatch at /vessel/engine/kilowatts",
      "error arrival-not-a-date at /stay/arrival",
      "error number-too-large at /stay/nights",
      "error text-too-long at /home/country",
      "error member-unknown at /home/nam",
      "error member-missing at /home/name",
      "error member-missing at /next/name",
      "error role-unknown at /crew/0/role",
      "error crew-name-twice at /crew/1/name",
      "error role-unknown at /crew/1/role",
      "error type-mismatch at /crew/1/swims",
      "error service-unknown at /services/1",
      "info service-twice at /services/2",
      "error list-too-long at /fenders",
      "error number-too-small at /fenders/stern",
      "error number-too-large at /fenders/port",
      "warning papers-not-a-link at /papers",
      "error value-not-allowed at /terms",
      "error member-unknown at /colour",
      "error insurance-missing at /insurancePolicy",
    ]);
  });

  test("goes from faulty over fixed to built and verified", () => {
    const candidate = {
      ...boat(),
      berth: " PONTOON ",
      callSign: "DKAB7",
      stay: { arrival: "2026/7/14", nights: "3" },
      crew: [
        { name: "Ebba", role: "Skipper" },
        { name: "Per", role: "captain", swims: "false" },
      ],
      services: ["wifi", "electricity", "wifi"],
      terms: "2026-Harbour Terms",
      callsign: "X",
    };
    const before = checkCandidate(spec, candidate, context);
    expect(before.diagnostics.map(({ code, fixes }) => `${code}: ${fixes?.[0]?.applicability}`)).toEqual([
      "value-not-allowed: safe",
      "call-sign-expected: undefined",
      "arrival-not-a-date: suggested",
      "type-mismatch: safe",
      "role-unknown: safe",
      "role-unknown: suggested",
      "type-mismatch: safe",
      "value-not-allowed: safe",
      "service-unknown: suggested",
      "service-twice: safe",
      "member-unknown: removal",
    ]);
    const fixed = applyFixes(candidate, before.diagnostics, "suggested");
    expect(fixed).toMatchObject({ applied: 9, skipped: 1 });
    // No other call sign can be guessed, since the numbered ones do not have its form.
    expect(check(fixed.candidate)).toEqual([
      "error call-sign-expected at /callSign",
      "error member-unknown at /callsign",
    ]);

    const { callsign: _, ...rest } = fixed.candidate as Record<string, unknown>;
    const built = buildProposal(spec, { ...rest, callSign: "SEPR4" }, buildContext);
    expect(built.proposalPackage?.candidate).toEqual({
      berth: "pontoon",
      callSign: "SEPR4",
      crew: [
        { name: "Ebba", role: "skipper", swims: true },
        { name: "Per", role: "skipper", swims: false },
      ],
      flag: "EU",
      home: { country: "SE", name: "Ystad" },
      insurancePolicy: "A-1234",
      remarks: "none",
      services: ["shore-power", "wifi"],
      stay: { arrival: "2026-07-14", nights: 3 },
      terms: "2026-harbour-terms",
      vessel: { engine: { fuel: "diesel" }, lengthMetres: 8.2, name: "Pim" },
    });
    expect(built.submission).toEqual({
      method: "POST",
      url: "https://harbour.example/api/proposals",
      headers: {
        "Content-Type": "application/json",
        "Idempotency-Key": built.proposalPackage?.digest.replace("sha256:", "pf1_"),
      },
    });
    expect(verifyPackage(spec, built.proposalPackage, context)).toMatchObject({
      valid: true,
      diagnostics: [],
    });
  });

  test("has every default made explicit, those inside defaults too, and each is listed as a change", () => {
    const built = buildProposal(spec, boat(), buildContext);
    const patched = jsonPatch.applyPatch(
      boat(),
      built.changes as jsonPatch.Operation[],
      true,
      false,
    ).newDocument;
    expect(patched).toEqual(built.proposalPackage?.candidate);
    expect(patched).toMatchObject({
      crew: [{ swims: true }],
      flag: "EU",
      remarks: "none",
      services: ["water", "wifi"],
      stay: { nights: 1 },
      vessel: { engine: { fuel: "diesel" } },
    });
  });

  test("is normalized once", () => {
    const once = normalizeCandidate(spec, boat());
    expect(normalizeCandidate(spec, once.candidate)).toEqual({ candidate: once.candidate, changes: [] });
  });

  test("has names compared as they will be submitted", () => {
    const crew = [
      { name: "Zoe\u0308", role: "mate" },
      { name: " Zo\u00eb\n", role: "guest" },
    ];
    expect(check({ ...boat(), crew })).toEqual(["error crew-name-twice at /crew/1/name"]);
  });

  test.each([
    ["a millisecond before", "warning", start2027 - 1, true],
    ["at", "error", start2027, false],
    ["long after", "error", start2027 + 1e12, false],
    ["long before", "warning", 0, true],
  ])("%s its moment, the rule on insurance gives %s", (_, severity, now, valid) => {
    const { insurancePolicy: _policy, ...uninsured } = boat();
    const result = checkCandidate(spec, uninsured, { registry, now });
    expect(shown(result.diagnostics)).toEqual([`${severity} insurance-missing at /insurancePolicy`]);
    expect(result.valid).toBe(valid);
    expect(
      verifyPackage(spec, buildProposal(spec, boat(), buildContext).proposalPackage, { registry, now }).valid,
    ).toBe(true);
  });

  test("is not mistaken for a proposal of another product", () => {
    const { proposalPackage } = buildProposal(spec, boat(), buildContext);
    const { valid, diagnostics } = verifyPackage(datagen, proposalPackage, datagenContext);
    expect(valid).toBe(false);
    expect(shown(diagnostics)).toEqual(
      expect.arrayContaining([
        "error package-product at /targetProduct",
        "error package-product at /domainId",
        "error package-outdated at /specPackage/version",
        "error member-unknown at /candidate/berth",
      ]),
    );
  });
});
