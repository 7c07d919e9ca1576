/**
 * MCP over streamable HTTP, stateless, with JSON answers: a codec around the same gate as REST. Problems of the whole
 * HTTP request are answered with an HTTP status, as in REST; problems of the arguments of one call are the result of
 * that call.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Admission } from "../../operations/gate/gate.ts";
import type { Operation, Outcome } from "../../operations/operation.ts";
import type { Caller, LimitDecision, Trace } from "../../operations/ports.ts";
import { OVERLOADED, type Problem, problem } from "../../operations/problems.ts";
import { type Body, parseJson, readBody } from "../http/body.ts";
import { refuseByHead } from "../http/media-type.ts";
import type { Answer } from "../http/respond.ts";
import { INTERNAL_ERROR, preflightHeaders, type RestParts } from "../rest/rest.ts";
import type { ServerDescription } from "./describe-server.ts";
import {
  type JsonObject,
  MAX_START_BYTES,
  type RequestId,
  refusalMessage,
  refuseBatch,
  requestIdInStart,
  requestIdOf,
  toolCallsIn,
  toolNameOf,
} from "./messages.ts";
import { createOriginGuard } from "./origin.ts";
import type { SdkLeg } from "./sdk.ts";
import type { CallTool } from "./server.ts";
import { readToolCall, renderToolAnswer, type ToolCall } from "./tool-call.ts";
import { toolInput, toolResult } from "./tools.ts";

export interface McpParts extends RestParts {
  readonly baseUrl: string;
  readonly description: ServerDescription;
}

export interface McpHandler {
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Loads the SDK, which takes a while, so that the first request need not wait for it. */
  warm(): Promise<void>;
}

/** An HTTP request in progress. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly started: number;
  readonly trace: Trace | undefined;
  body: unknown;
  bodyWasRead: boolean;
  toolCalls: readonly JsonObject[];
  caller: Caller | undefined;
  decision: LimitDecision | undefined;
  isInFlight: boolean;
}

interface Done {
  readonly operation: Operation;
  readonly outcome: Outcome;
}

export function createMcpHandler(parts: McpParts): McpHandler {
  const { gate, recorder, responder, baseUrl, onFault, work } = parts;
  const operations = new Map<unknown, Operation>(
    parts.operations.map((operation) => [operation.id, operation]),
  );
  const refuseForeign = createOriginGuard(baseUrl);

  let sdk: SdkLeg | undefined;
  let loading: Promise<SdkLeg> | undefined;

  /** Loaded late, so that the service listens before the SDK has built its schemas. */
  function loadSdk(): Promise<SdkLeg> {
    loading ??= import("./sdk.ts").then(({ createSdkLeg }) => {
      sdk = createSdkLeg(parts.description, baseUrl);
      return sdk;
    });
    return loading;
  }

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const exchange: Exchange = {
      request,
      response,
      requestId: parts.nextRequestId(),
      started: performance.now(),
      trace: parts.traceOf(request),
      body: undefined,
      bodyWasRead: false,
      toolCalls: [],
      caller: undefined,
      decision: undefined,
      isInFlight: true,
    };
    work.begin();
    const refusal =
      refuseForeign(request) ??
      (request.method === "POST" ? refuseByHead(request.rawHeaders) : METHOD_NOT_ALLOWED);
    if (refusal === undefined) readBody(request, response, (body) => received(exchange, body));
    else if (request.method === "OPTIONS" && refusal === METHOD_NOT_ALLOWED) answerOptions(exchange);
    else if (refusal.code === "body-too-large" && request.headers.expect === undefined)
      readBody(request, response, (body) => refuseWithId(exchange, refusal, body), MAX_START_BYTES);
    else refuse(exchange, refusal);
  }

  /** The head says that the body is too large. Its start is read all the same, because the id may be there. */
  function refuseWithId(exchange: Exchange, refusal: Problem, body: Body): void {
    if (!body.ok && body.gone) record(exchange, 499, body.problem);
    else refuse(exchange, refusal, requestIdInStart((body.ok ? body.bytes : body.start) ?? NO_BYTES));
  }

  /** For pages of the origins that may call. */
  function answerOptions(exchange: Exchange): void {
    send(exchange, { status: 204, body: "", headers: ["Allow", ALLOWED_METHODS, ...PREFLIGHT_HEADERS] });
    record(exchange, 204);
  }

  function received(exchange: Exchange, body: Body): void {
    exchange.bodyWasRead = body.ok;
    // The body is small and has been read, so the id can be echoed.
    if (body.ok && work.isOverloaded()) refuse(exchange, OVERLOADED, requestIdInStart(body.bytes));
    else if (body.ok) work.run(() => open(exchange, body));
    else open(exchange, body);
  }

  function open(exchange: Exchange, body: Body): void {
    if (exchange.response.destroyed) {
      record(exchange, 499);
      return;
    }
    try {
      const parsed = body.ok ? parseJson(body.bytes) : body;
      if (body.ok && parsed.ok) admit(exchange, parsed.value, body.bytes);
      else if (!body.ok && body.gone) record(exchange, 499, body.problem);
      else if (!parsed.ok) refuse(exchange, parsed.problem, idIn(body));
    } catch (error) {
      fail(exchange, error);
    }
  }

  /** Only the body tells how many calls the request makes. */
  function admit(exchange: Exchange, body: unknown, bytes: Buffer): void {
    const { request } = exchange;
    exchange.body = body;
    exchange.toolCalls = toolCallsIn(body);
    const { trace } = exchange;
    const head = { method: request.method!, target: request.url!, rawHeaders: request.rawHeaders, trace };
    const admission = gate.admit(head, parts.clientAddressOf(request), exchange.toolCalls.length);
    if (!(admission instanceof Promise)) {
      admitted(exchange, bytes, admission);
      return;
    }
    work.expect();
    const proceed = (settled: Admission): void => {
      try {
        admitted(exchange, bytes, settled);
      } catch (error) {
        fail(exchange, error);
      }
    };
    admission.then(
      (settled) => {
        work.arrive();
        work.run(() => proceed(settled));
      },
      (error: unknown) => {
        work.arrive();
        fail(exchange, error);
      },
    );
  }

  function admitted(exchange: Exchange, bytes: Buffer, admission: Admission): void {
    exchange.decision = admission.decision;
    if (admission.ok) exchange.caller = admission.caller;
    // Checked only now, because the tool calls of a refused batch count too.
    const tooLong = refuseBatch(exchange.body);
    const refusal = admission.ok
      ? (tooLong ?? gate.bindBody(admission.caller, bytes) ?? refuseCalls(exchange, admission.caller))
      : (tooLong ?? admission.problem);
    if (refusal === undefined) dispatch(exchange);
    else refuse(exchange, refusal);
  }

  function dispatch(exchange: Exchange): void {
    const call = sdk && readToolCall(exchange.body, exchange.request.headers, sdk.protocol);
    const operation = call && operations.get(call.name);
    if (sdk !== undefined && call !== undefined && operation !== undefined)
      answerCall(exchange, call, operation, sdk);
    else serveBySdk(exchange).catch((error: unknown) => fail(exchange, error));
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

  function answerCall(exchange: Exchange, call: ToolCall, operation: Operation, { suffix }: SdkLeg): void {
    const outcome = gate.run(operation, toolInput(call.arguments));
    const { request, response, requestId, decision, bodyWasRead } = exchange;
    const body = renderToolAnswer(call, outcome, suffix);
    responder.send(request, response, { status: 200, requestId, decision, body }, bodyWasRead);
    record(exchange, 200, undefined, { operation, outcome });
  }

  async function serveBySdk(exchange: Exchange): Promise<void> {
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
    const leg = await loadSdk();
    const { status, contentType, text } = await leg.serve(exchange.body, exchange.request.headers, callTool);
    if (status >= 500) fault ??= new Error("the SDK could not serve the message");
    if (fault !== undefined) return fail(exchange, fault);
    send(exchange, { status, body: text, ...(contentType !== undefined && { contentType }) });
    if (done.length === 0) record(exchange, status);
    for (const each of done) record(exchange, status, undefined, each);
  }

  function send(exchange: Exchange, answer: Omit<Answer, "requestId" | "decision">): void {
    const { request, response, requestId, decision, bodyWasRead } = exchange;
    responder.send(request, response, { ...answer, requestId, decision }, bodyWasRead);
  }

  function refuse(exchange: Exchange, refusal: Problem, id = requestIdOf(exchange.body)): void {
    const message = refusalMessage(refusal, baseUrl, exchange.requestId, id);
    send(exchange, {
      status: refusal.status,
      body: JSON.stringify(message),
      ...(refusal.headers && { headers: Object.entries(refusal.headers).flat() }),
    });
    record(exchange, refusal.status, refusal);
  }

  function fail(exchange: Exchange, error: unknown): void {
    onFault(error, exchange.requestId);
    if (exchange.response.headersSent) exchange.response.destroy();
    else refuse(exchange, INTERNAL_ERROR);
    end(exchange);
  }

  function end(exchange: Exchange): void {
    if (exchange.isInFlight) work.end();
    exchange.isInFlight = false;
  }

  function record(exchange: Exchange, status: number, refusal?: Problem, done?: Done): void {
    end(exchange);
    const { toolCalls, caller, decision, requestId, started, trace } = exchange;
    const outcome = done?.outcome;
    const known = outcome?.ok ? outcome : undefined;
    const refused = refusal ?? (outcome?.ok === false ? outcome.problem : undefined);
    const only = toolCalls.length === 1 ? operations.get(toolNameOf(toolCalls[0]!)) : undefined;
    const operation = done?.operation ?? only;
    recorder.record({
      requestId,
      transport: "mcp",
      operation: operation?.id,
      route: operation === undefined ? "/mcp" : undefined,
      status,
      caller: caller?.kind,
      callerId: caller === undefined || caller.kind === "anonymous" ? undefined : caller.id,
      trace,
      milliseconds: performance.now() - started,
      decision,
      problem: refused?.code,
      reason: refused?.reason,
      verdict: known?.verdict,
      domain: known?.domain,
    });
  }

  return {
    handle,
    async warm() {
      // The next request that needs the SDK reports the failure.
      await loadSdk().catch(() => undefined);
    },
  };
}

const ALLOWED_METHODS = "POST, OPTIONS";
const PREFLIGHT_HEADERS = preflightHeaders(
  ALLOWED_METHODS,
  "Authorization, Content-Type, MCP-Protocol-Version, MCP-Session-Id, Mcp-Method, Mcp-Name, Last-Event-ID",
);
const NO_BYTES = Buffer.alloc(0);

/** Null for a body that was read to its end and is not JSON: JSON-RPC asks for that. */
function idIn(body: Body): RequestId | null {
  return body.ok || body.start === undefined ? null : requestIdInStart(body.start);
}

/** Some clients try to open an event stream with GET, and retry forever on any other status than 405. */
const METHOD_NOT_ALLOWED = problem(
  "method-not-allowed",
  "This endpoint has no sessions and no event streams; send JSON-RPC messages with POST.",
  { headers: { Allow: ALLOWED_METHODS } },
);
