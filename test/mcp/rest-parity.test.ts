/** One operation, two transports: what REST answers is what the tool's result holds, byte for byte. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type InProcessService, startServiceHere } from "../support/service-here.ts";
import { envelopes, unusable } from "./candidates.ts";
import { legacyCall, modernCall } from "./messages.ts";
import { post } from "./wire.ts";

let service: InProcessService;
beforeAll(async () => {
  service = await startServiceHere({ environment: { PREFLIGHT_RATE_LIMIT: "100000" } });
});
afterAll(() => service.stop());

const tools = [
  ["validateProposal", "/api/validate"],
  ["buildProposal", "/api/build"],
] as const;

async function bothWays(name: string, path: string, envelope: object) {
  const headers = { authorization: `Bearer ${service.key}` };
  // Tools answer briefly unless they are asked otherwise.
  const rest = await post(`${service.url}${path}`, { body: { view: "brief", ...envelope } }, { headers });
  const params = { name, arguments: envelope };
  const calls = [legacyCall(params), modernCall(params, {}, { "mcp-name": name })];
  const mcp = await Promise.all(calls.map((sent) => post(`${service.url}/mcp`, sent, { headers })));
  return { rest, results: mcp.map(({ status, text }) => ({ status, result: JSON.parse(text).result })) };
}

test("there are enough envelopes to mean something", () => {
  expect(Object.keys(envelopes).length).toBeGreaterThanOrEqual(50);
});

describe("a number with more digits than a double holds", () => {
  const [[, envelope]] = Object.entries(envelopes) as [[string, { candidate: object }]];
  const long = "0.12345678901234567";
  const headers = () => ({ headers: { authorization: `Bearer ${service.key}` } });
  const withNumber = (body: unknown) => JSON.stringify(body).replaceAll("1234.5678", long);
  const candidate = { ...envelope.candidate, weight: { kg: 1234.5678 } };

  test("is known as it was written, over REST, MCP, and in a candidate sent as text", async () => {
    const rest = await post(`${service.url}/api/validate`, undefined, {
      ...headers(),
      raw: withNumber({ ...envelope, candidate, view: "brief" }),
    });
    const warning = JSON.parse(rest.text).diagnostics.find(
      ({ code }: { code: string }) => code === "number-imprecise",
    );
    expect(warning).toMatchObject({ pointer: "/weight/kg", severity: "warning", expected: long });
    for (const sent of [candidate, JSON.stringify(candidate)]) {
      const call = legacyCall({ name: "validateProposal", arguments: { ...envelope, candidate: sent } });
      const answer = await post(`${service.url}/mcp`, call, { ...headers(), raw: withNumber(call.body) });
      expect(JSON.parse(answer.text).result.content[0].text).toBe(rest.text);
    }
  });
});

describe("a name that is sent twice", () => {
  const headers = () => ({ headers: { authorization: `Bearer ${service.key}` } });
  const [[, envelope]] = Object.entries(envelopes) as [[string, { candidate: object }]];
  const twice = (body: unknown, name: string, first: string) =>
    JSON.stringify(body).replace(`"${name}":`, `"${name}":${first},"${name}":`);

  test("in the candidate is reported over REST, MCP of both eras, and in a candidate sent as text", async () => {
    const sent = { ...envelope, view: "full" };
    const raw = twice(sent, "description", '"another"');
    const rest = await post(`${service.url}/api/build`, undefined, { ...headers(), raw });
    expect(JSON.parse(rest.text)).toMatchObject({
      valid: false,
      diagnostics: [
        { code: "member-repeated", pointer: "/description", fixes: [{ decision: true }, { decision: true }] },
      ],
    });
    expect(JSON.parse(rest.text).proposalPackage).toBeUndefined();
    const text = { ...sent, candidate: twice(envelope.candidate, "description", '"another"') };
    const params = { name: "buildProposal", arguments: sent };
    for (const call of [legacyCall(params), modernCall(params, {}, { "mcp-name": "buildProposal" })]) {
      const given = { ...headers(), headers: { ...call.headers, ...headers().headers } };
      const answer = await post(`${service.url}/mcp`, undefined, {
        ...given,
        raw: twice(call.body, "description", '"another"'),
      });
      expect(codesOf(answer.text)).toEqual(["member-repeated"]);
    }
    const asText = await post(
      `${service.url}/mcp`,
      legacyCall({ name: "buildProposal", arguments: text }),
      headers(),
    );
    expect(codesOf(asText.text)).toEqual(["member-repeated"]);
  });

  test.each(["targetProduct", "domainId", "candidate", "view"])(
    "in the envelope is refused: %s",
    async (name) => {
      const sent = { ...envelope, view: "full" };
      const rest = await post(`${service.url}/api/validate`, undefined, {
        ...headers(),
        raw: twice(sent, name, "1"),
      });
      expect(JSON.parse(rest.text)).toMatchObject({
        status: 400,
        code: "invalid-envelope",
        errors: [{ code: "envelope-member-repeated", pointer: `/${name}` }],
      });
      const { body } = legacyCall({ name: "validateProposal", arguments: sent });
      const answer = await post(`${service.url}/mcp`, undefined, {
        ...headers(),
        raw: twice(body, name, "1"),
      });
      expect(JSON.parse(answer.text)).toMatchObject({
        error: { code: -32600, data: { code: "invalid-envelope" } },
      });
    },
  );

  function codesOf(text: string): string[] {
    return JSON.parse(text).result.structuredContent.diagnostics.map(({ code }: { code: string }) => code);
  }
});

describe.each(tools)("%s", (name, path) => {
  test("every answer is the same", async () => {
    for (const [title, envelope] of Object.entries(envelopes)) {
      const { rest, results } = await bothWays(name, path, envelope);
      expect(rest.status, title).toBe(200);
      for (const { status, result } of results) {
        expect(status, title).toBe(200);
        // Stronger than equal canonical forms: the same members in the same order.
        expect(JSON.stringify(result.structuredContent), title).toBe(rest.text);
        expect(result.content, title).toEqual([{ type: "text", text: rest.text }]);
        expect(result, title).not.toHaveProperty("isError");
      }
    }
  });

  test("every refusal is a result with the same code and detail", async () => {
    for (const [title, envelope] of Object.entries(unusable)) {
      const { rest, results } = await bothWays(name, path, envelope);
      const { detail, code } = JSON.parse(rest.text);
      expect(rest.status, title).toBeGreaterThanOrEqual(400);
      for (const { status, result } of results) {
        expect(status, title).toBe(200);
        expect(result, title).toMatchObject({ isError: true });
        expect(result, title).not.toHaveProperty("structuredContent");
        expect(result.content[0].text, title).toContain(detail);
        expect(result.content[0].text, title).toContain(code);
      }
    }
  });
});

test("listDomains", async () => {
  const rest = await post(`${service.url}/api/domains`, undefined, { method: "GET" });
  const sent = legacyCall({ name: "listDomains", arguments: {} });
  const { result } = JSON.parse((await post(`${service.url}/mcp`, sent)).text);
  expect(result.content).toEqual([{ type: "text", text: rest.text }]);
  expect(result.structuredContent).toEqual(JSON.parse(rest.text));
});
