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
import { calleeOf, fetchSpecPackage } from "../checker/server.ts";

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
      const text = await fetchSpecPackage(server, domain.targetProduct, domain.domainId);
      if (text === undefined)
        return {
          status: "unavailable",
          message: "The service did not send the spec package. Try again later.",
        };
      return foundText(uri, text);
    },
  };
}
