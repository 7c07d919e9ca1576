/**
 * The one gate that every transport passes: credentials → budget → identity → permission → run. The steps are
 * separate, so that MCP can use them too, which knows the number of calls only after reading the body. Refusals are
 * data. A step returns no promise unless it has to wait: usually it does not, and one promise per step is measurable.
 */
import { sha256Hex } from "../../core/json/digest.ts";
import type { Sent } from "../../core/reader/read-json.ts";
import { isIPv4, isIPv6 } from "../../core/values/addresses.ts";
import type { Operation, OperationContext, Outcome } from "./operation.ts";
import type {
  Caller,
  CallHead,
  KeyVerdict,
  KeyVerifier,
  LimitDecision,
  Limiter,
  ProxyVerdict,
  ProxyVerifier,
} from "./ports.ts";
import { type Problem, problem, rateLimited, upstreamUnavailable } from "./problems.ts";

export interface GateParts {
  readonly keys: KeyVerifier;
  /** Undefined: signed calls are refused. */
  readonly proxy: ProxyVerifier | undefined;
  readonly limiter: Limiter;
  readonly context: OperationContext;
  /** RFC 9728 metadata for `WWW-Authenticate`, if an authorization server is configured. */
  readonly resourceMetadataUrl?: string | undefined;
}

/** Who calls, or why that is not known. */
type Identity = Caller | Problem;

/** `decision` is undefined only if the cost was 0 and nothing was refused. */
export type Admission = { readonly decision: LimitDecision | undefined } & (
  | { readonly ok: true; readonly caller: Caller }
  | { readonly ok: false; readonly problem: Problem }
);

export type Gate = ReturnType<typeof createGate>;

const ANONYMOUS: Caller = { kind: "anonymous" };

export function createGate({ keys, proxy, limiter, context, resourceMetadataUrl }: GateParts) {
  const metadata = resourceMetadataUrl === undefined ? "" : `, resource_metadata="${resourceMetadataUrl}"`;
  const challenge = `Bearer realm="preflight"${metadata}`;
  const badToken = { "WWW-Authenticate": `${challenge}, error="invalid_token"` };

  const badCredentials = (detail: string, reason?: string): Problem =>
    problem("invalid-credentials", detail, { headers: badToken, ...(reason !== undefined && { reason }) });
  const invalidSignature = (reason: string): Problem =>
    badCredentials("The signature of the proxy call is not valid for this request.", reason);
  const keyUnknown = badCredentials("The key is unknown, expired or revoked; get a new one.");
  const needsKey = "This operation needs an API key: send `Authorization: Bearer ai_…`.";
  const noToken = { "WWW-Authenticate": challenge };
  const credentialsMissing = problem("unauthenticated", needsKey, { headers: noToken });
  const bodyMismatch = invalidSignature("the body is not the signed one");

  function identify(head: CallHead, credentials: Credentials): Identity | Promise<Identity> {
    switch (credentials.kind) {
      case "none":
        return ANONYMOUS;
      case "refused": {
        const { problem } = credentials;
        return problem.status === 401 ? { ...problem, headers: badToken } : problem;
      }
      case "key":
        return andThen(keys.verify(credentials.key, head.trace), identityOfKey);
      case "proxy":
        if (proxy === undefined) return invalidSignature("proxy calls are not configured");
        return proxy.verify(head).then(identityOfAgent);
    }
  }

  function identityOfKey(verdict: KeyVerdict): Identity {
    if (verdict.status === "unavailable")
      return upstreamUnavailable("The identity service", verdict.retryAfterSeconds);
    // Verifiers may be of others, who say it in words of their own.
    if (verdict.status !== "active") return keyUnknown;
    // Written out, because a copy by `...` takes a microsecond longer.
    const { subject, id, scopes } = verdict;
    return { kind: "key", subject, id, scopes };
  }

  function identityOfAgent(verdict: ProxyVerdict): Identity {
    if (verdict.status === "unavailable")
      return upstreamUnavailable("The identity service's key set", verdict.retryAfterSeconds);
    if (verdict.status !== "verified") return invalidSignature(verdict.reason);
    const { status: _, ...who } = verdict;
    return { kind: "agent", ...who };
  }

  /**
   * Counts `cost` calls and identifies the caller, from the head alone. With a key or without credentials, the client
   * address pays before the key is checked. A signed call is verified first; then its agent pays, or the address if
   * verification failed. A refused request of cost 0 still costs the address one call, and nobody else is asked about its key
   * if the address has no call left. Refusals: 400, 401, 429, 503.
   */
  function admit(head: CallHead, clientAddress: string, cost = 1): Admission | Promise<Admission> {
    const credentials = readCredentials(head);
    const bucket = clientBucket(clientAddress);
    if (credentials.kind === "proxy" || cost === 0) return identifyFirst(head, credentials, bucket, cost);
    return andThen(limiter.take(bucket, cost), (decision) =>
      andThen(decision.allowed ? identify(head, credentials) : rateLimited(decision), (identity) =>
        admissionOf(identity, decision),
      ),
    );
  }

  async function identifyFirst(head: CallHead, credentials: Credentials, clientBucket: string, cost: number) {
    // Otherwise whoever has no calls left could have the identity service asked about one guess after the other.
    if (credentials.kind === "key" && keys.isKnown?.(credentials.key) === false) {
      const decision = await limiter.take(clientBucket, 0);
      if (!decision.allowed) return admissionOf(rateLimited(decision), decision);
    }
    const identity = await identify(head, credentials);
    const caller = "kind" in identity ? identity : undefined;
    if (caller !== undefined && cost === 0) return admissionOf(caller, undefined);
    const bucket = caller?.kind === "agent" ? `agent:${caller.agent}` : clientBucket;
    const decision = await limiter.take(bucket, Math.max(1, cost));
    return admissionOf(decision.allowed ? identity : rateLimited(decision), decision);
  }

  /** 401 if credentials are missing, 403 if they are for something else. */
  function authorize({ credentials, capability }: Operation, caller: Caller): Problem | undefined {
    if (caller.kind === "anonymous") return credentials === "required" ? credentialsMissing : undefined;
    const needed = `\`${capability}\`, which this operation needs.`;
    if (caller.kind === "agent")
      return caller.capability === capability
        ? undefined
        : problem("capability-mismatch", `The call is not signed for ${needed}`);
    if (caller.scopes === undefined || caller.scopes.includes(capability)) return undefined;
    const headers = { "WWW-Authenticate": `${challenge}, error="insufficient_scope", scope="${capability}"` };
    return problem("capability-mismatch", `The key's scope does not include ${needed}`, { headers });
  }

  /** A signed call also covers its body: 401 if other bytes were received. */
  function bindBody(caller: Caller, body: Uint8Array | undefined): Problem | undefined {
    if (caller.kind !== "agent") return undefined;
    return sha256Hex(body ?? "") === caller.contentSha256 ? undefined : bodyMismatch;
  }

  return {
    ...{ admit, authorize, bindBody },
    /** Reads the envelope and runs. `input` is what the body parsed to. */
    run: (operation: Operation, input: Sent): Outcome | Promise<Outcome> => operation.run(input, context),
  };
}

/** Goes on at once where nothing has to be waited for. */
export function andThen<Value, Next>(
  value: Value | Promise<Value>,
  next: (value: Value) => Next | Promise<Next>,
): Next | Promise<Next> {
  return value instanceof Promise ? value.then(next) : next(value);
}

function admissionOf(identity: Identity, decision: LimitDecision | undefined): Admission {
  if ("kind" in identity) return { ok: true, caller: identity, decision };
  return { ok: false, problem: identity, decision };
}

/** The bucket of everything that is not an address, which so gains nothing. */
export const UNKNOWN_CLIENT = "ip:unknown";

/** Which budget a call counts against, by its address. An IPv6 customer has at least a whole /64, so that is one client. */
export function clientBucket(address: string): string {
  if (isIPv4(address)) return `ip:${address}`;
  // A zone id names a local interface, not a client.
  const [text = ""] = address.split("%", 1);
  if (!isIPv6(text)) return UNKNOWN_CLIENT;
  // As the URL parser writes it: RFC 5952, but with IPv4 in hexadecimal.
  const canonical = new URL(`http://[${text}]`).hostname.slice(1, -1);
  // A dual-stack socket shows IPv4 callers as ::ffff:a.b.c.d. They are the same clients as over IPv4.
  const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(canonical);
  if (mapped !== null) {
    const [high, low] = [Number.parseInt(mapped[1]!, 16), Number.parseInt(mapped[2]!, 16)];
    return `ip:${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
  }
  const [head = [], tail = []] = canonical.split("::").map((half) => (half === "" ? [] : half.split(":")));
  const zeros = new Array<string>(8 - head.length - tail.length).fill("0");
  const network = [...head, ...zeros, ...tail].slice(0, 4);
  while (network.at(-1) === "0") network.pop();
  return `ip:${network.join(":")}::/64`;
}

export type Credentials =
  | { readonly kind: "none" }
  | { readonly kind: "key"; readonly key: string }
  | { readonly kind: "proxy" }
  | { readonly kind: "refused"; readonly problem: Problem };

const KEY_SHAPE = /^ai_[A-Za-z0-9_-]{16,253}$/;

export const KEY_RULE = "a key is `ai_` followed by 16 to 253 letters, digits, `_` or `-`.";

export const isWellFormedKey = (text: string): boolean => KEY_SHAPE.test(text);

/** Reads `rawHeaders`, because Node's merged headers hide repeated ones. */
export function readCredentials(head: CallHead): Credentials {
  const raw = head.rawHeaders;
  let authorization: string | undefined;
  let signed = false;
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at]!;
    // Compare lengths first: lower-casing every header name of every call would cost more.
    if (name.length === 13 && name.toLowerCase() === "authorization") {
      if (authorization !== undefined) return refused("ambiguous-credentials", TWO_HEADERS);
      authorization = raw[at + 1]!;
    } else if (name.length >= 12 && isProxyHeader(name)) signed = true;
  }
  if (authorization === undefined) return { kind: signed ? "proxy" : "none" };
  return signed ? refused("ambiguous-credentials", TWO_KINDS) : readAuthorization(authorization);
}

const isProxyHeader = (name: string): boolean =>
  (name.charCodeAt(0) | 0x20) === 0x78 && name.slice(0, 12).toLowerCase() === "x-adt-proxy-";

/** RFC 6750; the scheme is case-insensitive (RFC 9110). */
function readAuthorization(value: string): Credentials {
  const [, key] = /^bearer +(.*)/is.exec(value) ?? [];
  if (key === undefined) return refused("invalid-credentials", WRONG_SCHEME);
  return isWellFormedKey(key) ? { kind: "key", key } : refused("invalid-credentials", WRONG_SHAPE);
}

const TWO_HEADERS = "There are two Authorization headers; send one.";
const TWO_KINDS =
  "There are both an Authorization header and signed proxy headers; send only one of the two.";
const WRONG_SCHEME = "The Authorization header must have the form `Bearer ai_…`.";
const WRONG_SHAPE = `The key is malformed: ${KEY_RULE}`;

function refused(code: "ambiguous-credentials" | "invalid-credentials", detail: string): Credentials {
  return { kind: "refused", problem: problem(code, detail) };
}

/** Without `node:net`, so that it works in every runtime. */
export const isIPAddress = (text: string): boolean => isIPv4(text) || isIPv6(text);
