/** The official client, in each of the ways it can speak to a server, through the whole flow over a real socket. */
import {
  Client,
  StreamableHTTPClientTransport,
  type VersionNegotiationOptions,
} from "@modelcontextprotocol/client";
import jsonPatch from "fast-json-patch";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type InProcessService, startServiceHere } from "../support/service-here.ts";
import { loyaltyCard } from "./candidates.ts";

let service: InProcessService;
beforeAll(async () => {
  service = await startServiceHere({ environment: { PREFLIGHT_RATE_LIMIT: "100000" } });
});
afterAll(() => service.stop());

type Mode = VersionNegotiationOptions["mode"];
const modes: [string, Mode, string][] = [
  ["the initialize era", "legacy", "2025-11-25"],
  ["the envelope era", { pin: "2026-07-28" }, "2026-07-28"],
  ["whichever era the server has", "auto", "2026-07-28"],
];

async function connect(mode: Mode, headers: Record<string, string>): Promise<Client> {
  const client = new Client(
    { name: "test", version: "1.0.0" },
    { versionNegotiation: { ...(mode !== undefined && { mode }) } },
  );
  const transport = new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), {
    requestInit: { headers },
  });
  await client.connect(transport);
  return client;
}

const where = { targetProduct: "datagen", domainId: "generator-option" };

/** What a client shows of a result: the structured form, which must also be what the text says. */
// biome-ignore lint/suspicious/noExplicitAny: the fields read here are what the test is about.
async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<any> {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
  expect(isError).not.toBe(true);
  expect(content).toEqual([{ type: "text", text: JSON.stringify(structuredContent) }]);
  return structuredContent;
}

describe.each(modes)("a client of %s", (_, mode, version) => {
  test("finds its way from nothing to a package ready to submit", async () => {
    const client = await connect(mode, { authorization: `Bearer ${service.key}` });
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    expect(client.getInstructions()).toContain("validateProposal");
    expect(client.getInstructions()).toMatch(
      /need `Authorization: Bearer ai_...`. At most \d+ tool calls a minute/,
    );
    expect(client.getServerCapabilities()).toEqual({
      tools: { listChanged: false },
      resources: { listChanged: false, subscribe: false },
    });
    expect(client.getServerVersion()).toMatchObject({
      description: expect.stringContaining("proposal"),
      websiteUrl: service.url,
      icons: [{ src: `${service.url}/icon.svg` }],
    });

    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["listDomains", "validateProposal", "buildProposal"]);

    const { domains } = await call(client, "listDomains");
    expect(domains).toMatchObject([where]);

    let candidate: unknown = {
      ...loyaltyCard(),
      owner: { kind: "human", id: " ada@example.org " },
      generatorId: "Loyalty Card",
      supportedStrategies: ["Fast"],
    };
    const faulty = await call(client, "validateProposal", { ...where, candidate });
    expect(faulty.valid).toBe(false);
    for (const { fixes } of faulty.diagnostics)
      if (fixes !== undefined)
        candidate = jsonPatch.applyPatch(candidate, fixes[0].patch, true, false).newDocument;

    const mended = await call(client, "validateProposal", { ...where, candidate });
    expect(mended).toMatchObject({ valid: true });

    const built = await call(client, "buildProposal", { ...where, candidate });
    expect(built).toMatchObject({
      valid: true,
      proposalPackage: { ...where, candidate: { generatorName: "Loyalty card" } },
    });
    expect(built.submission.headers["Idempotency-Key"]).toBe(
      `pf1_${built.proposalPackage.digest.slice("sha256:".length)}`,
    );
    await client.close();
  });

  test("reads the rules without a key, the same that are served over HTTP", async () => {
    const client = await connect(mode, {});
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(["preflight://spec-packages/datagen/generator-option"]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      "preflight://spec-packages/{targetProduct}/{domainId}",
    ]);
    const { contents } = await client.readResource({ uri: resources[0]!.uri });
    const served = await fetch(`${service.url}/spec-packages/datagen/generator-option`);
    const text = await served.text();
    expect(contents).toEqual([{ uri: resources[0]!.uri, mimeType: "application/json", text }]);
    expect(resources[0]!.size).toBe(Buffer.byteLength(text));
    const unknown = client.readResource({ uri: "preflight://spec-packages/datagen/other" });
    await expect(unknown).rejects.toThrow("There is no resource");
    const unnamed = client.readResource({ uri: 7 as never });
    await expect(unnamed).rejects.toThrow('There is no resource "7"');
    await client.close();
  });

  test("without a key gets to know the service, but no verdict", async () => {
    const client = await connect(mode, {});
    expect((await client.listTools()).tools).toHaveLength(3);
    expect((await call(client, "listDomains")).domains).toHaveLength(1);
    for (const name of ["validateProposal", "buildProposal"])
      await expect(client.callTool({ name, arguments: { ...where, candidate: {} } })).rejects.toThrow(
        /401|[Uu]nauthor/,
      );
    await client.close();
  });

  test("with a bad key learns so on connecting", async () => {
    await expect(connect(mode, { authorization: "Bearer ai_0000000000000000" })).rejects.toThrow();
  });

  test("is told what to do about a tool or arguments that are not right", async () => {
    const client = await connect(mode, { authorization: `Bearer ${service.key}` });
    await expect(client.callTool({ name: "validate", arguments: {} })).rejects.toThrow(
      'There is no tool named "validate"; the tools are listDomains, validateProposal, buildProposal.',
    );
    const misled = await client.callTool({
      name: "validateProposal",
      arguments: { ...where, targetProduct: "datagem", candidate: {} },
    });
    expect(misled).toMatchObject({ isError: true });
    expect(misled.content).toMatchObject([{ text: expect.stringContaining('"targetProduct":"datagen"') }]);
    const empty = await client.callTool({ name: "validateProposal", arguments: {} });
    expect(empty).toMatchObject({ isError: true });
    expect(empty.content).toMatchObject([
      { text: expect.stringMatching(/targetProduct.*missing[\s\S]*listDomains/) },
    ]);
    await client.close();
  });

  test("may send the candidate as text", async () => {
    const client = await connect(mode, { authorization: `Bearer ${service.key}` });
    const candidate = loyaltyCard();
    const asText = await call(client, "buildProposal", { ...where, candidate: JSON.stringify(candidate) });
    expect(asText).toEqual(await call(client, "buildProposal", { ...where, candidate }));
    await client.close();
  });
});
