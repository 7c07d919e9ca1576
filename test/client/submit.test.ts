/** Submitting a build to a target product. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type BuildResult, createClient, isProblem } from "../../src/client/index.ts";
import { buildProposal } from "../../src/core/index.ts";
import { buildContext, registry, spec } from "../core/datagen.ts";
import { startUpstream, type Upstream } from "../products/support.ts";
import { embedded } from "../support/envelopes.ts";

let product: Upstream;
let received: { headers: IncomingMessage["headers"]; body: string }[];
let answers: ((response: ServerResponse) => void)[];

const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void =>
    void response
      .writeHead(status, { "Content-Type": "application/json", ...headers })
      .end(JSON.stringify(body));

beforeEach(async () => {
  received = [];
  answers = [];
  product = await startUpstream({
    "/api/proposals": async (request, response) => {
      received.push({ headers: request.headers, body: await text(request) });
      answers.shift()!(response);
    },
  });
});
afterEach(() => product.close());

const client = createClient({ baseUrl: "https://preflight.example", key: "ai_0123456789abcdef0123" });
const build = (candidate: unknown = embedded.examples.valid[0]!.candidate) =>
  buildProposal(spec, candidate, {
    ...buildContext,
    registry,
    submissionUrl: `${product.url}/api/proposals`,
  });

describe("submit", () => {
  test("sends the package with its idempotency key and the caller's key", async () => {
    answers.push(answer(201, { proposal: { id: "p1" } }));
    const built = build();
    const receipt = await client.submit<{ proposal: { id: string } }>(built);
    expect(receipt).toEqual({ status: 201, isNew: true, body: { proposal: { id: "p1" } } });
    expect(receipt.body.proposal.id).toBe("p1");
    expect(received[0]!.body).toBe(JSON.stringify({ proposalPackage: built.proposalPackage }));
    expect(received[0]!.headers).toMatchObject({
      authorization: "Bearer ai_0123456789abcdef0123",
      "content-type": "application/json",
      "idempotency-key": `pf1_${built.proposalPackage!.digest.slice("sha256:".length)}`,
    });
  });

  test("repeats the very same request when the product is gone in the middle, and says that it was known", async () => {
    answers.push((response) => void response.destroy(), answer(200, { proposal: { id: "p1" } }));
    const receipt = await client.submit(build());
    expect(receipt).toMatchObject({ status: 200, isNew: false });
    expect(received).toHaveLength(2);
    expect(received[1]!.body).toBe(received[0]!.body);
    expect(received[1]!.headers["idempotency-key"]).toBe(received[0]!.headers["idempotency-key"]);
  });

  test("reports a refusal of the product with its own code", async () => {
    const current = { version: "2.0.0", digest: "sha256:0" };
    answers.push(answer(409, { code: "spec-package-not-current", detail: "Build again.", current }));
    const error = await client.submit(build()).catch((reason: unknown) => reason);
    if (!isProblem(error, "spec-package-not-current")) throw error;
    expect(error.document.current).toEqual(current);
    expect(error.message).toBe("Status 409. Build again.");
  });

  test("uses another key where the product wants one", async () => {
    answers.push(answer(201, {}));
    await client.submit(build(), { key: "ai_another_0123456789" });
    expect(received[0]!.headers.authorization).toBe("Bearer ai_another_0123456789");
  });

  test.each(["/api/proposals", "data:application/json,{}", "https://ada:secret@product.example/"])(
    "goes to no address such as %s",
    async (url) => {
      const built = build();
      if (!built.valid) throw new Error("it has a package");
      const error = await client
        .submit({ ...built, submission: { ...built.submission, url } })
        .catch((reason: unknown) => reason);
      expect(String(error)).toMatch(/^TypeError: submission.url must /);
      expect(String(error)).not.toContain("secret");
    },
  );

  test("takes a build whose candidate has a type of its own", async () => {
    answers.push(answer(201, {}));
    const typed = build() as BuildResult<{ generatorId: string; sampleRecords: Record<string, unknown>[] }>;
    expect(await client.submit(typed)).toMatchObject({ isNew: true });
  });

  test("refuses a build without a package", async () => {
    await expect(client.submit(build({}))).rejects.toThrow(
      new TypeError(
        "There is no package to submit: the candidate is not valid. Fix what the diagnostics name, and build again.",
      ),
    );
    expect(received).toEqual([]);
  });
});
