/** What `tools/list` shows has to get through the clients that are in use, some of which are easily upset. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATIONS } from "../../src/operations/operations.ts";
import { instructions } from "../../src/transports/mcp/instructions.ts";
import { describeTool, toolInput, toolResult } from "../../src/transports/mcp/tools.ts";
import { type InProcessService, startServiceHere } from "../support/service-here.ts";
import { envelopes } from "./candidates.ts";
import { legacyCall, legacyRequest, modernRequest } from "./messages.ts";
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
  ])("its %s schema has nothing in it that clients stumble over", (_, root) => {
    expect(root).toMatchObject({ type: "object" });
    for (const keyword of ["oneOf", "anyOf", "allOf", "not", "if", "$defs"])
      expect(root).not.toHaveProperty([keyword]);
    for (const [at, schema] of schemasIn(root)) {
      expect(schema, at).toBeTypeOf("object");
      const { type, format, $ref } = schema as Record<string, unknown>;
      expect({ at, type: typeof type, format, $ref }).toEqual({
        at,
        type: "string",
        format: undefined,
        $ref: undefined,
      });
    }
  });

  test("is described in full, in fewer characters than clients cut at", () => {
    expect(tool.title).toBeTruthy();
    expect(tool.description?.length).toBeGreaterThan(100);
    expect(tool.description?.length).toBeLessThan(2_048);
    expect(tool.annotations).toEqual({
      title: tool.title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    });
  });
});

test("the instructions teach the flow in fewer characters than clients cut at", () => {
  const text = instructions(1_000_000_000);
  expect(text.length).toBeLessThan(2_048);
  const steps = ["listDomains", "validateProposal", '"valid" is true', "buildProposal", "Idempotency-Key"];
  const places = steps.map((step) => text.indexOf(step));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

test("both eras are shown the same tools, the envelope era with how long they keep", async () => {
  const modern = await listed(modernRequest("tools/list"));
  expect(modern.tools).toEqual((await listed()).tools);
  expect(modern).toMatchObject({ ttlMs: 300_000, cacheScope: "public" });
});

test("what the tools answer is what their output schemas say", async () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  const { tools } = await listed();
  for (const { name, outputSchema } of tools) {
    const validate = ajv.compile(outputSchema);
    for (const envelope of name === "listDomains" ? [{}] : Object.values(envelopes)) {
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
    ["JSON of an object", { candidate: '{"a":1}' }, { candidate: { a: 1 } }],
    ["JSON of a list", { candidate: "[]" }, { candidate: [] }],
    ["JSON of a text", { candidate: '"a"' }, { candidate: '"a"' }],
    ["JSON of null", { candidate: "null" }, { candidate: "null" }],
    ["no JSON", { candidate: "{a:1}" }, { candidate: "{a:1}" }],
    ["other members as text", { targetProduct: '{"a":1}' }, { targetProduct: '{"a":1}' }],
    ["none", undefined, {}],
  ])("a candidate given as %s", (_, args, expected) => {
    expect(toolInput(args)).toEqual(expected);
  });

  test("are not altered in place", () => {
    const args = Object.freeze({ candidate: "{}" });
    expect(toolInput(args)).toEqual({ candidate: {} });
  });
});

test("a result holds the very object the operation answered", () => {
  const body = { valid: true };
  expect(toolResult({ ok: true, body }).structuredContent).toBe(body);
});
