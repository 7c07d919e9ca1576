import { expect, it } from "vitest";
import { protectedResources } from "../../src/transports/oauth-metadata.ts";

const issuer = "https://login.example";
const operations = [
  { capability: "preflight.listDomains" },
  { capability: "preflight.validateProposal" },
] as const;

it("says which authorization server gives out keys, for the service and for its MCP endpoint", () => {
  const { service, mcp } = protectedResources({ baseUrl: "https://preflight.example", issuer, operations });
  expect(mcp).toEqual({
    path: "/.well-known/oauth-protected-resource/mcp",
    url: "https://preflight.example/.well-known/oauth-protected-resource/mcp",
    document: {
      resource: "https://preflight.example/mcp",
      authorization_servers: [issuer],
      scopes_supported: ["preflight.listDomains", "preflight.validateProposal"],
      bearer_methods_supported: ["header"],
      resource_name: "Preflight",
      resource_documentation: "https://preflight.example/docs",
    },
  });
  expect(service.path).toBe("/.well-known/oauth-protected-resource");
  expect(service.document.resource).toBe("https://preflight.example");
});

it("puts the well-known part between host and path where the service has a path of its own", () => {
  const { service, mcp } = protectedResources({
    baseUrl: "https://tools.example/preflight",
    issuer,
    operations,
  });
  expect(mcp.url).toBe("https://tools.example/.well-known/oauth-protected-resource/preflight/mcp");
  expect(mcp.document.resource).toBe("https://tools.example/preflight/mcp");
  expect(service.document.resource).toBe("https://tools.example/preflight");
});
