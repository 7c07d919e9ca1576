/** The drafts of docs/agents.md: what it takes an agent to bring each of them to a package. */
import { isDeepStrictEqual } from "node:util";
import { applyFixes, type BuildResult, type Fix, type ValidationResult } from "../../src/core/index.ts";
import { bulkFix } from "../../src/core/proposal/repair.ts";
import type { Claim } from "./claim.ts";
import type { Block, Page } from "./markdown.ts";

export interface Transports {
  /** The body of an answer over REST. */
  post(path: string, body: object): Promise<string>;
  /** The structured result of an MCP tool. */
  callTool(name: string, args: object): Promise<unknown>;
}

const WHERE = { targetProduct: "datagen", domainId: "generator-option" };

/** Each block `draft=<name>`, and the table `calls` that says what they took. */
export async function claimsOfDrafts(page: Page, transports: Transports): Promise<Claim[]> {
  const blocks = page.parts.filter((part): part is Block => part.kind === "block");
  const table = blocks.find(({ role }) => role === "calls")!;
  const rows = [["draft", "calls", "settled", "asked", "sent", "received"]];
  for (const { name, text } of blocks.filter(({ role }) => role === "draft"))
    rows.push([name, ...(await takenBy(JSON.parse(text), transports))]);
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const actual = rows
    .map((row) =>
      row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join("  "),
    )
    .join("\n");
  return [{ title: "calls", line: table.line, shown: table.text, actual, place: "block" }];
}

/** Validates once, asks the author, who takes the first of the choices offered, and builds once. */
async function takenBy(draft: unknown, { post, callTool }: Transports): Promise<string[]> {
  let calls = 0;
  let sent = 0;
  let received = 0;
  async function call(name: string, path: string, candidate: unknown): Promise<unknown> {
    const envelope = { ...WHERE, candidate, repair: "suggested" };
    const answer = await post(path, { ...envelope, view: "brief" });
    const result = await callTool(name, envelope);
    if (!isDeepStrictEqual(JSON.parse(answer), result)) throw new Error("REST and MCP differ");
    calls++;
    sent += JSON.stringify(envelope).length;
    received += answer.length;
    return result;
  }
  const verdict = (await call("validateProposal", "/api/validate", draft)) as ValidationResult;
  const { diagnostics, repairedCount, repaired } = verdict;
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.some(({ fixes = [] }) => bulkFix(fixes, "suggested") !== undefined))
    throw new Error("the repair left something that it could have settled");
  const decided = errors.map(({ fixes = [] }) => ({ fixes: fixes.slice(0, 1).map(asDecided) }));
  const candidate =
    errors.length === 0 ? draft : applyFixes(repaired!.candidate, decided, "suggested").candidate;
  const built = (await call("buildProposal", "/api/build", candidate)) as BuildResult;
  if ((built.proposalPackage ?? built.repaired?.proposalPackage) === undefined)
    throw new Error(`no package: ${JSON.stringify(built.diagnostics)}`);
  return [calls, repairedCount ?? 0, errors.length, sent, received].map((count) =>
    count.toLocaleString("en"),
  );
}

function asDecided({ decision: _, ...fix }: Fix): Fix {
  return { ...fix, applicability: "suggested" };
}
