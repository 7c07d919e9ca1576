/** The whole service as a function from a request to a response, for every runtime that has the Fetch API. */
import { createMemoryLimiter } from "../adapters/limiter/memory.ts";
import { OPERATIONS } from "../operations/operations.ts";
import type { Catalogue, KeyVerifier, Limiter, ProxyVerifier } from "../operations/ports.ts";
import type { CallRecord } from "../operations/record.ts";
import { connect } from "../transports/connect.ts";
import { ENCODED_PATH, EXPECTATION_FAILED, unmatchedCall } from "../transports/http/refusals.ts";
import { createRequestIds } from "../transports/http/request-id.ts";
import { problemAnswer } from "../transports/http/respond.ts";
import type { Assets } from "../transports/pages/look.ts";
import { createPages } from "../transports/pages/pages.ts";
import { createGivenCatalogue, type GivenDomain } from "./domains.ts";
import { createKeyList } from "./keys.ts";
import { createMcp } from "./mcp.ts";
import { type RequestHead, readHead } from "./request-head.ts";
import { createRespond, hasBody } from "./respond.ts";
import { createRest } from "./rest.ts";

/** What a handler is made of. */
export interface HandlerOptions {
  /** The public URL of the service. With a path, requests are served below that path. */
  readonly baseUrl: string;
  /** What can be checked: the spec packages and registries themselves, or a catalogue of your own. */
  readonly domains: readonly GivenDomain[] | Catalogue;
  /** The keys to accept, or who knows whether a key is good. */
  readonly keys: readonly string[] | KeyVerifier;
  /** The address of the caller, by which calls are counted: only the host knows which header may be believed. */
  readonly clientAddress: (request: Request) => string | undefined;
  /** Calls a minute for each caller, 20 unless it is given. With a limiter of your own, say here what it allows. */
  readonly rateLimit?: number;
  /** Who counts calls. Left out: each isolate or process for itself, in memory. */
  readonly limiter?: Limiter;
  /** Who verifies calls that an identity service signed. Left out: they are refused. */
  readonly signedCalls?: ProxyVerifier;
  /** An OAuth authorization server that issues keys. */
  readonly identityIssuer?: string;
  /** A page that tells people where to get a key. */
  readonly keyHelpUrl?: string;
  /** The files of the workbench. Left out: `/` is a page of links. */
  readonly assets?: Assets;
  /** Called after each request, for log and metrics. The record holds nothing that the caller wrote. */
  readonly onCall?: (call: CallRecord) => void;
  /** Called on errors of the service itself. */
  readonly onFault?: (error: unknown, requestId: string) => void;
}

/** Answers a request. */
export type FetchHandler = (request: Request) => Promise<Response>;

const CALLS_PER_MINUTE = 20;

/** Throws a TypeError if an option cannot be used. `version`: of this package. */
export function createFetchHandler(options: HandlerOptions, version: string): FetchHandler {
  const { rateLimit = CALLS_PER_MINUTE, onFault = () => undefined, assets } = options;
  const baseUrl = readBaseUrl(options.baseUrl);
  const catalogue =
    "find" in options.domains && !Array.isArray(options.domains)
      ? (options.domains as Catalogue)
      : createGivenCatalogue(options.domains as readonly GivenDomain[], baseUrl);
  const keys = "verify" in options.keys ? options.keys : createKeyList(options.keys);
  const limiter = options.limiter ?? createMemoryLimiter({ limit: rateLimit });
  const recorder = { record: options.onCall ?? (() => undefined) };
  const respond = createRespond(baseUrl);
  const connected = connect({
    ...{ baseUrl, operations: OPERATIONS, catalogue, keys, limiter, rateLimit, version, assets },
    proxy: options.signedCalls,
    issuer: options.identityIssuer,
    keyHelpUrl: options.keyHelpUrl,
  });
  const lane = {
    gate: connected.gate,
    operations: OPERATIONS,
    recorder,
    baseUrl,
    respond,
    onFault,
    clientAddress: (request: Request) => options.clientAddress(request) ?? "",
  };
  const rest = createRest(lane);
  const mcp = createMcp({ ...lane, ...connected.mcp });
  const answerPage = createPages({ ...connected.pages, onFault, isStopping: () => false });
  const routes = new Map(OPERATIONS.map((operation) => [operation.path, operation]));
  const nextRequestId = createRequestIds();
  const { pathname } = new URL(baseUrl);
  const basePath = pathname === "/" ? "" : pathname;

  function servePage(head: RequestHead, requestId: string): Response {
    const started = performance.now();
    const { status, headers, body, route } = answerPage({
      ...head,
      requestId,
      header: (name) => head.headers[name],
    });
    const milliseconds = performance.now() - started;
    recorder.record({ requestId, transport: "site", route, status, milliseconds });
    return new Response(hasBody(head.method, status) ? (body as string | Uint8Array<ArrayBuffer>) : null, {
      status,
      headers,
    });
  }

  function refuse(head: RequestHead, requestId: string, refusal: typeof ENCODED_PATH): Response {
    recorder.record(unmatchedCall(requestId, refusal));
    return respond(head, problemAnswer(refusal, baseUrl, { requestId }));
  }

  return async (request) => {
    const requestId = nextRequestId();
    const head = readHead(request, basePath);
    const { expect } = head.headers;
    if (expect !== undefined && expect.toLowerCase() !== "100-continue")
      return refuse(head, requestId, EXPECTATION_FAILED);
    const path = head.target.split("?", 1)[0]!;
    const operation = routes.get(path);
    if (operation !== undefined) return rest(operation, request, head, requestId);
    if (path === "/mcp" || path === "/mcp/") return mcp(request, head, requestId);
    // No path here needs encoding, and a second spelling could slip past the rules of a proxy in front.
    return path.includes("%") ? refuse(head, requestId, ENCODED_PATH) : servePage(head, requestId);
  };
}

/** Without a slash at its end, as everywhere. */
function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "")
    throw new TypeError("baseUrl must be an http or https URL without query and fragment.");
  return url.href.replace(/\/+$/, "");
}
