/** `describe` for tests that run the official MCP tools, which npm has to bring first. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe } from "vitest";
import { type Finished, runProcess } from "../support/processes.ts";

interface Tools {
  readonly ok: true;
  readonly node: string;
  readonly conformance: string;
  readonly inspector: string;
}

interface Missing {
  readonly ok: false;
  readonly reason: string;
}

const script = new URL("../../scripts/mcp-tools.mjs", import.meta.url).href;
const { ensureMcpTools } = (await import(script)) as { ensureMcpTools(): Promise<Tools | Missing> };
const found = await ensureMcpTools();
if (!found.ok && process.env.CI === "true") throw new Error(found.reason);

/** Skipped under a name that says so where npm could not be reached; on CI that is a failure. */
export function withOfficialTools(name: string, body: (tools: Tools) => void): void {
  if (found.ok) describe(name, () => body(found));
  else describe.skip(`${name} [skipped: ${found.reason.split("\n")[0]}]`, () => body({} as Tools));
}

/** The tools keep catalogues and tokens in the home folder; a test has no business in the user's. */
const home = mkdtempSync(join(tmpdir(), "preflight-mcp-home-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

export function runTool({ node }: Tools, program: string, args: readonly string[]): Promise<Finished> {
  return runProcess(node, [program, ...args], { environment: { HOME: home } });
}
