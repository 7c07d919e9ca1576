/** MCP over requests and responses of the Fetch API. */
import type { Problem } from "../operations/problems.ts";
import { refuseByHead } from "../transports/http/media-type.ts";
import {
  type Content,
  createExchanges,
  type Exchange,
  type ExchangeParts,
  METHOD_NOT_ALLOWED,
  OPTIONS_ANSWER,
} from "../transports/mcp/exchange.ts";
import { MAX_START_BYTES, type RequestId, requestIdInStart } from "../transports/mcp/messages.ts";
import { createOriginGuard } from "../transports/mcp/origin.ts";
import { INTERNAL_ERROR } from "../transports/rest/methods.ts";
import { parseJson, readBody } from "./body.ts";
import type { RequestHead } from "./request-head.ts";
import type { RestParts } from "./rest.ts";

interface McpParts extends RestParts, ExchangeParts {}

type McpHandler = (request: Request, head: RequestHead, requestId: string) => Promise<Response>;

export function createMcp(parts: McpParts): McpHandler {
  const { gate, respond } = parts;
  const exchanges = createExchanges(parts);
  const refuseForeign = createOriginGuard(parts.baseUrl);

  async function serve(exchange: Exchange, request: Request, head: RequestHead): Promise<Content> {
    const { method, headers, rawHeaders } = head;
    const refusal =
      refuseForeign(headers) ?? (method === "POST" ? refuseByHead(rawHeaders) : METHOD_NOT_ALLOWED);
    if (refusal === METHOD_NOT_ALLOWED && method === "OPTIONS") {
      exchanges.record(exchange, OPTIONS_ANSWER.status);
      return OPTIONS_ANSWER;
    }
    if (refusal?.code === "body-too-large") {
      // Its start is read all the same, because the id may be there.
      const body = await readBody(request, MAX_START_BYTES);
      return refuse(exchange, refusal, requestIdInStart(body.ok ? body.bytes : body.start));
    }
    if (refusal !== undefined) return refuse(exchange, refusal);
    const body = await readBody(request);
    if (!body.ok) return refuse(exchange, body.problem, requestIdInStart(body.start));
    const parsed = parseJson(body.bytes);
    if (!parsed.ok) return refuse(exchange, parsed.problem, null);
    const cost = exchanges.read(exchange, parsed.value);
    const admission = await gate.admit(head, parts.clientAddress(request), cost);
    const refused = exchanges.refuseAdmitted(exchange, body.bytes, admission);
    if (refused !== undefined) return refuse(exchange, refused);
    const { content, done } = await exchanges.serve(exchange, headers);
    exchanges.record(exchange, content.status, undefined, done);
    return content;
  }

  function refuse(exchange: Exchange, refusal: Problem, id?: RequestId | null): Content {
    exchanges.record(exchange, refusal.status, refusal);
    return exchanges.refusal(exchange, refusal, id);
  }

  return async (request, head, requestId) => {
    const exchange = exchanges.open(requestId, undefined);
    const content = await serve(exchange, request, head).catch((error: unknown) => {
      parts.onFault(error, requestId);
      return refuse(exchange, INTERNAL_ERROR);
    });
    return respond(head, { ...content, requestId, decision: exchange.decision });
  };
}
