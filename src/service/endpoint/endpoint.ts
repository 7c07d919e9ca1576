/** The one endpoint: every request of every kind of server is opened here, and reaches an operation, MCP or a page. */

import { type ProtectedResource, protectedResources } from "../describe/oauth-metadata.ts";
import {
  type Answer,
  createAnswers,
  type Head,
  type LaneParts,
  refusalHeaders,
  type Step,
} from "../http/call.ts";
import { ENCODED_PATH, EXPECTATION_FAILED, TRANSFER_CODING, unmatchedCall } from "../http/refusals.ts";
import { createRequestIds } from "../http/request-id.ts";
import { describeServer } from "../mcp/describe-server.ts";
import { createMcp } from "../mcp/mcp.ts";
import { createGate, type GateParts } from "../operations/gate/gate.ts";
import type { Operation, OperationContext } from "../operations/operation.ts";
import type { Catalogue, ReceiptSigner } from "../operations/ports.ts";
import { type Problem, problemDocument } from "../operations/problems.ts";
import { createDocuments } from "../pages/documents.ts";
import type { Assets } from "../pages/look.ts";
import { createPages } from "../pages/pages.ts";
import { createRest } from "./rest.ts";

interface EndpointParts
  extends Pick<GateParts, "keys" | "proxy" | "limiter">,
    Omit<LaneParts, "nextRequestId"> {
  readonly operations: readonly Operation[];
  readonly catalogue: Catalogue;
  /** Calls a minute. */
  readonly rateLimit: number;
  readonly version: string;
  /** An OAuth authorization server that issues keys. */
  readonly issuer: string | undefined;
  /** A page that tells people where to get a key. */
  readonly keyHelpUrl: string | undefined;
  readonly assets: Assets | undefined;
  /** Undefined: packages get no receipt. */
  readonly receipts?: ReceiptSigner | undefined;
  /** Callers should go to another process. */
  readonly isStopping: () => boolean;
}

interface Endpoint {
  open(head: Head): Step;
  /** The answer to a request that reaches nothing. */
  refuse(head: Head, refusal: Problem): Answer;
  /** Loads what the first requests would have to wait for. */
  warm(): Promise<void>;
  readonly context: OperationContext;
  readonly nextRequestId: () => string;
}

export function createEndpoint(parts: EndpointParts): Endpoint {
  const { baseUrl, operations, catalogue, rateLimit, version, issuer, assets, receipts } = parts;
  const context: OperationContext = { catalogue, receipts, rulesUrl: `${baseUrl}/rules`, now: Date.now };
  const resources = issuer === undefined ? undefined : protectedResources({ baseUrl, issuer, operations });
  const gateFor = (resource: ProtectedResource | undefined) =>
    createGate({
      keys: parts.keys,
      proxy: parts.proxy,
      limiter: parts.limiter,
      context,
      resourceMetadataUrl: resource?.url,
    });
  const gate = gateFor(resources?.service);
  const lane = { ...parts, nextRequestId: createRequestIds() };
  const rest = createRest({ ...lane, gate });
  const mcp = createMcp({
    ...lane,
    // The same gate, except that it refers callers to the metadata of the MCP endpoint.
    gate: gateFor(resources?.mcp),
    description: describeServer({ operations, catalogue, version, callsPerMinute: rateLimit, baseUrl }),
  });
  // Whoever has no key may get one where they sign in.
  const keyHelpUrl = parts.keyHelpUrl ?? issuer;
  const page = createPages({
    ...lane,
    documents: createDocuments({
      ...{ operations, gate, context, baseUrl, rateLimit, version, assets, keyHelpUrl },
    }),
    protectedResources: resources === undefined ? [] : [resources.service, resources.mcp],
  });
  const routes = new Map(operations.map((operation) => [operation.path, operation]));
  const answerWith = createAnswers(baseUrl);

  function refuse(head: Head, refusal: Problem): Answer {
    const requestId = lane.nextRequestId();
    parts.recorder.record(unmatchedCall(requestId, refusal));
    const call = { head, requestId, started: 0, caller: undefined, decision: undefined };
    return answerWith(call, {
      status: refusal.status,
      contentType: "application/problem+json",
      body: JSON.stringify(problemDocument(refusal, baseUrl, requestId)),
      headers: refusalHeaders(refusal),
    });
  }

  return {
    open(head) {
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
    warm: mcp.warm,
    context,
    nextRequestId: lane.nextRequestId,
  };
}
