/**
 * Tells MCP clients which authorization server issues keys for this service (RFC 9728). Served only if such a server
 * is configured.
 */
import { OPERATIONS } from "../operations/operations.ts";
import { type Problem, problem } from "../operations/problems.ts";

export type ProtectedResource = ReturnType<typeof protectedResources>["service"];

/**
 * The service and its MCP endpoint are two resources: a client must find exactly the URL it called. `issuer`: the identifier of
 * the authorization server, exactly as the server states it.
 */
export function protectedResources(baseUrl: string, issuer: string) {
  const { origin, pathname } = new URL(baseUrl);
  const resourceAt = (place: string) => {
    // RFC 9728, section 3.1: the well-known part goes between host and path.
    const path = `/.well-known/oauth-protected-resource${place}`;
    return {
      /** The path at which this service serves the document. */
      path,
      /** Its absolute URL, for `resource_metadata` in `WWW-Authenticate`. */
      url: `${origin}${path}`,
      /** As in RFC 9728, section 2. */
      document: {
        resource: `${origin}${place}`,
        authorization_servers: [issuer],
        scopes_supported: OPERATIONS.map(({ capability }) => capability),
        bearer_methods_supported: ["header"],
        resource_name: "Preflight",
        resource_documentation: `${baseUrl}/docs`,
      },
    };
  };
  const top = pathname.replace(/(?<!\/)\/+$/, "");
  return { service: resourceAt(top), mcp: resourceAt(`${top}/mcp`) };
}

/** Where clients look for an authorization server, and where they register with one that they have not found. */
const OAUTH_PATH =
  /^\/(?:\.well-known\/(?:oauth-|openid-configuration)|(?:register|authorize|token)(?:\?|$))/;

const NO_OAUTH_DETAIL =
  "This service has no OAuth. Send an API key with every call, as `Authorization: Bearer ai_…`: `ai_` and 16 to 253 letters, digits, hyphens or underscores. Get one from the operator of the service, and set it as a header in the configuration of your client.";

const NO_OAUTH = problem("not-found", NO_OAUTH_DETAIL, {
  members: { error: "invalid_request", error_description: NO_OAUTH_DETAIL },
});

/** What to tell an OAuth client that looks for an authorization server where there is none. */
export const refuseOAuth = (path: string): Problem | undefined =>
  OAUTH_PATH.test(path) ? NO_OAUTH : undefined;
