/** What `tools/list` shows has to get through the clients that are in use, some of which are easily upset. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEmbeddedCatalogue } from "../../src/service/catalogue/embedded.ts";
import { createFetchHandler } from "../../src/service/fetch/handler.ts";
import { describeServer } from "../../src/service/mcp/describe-server.ts";
import { describeTool, toolInput, toolResult } from "../../src/service/mcp/tools.ts";
import { OPERATIONS } from "../../src/service/operations/operations.ts";
import type { Catalogue } from "../../src/service/operations/ports.ts";
import { sixDomains } from "../operations/six-domains.ts";
import { type InProcessService, startServiceHere } from "../support/service-here.ts";
import { envelopes } from "./candidates.ts";
import { initialize, legacyCall, legacyRequest, modernRequest } from "./messages.ts";
import { post } from "./wire.ts";

let service: InProcessService;
beforeAll(async () => {
  service = await startServiceHere({ environment: { PREFLIGHT_RATE_LIMIT: "100000" } });
});
afterAll(() => service.stop());

const listed = async (sent = legacyRequest("tools/list")) =>
  JSON.parse((await post(`${service.url}/mcp`, sent)).text).result;

/** Every schema within a schema, the schema itself included, with where it is. */
function* schemasIn(schema: unknown, at = ""): Generator<[string, unknown]> {
  yield [at, schema];
  if (typeof schema !== "object" || schema === null) return;
  const { properties = {}, items, ...rest } = schema as Record<string, unknown>;
  for (const [name, member] of Object.entries(properties as object))
    yield* schemasIn(member, `${at}/${name}`);
  if (items !== undefined) yield* schemasIn(items, `${at}/items`);
  for (const keyword of ["anyOf", "oneOf", "allOf"])
    for (const each of (rest[keyword] as unknown[] | undefined) ?? [])
      yield* schemasIn(each, `${at}/${keyword}`);
}

describe.each(OPERATIONS.map(describeTool))("$name", (tool) => {
  test.each([
    ["input", tool.inputSchema],
    ["output", tool.outputSchema],
  ])("its %s schema has nothing in it that clients stumble over", (side, root) => {
    expect(root).toMatchObject({ type: "object" });
    for (const keyword of ["oneOf", "anyOf", "allOf", "not", "if"])
      expect(root).not.toHaveProperty([keyword]);
    if (side === "output") return;
    expect(root).not.toHaveProperty(["$defs"]);
    for (const [at, schema] of schemasIn(root)) {
      expect(schema, at).toBeTypeOf("object");
      const { type, format, $ref, description } = schema as Record<string, unknown>;
      // The one format that every model API knows.
      expect({ at, format, $ref }).toEqual({
        at,
        format: at === "/at" ? "date-time" : undefined,
        $ref: undefined,
      });
      // Only what a tool puts out may be anything: no model has to write it.
      const isAnything = side === "output" && (schema as { anyOf?: unknown[] }).anyOf?.length === 6;
      if (!isAnything) expect(type, at).toBeTypeOf("string");
      if (at !== "" && !at.endsWith("/anyOf")) expect(description, at).toBeTypeOf("string");
    }
  });

  test("is described in full, in fewer characters than clients cut at", () => {
    expect(tool.title).toBeTruthy();
    expect(tool.description?.length).toBeGreaterThan(100);
    expect(tool.description?.length).toBeLessThan(2_048);
    expect(tool.annotations).toEqual({
      readOnlyHint: true,
      openWorldHint: false,
    });
  });
});

const embeddedCatalogue = createEmbeddedCatalogue("http://127.0.0.1");
const serverOf = (callsPerMinute: number, catalogue: Catalogue) =>
  describeServer({
    catalogue,
    version: "1.0.0",
    callsPerMinute,
    baseUrl: undefined,
  });
const instructions = (callsPerMinute: number, catalogue: Catalogue) =>
  serverOf(callsPerMinute, catalogue).instructions();

test("the instructions hold one set of arguments that is valid", async () => {
  const text = instructions(1_000_000_000, embeddedCatalogue);
  const [, example = ""] = /^Valid arguments:\n(.*)$/m.exec(text) ?? [];
  const headers = { authorization: `Bearer ${service.key}` };
  const sent = legacyCall({ name: "validateProposal", arguments: JSON.parse(example) });
  const answer = await post(`${service.url}/mcp`, sent, { headers });
  expect(JSON.parse(answer.text).result.structuredContent).toMatchObject({ valid: true, diagnostics: [] });
});

test("an example that is too long is left out of the instructions", () => {
  const [state] = embeddedCatalogue.list();
  if (state?.status !== "ready") throw new Error("the embedded product is ready");
  const [first] = state.spec.document.examples.valid;
  const long = { ...first!, candidate: { ...(first!.candidate as object), description: "x".repeat(1_500) } };
  const examples = { ...state.spec.document.examples, valid: [long] };
  const spec = { ...state.spec, document: { ...state.spec.document, examples } };
  const catalogue = { ...embeddedCatalogue, list: () => [{ ...state, spec }] };
  expect(instructions(20, catalogue)).not.toContain("Valid arguments");
});

test("an example is chosen once while the rules are the same, and of one domain only", () => {
  const [state] = embeddedCatalogue.list();
  if (state?.status !== "ready") throw new Error("the embedded product is ready");
  const asked: string[] = [];
  const domain = (name: string) => {
    const spec = { ...state.spec };
    Object.defineProperty(spec, "rules", { get: () => asked.push(name) && state.spec.rules });
    return { ...state, spec, description: { ...state.description, domainId: name } };
  };
  let domains = [domain("first"), domain("second")];
  const server = serverOf(20, { ...embeddedCatalogue, list: () => domains });
  expect(server.instructions()).toContain('"domainId":"first"');
  expect(new Set(asked)).toEqual(new Set(["first"]));
  asked.length = 0;
  expect(server.instructions()).toContain('"domainId":"first"');
  expect(asked).toEqual([]);
  domains = [domain("third")];
  expect(server.instructions()).toContain('"domainId":"third"');
});

test("the instructions teach the flow in fewer characters than clients cut at", () => {
  const text = instructions(1_000_000_000, embeddedCatalogue);
  expect(text.length).toBeLessThan(2_048);
  const steps = ["listDomains", "validateProposal", "`valid` is true", "buildProposal", "Idempotency-Key"];
  const places = steps.map((step) => text.indexOf(step));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

describe.each([20, 60, 200])("at an address of %i characters, instructions and tools", (length) => {
  const baseUrl = `https://${"a".repeat(length - 16)}.example`;
  const many = { ...sixDomains, list: () => Array.from({ length: 5 }, () => sixDomains.list()).flat() };
  const read = async (domains: Catalogue) => {
    const parts = { baseUrl, domains, keys: [], clientAddress: () => "203.0.113.7" };
    const handler = createFetchHandler(parts, "1.0.0");
    const headers = {
      Accept: "application/json, text/event-stream",
      "Content-Type": "application/json",
      Host: new URL(baseUrl).host,
    };
    const texts = [initialize, legacyRequest("tools/list")].map(async (sent) => {
      const body = JSON.stringify(sent.body);
      return (await handler(new Request(`${baseUrl}/mcp`, { method: "POST", headers, body }))).text();
    });
    return (await Promise.all(texts)).join("");
  };

  test.each([
    ["one domain", embeddedCatalogue, length > 60 ? "" : "Valid arguments", "datagen/generator-option."],
    ["six domains", sixDomains, "datagen/generator-option, ", "mcp-registry/server"],
    ["thirty domains", many, "datagen/generator-option, ", "more: listDomains names them all"],
  ])("name %s and take at most 12,000 characters together", async (_name, domains, ...said) => {
    const text = await read(domains);
    expect(text.length).toBeLessThanOrEqual(12_000);
    for (const each of said) expect(text).toContain(each);
  });
});

test("both eras are shown the same tools, the envelope era with how long they keep", async () => {
  const modern = await listed(modernRequest("tools/list"));
  expect(modern.tools).toEqual((await listed()).tools);
  expect(modern).toMatchObject({ ttlMs: 300_000, cacheScope: "public" });
});

/** Published schemas leave room for members to come; here, one that is not stated is a fault. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  return copy.type === "object" && copy.properties !== undefined
    ? { ...copy, additionalProperties: false }
    : copy;
}

test("what the tools answer is what their output schemas say, to the last member", async () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  const { tools } = await listed();
  for (const { name, outputSchema } of tools) {
    const validate = ajv.compile(closed(outputSchema) as object);
    const repaired = Object.values(envelopes).map((sent) => ({ ...sent, repair: "suggested" }));
    const inputs =
      name === "validateProposal" ? [...Object.values(envelopes), ...repaired] : Object.values(envelopes);
    for (const envelope of name === "listDomains" ? [{}] : inputs) {
      const headers = { authorization: `Bearer ${service.key}` };
      const { text } = await post(`${service.url}/mcp`, legacyCall({ name, arguments: envelope }), {
        headers,
      });
      expect(validate(JSON.parse(text).result.structuredContent), ajv.errorsText(validate.errors)).toBe(true);
    }
  }
});

describe("arguments", () => {
  test.each([
    ["an object", { candidate: { a: 1 } }, { candidate: { a: 1 } }],
    ["a text, which the core reads", { candidate: '{"a":1}' }, { candidate: '{"a":1}' }],
    ["other members as text", { targetProduct: '{"a":1}' }, { targetProduct: '{"a":1}' }],
    ["none", undefined, {}],
  ])("a candidate given as %s", (_, args, expected) => {
    // Agents get the brief view unless they ask for another.
    expect(toolInput(args)).toEqual({ ...expected, view: "brief" });
  });

  test("keep the view that is asked for", () => {
    expect(toolInput({ candidate: "{}", view: "full" })).toEqual({ candidate: "{}", view: "full" });
  });
});

test("a result holds the very object the operation answered", () => {
  const body = { valid: true };
  expect(toolResult({ ok: true, body }).structuredContent).toBe(body);
});
