/**
 * What an agent reads on its way from a draft to a package: one domain, one check with a repair, one build. Each answer of a
 * tool is counted once; what is read once beside them is the last test. The drafts are written by hand after slips that models make.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createFetchHandler } from "../../src/service/fetch/handler.ts";
import { describeServer } from "../../src/service/mcp/describe-server.ts";
import { toolInput } from "../../src/service/mcp/tools.ts";
import { OPERATIONS } from "../../src/service/operations/operations.ts";
import { llmsText } from "../../src/service/pages/documents.ts";
import { runNow } from "../support/run-now.ts";
import { BASE_URL, sixDomains } from "./six-domains.ts";

const drafts: Record<string, object> = JSON.parse(
  readFileSync(new URL("walks/walks.json", import.meta.url), "utf8"),
);

/** The two with the most to say about a candidate. */
const LARGEST = ["citation-file-format/citation", "mcp-registry/server"];

function call(id: string, args: object) {
  const operation = OPERATIONS.find((each) => each.id === id)!;
  const context = { catalogue: sixDomains, rulesUrl: `${BASE_URL}/rules`, now: () => Date.UTC(2026, 5, 1) };
  const outcome = runNow(operation, toolInput(structuredClone(args)), context);
  if (!outcome.ok) throw new Error(outcome.problem.detail);
  // biome-ignore lint/suspicious/noExplicitAny: an answer as a model reads it
  return { body: outcome.body as any, length: JSON.stringify(outcome.body).length };
}

test.each(Object.entries(drafts))(
  "%s: a draft becomes a package within what an agent can afford",
  async (name, candidate) => {
    const [targetProduct, domainId] = name.split("/");
    const domain = { targetProduct, domainId };
    const listed = call("listDomains", domain);
    expect(listed.body.domains[0]).toMatchObject({ ...domain, example: expect.any(Object) });
    const checked = call("validateProposal", { ...domain, candidate, repair: "suggested" });
    const built = call("buildProposal", { ...domain, candidate: checked.body.repaired.candidate });
    expect(built.body).toMatchObject({ valid: true, proposalPackage: expect.any(Object) });
    const total = listed.length + checked.length + built.length;
    await expect(
      `listDomains ${listed.length}, validateProposal ${checked.length}, buildProposal ${built.length}: ${total} characters\n`,
    ).toMatchFileSnapshot(`walks/${domainId}.txt`);
    expect(total).toBeLessThanOrEqual(LARGEST.includes(name) ? 14_000 : 12_000);
    expectInDocs(name, [listed.length, checked.length, built.length, total]);
  },
);

const page = readFileSync(new URL("../../docs/agents.md", import.meta.url), "utf8");

/** The last cells of the row of this name in docs/agents.md. */
function expectInDocs(name: string, figures: readonly number[]): void {
  const cells = figures.map((figure) => figure.toLocaleString("en")).join(" | ");
  const row = page.split("\n").find((line) => line.startsWith(`| ${name} |`));
  expect(row).toMatch(new RegExp(`\\| ${cells.replaceAll("|", "\\|")} \\|$`));
}

test("the index of all domains is short, and says what each requires", () => {
  const { body, length } = call("listDomains", {});
  expect(body).toMatchObject({ detailsOmitted: true });
  expect(body.domains).toHaveLength(6);
  for (const domain of body.domains) expect(domain.required.length).toBeGreaterThan(0);
  expect(length).toBeLessThan(4_000);
  expectInDocs("`listDomains` of all six", [length]);
});

test("what is read once names the domains and stays short", async () => {
  const server = describeServer({
    ...{ catalogue: sixDomains, version: "1.0.0" },
    ...{ callsPerMinute: 20, baseUrl: BASE_URL },
  });
  const instructions = server.instructions();
  const tools = JSON.stringify(server.tools);
  const help = llmsText(sixDomains, BASE_URL, 20);
  for (const text of [instructions, tools]) expect(text).toContain("mcp-registry/server");
  expect(help).toContain("targetProduct `mcp-registry`, domainId `server`");
  expect(instructions.length + tools.length).toBeLessThanOrEqual(12_000);
  expect(help.length).toBeLessThanOrEqual(8_000);
  const handler = createFetchHandler(
    { baseUrl: BASE_URL, domains: sixDomains, keys: [], clientAddress: () => "203.0.113.7" },
    "1.0.0",
  );
  const openApi = await (await handler(new Request(`${BASE_URL}/openapi.json`))).text();
  expectInDocs("instructions and `tools/list`", [instructions.length + tools.length]);
  expectInDocs("`/openapi.json`", [openApi.length]);
  expectInDocs("`/llms.txt`", [help.length]);
});
