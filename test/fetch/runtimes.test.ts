/**
 * The examples under the runtimes themselves: each is installed from the package as users would, started, and asked the
 * whole corpus. Its answers must be those of the service.
 */
import { cpSync } from "node:fs";
import { Agent } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installWithNpm, type Packed, packClone } from "../package/packed.ts";
import { projectFolder } from "../support/built.ts";
import { envelope } from "../support/envelopes.ts";
import { freePort } from "../support/free-port.ts";
import { send } from "../support/http.ts";
import { outputOf, startProcess } from "../support/processes.ts";
import { type InProcessService, startServiceHere } from "../support/service-here.ts";
import { BASE_URL, type Compared, comparable, RATE_LIMIT } from "./compare.ts";
import { key, messageCalls, type NamedCall, otherCalls, scenarioCalls } from "./corpus.ts";

interface Tools {
  readonly ok: true;
  readonly folder: string;
  command(name: string): string;
}
const script = new URL("../../scripts/runtimes.mjs", import.meta.url).href;
const { ensureRuntimes, RUNTIME_VERSIONS } = (await import(script)) as {
  ensureRuntimes(): Promise<Tools | { ok: false; reason: string }>;
  RUNTIME_VERSIONS: Readonly<Record<string, string>>;
};
const found = await ensureRuntimes();
if (!found.ok) throw new Error(found.reason);
const tools = found;

interface Runtime {
  readonly name: string;
  readonly folder?: string;
  /** The arguments, given the port. */
  start(port: number): readonly [string, ...string[]];
  /** Requests that the runtime's own server answers, before the handler sees them. */
  readonly differs?: (call: NamedCall) => boolean;
}

const RUNTIMES: readonly Runtime[] = [
  {
    name: "Deno",
    start: () => [
      tools.command("deno"),
      "run",
      "--allow-net",
      "--allow-env",
      "--unstable-no-legacy-abort",
      "deno.js",
    ],
  },
  { name: "Bun", start: () => [tools.command("bun"), "bun.js"] },
  {
    name: "workerd",
    folder: "workerd",
    start: (port) => [
      ...([tools.command("workerd"), "serve", "config.capnp"] as const),
      ...["--socket-addr", `http=127.0.0.1:${port}`],
    ],
  },
  { name: "Hono", start: () => [process.execPath, "hono.js"], differs: nodeAnswers },
  { name: "Express", start: () => [process.execPath, "express.js"], differs: nodeAnswers },
];

/** Node's server refuses an unknown expectation itself, with the same status and no body. */
function nodeAnswers({ headers }: NamedCall): boolean {
  return headers?.expect !== undefined;
}

let service: InProcessService;
let packed: Packed;
let project: string;
const agent = new Agent({ keepAlive: true });

beforeAll(async () => {
  service = await startServiceHere({
    environment: { PREFLIGHT_BASE_URL: BASE_URL, PREFLIGHT_RATE_LIMIT: String(RATE_LIMIT) },
  });
  packed = await packClone();
  project = await installWithNpm(packed);
  cpSync(join(projectFolder, "deploy", "runtimes"), project, { recursive: true });
  for (const name of ["hono", "@hono/node-server", "express"])
    await outputOf("npm", ["install", "--no-audit", "--no-fund", `${name}@${RUNTIME_VERSIONS[name]}`], {
      cwd: project,
    });
});
afterAll(async () => {
  agent.destroy();
  await service?.stop();
  packed?.remove();
});

async function ask(url: string, call: NamedCall): Promise<Compared> {
  const { status, headers, text } = await send(url, call, agent);
  return comparable(status, (name) => headers[name] as string | undefined, text);
}

async function startRuntime({ folder = ".", start }: Runtime, rateLimit = RATE_LIMIT) {
  const port = await freePort();
  const [command, ...args] = start(port);
  const environment = {
    PORT: String(port),
    HOME: project,
    PREFLIGHT_BASE_URL: BASE_URL,
    PREFLIGHT_API_KEYS: key,
    PREFLIGHT_RATE_LIMIT: String(rateLimit),
  };
  const process = startProcess(command, args, { cwd: join(project, folder), environment });
  const url = `http://127.0.0.1:${port}`;
  const ended = process.exit.then((code) => {
    throw new Error(`it ended with ${code}: ${process.errors()}`);
  });
  const answers = async (): Promise<void> => {
    while (
      !(await fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ))
    )
      await sleep(50);
  };
  await Promise.race([answers(), ended]);
  ended.catch(() => undefined);
  return { url, stop: process.kill, errors: process.errors };
}

describe.each(RUNTIMES)("$name", (runtime) => {
  test("answers as the service does", async () => {
    const started = await startRuntime(runtime);
    const differences: unknown[] = [];
    for (const call of [...scenarioCalls(), ...messageCalls(), ...otherCalls()]) {
      if (runtime.differs?.(call)) continue;
      const [expected, actual] = await Promise.all([
        ask(service.url, call),
        ask(started.url, call).catch((error: unknown) => String(error)),
      ]);
      try {
        expect(actual).toEqual(expected);
      } catch {
        differences.push({ call: `${call.method ?? ""} ${call.name}`, expected, actual });
      }
    }
    expect(differences).toEqual([]);
    expect(started.errors()).toBe("");
    await started.stop();
  });

  test("counts calls", async () => {
    const started = await startRuntime(runtime, 3);
    const check = { path: "/api/validate", key, body: envelope() };
    const statuses = [];
    for (let count = 0; count < 4; count++) statuses.push((await send(started.url, check)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    await started.stop();
  });
});
