/**
 * The endpoint takes a short way for plain tool calls. This holds it to what the SDK's own standard handler
 * answers, so that an upgrade of the SDK that changes the protocol fails here rather than at a client.
 */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requestIdOf, toolCallsIn } from "../../src/service/mcp/messages.ts";
import { createSdkLeg } from "../../src/service/mcp/sdk.ts";
import { describeTool } from "../../src/service/mcp/tools.ts";
import { draws } from "../support/random.ts";
import { type Endpoint, echoes, key, resources, startEndpoint, startReference } from "./endpoint.ts";
import {
  corpus,
  initialize,
  legacyCall,
  legacyRequest,
  modernCall,
  modernRequest,
  type Sent,
} from "./messages.ts";
import { messagesIn, post } from "./wire.ts";

let own: Awaited<ReturnType<typeof startEndpoint>>;
let reference: Endpoint;

beforeAll(async () => {
  [own, reference] = await Promise.all([startEndpoint(), startReference()]);
});
afterAll(() => Promise.all([own.close(), reference.close()]));

async function expectParity(sent: Sent, name?: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const [ours, theirs] = await Promise.all([post(own.url, sent, { headers }), post(reference.url, sent)]);
  // The SDK refuses some headers without the id of the request, which is known.
  const id = JSON.stringify(requestIdOf(sent.body));
  const messages = messagesIn(theirs).map((each) => each.replace(/"id":null\}$/, () => `"id":${id}}`));
  expect({ status: ours.status, messages: messagesIn(ours) }, name).toEqual({
    status: theirs.status,
    messages,
  });
  expect(ours.status, name).toBeLessThan(500);
  const isSubscription = (sent.body as { method?: unknown } | null)?.method === "subscriptions/listen";
  if (!isSubscription) expect(ours.headers["content-type"], name).toBe("application/json");
}

describe("the endpoint answers as the SDK's standard handler does", () => {
  test("every message of the corpus", async () => {
    for (const [name, sent] of Object.entries(corpus)) {
      // Twice, because what the SDK has accepted once may go the short way the next time.
      await expectParity(sent, name);
      await expectParity(sent, name);
    }
  });

  const junk = fc.oneof(
    fc.constantFrom(null, true, 0, 1, -1, 1.5, 2 ** 53, "", "2.0", "tools/call", "validateProposal"),
    fc.constantFrom("2026-07-28", "2025-11-25", "buildProposal", [], {}, [1], { progressToken: 1 }),
    fc.jsonValue({ maxDepth: 2 }),
  );
  const place = fc.constantFrom(
    ["jsonrpc"],
    ["id"],
    ["method"],
    ["params"],
    ["extra"],
    ["params", "name"],
    ["params", "arguments"],
    ["params", "_meta"],
    ["params", "extra"],
    ["params", "_meta", "progressToken"],
    ["params", "_meta", "io.modelcontextprotocol/protocolVersion"],
    ["params", "_meta", "io.modelcontextprotocol/clientCapabilities"],
    ["params", "_meta", "io.modelcontextprotocol/clientInfo"],
    ["params", "_meta", "io.modelcontextprotocol/logLevel"],
    ["params", "_meta", "io.modelcontextprotocol/related-task"],
    ["params", "cursor"],
    ["params", "clientInfo"],
    ["params", "clientInfo", "name"],
    ["params", "clientInfo", "title"],
    ["params", "capabilities"],
    ["params", "protocolVersion"],
    ["params", "uri"],
  );
  const header = fc.record({
    name: fc.constantFrom("mcp-protocol-version", "mcp-method", "mcp-name", "mcp-session-id"),
    value: fc.constantFrom("", "2026-07-28", "2025-11-25", "tools/call", "validateProposal", "x", " y "),
  });

  // All of them were sent before, so that a changed one could be taken for one that was answered.
  const listCalls = ["tools/list", "resources/list", "server/discover", "ping"]
    .flatMap((method) => [legacyRequest(method, {}), modernRequest(method)])
    .concat(initialize, legacyRequest("resources/read", { uri: "test://one" }))
    .map((sent) => () => sent);

  test("whatever is changed about a call", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(legacyCall, modernCall, ...listCalls),
        fc.array(fc.tuple(place, fc.option(junk, { nil: undefined })), { maxLength: 2 }),
        fc.option(header, { nil: undefined }),
        async (call, changes, changed) => {
          const { headers, body } = structuredClone(call());
          for (const [path, value] of changes) put(body as object, path, value);
          await expectParity({
            body,
            headers: { ...headers, ...(changed && { [changed.name]: changed.value }) },
          });
        },
      ),
      { numRuns: draws(150) },
    );
  });
});

/** `undefined` removes the member; where there is no object to hold it, nothing happens. */
function put(root: object, path: readonly string[], value: unknown): void {
  let at = root as Record<string, unknown>;
  for (const name of path.slice(0, -1)) {
    const next = at[name];
    if (typeof next !== "object" || next === null) return;
    at = next as Record<string, unknown>;
  }
  at[path.at(-1)!] = structuredClone(value);
}

describe("lists and resources", () => {
  test("are answered from memory until the rules change, whatever the client is called", async () => {
    let rules = [{}];
    let asked = 0;
    const sdk = createSdkLeg(
      {
        serverInfo: { name: "preflight", version: "1.0.0" },
        instructions: () => "",
        tools: [],
        resources: {
          ...resources,
          list() {
            asked++;
            return [{ uri: `test://${asked}`, name: "one" }];
          },
        },
        rulesInUse: () => rules,
      },
      "http://127.0.0.1",
    );
    const callTool = () => undefined;
    const list = legacyRequest("resources/list").body;
    const first = await sdk.serve(list, {}, callTool);
    expect(sdk.recall(list, {})).toEqual(first);
    expect(sdk.recall({ ...(list as object), id: "two" }, {})?.body).toBe(
      first.body.replace('"id":1}', '"id":"two"}'),
    );
    expect(asked).toBe(1);
    rules = [{}];
    expect(sdk.recall(list, {})).toBeUndefined();
    expect((await sdk.serve(list, {}, callTool)).body).toContain("test://2");
    await sdk.serve(initialize.body, {}, callTool);
    const named = (clientInfo: unknown) => {
      const { params, ...body } = initialize.body as { params: object };
      return sdk.recall({ ...body, params: JSON.parse(JSON.stringify({ ...params, clientInfo })) }, {});
    };
    expect(named({ name: "another", version: "7", title: "Another" })).toBeDefined();
    expect(named({ name: "another" })).toBeUndefined();
    expect(named(undefined)).toBeUndefined();
  });
});

describe("the short way", () => {
  const rules: readonly unknown[] = [];
  const sdk = createSdkLeg(
    {
      serverInfo: { name: "preflight", version: "1.0.0" },
      instructions: () => "",
      tools: echoes.map(describeTool),
      resources,
      rulesInUse: () => rules,
    },
    "http://127.0.0.1",
  );
  const result = { content: [] };

  test("is for calls that the SDK has served, and ends as the SDK did", async () => {
    for (const [name, { body: given, headers = {} }] of Object.entries(corpus)) {
      const body = JSON.parse(JSON.stringify(given));
      const served = await sdk.serve(body, headers, () => result);
      const recalled = sdk.recall(body, headers);
      if (name.startsWith("call, ")) expect(recalled, name).toBeDefined();
      if (recalled === undefined) continue;
      const start = toolCallsIn(body).length === 0 ? "" : '{"result":{"content":[]';
      expect(served.body, name).toBe(start + recalled.body);
    }
  });

  test("an envelope is not taken for good before the SDK has served a call with it", async () => {
    const fresh = modernCall({
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": { sampling: {} },
      },
    });
    const { body, headers = {} } = fresh;
    expect(sdk.recall(body, headers)).toBeUndefined();
    await sdk.serve(body, headers, () => result);
    expect(sdk.recall(body, headers)).toMatchObject({ status: 200 });
  });

  test("an empty header is not taken for one that is absent", async () => {
    const { body } = legacyCall();
    await sdk.serve(body, {}, () => result);
    expect(sdk.recall(body, {})).toBeDefined();
    expect(sdk.recall(body, { "mcp-protocol-version": "" })).toBeUndefined();
  });

  test("a text cannot be written so that a call looks like one with other members", async () => {
    const of = ({ body, headers = {} }: Sent) => [JSON.parse(JSON.stringify(body)), headers] as const;
    const [body, headers] = of(legacyRequest("tools/list", { first: "1", second: "2", third: 3 }));
    await sdk.serve(body, headers, () => result);
    expect(sdk.recall(body, headers)).toBeDefined();
    for (const params of [
      { first: "1\0second\x002", third: 3 },
      { first: "1", second: "2", third: "\x003" },
      { first: "1", second: "2\0third\0", 3: "" },
      { first: "1", second: "2", third: "3" },
    ])
      expect(sdk.recall(...of(legacyRequest("tools/list", params))), JSON.stringify(params)).toBeUndefined();
  });

  test("what is nested without end is left to the SDK", () => {
    const deep = JSON.parse(`${"[".repeat(20_000)}${"]".repeat(20_000)}`);
    const { body, headers = {} } = legacyCall({ _meta: { "io.modelcontextprotocol/deep": deep } });
    expect(sdk.recall(body, headers)).toBeUndefined();
  });
});
