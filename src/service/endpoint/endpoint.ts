/** The one endpoint: every request of every kind of server is opened here, and reaches an operation, MCP or a page. */

import { neverText } from "../../core/reader/read-json.ts";
import { type ProtectedResource, protectedResources } from "../describe/oauth-metadata.ts";
import type { Answer, Body, Call, Head, LaneParts, Step } from "../http/call.ts";
import { createAnswers, createLane, createRequestIds, preflightHeaders, queryOf } from "../http/call.ts";
import { MAX_BODY_BYTES, parseBody, refuseByHead } from "../http/media-type.ts";
import { ENCODED_PATH, EXPECTATION_FAILED, TRANSFER_CODING, unmatchedCall } from "../http/refusals.ts";
import { type Compress, createRepresentations } from "../http/representation.ts";
import { describeServer } from "../mcp/describe-server.ts";
import { createMcp } from "../mcp/mcp.ts";
import { type Admission, andThen, createGate, type Gate, type GateParts } from "../operations/gate.ts";
import type { Operation, OperationContext } from "../operations/operation.ts";
import { OPERATIONS } from "../operations/operations.ts";
import type { Caller } from "../operations/ports.ts";
import { OVERLOADED, type Problem, problem, problemContent } from "../operations/problems.ts";
import { createPages, type PagesParts } from "../pages/pages.ts";

interface EndpointParts
  extends Pick<GateParts, "keys" | "proxy" | "limiter">,
    Pick<OperationContext, "catalogue" | "receipts">,
    Omit<PagesParts, "nextRequestId" | "represent" | "gate" | "context" | "protectedResources"> {
  /** An OAuth authorization server that issues keys. */
  readonly issuer: string | undefined;
  readonly compress: Compress;
}

export function createEndpoint(parts: EndpointParts) {
  const { baseUrl, catalogue, keys, proxy, limiter, rateLimit, version, issuer, receipts } = parts;
  const context: OperationContext = { catalogue, receipts, rulesUrl: `${baseUrl}/rules`, now: Date.now };
  const resources = issuer === undefined ? undefined : protectedResources(baseUrl, issuer);
  const gateFor = (resource: ProtectedResource | undefined) =>
    createGate({ keys, proxy, limiter, context, resourceMetadataUrl: resource?.url });
  const gate = gateFor(resources?.service);
  const represent = createRepresentations(parts.compress);
  const lane = { ...parts, nextRequestId: createRequestIds(), represent };
  const rest = createRest({ ...lane, gate });
  const mcp = createMcp({
    ...lane,
    operations: OPERATIONS,
    // The same gate, except that it refers callers to the metadata of the MCP endpoint.
    gate: gateFor(resources?.mcp),
    description: describeServer({ catalogue, version, callsPerMinute: rateLimit, baseUrl }),
  });
  // Whoever has no key may get one where they sign in.
  const keyHelpUrl = parts.keyHelpUrl ?? issuer;
  const documents = resources === undefined ? [] : [resources.service, resources.mcp];
  const page = createPages({ ...lane, gate, context, keyHelpUrl, protectedResources: documents });
  const routes = new Map(OPERATIONS.map((operation) => [operation.path, operation]));
  const answerWith = createAnswers(baseUrl);

  /** The answer to a request that reaches nothing. */
  function refuse(head: Head, refusal: Problem): Answer {
    const requestId = lane.nextRequestId();
    parts.recorder.record(unmatchedCall(requestId, refusal));
    return answerWith({ head, requestId, started: 0 }, problemContent(refusal, baseUrl, requestId));
  }

  return {
    open(head: Head): Step {
      const { target, headers } = head;
      const { expect, "transfer-encoding": coding } = headers;
      if (expect !== undefined && String(expect).toLowerCase() !== "100-continue")
        return refuse(head, EXPECTATION_FAILED);
      if (coding !== undefined && String(coding).toLowerCase() !== "chunked")
        return refuse(head, TRANSFER_CODING);
      const query = target.indexOf("?");
      const path = query === -1 ? target : target.slice(0, query);
      const operation = routes.get(path);
      if (operation !== undefined) return rest(operation, head);
      if (path === "/mcp" || path === "/mcp/") return mcp.open(head);
      // No path here needs encoding, and a second spelling could slip past the rules of a proxy in front.
      return path.includes("%") ? refuse(head, ENCODED_PATH) : page(head);
    },
    refuse,
    /** Loads what the first requests would have to wait for. */
    warm: mcp.warm,
    context,
    nextRequestId: lane.nextRequestId,
  };
}

type RestCall = Call & { readonly operation: Operation };

/** The operations over HTTP: only a codec around the gate. */
function createRest(parts: LaneParts & { readonly gate: Gate }) {
  const { gate, baseUrl } = parts;
  const { finish, refuse, safely, inTurn } = createLane<RestCall>(parts, {
    reached: ({ operation }) => ({ transport: "rest", operation: operation.id }),
    refusal: ({ requestId }, refusal) => problemContent(refusal, baseUrl, requestId),
  });

  function admitted(call: RestCall, admission: Admission): Step {
    call.decision = admission.decision;
    if (!admission.ok) return refuse(call, admission.problem);
    const { caller } = admission;
    call.caller = caller;
    const { head, operation } = call;
    const isRead = operation.method === "GET";
    const refusal = gate.authorize(operation, caller) ?? (isRead ? undefined : refuseByHead(head.rawHeaders));
    if (refusal !== undefined) return refuse(call, refusal);
    const execution = (bytes?: Uint8Array) => inTurn(call, () => execute(call, caller, bytes));
    if (isRead) return execution();
    const received = (body: Body) => (body.ok ? execution(body.bytes) : refuse(call, body.problem));
    return { maxBytes: MAX_BODY_BYTES, received };
  }

  function execute(call: RestCall, caller: Caller, bytes: Uint8Array | undefined): Step {
    const { head, operation } = call;
    const forged = gate.bindBody(caller, bytes);
    if (forged !== undefined) return refuse(call, forged);
    // Of a repeated parameter the first one counts; of two members of one name the second one stays.
    const input =
      bytes === undefined
        ? { ok: true as const, value: neverText(Object.fromEntries([...queryOf(head)].reverse())) }
        : parseBody(parts.decode(bytes));
    if (!input.ok) return refuse(call, input.problem);
    return andThen(gate.run(operation, input.value), (outcome) => {
      if (!outcome.ok) return refuse(call, outcome.problem);
      const body = outcome.text ?? JSON.stringify(outcome.body);
      return finish(call, { status: 200, body }, [{ operation, outcome }]);
    });
  }

  return (operation: Operation, head: Head): Step => {
    const requestId = parts.nextRequestId();
    const call: RestCall = { operation, head, requestId, started: performance.now() };
    const { method, path } = operation;
    const isRead = method === "GET";
    const allowed = isRead ? "GET, HEAD, OPTIONS" : `${method}, OPTIONS`;
    // Pages of other origins may call with their own key.
    if (head.method === "OPTIONS")
      return finish(call, { status: 204, body: "", headers: preflightHeaders(allowed) });
    if (head.method !== method && !(isRead && head.method === "HEAD")) {
      const detail = `${path} accepts only ${method} requests.`;
      return refuse(call, problem("method-not-allowed", detail, { headers: { Allow: allowed } }));
    }
    // Before anything is counted or read: a refusal must cost next to nothing.
    if (parts.isOverloaded()) return refuse(call, OVERLOADED);
    return safely(call, () =>
      andThen(gate.admit(head, head.clientAddress()), (admission) => admitted(call, admission)),
    );
  };
}
