/** The stdio server, as hosts start it, with the official client in Python. */
import { describe, expect, test } from "vitest";
import { loyaltyCard } from "../mcp/candidates.ts";
import { PROGRAMS } from "../support/built.ts";
import { outputOf } from "../support/processes.ts";

type Tools = { ok: true; python: string } | { ok: false; reason: string };
const script = new URL("../../scripts/python-tools.mjs", import.meta.url).href;
const { ensurePythonTools } = (await import(script)) as {
  ensurePythonTools(group: string, requirements: string[]): Tools;
};
const python = ensurePythonTools("mcp-python", ["mcp==2.3.0"]);
if (!python.ok && process.env.CI === "true") throw new Error(python.reason);
const describePython = python.ok ? describe : describe.skip;

const PROGRAM = `
import asyncio, json, sys
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

async def main():
    node, command, candidate = sys.argv[1:]
    where = {"targetProduct": "datagen", "domainId": "generator-option"}
    async with stdio_client(StdioServerParameters(command=node, args=[command, "mcp"])) as (read, write):
        async with ClientSession(read, write) as session:
            await session.initialize()
            tools = (await session.list_tools()).tools
            verdict = await session.call_tool("validateProposal", {**where, "candidate": {}})
            built = await session.call_tool("buildProposal", {**where, "candidate": json.loads(candidate)})
            resources = (await session.list_resources()).resources
            text = (await session.read_resource(resources[0].uri)).contents[0].text
            structured = lambda result: getattr(result, "structured_content", None) or result.structuredContent
            print(json.dumps({
                "tools": [tool.name for tool in tools],
                "valid": [structured(verdict)["valid"], structured(built)["valid"]],
                "resources": [str(resource.uri) for resource in resources],
                "domainId": json.loads(text)["domainId"],
            }))

asyncio.run(main())
`;

describePython(python.ok ? "the Python client" : `the Python client [skipped: ${python.reason}]`, () => {
  test("lists, validates, builds and reads the rules", async () => {
    const { python: program } = python as Extract<Tools, { ok: true }>;
    const args = ["-c", PROGRAM, process.execPath, PROGRAMS.command, JSON.stringify(loyaltyCard())];
    expect(JSON.parse(await outputOf(program, args))).toEqual({
      tools: ["listDomains", "validateProposal", "buildProposal"],
      valid: [false, true],
      resources: ["preflight://spec-packages/datagen/generator-option"],
      domainId: "generator-option",
    });
  });
});
