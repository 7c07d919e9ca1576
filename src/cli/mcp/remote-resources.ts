/** The spec packages of a service and their codes as MCP resources. */
import type { PreflightClient } from "../../client/index.ts";
import { loadSpecPackage } from "../../core/publishing/load.ts";
import {
  describeResources,
  foundText,
  isAbout,
  type Resources,
  readCodes,
  TEMPLATES,
  uriOf,
} from "../../service/mcp/resources.ts";
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
    templates: TEMPLATES,
    list: async () =>
      (await domains()).flatMap((domain) => describeResources(domain, domain.specPackageVersion)),
    async read(uri) {
      const domain = (await domains()).find((known) => isAbout(uri, known));
      if (domain === undefined) return { status: "unknown" };
      const text = await fetchSpecPackage(server, domain);
      if (text === undefined)
        return {
          status: "unavailable",
          message: "The service did not send the spec package. Try again later.",
        };
      if (uri === uriOf("rules", domain)) return foundText(uri, text);
      const loaded = loadSpecPackage(JSON.parse(text));
      if (!loaded.ok)
        return { status: "unavailable", message: "This version does not know the rules of the service." };
      return readCodes(uri, domain, loaded.spec);
    },
  };
}
