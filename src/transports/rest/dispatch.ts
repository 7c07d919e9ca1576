/** Passes each request to its handler: REST, MCP or the site. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Operation } from "../../operations/operation.ts";
import type { Problem } from "../../operations/problems.ts";
import type { Recorder } from "../../operations/record.ts";
import type { Handler } from "../http/listener.ts";
import {
  ENCODED_PATH,
  EXPECTATION_FAILED,
  HOST_MISSING,
  HOST_REPEATED,
  unmatchedCall,
} from "../http/refusals.ts";
import type { Responder } from "../http/respond.ts";
import type { RestHandler } from "./rest.ts";

interface Lanes {
  readonly operations: readonly Operation[];
  readonly rest: RestHandler;
  /** Serves every method of `/mcp`. */
  readonly mcp: Handler;
  readonly site: Handler;
  readonly responder: Responder;
  readonly recorder: Recorder;
  readonly nextRequestId: () => string;
  readonly isStopping: () => boolean;
}

export function createDispatch(lanes: Lanes): Handler {
  const { operations, rest, mcp, site, responder, recorder, nextRequestId, isStopping } = lanes;
  const routes = new Map(operations.map((operation) => [operation.path, operation]));

  function refuse(request: IncomingMessage, response: ServerResponse, refusal: Problem): void {
    const requestId = nextRequestId();
    responder.problem(request, response, refusal, { requestId }, false);
    recorder.record(unmatchedCall(requestId, refusal));
  }

  return (request, response) => {
    // Callers reconnect, and another process serves them.
    if (isStopping()) response.shouldKeepAlive = false;
    const { expect } = request.headers;
    const hosts = countHosts(request.rawHeaders);
    if (hosts > 1 || (hosts === 0 && request.httpVersionMinor === 1)) {
      refuse(request, response, hosts === 0 ? HOST_MISSING : HOST_REPEATED);
      return;
    }
    if (expect !== undefined && expect.toLowerCase() !== "100-continue") {
      refuse(request, response, EXPECTATION_FAILED);
      return;
    }
    // RFC 9112 section 3.2.2: the absolute form must be accepted; its host makes no difference here.
    if (request.url!.charCodeAt(0) !== 0x2f)
      request.url = request.url!.replace(/^https?:\/\/[^/?#]*\/?/i, "/");
    const target = request.url!;
    const query = target.indexOf("?");
    const path = query === -1 ? target : target.slice(0, query);
    const operation = routes.get(path);
    if (operation !== undefined) rest(operation, request, response);
    else if (path === "/mcp" || path === "/mcp/") mcp(request, response);
    // No path here needs encoding, and a second spelling could slip past the rules of a proxy in front.
    else if (path.includes("%")) refuse(request, response, ENCODED_PATH);
    else site(request, response);
  };
}

/** RFC 9112 section 3.2. Reads `rawHeaders`, because Node's merged headers hide all but the first. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === "host") count++;
  return count;
}
