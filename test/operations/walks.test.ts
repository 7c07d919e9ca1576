/**
 * What an agent reads on its way from a draft to a package: one domain, one check with a repair, one build. Each answer of a
 * tool is counted once; what is read once beside them is the last test. The drafts are written by hand after slips that models make.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { describeServer } from "../../src/service/mcp/describe-server.ts";
import { toolInput } from "../../src/service/mcp/tools.ts";
import { OPERATIONS } from "../../src/service/operations/operations.ts";
import { llmsText } from "../../src/service/pages/llms-text.ts";
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
  },
);

test("the index of all domains is short, and says what each requires", () => {
  const { body, length } = call("listDomains", {});
  expect(body).toMatchObject({ detailsOmitted: true });
  expect(body.domains).toHaveLength(6);
  for (const domain of body.domains) expect(domain.required.length).toBeGreaterThan(0);
  expect(length).toBeLessThan(4_000);
});

test("what is read once names the domains and stays short", () => {
  const server = describeServer({
    ...{ operations: OPERATIONS, catalogue: sixDomains, version: "1.0.0" },
    ...{ callsPerMinute: 20, baseUrl: BASE_URL },
  });
  const instructions = server.instructions();
  const tools = JSON.stringify(server.tools);
  const help = llmsText(sixDomains, BASE_URL, 20);
  for (const text of [instructions, tools]) expect(text).toContain("mcp-registry/server");
  expect(help).toContain("targetProduct `mcp-registry`, domainId `server`");
  expect(instructions.length + tools.length).toBeLessThanOrEqual(12_000);
  expect(help.length).toBeLessThanOrEqual(8_000);
});
