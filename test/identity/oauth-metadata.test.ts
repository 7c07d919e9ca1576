import { describe, expect, it } from "vitest";
import { protectedResources } from "../../src/service/describe/oauth-metadata.ts";
import { createClient } from "../support/http.ts";
import { startServiceHere } from "../support/service-here.ts";
import { proposal } from "./proposal.ts";

const issuer = "https://login.example";
it("says which authorization server gives out keys, for the service and for its MCP endpoint", () => {
  const { service, mcp } = protectedResources("https://preflight.example", issuer);
  expect(mcp).toEqual({
    path: "/.well-known/oauth-protected-resource/mcp",
    url: "https://preflight.example/.well-known/oauth-protected-resource/mcp",
    document: {
      resource: "https://preflight.example/mcp",
      authorization_servers: [issuer],
      scopes_supported: ["preflight.listDomains", "preflight.validateProposal", "preflight.buildProposal"],
      bearer_methods_supported: ["header"],
      resource_name: "Preflight",
      resource_documentation: "https://preflight.example/docs",
    },
  });
  expect(service.path).toBe("/.well-known/oauth-protected-resource");
  expect(service.document.resource).toBe("https://preflight.example");
});

it("puts the well-known part between host and path where the service has a path of its own", () => {
  const { service, mcp } = protectedResources("https://tools.example/preflight", issuer);
  expect(mcp.url).toBe("https://tools.example/.well-known/oauth-protected-resource/preflight/mcp");
  expect(mcp.document.resource).toBe("https://tools.example/preflight/mcp");
  expect(service.document.resource).toBe("https://tools.example/preflight");
});

describe("the service", () => {
  const paths = ["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"];

  it("publishes it and points at it where an authorization server is configured", async () => {
    const service = await startServiceHere({
      environment: { PREFLIGHT_IDENTITY_ISSUER: issuer },
    });
    const http = createClient(service.url);
    try {
      for (const [path, resource] of [
        [paths[0]!, service.url],
        [paths[1]!, `${service.url}/mcp`],
      ] as const) {
        const { status, json } = await http(path);
        expect(status).toBe(200);
        expect(json()).toMatchObject({ resource, authorization_servers: [issuer] });
      }
      const rest = await http({ path: "/api/validate", body: proposal });
      expect(rest.headers["www-authenticate"]).toContain(`resource_metadata="${service.url}${paths[0]}"`);
      const mcp = await http({
        path: "/mcp",
        headers: { accept: "application/json, text/event-stream" },
        body: {
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name: "validateProposal", arguments: proposal },
        },
      });
      expect(mcp.headers["www-authenticate"]).toContain(`resource_metadata="${service.url}${paths[1]}"`);
    } finally {
      http.close();
      await service.stop();
    }
  });

  it("has none of it otherwise", async () => {
    const service = await startServiceHere();
    const http = createClient(service.url);
    try {
      for (const path of paths) expect((await http(path)).status).toBe(404);
      const { headers } = await http({ path: "/api/validate", body: proposal });
      expect(headers["www-authenticate"]).not.toContain("resource_metadata");
    } finally {
      http.close();
      await service.stop();
    }
  });
});
