/** What the reference product answers to submissions, and what its voting service shows. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type BuildResult,
  buildProposal,
  createRegistry,
  describeCodes,
  digestOf,
  loadSpecPackage,
  type SpecPackage,
} from "proposal-preflight";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { startProduct } from "../../neighbours/product/start.ts";
import { startVoting } from "../../neighbours/voting/start.ts";
import { readSigningKeys } from "../../src/service/receipts/key-files.ts";
import { createReceiptSigner } from "../../src/service/receipts/receipts.ts";
import { type InProcessService, startServiceHere } from "../support/service-here.ts";
import { ecKey, keyFile, pemOf } from "../support/signing-keys.ts";
import { freshDatabase } from "./fresh-database.ts";
import { type Answer, call, tokens } from "./stack.ts";
import { startUpstream } from "./support.ts";

const specPackage = JSON.parse(
  readFileSync(new URL("../../spec-packages/datagen/generator-option.json", import.meta.url), "utf8"),
);
const example = specPackage.examples.valid[0].candidate;
const spec = load(specPackage);

function load(document: unknown): SpecPackage {
  const loaded = loadSpecPackage(document);
  if (!loaded.ok) throw new Error("the package does not load");
  return loaded.spec;
}

let product: { url: string; close(): Promise<void> };
let preflight: InProcessService;
const signingKey = keyFile(pemOf(ecKey()));
let voting: { url: string; close(): Promise<void> };
let end: () => Promise<void>;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "preflight-submissions-"));
  // Every well-formed key is good, and its holder is the key itself.
  const identity = await startUpstream({
    "/introspect": (request, response) => {
      let form = "";
      request.on("data", (chunk) => (form += chunk));
      request.on("end", () => {
        const body = JSON.stringify({ active: true, sub: new URLSearchParams(form).get("token") });
        response.writeHead(200, { "content-type": "application/json" }).end(body);
      });
    },
  });
  const introspection = { url: `${identity.url}/introspect`, token: "identity-token" };
  voting = await startVoting({
    dataDir: await freshDatabase(join(folder, "voting")),
    identity: introspection,
    serviceToken: tokens.voting,
    operatorToken: tokens.operator,
  });
  preflight = await startServiceHere({ environment: { PREFLIGHT_SIGNING_KEY_FILE: signingKey } });
  product = await startProduct({
    preflightUrl: preflight.url,
    dataDir: await freshDatabase(join(folder, "product")),
    identity: introspection,
    voting: { url: voting.url, token: tokens.voting },
    adminToken: tokens.admin,
    attendMs: 100,
  });
  end = async () => {
    await product.close();
    await preflight.stop();
    await Promise.all([voting.close(), identity.close()]);
    rmSync(folder, { recursive: true, force: true });
  };
});
afterAll(() => end?.());
afterEach(() => void vi.useRealTimers());

const keyOf = (name: string): string => `ai_${name}_0123456789abcdef`;
const ada = keyOf("ada");
const bo = keyOf("bo");

/** As Preflight would build it. A member that is undefined is left out. */
function build(changes: object): Required<Pick<BuildResult, "proposalPackage" | "submission">> {
  const { proposalPackage, submission } = buildProposal(
    spec,
    JSON.parse(JSON.stringify({ ...example, ...changes })),
    {
      registry: createRegistry([], "2027-01-01T00:00:00Z"),
      now: Date.now(),
      submissionUrl: `${product.url}/api/proposals`,
    },
  );
  if (proposalPackage === undefined || submission === undefined)
    throw new Error("the candidate is not valid");
  return { proposalPackage, submission };
}

const send = (key: string, proposalPackage: unknown, idempotencyKey: string): Promise<Answer> =>
  call(`${product.url}/api/proposals`, {
    key,
    body: { proposalPackage },
    headers: { "idempotency-key": idempotencyKey },
  });

const submit = (key: string, built: ReturnType<typeof build>): Promise<Answer> =>
  send(key, built.proposalPackage, built.submission.headers["Idempotency-Key"]);

const check = async (proposalPackage: unknown) => {
  const body = { proposalPackages: [proposalPackage] };
  return (await call(`${product.url}/api/proposals/check`, { key: ada, body })).body.verdicts[0];
};

const codes = (diagnostics: { code: string }[]): string[] => diagnostics.map(({ code }) => code);

it("a submission is told where its proposal is, and in which state", async () => {
  const built = build({ generatorId: "located" });
  const first = await submit(ada, built);
  expect(first).toMatchObject({
    status: 201,
    body: { proposal: { state: "submitted", status: "submitted" } },
  });
  const location = first.headers.location!;
  expect(location).toBe(`${product.url}/api/proposals/${first.body.proposal.id}`);
  expect((await submit(ada, built)).headers.location).toBe(location);
  expect(await call(location)).toMatchObject({ status: 200, body: { proposal: first.body.proposal } });
  expect((await call(`${location}0`)).status).toBe(404);
});

describe("a package with a receipt", () => {
  /** Of the service that the product trusts, unless another issuer is given. */
  const receiptOf = ({ proposalPackage }: ReturnType<typeof build>, issuer = preflight.url): string => {
    const { keys } = readSigningKeys(signingKey);
    const { digest: sub, targetProduct, domainId, specPackage } = proposalPackage;
    return createReceiptSigner(() => keys, { issuer, service: "test" }).sign({
      ...{ now: Date.now(), sub, targetProduct, domainId, specPackage },
    }) as string;
  };
  const submitWith = ({ proposalPackage, submission }: ReturnType<typeof build>, receipt: string) =>
    call(`${product.url}/api/proposals`, {
      key: ada,
      body: { proposalPackage },
      headers: { "idempotency-key": submission.headers["Idempotency-Key"], "preflight-receipt": receipt },
    });

  it("is taken on the word of the service; without a good one the product checks, and each says so", async () => {
    const vouched = build({ generatorId: "vouched-for" });
    expect(await submitWith(vouched, receiptOf(vouched))).toMatchObject({
      status: 201,
      body: { checkedBy: "receipt" },
    });
    const other = build({ generatorId: "not-vouched-for" });
    for (const [index, receipt] of [
      receiptOf(vouched),
      receiptOf(other, "https://else.example"),
      "x.y.z",
    ].entries()) {
      const built = build({ generatorId: `not-vouched-for-${index}` });
      expect(await submitWith(built, receipt)).toMatchObject({ status: 201, body: { checkedBy: "product" } });
    }
    expect(await submit(ada, other)).toMatchObject({ status: 201, body: { checkedBy: "product" } });
  });

  it("is refused all the same where its id has been taken since", async () => {
    const [{ id }] = (await call(`${product.url}/registry`, {})).body.generators;
    const built = build({ generatorId: id });
    const answer = await submitWith(built, receiptOf(built));
    expect(answer.status).toBe(422);
    expect(codes(answer.body.errors)).toContain("generator-id-taken");
  });
});

describe("an altered package", () => {
  it("is told about its digest, with a new key and with the key of the package that it was made from", async () => {
    const built = build({ generatorId: "altered-later" });
    const key = built.submission.headers["Idempotency-Key"];
    const altered = {
      ...built.proposalPackage,
      candidate: { ...example, generatorId: "altered-now" },
    };
    const before = await send(ada, altered, key);
    expect((await submit(ada, built)).status).toBe(201);
    const after = await send(ada, altered, key);
    for (const answer of [before, after]) {
      expect([answer.status, answer.body.code]).toEqual([422, "invalid-package"]);
      expect(answer.body.detail).toContain("digest");
      expect(codes(answer.body.errors)).toContain("package-digest");
    }
    expect(codes((await check(altered)).errors)).toContain("package-digest");
  });

  it("is told about its digest before anything that the alteration brought about", async () => {
    const { proposalPackage } = build({ generatorId: "altered-identity" });
    const alterations = [
      { specPackage: { version: "0.0.1", digest: `sha256:${"0".repeat(64)}` } },
      { targetProduct: "other" },
      { digest: undefined },
      { candidate: { ...example, description: "\ud800" } },
    ];
    for (const alteration of alterations) {
      const answer = await send(ada, { ...proposalPackage, ...alteration }, "k");
      expect([answer.status, answer.body.code]).toEqual([422, "invalid-package"]);
      expect(answer.body.detail).toContain("digest");
    }
  });

  it("that is intact but under the key of another package is told its own key", async () => {
    const first = build({ generatorId: "key-first" });
    const second = build({ generatorId: "key-second" });
    expect((await submit(ada, first)).status).toBe(201);
    const answer = await send(ada, second.proposalPackage, first.submission.headers["Idempotency-Key"]);
    expect([answer.status, answer.body.code]).toEqual([422, "idempotency-key-reused"]);
    expect(answer.body.detail).toContain(second.submission.headers["Idempotency-Key"]);
    expect((await submit(ada, second)).status).toBe(201);
  });

  it("that is no package at all, or nested very deeply, is refused all the same", async () => {
    for (const nothing of [null, "text", [1], {}]) {
      const answer = await send(ada, nothing, "k");
      expect([answer.status, answer.body.code]).toEqual([422, "invalid-package"]);
    }
    const { proposalPackage } = build({ generatorId: "nested" });
    // Written by hand, because JSON.stringify cannot write it.
    const text = JSON.stringify({ proposalPackage: { ...proposalPackage, candidate: "here" } }).replace(
      '"here"',
      `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
    );
    const answer = await fetch(`${product.url}/api/proposals`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${ada}`,
        "content-type": "application/json",
        "idempotency-key": "k",
      },
      body: text,
    });
    expect(answer.status).toBe(422);
  });
});

describe("the links of diagnostics", () => {
  it("lead to a page that explains every code, by product and domain", async () => {
    const { digest: _, ...content } = build({ generatorId: "linked" }).proposalPackage;
    const invalid = { ...content, candidate: { ...example, generatorId: "not an id", description: "" } };
    const answer = await send(ada, { ...invalid, digest: digestOf(invalid) }, "k");
    expect(answer.status).toBe(422);
    expect(answer.body.errors.length).toBeGreaterThanOrEqual(2);
    for (const { code, docs } of answer.body.errors) {
      const page = await fetch(docs);
      expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
      const anchor = `datagen.generator-option.${code}`;
      expect(await page.text()).toContain(`id="${anchor}"`);
      expect(anchor).toContain(new URL(docs).hash.slice(1));
    }
    const page = await (await fetch(`${product.url}/rules`)).text();
    for (const { code } of describeCodes(spec)) {
      expect(page.split(`id="datagen.generator-option.${code}"`)).toHaveLength(2);
    }
  });
});

describe("an id that waits for its ballot", () => {
  it("is refused with the earlier proposal and its ballot, when it is submitted and when it is checked", async () => {
    const first = await submit(ada, build({ generatorId: "waiting" }));
    expect(first.status).toBe(201);
    const { id, ballot } = first.body.proposal;

    const other = build({ generatorId: "Waiting", generatorName: "Waiting room" });
    for (const key of [ada, bo]) {
      const answer = await submit(key, other);
      expect([answer.status, answer.body.code]).toEqual([409, "already-proposed"]);
      expect(answer.body.detail).toContain(id);
      expect(answer.body.detail).toContain(ballot.url);
      expect(answer.body.earlier).toMatchObject({ id, ballot });
      expect(JSON.stringify(answer.body)).not.toContain(ada);
    }
    expect(await check(other.proposalPackage)).toMatchObject({
      valid: false,
      code: "already-proposed",
      earlier: { id, ballot },
    });
    // The same submission again is a repetition, not a second proposal.
    const again = await submit(ada, build({ generatorId: "waiting" }));
    expect([again.status, again.body]).toEqual([200, first.body]);
  });

  it("can be proposed only once at the same time", async () => {
    const builds = ["one", "two", "three"].map((word) =>
      build({ generatorId: "contested", rationaleNotes: `Reason ${word}.` }),
    );
    const answers = await Promise.all(builds.map((built, at) => submit(keyOf(`voter${at}`), built)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const same = build({ generatorId: "contested-twice" });
    const twice = await Promise.all([submit(ada, same), submit(ada, same)]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 201]);
    expect(twice[0]?.body).toEqual(twice[1]?.body);
  });

  it("is free again when the ballot declines it", async () => {
    const { body } = await submit(ada, build({ generatorId: "declined-once" }));
    await call(`${body.proposal.ballot.url}/close`, { method: "POST", key: tokens.operator });
    const better = build({ generatorId: "declined-once", rationaleNotes: "Better reasons." });
    await expect.poll(async () => (await check(better.proposalPackage)).valid).toBe(true);
    expect((await submit(bo, better)).status).toBe(201);
  });
});

describe("a ballot", () => {
  it("shows the description, the rationale, the owner and the warnings of the submission", async () => {
    const owner = { kind: "human", id: "ada@example.org" };
    const candidate = {
      generatorId: "shown",
      description: "Too short.",
      rationaleNotes: "Because.",
      owner,
    };
    const { body } = await submit(ada, build(candidate));
    const ballot = (await call(body.proposal.ballot.url)).body;
    expect(ballot).toMatchObject({
      title: expect.stringContaining("shown"),
      description: "Too short.",
      rationale: "Because.",
      owner,
      status: "open",
      votes: { yes: 0, no: 0 },
    });
    expect(ballot.warnings).toEqual([
      {
        code: expect.any(String),
        pointer: "/candidate/description",
        message: expect.any(String),
        docs: expect.stringContaining(`${product.url}/rules/`),
      },
    ]);
    const listed = (await call(`${voting.url}/api/ballots`)).body.ballots;
    expect(listed).toContainEqual(ballot);
  });

  it("has no rationale if there is none, and takes any text and many warnings", async () => {
    const long = "\u{1F600}".repeat(1_990);
    const { body } = await submit(
      ada,
      build({ generatorId: "long-text", description: long, rationaleNotes: undefined }),
    );
    const ballot = (await call(body.proposal.ballot.url)).body;
    expect(ballot.description).toBe(long);
    expect(ballot).not.toHaveProperty("rationale");
    expect(ballot.warnings).toContainEqual(expect.objectContaining({ pointer: "/candidate/rationaleNotes" }));

    const url = `${voting.url}/api/ballots/many-warnings`;
    const warning = { code: "c", pointer: "/a", message: "m".repeat(2_000), docs: "https://a.example/#c" };
    const content = { title: "T", description: "\u0000", warnings: new Array(100).fill(warning) };
    const put = (more: object) =>
      call(url, {
        method: "PUT",
        key: tokens.voting,
        body: { ...content, noticeUrl: "http://a.example", ...more },
      });
    expect((await put({})).status).toBe(201);
    expect((await put({})).status).toBe(200);
    expect((await put({ description: "Another one." })).status).toBe(409);
    expect((await call(url)).body).toMatchObject(content);
    const wrong = [
      { title: 1 },
      { description: 1 },
      { rationale: [] },
      { owner: "ada" },
      { warnings: [{}] },
      { warnings: {} },
    ];
    for (const change of wrong) expect((await put(change)).status).toBe(400);
  });
});

describe("the list of one's own proposals", () => {
  const list = (key: string, query = "") => call(`${product.url}/api/proposals${query}`, { key });

  it("is paged, newest first, also when all were submitted at the same time", async () => {
    const cy = keyOf("cy");
    vi.useFakeTimers({ toFake: ["Date"] });
    const submitted: string[] = [];
    for (let at = 0; at < 21; at++) {
      const { body } = await submit(cy, build({ generatorId: `page-${at}` }));
      submitted.unshift(body.proposal.id);
      if (at === 19) expect((await list(cy)).body).not.toHaveProperty("next");
    }
    vi.useRealTimers();
    const pages = [];
    for (let url: string | undefined = `${product.url}/api/proposals`; url !== undefined; ) {
      const { status, body } = await call(url, { key: cy });
      expect(status).toBe(200);
      pages.push(body.proposals);
      url = body.next;
    }
    expect(pages.map(({ length }) => length)).toEqual([20, 1]);
    expect(pages.flat().map(({ id }) => id)).toEqual(submitted);
    expect(new Set(pages.flat().map(({ submittedAt }) => submittedAt)).size).toBe(1);

    // Somebody else's cursor shows nothing of theirs.
    const { next } = (await list(cy)).body;
    expect((await call(next, { key: keyOf("nobody") })).body).toEqual({ proposals: [] });
  });

  it("refuses what is not a cursor", async () => {
    const cursors = ["", "abc", "-1", "1.5", "1e3", "0x10", "%20", "1&before=2", "9".repeat(40), "%00"];
    for (const cursor of cursors) {
      const answer = await list(ada, `?before=${cursor}`);
      expect([cursor, answer.status, answer.body.code]).toEqual([cursor, 400, "invalid-cursor"]);
      expect(answer.headers["content-type"]).toContain("application/problem+json");
    }
    for (const cursor of ["0", "1", "3000000000", "999999999999999"]) {
      expect((await list(ada, `?before=${cursor}`)).status).toBe(200);
    }
    expect((await call(`${product.url}/api/proposals`)).status).toBe(401);
  });
});
