/**
 * MCP from a body that has been read to an answer, for every kind of server: a codec around the same gate as REST.
 * Problems of the whole HTTP request are answered with an HTTP status, as in REST; problems of the arguments of one call
 * are the result of that call.
 */
import type { Admission, Gate } from "../../operations/gate/gate.ts";
import type { Operation, Outcome } from "../../operations/operation.ts";
import type { Caller, Trace } from "../../operations/ports.ts";
import { type Problem, problem } from "../../operations/problems.ts";
import type { Recorder } from "../../operations/record.ts";
import { callRecord, type RecordedCall } from "../http/call-record.ts";
import type { Answer } from "../http/respond.ts";
import { preflightHeaders } from "../rest/methods.ts";
import type { ServerDescription } from "./describe-server.ts";
import {
  type HeaderMap,
  type JsonObject,
  type RequestId,
  refusalMessage,
  refuseBatch,
  requestIdOf,
  toolCallsIn,
  toolNameOf,
} from "./messages.ts";
import type { SdkLeg } from "./sdk.ts";
import type { CallTool } from "./server.ts";
import { readToolCall, renderToolAnswer } from "./tool-call.ts";
import { toolInput, toolResult } from "./tools.ts";

export interface ExchangeParts {
  readonly gate: Gate;
  readonly operations: readonly Operation[];
  readonly recorder: Recorder;
  readonly baseUrl: string;
  readonly description: ServerDescription;
}

/** An HTTP request in progress. */
export interface Exchange extends RecordedCall {
  body: unknown;
  toolCalls: readonly JsonObject[];
}

/** What is sent, apart from what every answer has. */
export type Content = Omit<Answer, "requestId" | "decision">;

interface Done {
  readonly operation: Operation;
  readonly outcome: Outcome;
}

/** An answer, and the calls that were made for it. */
export interface Served {
  readonly content: Content;
  readonly done: readonly Done[];
}

interface Exchanges {
  open(requestId: string, trace: Trace | undefined): Exchange;
  /** Only the body tells how many calls the request makes. Returns that number. */
  read(exchange: Exchange, body: unknown): number;
  /** Why an exchange that has been through the gate must not be served. */
  refuseAdmitted(exchange: Exchange, bytes: Uint8Array, admission: Admission): Problem | undefined;
  /** Plain tool calls are served at once. Throws, or rejects, on faults of the service. */
  serve(exchange: Exchange, headers: HeaderMap): Served | Promise<Served>;
  /** The answer to a request that is refused as a whole. */
  refusal(exchange: Exchange, refusal: Problem, id?: RequestId | null): Content;
  record(exchange: Exchange, status: number, refusal?: Problem, done?: readonly Done[]): void;
  /** Loads the SDK, which takes a while, so that the first request need not wait for it. */
  warm(): Promise<void>;
}

export function createExchanges({
  gate,
  operations: all,
  recorder,
  baseUrl,
  description,
}: ExchangeParts): Exchanges {
  const operations = new Map<unknown, Operation>(all.map((operation) => [operation.id, operation]));
  let sdk: SdkLeg | undefined;
  let loading: Promise<SdkLeg> | undefined;

  /** Loaded late, so that the service listens before the SDK has built its schemas. */
  function loadSdk(): Promise<SdkLeg> {
    loading ??= import("./sdk.ts").then(({ createSdkLeg }) => {
      sdk = createSdkLeg(description, baseUrl);
      return sdk;
    });
    return loading;
  }

  /** A batch has one status, so it is refused as a whole if one of its calls is not allowed. */
  function refuseCalls({ toolCalls }: Exchange, caller: Caller): Problem | undefined {
    for (const message of toolCalls) {
      const operation = operations.get(toolNameOf(message));
      const forbidden = operation && gate.authorize(operation, caller);
      if (forbidden !== undefined) return forbidden;
    }
    return undefined;
  }

  async function serveBySdk({ body }: Exchange, headers: HeaderMap): Promise<Served> {
    const done: Done[] = [];
    let fault: unknown;
    const callTool: CallTool = (name, args) => {
      const operation = operations.get(name);
      if (operation === undefined) return undefined;
      try {
        const outcome = gate.run(operation, toolInput(args));
        done.push({ operation, outcome });
        return toolResult(outcome);
      } catch (error) {
        // The SDK would show the error's message to the model. What it returns for this result is not sent.
        fault = error;
        return { content: [], isError: true };
      }
    };
    const { status, contentType, text } = await (await loadSdk()).serve(body, headers, callTool);
    if (status >= 500) fault ??= new Error("the SDK could not serve the message");
    if (fault !== undefined) throw fault;
    return { content: { status, body: text, ...(contentType !== undefined && { contentType }) }, done };
  }

  function recordOne(exchange: Exchange, status: number, refusal?: Problem, done?: Done): void {
    const { toolCalls } = exchange;
    const outcome = done?.outcome;
    const operation =
      done?.operation ?? (toolCalls.length === 1 ? operations.get(toolNameOf(toolCalls[0]!)) : undefined);
    const route = operation === undefined ? "/mcp" : undefined;
    const reached = { transport: "mcp", operation: operation?.id, route } as const;
    const refused = refusal ?? (outcome?.ok === false ? outcome.problem : undefined);
    recorder.record(callRecord(exchange, reached, status, refused, outcome?.ok ? outcome : undefined));
  }

  return {
    open: (requestId, trace) => ({
      requestId,
      started: performance.now(),
      trace,
      body: undefined,
      toolCalls: [],
      caller: undefined,
      decision: undefined,
    }),
    read(exchange, body) {
      exchange.body = body;
      exchange.toolCalls = toolCallsIn(body);
      return exchange.toolCalls.length;
    },
    refuseAdmitted(exchange, bytes, admission) {
      exchange.decision = admission.decision;
      if (admission.ok) exchange.caller = admission.caller;
      // Checked only now, because the tool calls of a refused batch count too.
      const tooLong = refuseBatch(exchange.body);
      if (!admission.ok) return tooLong ?? admission.problem;
      const { caller } = admission;
      return tooLong ?? gate.bindBody(caller, bytes) ?? refuseCalls(exchange, caller);
    },
    serve(exchange, headers) {
      const call = sdk && readToolCall(exchange.body, headers, sdk.protocol);
      const operation = call && operations.get(call.name);
      if (sdk === undefined || call === undefined || operation === undefined)
        return serveBySdk(exchange, headers);
      const outcome = gate.run(operation, toolInput(call.arguments));
      const body = renderToolAnswer(call, outcome, sdk.suffix);
      return { content: { status: 200, body }, done: [{ operation, outcome }] };
    },
    refusal(exchange, refusal, id = requestIdOf(exchange.body)) {
      const message = refusalMessage(refusal, baseUrl, exchange.requestId, id);
      return {
        status: refusal.status,
        body: JSON.stringify(message),
        ...(refusal.headers && { headers: Object.entries(refusal.headers).flat() }),
      };
    },
    record(exchange, status, refusal, done = []) {
      if (done.length === 0) recordOne(exchange, status, refusal);
      for (const each of done) recordOne(exchange, status, refusal, each);
    },
    async warm() {
      // The next request that needs the SDK reports the failure.
      await loadSdk().catch(() => undefined);
    },
  };
}

const ALLOWED_METHODS = "POST, OPTIONS";

/** For pages of the origins that may call. */
export const OPTIONS_ANSWER: Content = {
  status: 204,
  body: "",
  headers: [
    "Allow",
    ALLOWED_METHODS,
    ...preflightHeaders(
      ALLOWED_METHODS,
      "Authorization, Content-Type, MCP-Protocol-Version, MCP-Session-Id, Mcp-Method, Mcp-Name, Last-Event-ID",
    ),
  ],
};

/** Some clients try to open an event stream with GET, and retry forever on any other status than 405. */
export const METHOD_NOT_ALLOWED = problem(
  "method-not-allowed",
  "This endpoint has no sessions and no event streams; send JSON-RPC messages with POST.",
  { headers: { Allow: ALLOWED_METHODS } },
);
