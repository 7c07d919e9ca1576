/** The spec packages of a service and their codes as MCP resources. */
import type { PreflightClient } from "../../client/index.ts";
import { loadSpecPackage } from "../../core/publishing/load.ts";
import { describeCodesResource, readCodes } from "../../transports/mcp/code-resources.ts";
import {
  describeResource,
  foundText,
  isAbout,
  type Resources,
  TEMPLATES,
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
    templates: TEMPLATES,
    list: async () =>
      (await domains()).flatMap((domain) => [
        describeResource(domain, domain.specPackageVersion),
        describeCodesResource(domain),
      ]),
    async read(uri) {
      const domain = (await domains()).find((known) => isAbout(uri, known));
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
      const text = await answer.text();
      if (uri === uriOf(domain)) return foundText(uri, text);
      const loaded = loadSpecPackage(JSON.parse(text));
      if (!loaded.ok)
        return { status: "unavailable", message: "This version does not know the rules of the service." };
      const codes = readCodes(uri, domain, loaded.spec);
      return codes === undefined ? { status: "unknown" } : foundText(uri, codes);
    },
  };
}
