/** `describe` for tests that run the official MCP tools, which npm has to bring first. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe } from "vitest";

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
process.once("exit", () => rmSync(home, { recursive: true, force: true }));

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function runTool({ node }: Tools, program: string, args: readonly string[]): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(node, [program, ...args], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, HOME: home },
    });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk: Buffer) => {
      stdout += chunk.toString();
    });
    child.stderr.on("data", (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    child.on("error", reject).on("close", (code) => resolve({ code, stdout, stderr }));
  });
}
