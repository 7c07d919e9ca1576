/** Runs wrk on the core that the servers leave free. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { loadCore } from "./pinned-server.ts";
import { connections as defaultConnections } from "./rounds.ts";

export interface Load {
  url: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  seconds: number;
  connections?: number;
}

export interface Measured {
  requests: number;
  /** Wall time per answered request. If the server has its core to itself, this is the cost of a request. */
  microsPerRequest: number;
  p50Ms: number;
  p99Ms: number;
}

const MAX_TRIES = 5;

/**
 * Fails if a single answer was not 2xx, because a figure for refusals would be meaningless. On a busy machine a short
 * load may get no answer at all, so it is then made again.
 */
export async function load(options: Load): Promise<Measured> {
  for (let tries = 1; ; tries++) {
    const result = await loadOnce(options);
    if (result.requests > 0) return result;
    if (tries === MAX_TRIES) throw new Error(`${options.url} did not answer`);
  }
}

async function loadOnce({
  url,
  method = "POST",
  headers = {},
  body = "",
  seconds,
  connections = defaultConnections,
}: Load): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), "preflight-wrk-"));
  try {
    writeFileSync(join(folder, "body"), body);
    writeFileSync(join(folder, "load.lua"), script(folder, method, headers));
    const wrk = ["wrk", "--threads", "1", "--connections", String(connections), "--timeout", "10s"];
    const run = ["--duration", `${seconds}s`, "--script", join(folder, "load.lua"), url];
    const { stdout } = await promisify(execFile)("taskset", ["-c", loadCore, ...wrk, ...run]);
    return measured(stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function script(folder: string, method: string, headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`,
  );
  return `
local file = io.open(${JSON.stringify(join(folder, "body"))}, "rb")
wrk.method = ${JSON.stringify(method)}
wrk.body = file:read("*a")
file:close()
${lines.join("\n")}
function done(summary, latency)
  local e = summary.errors
  io.write(string.format("RESULT %d %d %d %d %d\\n", summary.requests, summary.duration,
    e.connect + e.read + e.write + e.timeout + e.status, latency:percentile(50), latency:percentile(99)))
end
`;
}

function measured(output: string): Measured {
  const result = /^RESULT (\d+) (\d+) (\d+) (\d+) (\d+)$/m.exec(output);
  if (result === null) throw new Error(`wrk printed no result:\n${output}`);
  const [requests = 0, micros = 0, errors = 0, p50 = 0, p99 = 0] = result.slice(1).map(Number);
  if (errors > 0) throw new Error(`${errors} of ${requests} requests failed:\n${output}`);
  return { requests, microsPerRequest: micros / requests, p50Ms: p50 / 1000, p99Ms: p99 / 1000 };
}
