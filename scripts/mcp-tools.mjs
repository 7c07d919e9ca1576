/** The two official tools that test the MCP endpoint: the conformance suite and the Inspector. */
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
