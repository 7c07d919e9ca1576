/**
 * Vitest's globalSetup for the lanes that start processes: builds what the tests start, starts the service and the
 * browser that they share, and makes sure that no process is left, however the run ends.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { build, PROGRAMS } from "./built.ts";
import { findMarked, killAll, MARK, untilGone } from "./leftovers.ts";
import { programPath } from "./programs.ts";

/**
 * Reads until Vitest closes its end of the pipe, which also happens if it is killed. Then it ends everything with the
 * mark, including Vitest's workers, and does so twice in case one of them has just started something.
 */
const WATCHDOG = `
  cat > /dev/null
  for round in 1 2; do
    for process in /proc/[0-9]*; do
      if grep -qzF "$1" "$process/environ"; then kill -9 "\${process#/proc/}"; fi
    done
    sleep 1
  done`;

const BROWSER = fileURLToPath(new URL("browser-server.mjs", import.meta.url));
const KEY = "ai_shared_0123456789abcdef";

interface Shared {
  readonly service: { readonly url: string; readonly key: string };
  /** Answers with the address of the browser. */
  readonly browser: string;
  end(): Promise<void>;
}
/** Every lane loads this module anew, and all of them share one build and one service. */
const lanes = globalThis as { preflightLanes?: { count: number; shared: Promise<Shared> } };

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  lanes.preflightLanes ??= { count: 0, shared: start() };
  const here = lanes.preflightLanes;
  here.count += 1;
  const { service, browser, end } = await here.shared;
  if (here.count === 1) project.onTestsRerun(build);
  project.provide("service", service);
  project.provide("browser", browser);
  return async () => {
    here.count -= 1;
    if (here.count === 0) await end();
  };
}

async function start(): Promise<Shared> {
  // Vitest's workers inherit the mark.
  process.env[MARK] ??= `${process.pid}-${Date.now().toString(36)}`;
  const run = process.env[MARK];
  const watchdog = spawn("sh", ["-c", WATCHDOG, "sh", `${MARK}=${run}`], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    // Without the mark, or it would end itself.
    env: { PATH: process.env.PATH },
  });
  watchdog.unref();
  (watchdog.stdin as Socket).unref();
  await build();
  const service = spawn(process.execPath, [PROGRAMS.service], {
    env: {
      PATH: process.env.PATH,
      [MARK]: run,
      PORT: "0",
      PREFLIGHT_API_KEYS: KEY,
      PREFLIGHT_RATE_LIMIT: "1000000",
    },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const url = await addressOf(service);
  // Most runs need no browser: it is started for the first test that asks where it is.
  let browser: ChildProcess | undefined;
  let browserUrl: Promise<string> | undefined;
  const asked = createServer(async (_, response) => {
    browser ??= spawn(process.execPath, [BROWSER, programPath("chromium")!], {
      env: { PATH: process.env.PATH, [MARK]: run },
      stdio: ["ignore", "pipe", "ignore"],
    });
    browserUrl ??= addressOf(browser);
    response.end(await browserUrl);
  });
  await new Promise<void>((resolve) => asked.listen(0, "127.0.0.1", resolve));

  async function end(): Promise<void> {
    asked.close();
    for (const shared of [service, browser]) {
      const isGone = shared && once(shared, "exit");
      if (shared?.kill()) await isGone;
    }
    // Vitest's workers are children of this process. It ends them itself later.
    const find = () => findMarked(run).filter(({ parent }) => parent !== process.pid);
    const left = await untilGone(find, 5_000);
    killAll(left);
    process.kill(-watchdog.pid!, "SIGKILL");
    if (left.length === 0) return;
    process.exitCode = 1;
    const names = left.map(({ pid, command }) => `  ${pid} ${command}`).join("\n");
    throw new Error(`Tests left these processes running (they are ended now):\n${names}`);
  }
  const { port } = asked.address() as AddressInfo;
  return { service: { url, key: KEY }, browser: `http://127.0.0.1:${port}/`, end };
}

/** What the service and the browser print once they are there. */
function addressOf({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = "";
    stdout!.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      const [address] = /(?:http|ws):\/\/\S+(?=\s)/.exec(printed) ?? [];
      if (address !== undefined) resolve(address);
    });
    stdout!.once("end", () => reject(new Error(`what is shared did not start: ${printed}`)));
  });
}
