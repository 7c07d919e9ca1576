/** The client against a real service: it answers as REST does, and problems become typed errors. */
import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROUTES } from "../../src/client/client.ts";
import { createClient, isProblem, type PreflightClient, type ProblemError } from "../../src/client/index.ts";
import { OPERATIONS } from "../../src/service/operations/operations.ts";
import { envelope } from "../support/envelopes.ts";
import { send } from "../support/http.ts";
import { type InProcessService, startServiceHere } from "../support/service-here.ts";

let service: InProcessService;
let client: PreflightClient;
beforeAll(async () => {
  service = await startServiceHere({ environment: { PREFLIGHT_RATE_LIMIT: "100000" } });
  client = createClient({ baseUrl: `${service.url}/`, key: service.key });
});
afterAll(() => service.stop());

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

test("it has a method for each operation, at the right place", () => {
  const routes = Object.entries(ROUTES).map(([id, { method, path }]) => ({ id, method, path }));
  expect(routes).toEqual(OPERATIONS.map(({ id, method, path }) => ({ id, method, path })));
  expect(Object.keys(client)).toEqual([...OPERATIONS.map(({ id }) => id), "submit", "verifyReceipt"]);
});

test("nothing but types of the rest of the source tree is imported, and what verifies receipts", () => {
  const folder = new URL("../../src/client/", import.meta.url);
  const imports = readdirSync(folder)
    .filter((name) => name.endsWith(".ts"))
    .flatMap(
      (name) => readFileSync(new URL(name, folder), "utf8").match(/^(im|ex)port [^;]*from "[^"]+"/gm) ?? [],
    );
  expect(imports.length).toBeGreaterThan(10);
  expect(
    imports.filter((line) => !/from "\.\/|^(im|ex)port type |from "\.\.\/core\/receipt\//.test(line)),
  ).toEqual([]);
});

describe("answers", () => {
  test("domains, filtered or not", async () => {
    const rest = await send(service.url, { path: "/api/domains" });
    expect(await client.listDomains()).toEqual(rest.json());
    const { domains } = await client.listDomains({ targetProduct: "a product & more" });
    expect(domains).toEqual([]);
    const filter = { targetProduct: "datagen", domainId: undefined } as { targetProduct: string };
    expect((await client.listDomains(filter)).domains).toHaveLength(1);
  });

  test("a repair", async () => {
    const { repaired } = await client.validateProposal({ ...envelope({}), repair: "suggested" });
    expect(repaired?.valid).toBe(false);
  });
});

describe("problems", () => {
  test("a missing key", async () => {
    const anonymous = createClient({ baseUrl: service.url });
    expect((await anonymous.listDomains()).domains).toHaveLength(1);
    const error = await failureOf(anonymous.validateProposal(envelope()));
    expect(isProblem(error, "unauthenticated")).toBe(true);
    expect(isProblem(error)).toBe(true);
    expect(isProblem(error, "rate-limited", "invalid-credentials")).toBe(false);
    expect((error as ProblemError).requestId).toMatch(/^[\w-]+$/);
  });

  test("a key that comes from a function is read at every call", async () => {
    const keys = ["ai_unknown_0123456789abcdef", service.key];
    const rotating = createClient({ baseUrl: service.url, key: async () => keys.shift() });
    const error = await failureOf(rotating.validateProposal(envelope()));
    expect(isProblem(error, "invalid-credentials")).toBe(true);
    expect((await rotating.validateProposal(envelope())).valid).toBe(true);
  });

  test("a domain that does not exist comes with those that do", async () => {
    const error = await failureOf(client.buildProposal({ ...envelope(), domainId: "other" }));
    if (!isProblem(error, "unsupported-domain")) throw error;
    expect(error.supported).toEqual([{ targetProduct: "datagen", domainId: "generator-option" }]);
    expect(error.code).toBe("unsupported-domain");
  });

  test("an envelope that is incomplete comes with diagnostics", async () => {
    const error = await failureOf(client.validateProposal({ candidate: {} } as never));
    expect(isProblem(error, "invalid-envelope") && error.errors.map(({ pointer }) => pointer)).toEqual([
      "/targetProduct",
      "/domainId",
    ]);
  });
});
