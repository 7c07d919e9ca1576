/** The spec packages of a service as MCP resources. */
import type { PreflightClient } from "../../client/index.ts";
import {
  describeResource,
  foundText,
  type Resources,
  SPEC_PACKAGE_TEMPLATE,
  uriOf,
} from "../../transports/mcp/resources.ts";
import { toFailure } from "../checker/client-failure.ts";
import { calleeOf } from "../checker/server.ts";

const TIMEOUT_MS = 10_000;

export function createRemoteResources(client: PreflightClient, server: string): Resources {
  const domains = async () => {
    try {
      return (await client.listDomains()).domains;
    } catch (error) {
      throw toFailure(error, calleeOf(server));
    }
  };
  return {
    templates: [SPEC_PACKAGE_TEMPLATE],
    list: async () => (await domains()).map((domain) => describeResource(domain, domain.specPackageVersion)),
    async read(uri) {
      const domain = (await domains()).find((known) => uriOf(known) === uri);
      if (domain === undefined) return { status: "unknown" };
      // The copy that the service itself uses; the product's own one may be newer.
      const { targetProduct, domainId } = domain;
      const path = `/spec-packages/${encodeURIComponent(targetProduct)}/${encodeURIComponent(domainId)}`;
      const answer = await fetch(`${server.replace(/\/+$/, "")}${path}`, {
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch(() => undefined);
      if (answer?.ok !== true)
        return {
          status: "unavailable",
          message: "The service did not send the spec package. Try again later.",
        };
      return foundText(uri, await answer.text());
    },
  };
}
