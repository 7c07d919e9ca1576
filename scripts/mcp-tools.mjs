/** The two official tools that test the MCP endpoint: the conformance suite and the Inspector. */
import { pathToFileURL } from "node:url";
import { ensureNpmTools } from "./npm-tools.mjs";

const versions = {
  "@modelcontextprotocol/conformance": "0.2.0-alpha.12",
  "@modelcontextprotocol/inspector": "2.12.0",
};

/** Returns the paths of node, conformance and inspector, or why they could not be installed. */
export async function ensureMcpTools() {
  const tools = await ensureNpmTools("mcp-tools", versions);
  if (!tools.ok) return tools;
  const { node, command } = tools;
  return { ok: true, node, conformance: command("conformance"), inspector: command("mcp-inspector") };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const tools = await ensureMcpTools();
  console.log(tools.ok ? "The MCP tools are installed." : tools.reason);
  // Without the tools, their tests are skipped. On CI nobody would notice that.
  process.exitCode = tools.ok || process.env.CI !== "true" ? 0 : 1;
}
