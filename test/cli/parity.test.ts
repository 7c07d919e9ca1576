/** One check, six ways to it: a candidate gets the same diagnostics whoever asks. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient, type PreflightClient } from "../../src/client/index.ts";
import { candidateOf, listScenarios } from "../core/scenario.ts";
import { envelopes, loyaltyCard } from "../mcp/candidates.ts";
import { PROGRAMS } from "../support/built.ts";
import { markedEnvironment } from "../support/processes.ts";
import { type InProcessService, startServiceHere } from "../support/service-here.ts";
import { makeFolder, preflight } from "./command.ts";

const where = { targetProduct: "datagen", domainId: "generator-option" };
const MAX_BODY_BYTES = 65_536;
/** The ways differ in how they carry an answer, not in what is checked, so some of the scenarios do. */
const EVERY = 10;

/** Files know how their numbers are written, and fractions as JSON writes them have all their digits. */
function withoutTypeOfFractions(): string {
  const candidate = loyaltyCard();
  candidate.outputFields = [{ name: "share", description: "The part of the whole." }];
  candidate.sampleRecords = [{ share: 18.5 }, { share: 1.25 }, { share: 2.75 }];
  return JSON.stringify({ ...where, candidate });
}

/** Each as the text that is sent, so that all ways start from the same bytes. */
const cases = [
  { name: "fractions in records of a field without a type", text: withoutTypeOfFractions() },
  ...Object.entries(envelopes).map(([name, envelope]) => ({ name, text: JSON.stringify(envelope) })),
  ...listScenarios()
    .filter((_, index) => index % EVERY === 0)
    .map(({ name, scenario }) => ({
      name,
      text: JSON.stringify({ ...where, candidate: candidateOf(scenario) }),
    })),
].filter(({ text }) => Buffer.byteLength(text) <= MAX_BODY_BYTES);

type Ways = Record<string, unknown[]>;

let service: InProcessService;
let client: PreflightClient;
const mcp: Record<string, Client> = {};
beforeAll(async () => {
  service = await startServiceHere({ environment: { PREFLIGHT_RATE_LIMIT: "1000000" } });
  client = createClient({ baseUrl: service.url, key: service.key });
  const headers = { authorization: `Bearer ${service.key}` };
  mcp.MCP = await connect(
    new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit: { headers } }),
  );
  mcp["stdio MCP"] = await connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [PROGRAMS.command, "mcp"],
      env: markedEnvironment(),
    }),
  );
});
afterAll(async () => {
  for (const connection of Object.values(mcp)) await connection.close();
  await service?.stop();
});

test("there are enough cases to mean something", () => {
  expect(cases.length).toBeGreaterThan(60);
});

test("REST, MCP, the client, stdio MCP and the command, here and there, say the same", async () => {
  const folder = makeFolder();
  const file = (index: number) => `${String(index).padStart(4, "0")}.json`;
  for (const [index, { text }] of cases.entries()) folder.write(file(index), text);
  const ways: Ways = {
    REST: await inTurn(({ text }) => rest(text)),
    MCP: await inTurn(({ text }) => callTool(mcp.MCP!, text)),
    "stdio MCP": await inTurn(({ text }) => callTool(mcp["stdio MCP"]!, text)),
    client: await inTurn(async ({ text }) =>
      plain((await client.validateProposal(JSON.parse(text))).diagnostics),
    ),
    "command, offline": await command(folder.path, []),
    "command, --server": await command(folder.path, ["--server", service.url]),
  };
  const [reference, ...others] = Object.keys(ways) as [string, ...string[]];
  for (const way of others)
    for (const [index, { name }] of cases.entries())
      expect({ way, name, found: ways[way]![index] }).toEqual({ way, name, found: ways[reference]![index] });
});

test("a name that occurs twice is at the same place of the candidate with the same patch, in a file or over REST", async () => {
  const candidate = JSON.stringify(loyaltyCard()).replace('"kind":"human"', '"kind":"human","kind":"Human"');
  const envelope = JSON.stringify(where).replace(/\}$/, `,"candidate":${candidate}}`);
  const found = async (text: string) => {
    const folder = makeFolder();
    folder.write("one.json", text);
    return (await command(folder.path, []))[0] as { message: string; related?: unknown }[];
  };
  const alone = ({ related: _, ...rest }: { message: string; related?: unknown }) => ({
    ...rest,
    message: rest.message.replaceAll(/ at line \d+, column \d+/g, ""),
    fixes: "fixes" in rest && (rest.fixes as { patch: unknown }[]).map(({ patch }) => patch),
  });
  const sent = (await rest(envelope)) as { message: string }[];
  expect(sent).toMatchObject([
    { code: "member-repeated", pointer: "/owner/kind" },
    { code: "owner-kind-not-allowed" },
  ]);
  expect((await found(envelope)).map(alone)).toEqual(sent.map(alone));
  expect((await found(candidate)).map(alone)).toEqual(sent.map(alone));
  // What is wrong beside the candidate has no place in it.
  const outside = await found(envelope.replace("{", '{"targetProduct":"datagen",'));
  expect(outside[0]).toMatchObject({ code: "member-repeated", pointer: "", fixes: [{ patch: [] }] });
  // Members of the envelope that nobody knows are ignored, and so is what they repeat.
  const noted = envelope.replace("{", '{"note":1,"note":2,"more":{"a":1,"a":2},');
  expect((await found(noted)).map(alone)).toEqual(((await rest(noted)) as typeof sent).map(alone));
  expect((await rest(noted)) as typeof sent).toHaveLength(sent.length);
});

async function inTurn(ask: (one: (typeof cases)[number]) => Promise<unknown>): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const one of cases) answers.push(await ask(one));
  return answers;
}

async function rest(text: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${service.key}`, "content-type": "application/json" };
  const answer = await fetch(`${service.url}/api/validate`, { method: "POST", headers, body: text });
  const { diagnostics } = (await answer.json()) as { diagnostics: Found[] };
  return plain(diagnostics);
}

async function callTool(connection: Client, text: string): Promise<unknown> {
  const { structuredContent } = await connection.callTool({
    name: "validateProposal",
    arguments: { ...JSON.parse(text), view: "full" },
  });
  return plain((structuredContent as { diagnostics: Found[] }).diagnostics);
}

async function command(folder: string, args: readonly string[]): Promise<unknown[]> {
  const environment = { PREFLIGHT_API_KEY: service.key };
  const { stdout } = await preflight(["validate", ".", "--format", "json", ...args], {
    cwd: folder,
    environment,
  });
  const { files } = JSON.parse(stdout) as { files: { diagnostics: Found[]; status: string }[] };
  return files.map(({ diagnostics }) => plain(diagnostics));
}

interface Found {
  docs?: string;
  range?: unknown;
  related?: { pointer?: string; range?: unknown }[];
}

/** Without what belongs to the place: the address of the page, and lines and columns. */
function plain(diagnostics: readonly Found[]): unknown {
  return diagnostics.map(({ docs: _page, range: _, related, ...rest }) => ({
    ...rest,
    ...(related && { related: related.map(({ range: _, ...place }) => place) }),
  }));
}

async function connect(transport: StdioClientTransport | StreamableHTTPClientTransport): Promise<Client> {
  const connection = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
  await connection.connect(transport);
  return connection;
}
