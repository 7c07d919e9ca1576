/** The description of the MCP server in the form of the MCP Registry, for registries and clients that read it. */
import { isIPAddress } from "../operations/gate.ts";
import { ICON, SERVICE_DESCRIPTION } from "./service-info.ts";

const SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

export function serverJson(baseUrl: string, version: string) {
  return {
    $schema: SCHEMA,
    name: `${namespaceOf(new URL(baseUrl).hostname)}/preflight`,
    title: "Preflight",
    description: SERVICE_DESCRIPTION,
    version,
    websiteUrl: baseUrl,
    // The registry wants icons to be served over HTTPS.
    ...(baseUrl.startsWith("https:") && {
      icons: [{ src: `${baseUrl}${ICON.path}`, mimeType: ICON.type, sizes: ["any"] }],
    }),
    // The same server as a command, for hosts that start one.
    packages: [
      {
        registryType: "npm",
        identifier: "proposal-preflight",
        version,
        runtimeHint: "npx",
        transport: { type: "stdio" },
        packageArguments: [{ type: "positional", value: "mcp" }],
      },
    ],
    remotes: [
      {
        type: "streamable-http",
        url: `${baseUrl}/mcp`,
        headers: [
          {
            name: "Authorization",
            description: "An API key of the service. Listing domains needs none; validating and building do.",
            value: "Bearer {api_key}",
            isSecret: true,
            variables: {
              api_key: { description: "The key, which starts with ai_.", isRequired: true, isSecret: true },
            },
          },
        ],
      },
    ],
  };
}

/** A host name backwards, as the registry names servers. An address has no such name. */
function namespaceOf(hostname: string): string {
  if (isIPAddress(hostname.replace(/^\[|\]$/g, ""))) return "localhost";
  return hostname.split(".").reverse().join(".");
}
