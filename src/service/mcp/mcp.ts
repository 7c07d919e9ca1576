/**
 * MCP over streamable HTTP, stateless, with JSON answers: a codec around the same gate as REST. Problems of the whole HTTP
 * request are answered with an HTTP status, as in REST; problems of the arguments of one call are the result of that call.
 */
import { child } from "../../core/json/values.ts";
import type { Sent } from "../../core/reader/read-json.ts";
import type { Answer, Call, Done, Head, LaneParts, Step } from "../http/call.ts";
import { createLane, preflightHeaders } from "../http/call.ts";
import { MAX_BODY_BYTES, parseBody, refuseByHead } from "../http/media-type.ts";
import { type Admission, andThen, type Gate, isIPAddress } from "../operations/gate.ts";
import type { Operation } from "../operations/operation.ts";
import type { Caller } from "../operations/ports.ts";
import { OVERLOADED, type Problem, problem } from "../operations/problems.ts";
import type { ServerDescription } from "./describe-server.ts";
import {
  type JsonObject,
  MAX_START_BYTES,
  type RequestId,
  refusalMessage,
  refuseBatch,
  refuseLong,
  refuseRepeats,
  requestIdInStart,
  requestIdOf,
  toolCallsIn,
  toolNameOf,
} from "./messages.ts";
import type { SdkLeg } from "./sdk.ts";
import type { CallTool } from "./server.ts";
import { toolInput, toolResult } from "./tools.ts";

interface McpParts extends LaneParts {
  readonly gate: Gate;
  readonly operations: readonly Operation[];
  readonly description: ServerDescription;
}

interface Exchange extends Call {
  /** To answer with. */
  id: RequestId | null;
  message: Sent | undefined;
  toolCalls: readonly JsonObject[];
}

export function createMcp(parts: McpParts) {
  const { gate, baseUrl, description } = parts;
  const operations = new Map<unknown, Operation>(parts.operations.map((each) => [each.id, each]));
  const { finish, refuse, safely, inTurn } = createLane<Exchange>(parts, {
    reached({ toolCalls: [call, ...others] }, done) {
      const operation = done ?? (others.length === 0 ? operations.get(toolNameOf(call)) : undefined);
      const route = operation === undefined ? "/mcp" : undefined;
      return { transport: "mcp", operation: operation?.id, route };
    },
    refusal: ({ id, requestId }, refusal) => ({
      body: JSON.stringify(refusalMessage(refusal, baseUrl, requestId, id)),
    }),
  });
  const refuseForeign = createOriginGuard(baseUrl);
  let sdk: SdkLeg | undefined;

  /** Loaded late, so that the service listens before the SDK has built its schemas. */
  async function loadSdk(): Promise<SdkLeg> {
    const { createSdkLeg } = await import("./sdk.ts");
    sdk ??= createSdkLeg(description, baseUrl);
    return sdk;
  }

  function open(head: Head): Step {
    const requestId = parts.nextRequestId();
    const started = performance.now();
    const exchange: Exchange = { head, requestId, started, id: null, message: undefined, toolCalls: [] };
    const { method, headers, rawHeaders } = head;
    const foreign = refuseForeign(headers);
    if (foreign !== undefined) return refuse(exchange, foreign);
    if (method === "OPTIONS") return finish(exchange, OPTIONS_ANSWER);
    if (method !== "POST") return refuse(exchange, METHOD_NOT_ALLOWED);
    const refusal = refuseByHead(rawHeaders);
    if (refusal !== undefined && headers.expect !== undefined) return refuseUnread(exchange, refusal);
    return {
      // Of a body that its head refuses the start is read all the same, because the id may be there.
      maxBytes: refusal === undefined ? MAX_BODY_BYTES : MAX_START_BYTES,
      received(body) {
        const bytes = body.ok ? body.bytes : body.start;
        const unread = refusal ?? (body.ok ? undefined : body.problem);
        if (unread === undefined && !parts.isOverloaded())
          return inTurn(exchange, () => admit(exchange, bytes));
        exchange.id = requestIdInStart(bytes);
        return unread === undefined ? refuse(exchange, OVERLOADED) : refuseUnread(exchange, unread);
      },
    };
  }

  /** Which calls are in it nobody knows; it counts as one, as over REST. */
  function refuseUnread(exchange: Exchange, refusal: Problem): Step {
    const { head } = exchange;
    return safely(exchange, () =>
      andThen(gate.admit(head, head.clientAddress()), (admission) => {
        exchange.decision = admission.decision;
        return refuse(exchange, admission.ok ? refusal : admission.problem);
      }),
    );
  }

  function admit(exchange: Exchange, bytes: Uint8Array): Step {
    const { head } = exchange;
    const parsed = parseBody(parts.decode(bytes));
    if (!parsed.ok) return refuseUnread(exchange, parsed.problem);
    exchange.id = requestIdOf(parsed.value);
    exchange.message = parsed.value;
    // Only the body tells how many calls the request makes.
    exchange.toolCalls = toolCallsIn(parsed.value);
    const admission = gate.admit(head, head.clientAddress(), exchange.toolCalls.length);
    if (!(admission instanceof Promise)) return admitted(exchange, bytes, admission);
    return admission.then((settled) => inTurn(exchange, () => admitted(exchange, bytes, settled)));
  }

  function admitted(exchange: Exchange, bytes: Uint8Array, admission: Admission): Step {
    exchange.decision = admission.decision;
    if (admission.ok) exchange.caller = admission.caller;
    // Checked only now, because the tool calls of a refused batch count too.
    const refusal =
      refuseBatch(exchange.message) ??
      (admission.ok
        ? (gate.bindBody(admission.caller, bytes) ??
          refuseCalls(exchange, admission.caller) ??
          refuseRepeats(exchange.message) ??
          refuseLong(exchange.message))
        : admission.problem);
    if (refusal !== undefined) return refuse(exchange, refusal);
    const { headers } = exchange.head;
    const known = sdk?.recall(exchange.message, headers);
    if (sdk === undefined || known === undefined) return serveBySdk(exchange);
    const [call] = exchange.toolCalls;
    const operation = operations.get(toolNameOf(call));
    if (call === undefined || operation === undefined) return finish(exchange, known);
    const { renderToolAnswer } = sdk;
    return andThen(gate.run(operation, toolInput(child(call.params, "arguments"))), (outcome) => {
      const { status, contentType } = known;
      const body = renderToolAnswer(outcome, known.body);
      return finish(exchange, { status, contentType, body }, [{ operation, outcome }]);
    });
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

  async function serveBySdk(exchange: Exchange): Promise<Answer> {
    const done: Done[] = [];
    let fault: unknown;
    const callTool: CallTool = async (name, args) => {
      const operation = operations.get(name);
      if (operation === undefined) return undefined;
      try {
        const outcome = await gate.run(operation, toolInput(args));
        done.push({ operation, outcome });
        return toolResult(outcome);
      } catch (error) {
        // The SDK would show the error's message to the model. What it returns for this result is not sent.
        fault = error;
        return { content: [], isError: true };
      }
    };
    const content = await (await loadSdk()).serve(exchange.message, exchange.head.headers, callTool);
    if (content.status >= 500) fault ??= new Error("the SDK could not serve the message");
    if (fault !== undefined) throw fault;
    return finish(exchange, content, done);
  }

  return {
    open,
    /** Loads the SDK, which takes a while, so that the first request need not wait for it. */
    // The next request that needs the SDK reports the failure.
    warm: () => loadSdk().catch(() => undefined),
  };
}

const ALLOWED_METHODS = "POST, OPTIONS";

const ALLOWED_HEADERS =
  "Authorization, Content-Type, MCP-Protocol-Version, MCP-Session-Id, Mcp-Method, Mcp-Name, Last-Event-ID";

/** For pages of the origins that may call. */
const OPTIONS_ANSWER = { status: 204, body: "", headers: preflightHeaders(ALLOWED_METHODS, ALLOWED_HEADERS) };

const NO_STREAMS = "This endpoint has no sessions and no event streams; send JSON-RPC messages with POST.";
/** Some clients try to open an event stream with GET, and retry forever on any other status than 405. */
const METHOD_NOT_ALLOWED = problem("method-not-allowed", NO_STREAMS, { headers: { Allow: ALLOWED_METHODS } });

const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];
/**
 * Anybody may send these headers, without a key, so they are matched and never parsed: the URL parser takes
 * milliseconds for a long name that is not ASCII. Browsers send names in their ASCII form.
 */
const HOST = /^(\[[0-9a-f:.]{2,45}\]|[0-9a-z._-]{1,253})(?::\d{1,5})?$/i;
const ORIGIN = new RegExp(HOST.source.replace("^", "^https?://"), "i");

/**
 * Protects against DNS rebinding: a web page whose name resolves to this machine can reach the service, but its requests
 * always have its own name as `Host` and its own `Origin`. Accepts loopback names and the host of the public base URL.
 */
export function createOriginGuard(baseUrl: string) {
  const names = new Set([...LOOPBACK_NAMES, new URL(baseUrl).hostname]);
  return (headers: { readonly host?: string; readonly origin?: string }): Problem | undefined => {
    const host = nameIn(HOST, headers.host);
    // Rebinding needs a name. An address in `Host` is what the caller really connected to.
    if (host === undefined || !(names.has(host) || isIPAddress(host.replace(/^\[|\]$/g, ""))))
      return FOREIGN_HOST;
    if (headers.origin === undefined) return undefined;
    // Addresses get no exception here, because pages can be served from them. `null`, an opaque origin, is foreign.
    const site = nameIn(ORIGIN, headers.origin);
    return site !== undefined && (site === host || names.has(site)) ? undefined : FOREIGN_ORIGIN;
  };
}

const nameIn = (pattern: RegExp, header = ""): string | undefined => pattern.exec(header)?.[1]?.toLowerCase();

const FOREIGN_HOST = problem(
  "origin-not-allowed",
  "The `Host` header is not a name of this service; use the URL that its operator published.",
);
const FOREIGN_ORIGIN = problem(
  "origin-not-allowed",
  "Web pages of other sites may not call this endpoint; call it from a program, without an `Origin` header.",
);
