/** The part of JSON-RPC that this service reads itself; the SDK does the rest. */
import { child, hasRepeats, isPlainObject, repeatsOf } from "../../core/json/values.ts";
import { readJson } from "../../core/reader/read-json.ts";
import { repeatedMembers } from "../operations/envelope.ts";
import { type Problem, type ProblemCode, problem, problemDocument } from "../operations/problems.ts";

export type RequestId = string | number;
export type JsonObject = Readonly<Record<string, unknown>>;

/** All messages that call a tool, even malformed ones: each counts against the budget. */
export const toolCallsIn = (body: unknown): readonly JsonObject[] => messagesIn(body).filter(isToolCall);

const messagesIn = (body: unknown): readonly unknown[] => (Array.isArray(body) ? body : [body]);

export const isToolCall = (message: unknown): message is JsonObject =>
  isPlainObject(message) && message.method === "tools/call";

export const toolNameOf = (message: unknown): unknown => child(child(message, "params"), "name");

/** The id to answer with: that of a single request, otherwise null. */
export const requestIdOf = (body: unknown): RequestId | null =>
  isPlainObject(body) && typeof body.method === "string" ? asId(body.id) : null;

const asId = (value: unknown): RequestId | null =>
  typeof value === "string" || typeof value === "number" ? value : null;

/** Whether it is absent, or an id or progress token that means the same to every reader. */
export const isIdOrToken = (value: unknown): boolean =>
  value === undefined || typeof value === "string" || Number.isSafeInteger(value);

/** How much of a body that is too large is searched for the id. */
export const MAX_START_BYTES = 1_024;

const TOKEN = /[ \t\r\n]*("(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+(?=[\s,}]))/y;

/** The id of a request of which only the first bytes were read, or null if it is not among them. */
export function requestIdInStart(bytes: Uint8Array): RequestId | null {
  const text = new TextDecoder().decode(bytes.subarray(0, MAX_START_BYTES));
  let depth = 0;
  let before = "";
  let name = "";
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(text); found !== null; found = TOKEN.exec(text)) {
    const token = found[1]!;
    if (depth === 1 && before === ":" && name === '"id"') {
      const read = readJson(token);
      return read.ok ? asId(read.value) : null;
    }
    if (token === "[" && depth === 0) return null;
    if (token === "{" || token === "[") depth++;
    else if (token === "}" || token === "]") depth--;
    else if (token === ":") name = before;
    before = token;
  }
  return null;
}

const MAX_BATCH_MESSAGES = 50;
/** Answers that are far longer than their questions: a spec package may have a mebibyte, the list of tools has 20 KB. */
const LONG_ANSWERS = new Set<unknown>(["resources/read", "resources/list", "tools/list"]);
const MAX_BATCH_READS = 5;

/** Answers are larger than requests, so a long batch would get far more bytes out than it puts in. */
export function refuseBatch(body: unknown): Problem | undefined {
  if (!Array.isArray(body)) return undefined;
  const reads = body.filter((message) => LONG_ANSWERS.has(child(message, "method"))).length;
  if (body.length > MAX_BATCH_MESSAGES) return tooLarge(`has ${body.length} messages`, MAX_BATCH_MESSAGES);
  if (reads > MAX_BATCH_READS) return tooLarge(`reads ${reads} lists and resources`, MAX_BATCH_READS);
  return undefined;
}

const tooLarge = (what: string, limit: number): Problem =>
  problem("batch-too-large", `The batch ${what}; the limit is ${limit}. Send several smaller batches.`);

/**
 * Beside arguments, which our own checks judge. The SDK judges all else, and writes a paragraph about each value that is wrong:
 * 64 KiB of them would take half a second and make an answer of megabytes. Fifty calls with all that clients add have 550.
 */
const MAX_VALUES = 600;

export function refuseLong(body: unknown): Problem | undefined {
  if (roomAfter(body, MAX_VALUES) >= 0) return undefined;
  const detail = `The body has more than ${MAX_VALUES} values beside the arguments of its calls; send fewer.`;
  return problem("invalid-envelope", detail);
}

function roomAfter(value: unknown, room: number): number {
  let left = room - 1;
  if (typeof value !== "object" || value === null) return left;
  for (const name in value) {
    if (left < 0) break;
    if (name !== "arguments") left = roomAfter((value as JsonObject)[name], left);
  }
  return left;
}

/** Which of two values counts nobody can tell, so that no call is made. Names inside a candidate are diagnosed. */
export function refuseRepeats(body: unknown): Problem | undefined {
  if (!hasRepeats(body)) return undefined;
  for (const message of messagesIn(body)) {
    const params = child(message, "params");
    const [name] = [
      ...[message, params].flatMap((object) => Object.keys(repeatsOf(object))),
      ...repeatedMembers(child(params, "arguments")),
    ];
    if (name === undefined) continue;
    const detail = `The message has ${JSON.stringify(name.slice(0, 64))} more than once; send it once.`;
    return problem("invalid-envelope", detail);
  }
  return undefined;
}

/** Those of JSON-RPC: parse error, invalid request, internal error. */
const JSON_RPC_CODES: Readonly<Partial<Record<ProblemCode, number>>> = {
  "malformed-json": -32700,
  "batch-too-large": -32600,
  "invalid-envelope": -32600,
  "internal-error": -32603,
};
/** From the range for implementations; the SDK uses the same code for refusals by HTTP status. */
const REFUSED = -32000;

/** A refusal of the whole HTTP request. Many clients show only `message`, so it says what to do. */
export function refusalMessage(refusal: Problem, baseUrl: string, requestId: string, id: RequestId | null) {
  return {
    jsonrpc: "2.0",
    error: {
      code: JSON_RPC_CODES[refusal.code] ?? REFUSED,
      message: `${refusal.title}. ${refusal.detail}`,
      data: problemDocument(refusal, baseUrl, requestId),
    },
    id,
  };
}
