/** Requests of every kind, good and bad, that the service and the handler must answer alike. */
import { candidateOf, listScenarios } from "../core/scenario.ts";
import { envelopes, loyaltyCard, unusable } from "../mcp/candidates.ts";
import { legacyCall, corpus as messages, modernCall } from "../mcp/messages.ts";
import type { Call } from "../support/http.ts";

export const key = "ai_test_0123456789abcdef";

export interface NamedCall extends Call {
  readonly name: string;
}

const where = { targetProduct: "datagen", domainId: "generator-option" };
const bearer = { authorization: `Bearer ${key}` };
const good = { ...where, candidate: loyaltyCard() };

/** All scenarios, checked, repaired, built, and over MCP. */
export function scenarioCalls(): NamedCall[] {
  const scenarios = listScenarios().map(({ name, scenario }) => ({ name, candidate: candidateOf(scenario) }));
  const others = Object.entries(envelopes).map(([name, envelope]) => ({ name, ...envelope }));
  return [...scenarios, ...(others as typeof scenarios)].flatMap(({ name, candidate }) => {
    const envelope = { ...where, candidate };
    return [
      { name, path: "/api/validate", key, body: { ...envelope, repair: "suggested" } },
      { name, path: "/api/build", key, body: { ...envelope, view: "brief" } },
      tool(`${name} over MCP`, legacyCall({ arguments: { ...envelope, repair: "safe" } })),
    ];
  });
}

/** Every message of the MCP corpus, twice: what the SDK has accepted once may go a shorter way the next time. */
export function messageCalls(): NamedCall[] {
  const calls = Object.entries(messages).map(([name, sent]) => tool(name, sent));
  const tools = ["validateProposal", "buildProposal", "listDomains"].map((name) =>
    tool(name, modernCall({ name, arguments: good }, {}, { "mcp-name": name })),
  );
  return [...calls, ...calls, ...tools];
}

function tool(
  name: string,
  { headers, body }: { headers?: Record<string, string>; body: unknown },
): NamedCall {
  return {
    name: `message: ${name}`,
    path: "/mcp",
    method: "POST",
    body: JSON.stringify(body),
    headers: { accept: "application/json, text/event-stream", ...bearer, ...headers },
  };
}

const authorizations: Readonly<Record<string, NonNullable<Call["headers"]>>> = {
  "no credentials": {},
  "a good key": bearer,
  "a lower-case scheme": { authorization: `bEARER  ${key}` },
  "an unknown key": { authorization: "Bearer ai_0123456789abcdef" },
  "a key of another shape": { authorization: "Bearer sk_0123456789abcdef0" },
  "a short key": { authorization: "Bearer ai_short" },
  "no scheme": { authorization: key },
  "another scheme": { authorization: "Basic YWk6YWk=" },
  "two keys": { authorization: ["Bearer ai_one_one_one_one_one", "Bearer ai_two_two_two_two_two"] },
  "a signed call": { "x-adt-proxy-agent": "agent" },
  "a key and a signature": { ...bearer, "x-adt-proxy-agent": "agent" },
};

const types: Readonly<Record<string, NonNullable<Call["headers"]>>> = {
  JSON: { "content-type": "application/json" },
  "JSON in capitals": { "content-type": 'Application/JSON ; charset="utf-8"' },
  "a form": { "content-type": "application/x-www-form-urlencoded" },
  "UTF-16": { "content-type": "application/json; charset=utf-16" },
  "two types": { "content-type": "application/json, text/plain" },
  "a broken parameter": { "content-type": "application/json; charset" },
  "a compressed body": { "content-type": "application/json", "content-encoding": "gzip" },
};

const bodies: Readonly<Record<string, string | Buffer>> = {
  "a good envelope": JSON.stringify(good),
  "with a byte order mark": `\ufeff${JSON.stringify(good)}`,
  nothing: "",
  text: "hello",
  "half an object": '{"a":',
  "half a text": '{"a": "b',
  "half an escape": '{"a": "\\u12',
  "a trailing comma": '{"targetProduct":"datagen",\n "domainId":"generator-option",}',
  "a missing comma": '{"targetProduct":"datagen"\n "domainId":"generator-option"}',
  "a line break in a text": '{"a": "b\nc"}',
  NaN: '{"candidate":NaN}',
  "two documents": "{} {}",
  "a leading zero": "[01]",
  "single quotes": "{'a': 1}",
  "an array": "[]",
  null: "null",
  "a string": '"x"',
  "bytes that are not UTF-8": Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
  "one byte too many": JSON.stringify(good).padEnd(65_537),
  "all that is allowed": JSON.stringify(good).padEnd(65_536),
  "an id in a body that is too large": `{"jsonrpc":"2.0","id":"late","x":"${"y".repeat(66_000)}"}`,
  "an unknown view": JSON.stringify({ ...good, view: "all" }),
  "an unknown repair": JSON.stringify({ ...good, repair: "everything" }),
  ...Object.fromEntries(Object.entries(unusable).map(([name, body]) => [name, JSON.stringify(body)])),
};

const POSTS = ["/api/validate", "/api/build", "/mcp"];
const METHODS = ["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "PROPFIND"];
const PAGES = [
  ...["/", "/docs", "/rules", "/problems", "/openapi.json", "/openapi-refs.json", "/capabilities.json"],
  ...["/server.json", "/.well-known/api-catalog", "/icon.svg", "/llms.txt", "/healthz", "/readyz", "/studio"],
  ...[
    "/problems/rate-limited",
    "/problems/nope",
    "/problems/",
    "/assets/nope.js",
    "/nope",
    "/docs/",
    "//docs",
  ],
  ...["/spec-packages/datagen/generator-option", "/spec-packages/datagen/nope", "/spec-packages/datagen"],
  ...[
    "/metrics",
    "/%64ocs",
    "/api%2Fdomains",
    "/API/domains",
    "/api/domains/",
    "/api/domains;x=1",
    "/register",
  ],
  ...["/.well-known/oauth-protected-resource", "/.well-known/openid-configuration", "/docs?a=b"],
];

export function otherCalls(): NamedCall[] {
  const calls: NamedCall[] = [];
  const add = (name: string, call: Call) => calls.push({ name: `${name}: ${call.path}`, ...call });
  for (const path of POSTS) {
    for (const [who, authorization] of Object.entries(authorizations))
      for (const [what, body] of Object.entries(bodies).slice(0, 4))
        for (const [type, head] of Object.entries(types).slice(0, 3))
          add(`${who}, ${what} as ${type}`, {
            path,
            method: "POST",
            body,
            headers: { ...head, ...authorization },
          });
    for (const [type, head] of Object.entries(types))
      add(type, { path, method: "POST", body: JSON.stringify(good), headers: { ...bearer, ...head } });
    for (const [what, body] of Object.entries(bodies))
      add(what, { path, method: "POST", body, headers: { ...bearer, ...types.JSON } });
  }
  for (const path of ["/api/domains", ...POSTS, ...PAGES])
    for (const method of METHODS) add(method, { path, method });
  for (const path of ["/nope", "/spec-packages/datagen/nope"])
    add("a browser", { path, headers: { accept: "text/html,*/*" } });
  for (const path of ["/api/domains", "/docs", "/api/validate", "/mcp"])
    for (const method of ["GET", "OPTIONS", "POST"])
      add(`${method} from another origin`, {
        path,
        method,
        headers: { origin: "https://elsewhere.example" },
      });
  for (const query of [
    "targetProduct=datagen",
    "targetProduct=x",
    "domainId=a&domainId=generator-option",
    "x=%F0",
  ])
    add("a filter", { path: `/api/domains?${query}` });
  for (const [who, headers] of Object.entries(authorizations)) add(who, { path: "/api/domains", headers });
  for (const headers of [{ host: "evil.example" }, { expect: "miracles" }, { origin: "null" }])
    add(JSON.stringify(headers), {
      path: "/mcp",
      method: "POST",
      body: "{}",
      headers: { ...bearer, ...headers },
    });
  return calls;
}
