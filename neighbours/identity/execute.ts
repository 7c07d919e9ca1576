/**
 * Executes a granted capability by calling Preflight with signed headers. The signature covers the address and the
 * body, which the plugin's header hook does not see, so the call is signed where it is sent.
 */
import { type AgentAuthOptions, agentError } from "@better-auth/agent-auth";
import { createOpenAPIHandler } from "@better-auth/agent-auth/openapi";
import { signProxyCall } from "proposal-preflight/proxy-signing";
import type { PreflightAddress, PreflightCapabilities } from "./preflight-capabilities.ts";
import type { SigningKeys } from "./signing-keys.ts";

type OnExecute = NonNullable<AgentAuthOptions["onExecute"]>;
type ExecuteContext = Parameters<OnExecute>[0];

export interface ExecutorOptions {
  readonly capabilities: PreflightCapabilities;
  readonly keys: SigningKeys;
  /** Its public base URL is the audience of the signature. */
  readonly preflight: () => PreflightAddress;
}

export function createExecutor({ capabilities, keys, preflight }: ExecutorOptions): OnExecute {
  return (context) => {
    const found = capabilities.find(context.capability);
    if (found === undefined) throw agentError("NOT_FOUND", WITHDRAWN);
    const { url: baseUrl, publicUrl } = preflight();
    const handler = createOpenAPIHandler(found.openApi, {
      baseUrl,
      fetch: (url, init) => send(String(url), init ?? {}, context, publicUrl),
    });
    return handler({ ...context, capability: found.operationId });
  };

  async function send(
    url: string,
    init: RequestInit,
    { capability, agentSession }: ExecuteContext,
    audience: string,
  ) {
    const { kid, privateKey } = keys.current();
    const { pathname, search } = new URL(url);
    const body = typeof init.body === "string" ? init.body : undefined;
    const signature = await signProxyCall({
      privateKey,
      kid,
      audience,
      method: init.method ?? "GET",
      target: `${pathname}${search}`,
      agent: agentSession.agent.id,
      subject: agentSession.user.id,
      capability,
      ...(body === undefined ? {} : { body }),
    });
    const headers = { ...(init.headers as Record<string, string>), ...signature };
    const response = await fetch(url, {
      ...init,
      headers,
      redirect: "error",
      signal: AbortSignal.timeout(10_000),
    });
    if (!response.ok) throw await refusal(response);
    return response;
  }
}

const WITHDRAWN = { code: "capability_not_found", message: "Preflight no longer offers this capability." };

/** Passes on Preflight's status and message, so that the agent can correct its request or wait. */
async function refusal(response: Response) {
  const problem = (await response.json().catch(() => ({}))) as { code?: string; detail?: string };
  const { code = "upstream_error", detail = `Preflight answered ${response.status}.` } = problem;
  const retryAfter = response.headers.get("retry-after");
  const headers = retryAfter === null ? undefined : { "retry-after": retryAfter };
  return agentError(statusFor(response.status), { code, message: detail }, undefined, headers, { problem });
}

function statusFor(status: number) {
  switch (status) {
    case 400:
    case 415:
      return "BAD_REQUEST";
    case 413:
      return "PAYLOAD_TOO_LARGE";
    case 422:
      return "UNPROCESSABLE_ENTITY";
    case 429:
      return "TOO_MANY_REQUESTS";
    case 503:
      return "SERVICE_UNAVAILABLE";
    default:
      // Any other error is between the two services and not caused by the agent.
      return "BAD_GATEWAY";
  }
}
