/** Random calls and what must be true of their answers. */
import { readFileSync } from "node:fs";
import { type Agent, request } from "node:http";
import fc from "fast-check";
import { verifyReceipt } from "../../src/core/index.ts";
import { signProxyCall } from "../../src/service/identity/signing.ts";
import { judge, type RegistryEntry } from "../oracle/candidate.ts";
import { compare } from "../oracle/compare.ts";
import { candidates } from "../oracle/generate/candidates.ts";
import { build, referenceTo } from "../oracle/package.ts";
import type { Cast } from "./cast.ts";
import type { Random } from "./faults.ts";

const folder = new URL("../../spec-packages/datagen/", import.meta.url);
const readJson = (name: string) => JSON.parse(readFileSync(new URL(name, folder), "utf8"));
const registry = readJson("registry.json").generators as RegistryEntry[];
const reference = referenceTo(readJson("generator-option.json"));

const KEYS = Array.from(
  { length: 20 },
  (_, index) => `ai_good_0123456789ab${String(index).padStart(4, "0")}`,
);
const BATCH = 500;
const MAX_BODY = 65_536;
const PATIENCE_MS = 30_000;

interface Request {
  readonly path: string;
  readonly body: Buffer | string;
  readonly key: string | undefined;
  /** Signed for this capability instead of sent with a key. */
  readonly capability?: string;
  readonly type: string;
  /** What is wrong with the answer, if anything. */
  judge(status: number, answer: unknown): string | undefined;
}

export interface CallSource {
  next(): Request;
}

/** The seed decides the requests and their order. */
export function createCalls(seed: number, random: Random): CallSource {
  let batch = 0;
  let drawn: unknown[] = [];
  const draw = (): unknown => {
    if (drawn.length === 0) drawn = fc.sample(candidates, { numRuns: BATCH, seed: seed + batch++ });
    return drawn.pop();
  };
  const key = () => KEYS[random(KEYS.length)]!;
  const json = "application/json";

  function verdictCall(): Request {
    const text = JSON.stringify(draw()) ?? "null";
    const candidate: unknown = JSON.parse(text);
    // Over MCP, a candidate may be sent as JSON text, which the oracle would take for a string.
    const isMcp = random(3) === 0 && typeof candidate !== "string";
    const isBuild = random(2) === 0;
    const envelope = `{"targetProduct":"datagen","domainId":"generator-option","candidate":${text}}`;
    const name = isBuild ? "buildProposal" : "validateProposal";
    // Tools name equal problems once unless every one is asked for; the oracle names every one.
    const body = isMcp
      ? `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":{"view":"full",${envelope.slice(1)}}}`
      : envelope;
    const isTooLarge = Buffer.byteLength(body) > MAX_BODY;
    return {
      path: isMcp ? "/mcp" : isBuild ? "/api/build" : "/api/validate",
      body,
      ...(random(10) === 0 ? { key: undefined, capability: `preflight.${name}` } : { key: key() }),
      type: json,
      judge(status, answer) {
        if (isTooLarge) return status === 413 ? undefined : `status ${status} for a body that is too large`;
        if (status !== 200) return `status ${status}: ${JSON.stringify(answer).slice(0, 300)}`;
        const given = isMcp
          ? (answer as { result?: { structuredContent?: unknown } }).result?.structuredContent
          : answer;
        if (given === undefined) return `no verdict: ${JSON.stringify(answer).slice(0, 300)}`;
        return judgeVerdict(candidate, given, isBuild);
      },
    };
  }

  const expect =
    (...statuses: number[]) =>
    (status: number, answer: unknown) =>
      statuses.includes(status)
        ? undefined
        : `status ${status} instead of ${statuses.join(" or ")}: ${JSON.stringify(answer).slice(0, 300)}`;
  const envelopeOf = (candidate: string) =>
    `{"targetProduct":"datagen","domainId":"generator-option","candidate":${candidate}}`;

  const broken: (() => Request)[] = [
    () => ({ path: "/api/validate", body: "{", key: key(), type: json, judge: expect(400) }),
    () => ({ path: "/api/validate", body: "", key: key(), type: json, judge: expect(400) }),
    () => ({ path: "/api/build", body: "[]", key: key(), type: json, judge: expect(400) }),
    () => ({ path: "/api/validate", body: "{}", key: key(), type: "text/plain", judge: expect(415) }),
    () => ({ path: "/api/validate", body: envelopeOf("{}"), key: undefined, type: json, judge: expect(401) }),
    () => ({
      path: "/api/validate",
      body: envelopeOf("{}"),
      key: `ai_bad_0123456789${random(1_000)}`,
      type: json,
      judge: expect(401),
    }),
    () => ({
      path: "/api/validate",
      body: '{"targetProduct":"x","domainId":"y"}',
      key: key(),
      type: json,
      judge: expect(422),
    }),
    () => ({ path: "/mcp", body: "nonsense", key: key(), type: json, judge: expect(400) }),
    () => ({
      path: "/mcp",
      body: '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"nothing"}}',
      key: key(),
      type: json,
      judge: expect(200, 400),
    }),
    () => ({ path: "/nowhere", body: "{}", key: key(), type: json, judge: expect(404) }),
  ];
  const hostile: (() => Request)[] = [
    () => hostileBody("[".repeat(30_000) + "]".repeat(30_000)),
    () => hostileBody(`[${"[],".repeat(20_000)}[]]`),
    () => hostileBody(`{"generatorId":"${"a\\u0301".repeat(5_000)}"}`),
    () => hostileBody(`{"sampleRecords":[{"x":"http://${"ü".repeat(20_000)}"}]}`),
    () => hostileBody(`{"__proto__":{"a":1},"constructor":1e400}`),
    () => hostileBody(`{${Array.from({ length: 3_000 }, (_, index) => `"m${index}":${index}`).join()}}`),
    () => ({
      path: "/api/validate",
      body: Buffer.concat([
        Buffer.from('{"candidate":"'),
        Buffer.from([0xff, 0xfe, 0xc0]),
        Buffer.from('"}'),
      ]),
      key: key(),
      type: json,
      judge: expect(400),
    }),
    () => ({ path: "/api/build", body: "x".repeat(200_000), key: key(), type: json, judge: expect(413) }),
  ];
  function hostileBody(candidate: string): Request {
    return {
      path: "/api/validate",
      body: envelopeOf(candidate),
      key: key(),
      type: json,
      judge: expectInvalid,
    };
  }
  function expectInvalid(status: number, answer: unknown): string | undefined {
    const isInvalid = status === 200 && (answer as { valid?: unknown }).valid === false;
    return isInvalid || status === 400 ? undefined : `status ${status} for a hostile body`;
  }

  return {
    next() {
      const dice = random(20);
      if (dice < 15) return verdictCall();
      const kinds = dice < 18 ? broken : hostile;
      return kinds[random(kinds.length)]!();
    },
  };
}

interface Verdict {
  valid: boolean;
  diagnostics: { code: string; severity: string; pointer: string }[];
  omitted: number;
  proposalPackage?: { digest: string };
}

function judgeVerdict(candidate: unknown, answer: unknown, isBuild: boolean): string | undefined {
  const verdict = judge(candidate, registry);
  const given = answer as Verdict;
  const diagnostics = given.diagnostics.filter(({ code }) => code !== "rules-stale");
  const difference = compare(verdict, { ...given, diagnostics });
  const shown = () => JSON.stringify(candidate).slice(0, 2_000);
  if (difference !== undefined) return `wrong verdict: ${JSON.stringify(difference)} on ${shown()}`;
  if (!isBuild || !verdict.valid) return undefined;
  return given.proposalPackage?.digest === build(candidate, reference).digest
    ? undefined
    : `wrong package of ${shown()}`;
}

export type Outcome =
  | { readonly kind: "answered"; readonly status: number; readonly ms: number; readonly hasReceipt: boolean }
  /** 503 by the rules: overloaded, or an upstream is down. */
  | { readonly kind: "unavailable"; readonly code: string }
  /** A signed call whose replica was lost. The balancer may not send it again, since its nonce may have been used. */
  | { readonly kind: "signed, lost"; readonly code: string }
  /** A call without an answer that the balancer could have sent to the other replica. */
  | { readonly kind: "lost"; readonly why: string }
  | { readonly kind: "wrong"; readonly why: string };

/** How long after a replica was lost a call may have been lost with it. */
const AFTERMATH_MS = 2_000;
/** What the balancer answers if no replica does. */
const GATEWAY_ERRORS: readonly number[] = [502, 504];

export async function makeCall(call: Request, cast: Cast, agent: Agent): Promise<Outcome> {
  const started = performance.now();
  const answer = await post(call, cast, agent);
  const ago = (time: number) => `${Math.round(performance.now() - time)} ms ago`;
  const when = `${call.path}, sent ${ago(started)}, replicas lost ${cast.replicas.map(({ lostAt }) => ago(lostAt)).join(" and ")}`;
  if ("error" in answer) return { kind: "lost", why: `${answer.error} on ${when}` };
  const { status, text } = answer;
  if (GATEWAY_ERRORS.includes(status)) {
    const isExcused =
      call.capability !== undefined && cast.replicas.some(({ lostAt }) => lostAt + AFTERMATH_MS >= started);
    return isExcused
      ? { kind: "signed, lost", code: String(status) }
      : { kind: "lost", why: `${status} by the balancer on ${when}` };
  }
  const body: unknown = text === "" ? undefined : JSON.parse(text);
  const code = codeIn(body);
  if ((status === 503 || isToolError(body)) && (code === "overloaded" || code === "upstream-unavailable"))
    return { kind: "unavailable", code };
  if (status >= 500) return { kind: "wrong", why: `status ${status}: ${text.slice(0, 300)}` };
  const ms = performance.now() - started;
  const { proposalPackage, receipt } = builtIn(body);
  const why =
    call.judge(status, body) ?? (proposalPackage && (await judgeReceipt(receipt, proposalPackage, cast)));
  if (why !== undefined) return { kind: "wrong", why };
  return { kind: "answered", status, ms, hasReceipt: proposalPackage !== undefined };
}

/** What a build gave, over REST or MCP. */
function builtIn(body: unknown): { proposalPackage?: object; receipt?: string } {
  const { structuredContent } = ((body ?? {}) as { result?: { structuredContent?: object } }).result ?? {};
  return structuredContent ?? (body as object | undefined) ?? {};
}

/** Whichever replica built a package, its receipt holds. */
async function judgeReceipt(receipt: unknown, proposalPackage: object, { keys, url }: Cast) {
  const verdict = await verifyReceipt(receipt, { keys, issuer: url, proposalPackage, now: Date.now() });
  return verdict.valid ? undefined : `${verdict.code}: ${receipt}`;
}

interface AnyBody {
  code?: unknown;
  error?: { data?: { code?: unknown } };
  result?: { isError?: boolean; content?: { text: string }[] };
}

const isToolError = (body: unknown) => (body as AnyBody | undefined)?.result?.isError === true;

/** The code of a problem: of REST, of MCP, or of a tool call that could not be made. */
function codeIn(body: unknown): string {
  const { code, error, result } = (body ?? {}) as AnyBody;
  const found = code ?? error?.data?.code;
  if (found !== undefined || result?.isError !== true) return String(found ?? "");
  return result.content?.some(({ text }) => text.includes("upstream-unavailable"))
    ? "upstream-unavailable"
    : "";
}

type Answer = { readonly status: number; readonly text: string } | { readonly error: string };

async function credentialsOf(call: Request, bytes: Buffer, cast: Cast): Promise<Record<string, string>> {
  const { key, capability } = call;
  if (key !== undefined) return { authorization: `Bearer ${key}` };
  if (capability === undefined) return {};
  const agent = { agent: "agent", subject: "user", capability };
  return {
    ...(await signProxyCall({ ...cast.signer, ...agent, method: "POST", target: call.path, body: bytes })),
  };
}

async function post(call: Request, cast: Cast, agent: Agent): Promise<Answer> {
  const bytes = Buffer.from(call.body as string);
  const credentials = await credentialsOf(call, bytes, cast);
  return new Promise((resolve) => {
    const outgoing = request(
      cast.url + call.path,
      {
        agent,
        method: "POST",
        headers: {
          "content-type": call.type,
          "content-length": bytes.length,
          accept: "application/json, text/event-stream",
          ...credentials,
        },
      },
      (incoming) => {
        let text = "";
        incoming.setEncoding("utf8");
        incoming.on("data", (chunk) => {
          text += chunk;
        });
        incoming.once("end", () => resolve({ status: incoming.statusCode ?? 0, text }));
        incoming.once("error", fail);
      },
    );
    const fail = (error: NodeJS.ErrnoException) => resolve({ error: error.code ?? error.message });
    outgoing.once("error", fail);
    outgoing.setTimeout(PATIENCE_MS, () => outgoing.destroy(Object.assign(new Error(), { code: "HUNG" })));
    outgoing.end(bytes);
  });
}
