/** The stdio server, as hosts start it: with the official client in TypeScript. The one in Python is in mcp-python.test.ts. */
import { join } from "node:path";
import { Client, type VersionNegotiationOptions } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { loyaltyCard } from "../mcp/candidates.ts";
import { PROGRAMS, projectFolder } from "../support/built.ts";
import { markedEnvironment, startProcess } from "../support/processes.ts";
import { type InProcessService, startServiceHere } from "../support/service-here.ts";
import { preflightWithInput } from "./spawned.ts";

const where = { targetProduct: "datagen", domainId: "generator-option" };
const open: Client[] = [];
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});

interface HowToConnect {
  readonly args?: readonly string[];
  readonly key?: string;
  readonly mode?: VersionNegotiationOptions["mode"];
}

async function connect({ args = [], key, mode = "auto" }: HowToConnect = {}): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [PROGRAMS.command, "mcp", ...args],
      env: markedEnvironment(key === undefined ? {} : { PREFLIGHT_API_KEY: key }),
      stderr: "ignore",
    }),
  );
  open.push(client);
  return client;
}

// biome-ignore lint/suspicious/noExplicitAny: the fields read here are what the test is about.
async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<any> {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
  expect(isError).not.toBe(true);
  expect(content).toEqual([{ type: "text", text: JSON.stringify(structuredContent) }]);
  return structuredContent;
}

async function wholeFlow(client: Client): Promise<void> {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(["listDomains", "validateProposal", "buildProposal"]);
  const { domains } = await call(client, "listDomains");
  expect(domains).toMatchObject([where]);
  const spoilt = { ...loyaltyCard(), descripton: "x" };
  delete spoilt.description;
  const verdict = await call(client, "validateProposal", {
    ...where,
    candidate: spoilt,
    repair: "suggested",
  });
  expect(verdict).toMatchObject({ valid: false, repaired: { valid: true } });
  const built = await call(client, "buildProposal", { ...where, candidate: loyaltyCard() });
  expect(built.valid).toBe(true);
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toEqual(["preflight://spec-packages/datagen/generator-option"]);
  const read = async (uri: string) => {
    const { contents } = await client.readResource({ uri });
    return JSON.parse((contents[0] as { text: string }).text);
  };
  expect(await read(resources[0]!.uri)).toMatchObject(where);
}

describe("the official TypeScript client", () => {
  test.each([
    ["the initialize era", "legacy"],
    ["the envelope era", { pin: "2026-07-28" }],
  ] as const)("goes from nothing to a package, in %s", async (_, mode) => {
    const client = await connect({ mode });
    expect(client.getServerVersion()).toMatchObject({ name: "preflight", version: "1.0.0" });
    expect(client.getInstructions()).toContain("validateProposal");
    // Nobody asks for a key here.
    expect(client.getInstructions()).not.toContain("Authorization");
    await wholeFlow(client);
  });

  test("gets wrong arguments explained, not thrown", async () => {
    const client = await connect();
    const { isError, content } = await client.callTool({
      name: "validateProposal",
      arguments: { targetProduct: "other" },
    });
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).toContain("Call listDomains for the values to use");
    // listDomains does not say what else the arguments may be.
    const { content: other } = await client.callTool({
      name: "validateProposal",
      arguments: { targetProduct: "datagen", domainId: "generator-option", repair: "all" },
    });
    expect(JSON.stringify(other)).toContain("`repair` must be");
    expect(JSON.stringify(other)).not.toContain("listDomains");
    await expect(client.callTool({ name: "submitProposal", arguments: {} })).rejects.toThrow(
      "There is no tool named",
    );
    await expect(client.readResource({ uri: "preflight://spec-packages/no/thing" })).rejects.toThrow(
      "There is no resource",
    );
  });

  test("gets the rules of other files", async () => {
    const client = await connect({
      args: ["--spec", join(projectFolder, "test/domains/berth-request.json")],
    });
    const { domains } = await call(client, "listDomains");
    expect(domains).toHaveLength(1);
    expect(domains[0].domainId).toBe("berth-request");
  });
});

describe("against a service", () => {
  let service: InProcessService;
  beforeAll(async () => {
    service = await startServiceHere({ environment: { PREFLIGHT_RATE_LIMIT: "100000" } });
  });
  afterAll(() => service?.stop());

  test("the same tools and resources, with its key", async () => {
    await wholeFlow(await connect({ args: ["--server", service.url], key: service.key }));
  });

  test("without a key, the model is told what is missing", async () => {
    const client = await connect({ args: ["--server", service.url] });
    expect((await call(client, "listDomains")).domains).toHaveLength(1);
    const { isError, content } = await client.callTool({
      name: "validateProposal",
      arguments: { ...where, candidate: {} },
    });
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).toContain("unauthenticated");
  });

  test("what was asked before the host closed its side is answered, the last line too", async () => {
    const call = (id: number) => ({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name: "listDomains" },
    });
    const params = {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "test", version: "1.0.0" },
    };
    const messages = [{ jsonrpc: "2.0", id: 1, method: "initialize", params }, call(2), call(3)];
    for (const args of [[], ["--server", service.url]]) {
      const input = messages.map((message) => JSON.stringify(message)).join("\n");
      const environment = { PREFLIGHT_API_KEY: service.key };
      const { code, stdout } = await preflightWithInput(input, ["mcp", ...args], { environment });
      const answered = stdout
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line).id);
      expect([code, answered.sort()]).toEqual([0, [1, 2, 3]]);
    }
  });

  test("when it is down, the model is told so", async () => {
    const client = await connect({ args: ["--server", "http://127.0.0.1:1"] });
    const { isError, content } = await client.callTool({ name: "listDomains", arguments: {} });
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).toContain("cannot be reached");
  });
});

test("standard output carries the protocol alone, and the server ends with its input", async () => {
  const server = startProcess(process.execPath, [PROGRAMS.command, "mcp"], { takesInput: true });
  const message = (id: number, method: string, params: object) =>
    `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
  const clientInfo = { name: "test", version: "1.0.0" };
  server.process.stdin!.write("not JSON\n");
  await server.said(/"code":-32700.*"id":null/);
  server.process.stdin!.write(
    `\ufeff${message(1, "initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo })}`,
  );
  await server.said(/"id":1/);
  // The SDK alone would read the last of two members with one name, and say nothing.
  const call = (id: number, candidate: object) =>
    message(id, "tools/call", { name: "validateProposal", arguments: { ...where, candidate } });
  server.process.stdin!.write(call(2, loyaltyCard()).replace('"owner":', '"owner":{},"owner":'));
  expect((await server.said(/.*"id":2.*/))[0]).toContain("member-repeated");
  server.process.stdin!.write(call(4, loyaltyCard()).replace(/"points":\d+/, '"points":9007199254740991.4'));
  expect((await server.said(/.*"id":4.*/))[0]).toContain("9007199254740991.4");
  server.process.stdin!.write(call(3, {}).replace('"domainId":', '"domainId":"x","domainId":'));
  expect((await server.said(/.*"id":3.*/))[0]).toContain("invalid-envelope");
  // Nor would it answer these.
  server.process.stdin!.write(`${JSON.stringify({ id: 5, method: "ping" })}\n`);
  expect((await server.said(/.*"id":5.*/))[0]).toContain("JSON-RPC 2.0");
  server.process.stdin!.write(`[${message(6, "ping", {}).trim()}]\n`);
  await server.said(/Batches are not read here/);
  server.process.stdin!.end();
  expect(await server.exit).toBe(0);
  for (const line of server.output().trim().split("\n")) expect(JSON.parse(line).jsonrpc).toBe("2.0");
});

test("a signal ends the server, though the host holds its side open", async () => {
  const server = startProcess(process.execPath, [PROGRAMS.command, "mcp"], { takesInput: true });
  server.process.stdin!.write("not JSON\n");
  await server.said(/-32700/);
  server.process.kill("SIGTERM");
  expect(await server.exit).toBe(0);
});
