/** The whole way of a proposal, and what happens when the rules change under it, over real sockets. */
import { readFileSync } from "node:fs";
import { applyFixes, type BuildResult, digestOf } from "proposal-preflight";
import { createClient } from "proposal-preflight/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { draws } from "../support/random.ts";
import { generateCandidates } from "./candidates.ts";
import { type Answer, call, type Stack, startStack, tokens } from "./stack.ts";

const specPackage = JSON.parse(
  readFileSync(new URL("../../spec-packages/datagen/generator-option.json", import.meta.url), "utf8"),
);
const example = specPackage.examples.valid[0].candidate;
const domain = { targetProduct: "datagen", domainId: "generator-option" };
const patience = { timeout: 120_000, interval: 50 };

let stack: Stack;
let key: string;
beforeAll(async () => {
  stack = await startStack();
  key = (await stack.identity.mintKey("ada")).key;
});
afterAll(() => stack?.close());

const ask = (operation: "validate" | "build", candidate: unknown): Promise<Answer> =>
  call(`${stack.preflight.url}/api/${operation}`, { key, body: { ...domain, candidate } });

const submit = (
  { submission, proposalPackage }: BuildResult,
  headers = submission?.headers,
): Promise<Answer> =>
  call(submission?.url ?? "", { key, body: { proposalPackage }, headers: { ...headers } });

const codes = (answer: Answer): string[] => answer.body.diagnostics.map(({ code }: { code: string }) => code);

describe("from a key to an accepted generator", () => {
  let built: BuildResult;
  let proposal: { id: string; ballot: { url: string } };

  it("finds the domain and where to submit", async () => {
    const { body } = await call(`${stack.preflight.url}/api/domains`);
    expect(body.domains).toEqual([
      expect.objectContaining({
        ...domain,
        specPackageVersion: specPackage.version,
        submissionUrl: `${stack.product.url}/api/proposals`,
      }),
    ]);
  });

  it("repairs a faulty candidate with the fixes it is given, then builds", async () => {
    const faulty = { ...example, supportedStrategies: ["Fast", "realistic"] };
    const first = await ask("validate", faulty);
    expect(first.body.valid).toBe(false);
    const { candidate } = applyFixes(faulty, first.body.diagnostics, "suggested");
    expect((await ask("validate", candidate)).body.valid).toBe(true);
    built = (await ask("build", candidate)).body;
    expect(built.proposalPackage?.candidate).toMatchObject({ supportedStrategies: ["fast", "realistic"] });
  });

  it("submits: recorded once, with an open ballot", async () => {
    const first = await submit(built);
    expect(first.status).toBe(201);
    proposal = first.body.proposal;
    const ballot = await call(proposal.ballot.url);
    expect(ballot.body).toMatchObject({ status: "open", votes: { yes: 0, no: 0 } });

    const again = await submit(built);
    expect([again.status, again.body]).toEqual([200, first.body]);
    const client = createClient({ baseUrl: stack.preflight.url, key });
    expect(await client.submit(built)).toEqual({ status: 200, isNew: false, body: first.body });
  });

  it("refuses another package under the same key", async () => {
    const other = (await ask("build", { ...example, generatorId: "other-generator" })).body;
    const answer = await submit(other, built.submission?.headers);
    expect([answer.status, answer.body.code]).toEqual([422, "idempotency-key-reused"]);
  });

  it("refuses what is not what Preflight built", async () => {
    const { proposalPackage, submission } = built;
    const send = (altered: unknown, idempotency: string) =>
      call(submission?.url ?? "", {
        key,
        body: { proposalPackage: altered },
        headers: { "idempotency-key": idempotency },
      });
    const altered = { ...proposalPackage, candidate: { ...example, generatorId: "altered" } };
    const refused = await send(altered, "k1");
    expect([refused.status, refused.body.code]).toEqual([422, "invalid-package"]);
    expect(refused.body.errors).toContainEqual(expect.objectContaining({ code: "package-digest" }));
    expect((await send({ ...proposalPackage, targetProduct: "other" }, "k2")).status).toBe(422);
    expect((await send(undefined, "k3")).status).toBe(422);
    expect((await call(submission?.url ?? "", { key, body: { proposalPackage } })).status).toBe(400);
    const nobody = { key: "ai_0123456789abcdef0", body: {}, headers: { "idempotency-key": "k" } };
    expect((await call(submission?.url ?? "", nobody)).status).toBe(401);
  });

  it("lists the caller's own proposals and nobody else's", async () => {
    const mine = await call(`${stack.product.url}/api/proposals`, { key });
    expect(mine.body.proposals).toEqual([expect.objectContaining({ id: proposal.id, status: "submitted" })]);
    const other = (await stack.identity.mintKey("bo")).key;
    expect((await call(`${stack.product.url}/api/proposals`, { key: other })).body.proposals).toEqual([]);
  });

  it("accepts by vote, and from then on the id is taken", async () => {
    const vote = (choice: string, voter: string) =>
      call(`${proposal.ballot.url}/vote`, { method: "PUT", key: voter, body: { choice } });
    expect((await vote("yes", key)).status).toBe(200);
    expect((await vote("perhaps", key)).status).toBe(400);
    const close = (token: string) => call(`${proposal.ballot.url}/close`, { method: "POST", key: token });
    expect((await close("guess")).status).toBe(401);
    expect((await close(tokens.operator)).body).toMatchObject({ status: "closed", outcome: "accepted" });
    expect((await vote("no", key)).status).toBe(409);

    await expect
      .poll(async () => codes(await ask("validate", built.proposalPackage?.candidate)), patience)
      .toContain("generator-id-taken");
    const mine = await call(`${stack.product.url}/api/proposals`, { key });
    expect(mine.body.proposals[0]).toMatchObject({ id: proposal.id, status: "accepted" });
    expect((await submit(built)).status).toBe(200);
  });
});

describe("a new version of the rules", () => {
  const publish = (document: unknown) =>
    call(`${stack.product.url}/spec-packages`, { key: tokens.admin, body: document });

  it("is followed, and outdates what was built before", async () => {
    const old: BuildResult = (await ask("build", { ...example, generatorId: "made-before" })).body;
    const next = structuredClone(specPackage);
    next.version = "2.0.0";
    next.lists.strategies.values.push("exact");
    expect((await publish(next)).status).toBe(201);

    const exact = { ...example, generatorId: "made-before", supportedStrategies: ["exact"] };
    await expect.poll(async () => (await ask("validate", exact)).body.valid, patience).toBe(true);

    const refused = await submit(old);
    expect([refused.status, refused.body.code]).toEqual([409, "spec-package-not-current"]);
    expect(refused.body.detail).toContain("2.0.0");
    const rebuilt: BuildResult = (await ask("build", old.proposalPackage?.candidate)).body;
    expect(rebuilt.specPackage.version).toBe("2.0.0");
    expect((await submit(rebuilt)).status).toBe(201);
  });

  it("is not published when it fails its own examples, reuses a version or comes from a stranger", async () => {
    const failing = structuredClone(specPackage);
    failing.version = "2.1.0";
    failing.examples.valid[0].candidate.generatorId = "not an id";
    const refused = await publish(failing);
    expect([refused.status, refused.body.errors.length > 0]).toEqual([422, true]);
    expect((await publish({ ...specPackage, version: "2.0.0", title: "Other" })).status).toBe(409);
    const stranger = await call(`${stack.product.url}/spec-packages`, { key, body: specPackage });
    expect(stranger.status).toBe(401);
  });
});

describe("two verdicts", () => {
  it("agree on every candidate: Preflight's and the product's own", async () => {
    const candidates = generateCandidates(draws(400), example);
    const { version, digest } = (await ask("validate", example)).body.specPackage;
    const builds: BuildResult[] = [];
    // One after the other: on a busy machine, calls that wait for others are refused.
    for (const candidate of candidates) {
      const { status, body } = await ask("build", candidate);
      expect(status).toBe(200);
      builds.push(body);
    }

    const packages = candidates.map((candidate, at) => {
      const content = { packageVersion: "1", ...domain, specPackage: { version, digest }, candidate };
      return builds[at]?.proposalPackage ?? { ...content, digest: digestOf(content) };
    });
    const disagreements: unknown[] = [];
    for (let start = 0; start < packages.length; start += 200) {
      const body = { proposalPackages: packages.slice(start, start + 200) };
      const { verdicts } = (await call(`${stack.product.url}/api/proposals/check`, { key, body })).body;
      verdicts.forEach(({ valid }: { valid: boolean }, offset: number) => {
        const at = start + offset;
        if (valid !== builds[at]?.valid) disagreements.push(candidates[at]);
      });
    }
    expect(disagreements).toEqual([]);
    const passed = builds.filter(({ valid }) => valid).length;
    expect(passed / candidates.length).toBeGreaterThan(0.15);
    expect(passed / candidates.length).toBeLessThan(0.85);
  });
});
