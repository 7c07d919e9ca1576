/** JSON-RPC messages of both eras, good and bad, as they go over the wire. */

export interface Sent {
  readonly headers?: Record<string, string>;
  readonly body: unknown;
}

export const modern = "2026-07-28";

export const envelope = {
  "io.modelcontextprotocol/protocolVersion": modern,
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
};

export const args = {
  targetProduct: "datagen",
  domainId: "generator-option",
  candidate: { a: [1, "ü", null] },
};

type Members = Record<string, unknown>;

/** A tool call as a client of the initialize era sends it. */
export function legacyCall(
  params: Members = {},
  more: Members = {},
  headers: Record<string, string> = {},
): Sent {
  return {
    headers,
    body: {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "validateProposal", arguments: args, ...params },
      ...more,
    },
  };
}

/** A tool call as a client of the envelope era sends it, headers included. */
export function modernCall(
  params: Members = {},
  more: Members = {},
  headers: Record<string, string> = {},
): Sent {
  return {
    headers: {
      "mcp-protocol-version": modern,
      "mcp-method": "tools/call",
      "mcp-name": "validateProposal",
      ...headers,
    },
    body: {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "validateProposal", arguments: args, _meta: envelope, ...params },
      ...more,
    },
  };
}

export function modernRequest(
  method: string,
  params: Members = {},
  headers: Record<string, string> = {},
): Sent {
  return {
    headers: { "mcp-protocol-version": modern, "mcp-method": method, ...headers },
    body: { jsonrpc: "2.0", id: 1, method, params: { _meta: envelope, ...params } },
  };
}

export function legacyRequest(method: string, params?: Members, headers: Record<string, string> = {}): Sent {
  return { headers, body: { jsonrpc: "2.0", id: 1, method, ...(params && { params }) } };
}

/** The envelope era repeats the URI in a header. */
function modernRead(uri: string, headers: Record<string, string> = {}): Sent {
  return modernRequest("resources/read", { uri }, { "mcp-name": uri, ...headers });
}

/** `undefined` members are not sent. */
const without = (name: string): Members => ({ [name]: undefined });
const { body: plainCall } = legacyCall();

export const initialize = legacyRequest("initialize", {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
});

const meta = (more: Members) => ({ _meta: { ...envelope, ...more } });

/** Messages on which this endpoint and the SDK's standard handler must agree to the byte. */
export const corpus: Readonly<Record<string, Sent>> = {
  // Plain calls, the short way.
  "call, initialize era": legacyCall(),
  "call, initialize era, version named": legacyCall({}, {}, { "mcp-protocol-version": "2025-06-18" }),
  "call, initialize era, oldest version": legacyCall({}, {}, { "mcp-protocol-version": "2024-10-07" }),
  "call, initialize era, string id": legacyCall({}, { id: 'a "quoted" id ü' }),
  "call, initialize era, empty id": legacyCall({}, { id: "" }),
  "call, initialize era, very long id": legacyCall({}, { id: "x".repeat(30_000) }),
  "call, initialize era, negative id": legacyCall({}, { id: -7 }),
  "call, initialize era, progress token": legacyCall({ _meta: { progressToken: "t" } }),
  "call, initialize era, foreign meta": legacyCall({ _meta: { "vendor/toolUseId": "x", trace: { a: 1 } } }),
  "call, initialize era, no arguments": legacyCall(without("arguments")),
  "call, initialize era, listDomains": legacyCall({ name: "listDomains", arguments: {} }),
  "call, initialize era, refused arguments": legacyCall({ arguments: { targetProduct: "unsupported" } }),
  "call, initialize era, candidate as text": legacyCall({ arguments: { ...args, candidate: '{"a":1}' } }),
  "call, envelope era": modernCall(),
  "call, envelope era, string id": modernCall({}, { id: "abc" }),
  "call, envelope era, no client info": modernCall(meta({ "io.modelcontextprotocol/clientInfo": undefined })),
  "call, envelope era, log level": modernCall(meta({ "io.modelcontextprotocol/logLevel": "debug" })),
  "call, envelope era, progress token": modernCall(meta({ progressToken: 5 })),
  "call, envelope era, traced": modernCall(
    meta({ traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" }),
  ),
  "call, envelope era, build": modernCall({ name: "buildProposal" }, {}, { "mcp-name": "buildProposal" }),
  "call, envelope era, refused arguments": modernCall({ arguments: { targetProduct: "unsupported" } }),
  "call, envelope era, header as Base64": modernCall(
    {},
    {},
    { "mcp-name": "=?base64?dmFsaWRhdGVQcm9wb3NhbA==?=" },
  ),
  // Everything else that is right.
  initialize,
  "initialize, unknown version": legacyRequest("initialize", {
    protocolVersion: "1999-01-01",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  }),
  initialized: { body: { jsonrpc: "2.0", method: "notifications/initialized" } },
  "ping, initialize era": legacyRequest("ping"),
  "tools/list, initialize era": legacyRequest("tools/list"),
  "tools/list, initialize era, cursor": legacyRequest("tools/list", { cursor: "x" }),
  "tools/list, envelope era": modernRequest("tools/list"),
  "server/discover": modernRequest("server/discover"),
  "batch of requests": { body: [plainCall, { jsonrpc: "2.0", id: 2, method: "ping" }] },
  "batch of notifications": { body: [{ jsonrpc: "2.0", method: "notifications/initialized" }] },
  "response posted": { body: { jsonrpc: "2.0", id: 1, result: {} } },
  "notification, envelope era": {
    headers: { "mcp-protocol-version": modern, "mcp-method": "notifications/cancelled" },
    body: { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1, _meta: envelope } },
  },
  "subscription to nothing": modernRequest("subscriptions/listen", {
    notifications: { toolsListChanged: true },
  }),
  // Resources.
  "resources/list, initialize era": legacyRequest("resources/list"),
  "resources/list, initialize era, cursor": legacyRequest("resources/list", { cursor: "x" }),
  "resources/list, envelope era": modernRequest("resources/list"),
  "resources/templates/list, initialize era": legacyRequest("resources/templates/list"),
  "resources/templates/list, envelope era": modernRequest("resources/templates/list"),
  "resources/read, initialize era": legacyRequest("resources/read", { uri: "test://one" }),
  "resources/read, envelope era": modernRead("test://one"),
  "resources/read, envelope era, name header other": modernRead("test://one", { "mcp-name": "test://two" }),
  "resources/read, unknown, initialize era": legacyRequest("resources/read", { uri: "test://two" }),
  "resources/read, unknown, envelope era": modernRead("test://two"),
  "resources/read, unavailable": legacyRequest("resources/read", { uri: "test://later" }),
  "resources/read, unavailable, envelope era": modernRead("test://later"),
  "prompts/list, which there is not": legacyRequest("prompts/list"),
  "resources/read, no uri": legacyRequest("resources/read", {}),
  "resources/read, uri a number": legacyRequest("resources/read", { uri: 7 }),
  "resources/read, uri empty": legacyRequest("resources/read", { uri: "" }),
  "batch of reads": {
    body: [1, 2, 3].map((id) => ({
      jsonrpc: "2.0",
      id,
      method: "resources/read",
      params: { uri: "test://one" },
    })),
  },
  "resources/subscribe": legacyRequest("resources/subscribe", { uri: "test://one" }),
  // Methods this server does not have.
  "completion/complete, initialize era": legacyRequest("completion/complete"),
  "completion/complete, envelope era": modernRequest("completion/complete"),
  "ping, envelope era": modernRequest("ping"),
  "initialize, envelope era": modernRequest("initialize"),
  "no such method": legacyRequest("tools/run"),
  "no such method, envelope era": modernRequest("tools/run"),
  "a method of Object.prototype": legacyRequest("constructor"),
  "logging/setLevel": legacyRequest("logging/setLevel", { level: "debug" }),
  "unknown tool, initialize era": legacyCall({ name: "validate" }),
  "unknown tool, envelope era": modernCall({ name: "validate" }, {}, { "mcp-name": "validate" }),
  "a tool of Object.prototype": legacyCall({ name: "toString" }),
  // JSON-RPC that is not right.
  "jsonrpc 1.0": legacyCall({}, { jsonrpc: "1.0" }),
  "jsonrpc as a number": legacyCall({}, { jsonrpc: 2 }),
  "jsonrpc missing": legacyCall({}, without("jsonrpc")),
  "id null": legacyCall({}, { id: null }),
  "id true": legacyCall({}, { id: true }),
  "id an object": legacyCall({}, { id: {} }),
  "id fractional": legacyCall({}, { id: 1.5 }),
  "id huge": legacyCall({}, { id: 1e300 }),
  "id beyond safe integers": legacyCall({}, { id: 2 ** 53 }),
  "id missing on a call": legacyCall({}, without("id")),
  "id huge, envelope era": modernCall({}, { id: 1e300 }),
  "id null, envelope era": modernCall({}, { id: null }),
  "method a number": legacyCall({}, { method: 7 }),
  "method empty": legacyCall({}, { method: "" }),
  "method missing": legacyCall({}, without("method")),
  "extra member": legacyCall({}, { extra: 1 }),
  "extra member, envelope era": modernCall({}, { extra: 1 }),
  "params an array": legacyCall({}, { params: [] }),
  "params null": legacyCall({}, { params: null }),
  "params a string": legacyCall({}, { params: "x" }),
  "params missing": legacyCall({}, without("params")),
  "name missing": legacyCall(without("name")),
  "name a number": legacyCall({ name: 7 }),
  "name missing, envelope era": modernCall(without("name")),
  "arguments an array": legacyCall({ arguments: [] }),
  "arguments a string": legacyCall({ arguments: "{}" }),
  "arguments null": legacyCall({ arguments: null }),
  "arguments a string, envelope era": modernCall({ arguments: "{}" }),
  "_meta null": legacyCall({ _meta: null }),
  "_meta a string": legacyCall({ _meta: "x" }),
  "progress token an object": legacyCall({ _meta: { progressToken: {} } }),
  "progress token fractional": legacyCall({ _meta: { progressToken: 0.5 } }),
  "related task malformed": legacyCall({ _meta: { "io.modelcontextprotocol/related-task": 1 } }),
  "related task, envelope era": modernCall(meta({ "io.modelcontextprotocol/related-task": 1 })),
  "envelope members without the claim": legacyCall({ _meta: { "io.modelcontextprotocol/clientInfo": 7 } }),
  "task asked for": legacyCall({ task: { ttl: 1000 } }),
  "task malformed": legacyCall({ task: "x" }),
  "request state, envelope era": modernCall({ requestState: "x" }),
  "request state malformed, envelope era": modernCall({ requestState: 7 }),
  "input responses, envelope era": modernCall({ inputResponses: {} }),
  "body null": { body: null },
  "body a number": { body: 5 },
  "body a string": { body: "tools/call" },
  "body true": { body: true },
  "empty object": { body: {} },
  "empty batch": { body: [] },
  "batch of nonsense": { body: [1, null, "x"] },
  "batch with one bad element": { body: [plainCall, { jsonrpc: "2.0" }] },
  "batch within a batch": { body: [[plainCall]] },
  "batch of an initialize and more": { body: [initialize.body, plainCall] },
  "batch of the envelope era": { body: [modernCall().body] },
  // As long as we accept; the SDK would accept twice as many.
  "batch of 50": {
    body: Array.from({ length: 50 }, (_, id) => ({ jsonrpc: "2.0", id, method: "ping" })),
  },
  // Envelope and headers that disagree.
  "version header unknown": legacyCall({}, {}, { "mcp-protocol-version": "2023-01-01" }),
  "version header nonsense": legacyCall({}, {}, { "mcp-protocol-version": "banana" }),
  "version header empty": legacyCall({}, {}, { "mcp-protocol-version": "" }),
  "version header modern, no envelope": legacyCall({}, {}, { "mcp-protocol-version": modern }),
  "version header from the future, no envelope": legacyCall({}, {}, { "mcp-protocol-version": "2031-01-01" }),
  "initialize with a modern header": { ...initialize, headers: { "mcp-protocol-version": modern } },
  "envelope without headers": { body: modernCall().body },
  "envelope, version header missing": {
    headers: { "mcp-method": "tools/call", "mcp-name": "validateProposal" },
    body: modernCall().body,
  },
  "envelope, version header other": modernCall({}, {}, { "mcp-protocol-version": "2025-11-25" }),
  "envelope, method header other": modernCall({}, {}, { "mcp-method": "tools/list" }),
  "envelope, name header other": modernCall({}, {}, { "mcp-name": "buildProposal" }),
  "envelope, name header badly encoded": modernCall({}, {}, { "mcp-name": "=?base64?*?=" }),
  "envelope, name header empty": modernCall({}, {}, { "mcp-name": "" }),
  "envelope from the future": modernCall(
    meta({ "io.modelcontextprotocol/protocolVersion": "2031-01-01" }),
    {},
    { "mcp-protocol-version": "2031-01-01" },
  ),
  "envelope of the initialize era": modernCall(
    meta({ "io.modelcontextprotocol/protocolVersion": "2025-11-25" }),
    {},
    { "mcp-protocol-version": "2025-11-25" },
  ),
  "envelope version a number": modernCall(meta({ "io.modelcontextprotocol/protocolVersion": 2026 })),
  "envelope without version": modernCall(meta({ "io.modelcontextprotocol/protocolVersion": undefined })),
  "envelope without capabilities": modernCall(
    meta({ "io.modelcontextprotocol/clientCapabilities": undefined }),
  ),
  "envelope capabilities null": modernCall(meta({ "io.modelcontextprotocol/clientCapabilities": null })),
  "envelope capabilities a list": modernCall(meta({ "io.modelcontextprotocol/clientCapabilities": [] })),
  "envelope client info null": modernCall(meta({ "io.modelcontextprotocol/clientInfo": null })),
  "envelope client info nameless": modernCall(meta({ "io.modelcontextprotocol/clientInfo": {} })),
  "envelope log level unknown": modernCall(meta({ "io.modelcontextprotocol/logLevel": "loud" })),
  "envelope progress token an object": modernCall(meta({ progressToken: {} })),
  "envelope without _meta": modernCall(without("_meta")),
};
