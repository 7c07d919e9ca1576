/** MCP over streamable HTTP, stateless, with JSON answers, on `node:http`. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Admission } from "../../operations/gate/gate.ts";
import { OVERLOADED, type Problem } from "../../operations/problems.ts";
import { type Body, parseJson, readBody } from "../http/body.ts";
import { refuseByHead } from "../http/media-type.ts";
import { INTERNAL_ERROR } from "../rest/methods.ts";
import type { RestParts } from "../rest/rest.ts";
import {
  type Content,
  createExchanges,
  type Exchange,
  type ExchangeParts,
  METHOD_NOT_ALLOWED,
  OPTIONS_ANSWER,
  type Served,
} from "./exchange.ts";
import { MAX_START_BYTES, type RequestId, requestIdInStart } from "./messages.ts";
import { createOriginGuard } from "./origin.ts";

interface McpParts extends RestParts, ExchangeParts {}

/** An exchange and the connection that it is on. */
interface Connected {
  readonly exchange: Exchange;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  bodyWasRead: boolean;
}

export function createMcpHandler(parts: McpParts) {
  const { gate, responder, baseUrl, onFault, work } = parts;
  const exchanges = createExchanges(parts);
  const refuseForeign = createOriginGuard(baseUrl);

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const exchange = exchanges.open(parts.nextRequestId(), parts.traceOf(request));
    const connected: Connected = { exchange, request, response, bodyWasRead: false };
    const refusal =
      refuseForeign(request.headers) ??
      (request.method === "POST" ? refuseByHead(request.rawHeaders) : METHOD_NOT_ALLOWED);
    if (refusal === undefined) readBody(request, response, (body) => received(connected, body));
    else if (request.method === "OPTIONS" && refusal === METHOD_NOT_ALLOWED) {
      send(connected, OPTIONS_ANSWER);
      exchanges.record(exchange, OPTIONS_ANSWER.status);
    } else if (refusal.code === "body-too-large" && request.headers.expect === undefined)
      readBody(request, response, (body) => refuseWithId(connected, refusal, body), MAX_START_BYTES);
    else refuse(connected, refusal);
  }

  /** The head says that the body is too large. Its start is read all the same, because the id may be there. */
  function refuseWithId(connected: Connected, refusal: Problem, body: Body): void {
    if (!body.ok && body.gone) exchanges.record(connected.exchange, 499, body.problem);
    else refuse(connected, refusal, requestIdInStart((body.ok ? body.bytes : body.start) ?? NO_BYTES));
  }

  function received(connected: Connected, body: Body): void {
    connected.bodyWasRead = body.ok;
    // The body is small and has been read, so the id can be echoed.
    if (body.ok && work.isOverloaded()) refuse(connected, OVERLOADED, requestIdInStart(body.bytes));
    else if (body.ok) work.run(() => step(connected, () => open(connected, body)));
    else step(connected, () => open(connected, body));
  }

  function step(connected: Connected, run: () => void): void {
    try {
      run();
    } catch (error) {
      fail(connected, error);
    }
  }

  function open(connected: Connected, body: Body): void {
    if (connected.response.destroyed) {
      exchanges.record(connected.exchange, 499);
      return;
    }
    const parsed = body.ok ? parseJson(body.bytes) : body;
    if (body.ok && parsed.ok) admit(connected, parsed.value, body.bytes);
    else if (!body.ok && body.gone) exchanges.record(connected.exchange, 499, body.problem);
    else if (!parsed.ok) refuse(connected, parsed.problem, idIn(body));
  }

  function admit(connected: Connected, body: unknown, bytes: Buffer): void {
    const { request, exchange } = connected;
    const { method, url, rawHeaders } = request;
    const head = { method: method!, target: url!, rawHeaders, trace: exchange.trace };
    const admission = gate.admit(head, parts.clientAddressOf(request), exchanges.read(exchange, body));
    if (!(admission instanceof Promise)) {
      admitted(connected, bytes, admission);
      return;
    }
    work.waitFor(
      admission,
      (settled) => work.run(() => step(connected, () => admitted(connected, bytes, settled))),
      (error) => fail(connected, error),
    );
  }

  function admitted(connected: Connected, bytes: Buffer, admission: Admission): void {
    const { exchange, request } = connected;
    const refusal = exchanges.refuseAdmitted(exchange, bytes, admission);
    if (refusal !== undefined) {
      refuse(connected, refusal);
      return;
    }
    const served = exchanges.serve(exchange, request.headers);
    if (!(served instanceof Promise)) finish(connected, served);
    else
      served.then((settled) => finish(connected, settled)).catch((error: unknown) => fail(connected, error));
  }

  function finish(connected: Connected, { content, done }: Served): void {
    send(connected, content);
    exchanges.record(connected.exchange, content.status, undefined, done);
  }

  function send({ exchange, request, response, bodyWasRead }: Connected, content: Content): void {
    const { requestId, decision } = exchange;
    const { status, body, contentType, headers } = content;
    // Written out, because a copy by `...` takes a microsecond longer.
    responder.send(
      request,
      response,
      { status, requestId, body, contentType, decision, headers },
      bodyWasRead,
    );
  }

  function refuse(connected: Connected, refusal: Problem, id?: RequestId | null): void {
    send(connected, exchanges.refusal(connected.exchange, refusal, id));
    exchanges.record(connected.exchange, refusal.status, refusal);
  }

  function fail(connected: Connected, error: unknown): void {
    onFault(error, connected.exchange.requestId);
    if (connected.response.headersSent) connected.response.destroy();
    else refuse(connected, INTERNAL_ERROR);
  }

  return { handle, warm: exchanges.warm };
}

const NO_BYTES = Buffer.alloc(0);

/** Null for a body that was read to its end and is not JSON: JSON-RPC asks for that. */
function idIn(body: Body): RequestId | null {
  return body.ok || body.start === undefined ? null : requestIdInStart(body.start);
}
