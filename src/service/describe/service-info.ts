/** What every description of the service says about it. */
import { isIPAddress } from "../operations/gate.ts";

/** The MCP Registry allows 100 characters. */
export const SERVICE_DESCRIPTION =
  "Checks a proposal before it is submitted, says how to fix it, and builds the package to submit.";

/** Drawn to be readable at 16 pixels and on both light and dark ground. */
export const ICON = {
  path: "/icon.svg",
  type: "image/svg+xml",
  content:
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1f5fbf"/><path d="M8 17l5.5 5.5L24.5 10" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></svg>',
} as const;

/** The MCP server in the form of the MCP Registry, for registries and clients that read it. */
export function serverJson(baseUrl: string, version: string) {
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
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
        ...{ registryType: "npm", identifier: "proposal-preflight", version, runtimeHint: "npx" },
        transport: { type: "stdio" },
        packageArguments: [{ type: "positional", value: "mcp" }],
      },
    ],
    remotes: [{ type: "streamable-http", url: `${baseUrl}/mcp`, headers: [AUTHORIZATION] }],
  };
}

const AUTHORIZATION = {
  name: "Authorization",
  description: "An API key of the service. Listing domains needs none; validating and building do.",
  value: "Bearer {api_key}",
  isSecret: true,
  variables: {
    api_key: { description: "The key, which starts with ai_.", isRequired: true, isSecret: true },
  },
};

/** A host name backwards, as the registry names servers. An address has no such name. */
function namespaceOf(hostname: string): string {
  if (isIPAddress(hostname.replace(/^\[|\]$/g, ""))) return "localhost";
  return hostname.split(".").reverse().join(".");
}
