/** The part of JSON-RPC that this service reads itself; the SDK does the rest. */
import { isPlainObject } from "../../core/json/pointer.ts";
import { type Problem, problemDocument } from "../../operations/problems.ts";

export type RequestId = string | number;
export type JsonObject = Readonly<Record<string, unknown>>;

/** All messages that call a tool, even malformed ones: each counts against the budget. */
export function toolCallsIn(body: unknown): readonly JsonObject[] {
  const messages = Array.isArray(body) ? body : [body];
  return messages.filter((message) => isPlainObject(message) && message.method === "tools/call");
}

export function toolNameOf(message: JsonObject): unknown {
  return isPlainObject(message.params) ? message.params.name : undefined;
}

/** The id to answer with: that of a single request, otherwise null. */
export function requestIdOf(body: unknown): RequestId | null {
  if (!isPlainObject(body) || typeof body.method !== "string") return null;
  return typeof body.id === "string" || typeof body.id === "number" ? body.id : null;
}

const PARSE_ERROR = -32700;
const INTERNAL_ERROR = -32603;
/** From the range for implementations; the SDK uses the same code for refusals by HTTP status. */
const REFUSED = -32000;

/** A refusal of the whole HTTP request. Many clients show only `message`, so it says what to do. */
export function refusalMessage(problem: Problem, baseUrl: string, requestId: string, id: RequestId | null) {
  const code =
    problem.code === "malformed-json" ? PARSE_ERROR : problem.status === 500 ? INTERNAL_ERROR : REFUSED;
  return {
    jsonrpc: "2.0",
    error: {
      code,
      message: `${problem.title}. ${problem.detail}`,
      data: problemDocument(problem, baseUrl, requestId),
    },
    id,
  };
}
