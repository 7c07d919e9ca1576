/**
 * The fetch handler on Node, Deno, Bun and workerd, each beside an application with Hono and zod on the same runtime. Both
 * are bundled into one file and served in the same way.
 */
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { type Contestant, hold } from "../contest.ts";
import { key } from "../pinned-server.ts";
import { median, type Report, ratios, spread } from "../report.ts";
import { connections, rounds, seconds } from "../rounds.ts";
import { validateEvent } from "./http.ts";

const path = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));
const APPLICATIONS = ["preflight", "hono"] as const;
const RUNTIMES = ["Node", "Deno", "Bun", "workerd"] as const;
type Application = (typeof APPLICATIONS)[number];
type Runtime = (typeof RUNTIMES)[number];
interface Pair extends Contestant {
  readonly runtime: Runtime;
  readonly application: Application;
}

interface Tools {
  readonly folder: string;
  command(name: string): string;
}

export const title = "Other runtimes";

export async function run(report: Report): Promise<void> {
  const tools = await installTools();
  const folder = await bundleApplications(tools);
  const contestants: Pair[] = [];
  for (const runtime of RUNTIMES)
    for (const application of APPLICATIONS)
      contestants.push({
        name: `${application} on ${runtime}`,
        runtime,
        application,
        ...(await commandOf(runtime, application, folder, tools)),
      });
  const event = validateEvent("small");
  const contest = await hold(contestants, [event]);
  const samples = (runtime: Runtime, application: Application) =>
    contest.samples(
      contestants.find((one) => one.runtime === runtime && one.application === application)!,
      event,
    );
  const cell = (runtime: Runtime, application: Application) => {
    const { wall, cpu } = samples(runtime, application);
    return `${Math.round(1e6 / median(wall)).toLocaleString("en")} / ${median(cpu).toFixed(0)} µs`;
  };
  // As in the section on HTTP: if the machine has other work, only processor time is comparable.
  const relative = (runtime: Runtime) =>
    ratios(samples(runtime, "hono").cpu, samples(runtime, "preflight").cpu);
  report.table(
    `POST /api/validate of ${event.name}, requests per second / processor time of one: medians of ${rounds} starts × ${seconds} s, ${connections} connections`,
    ["", "the handler", "Hono and zod", "throughput relative to Hono, by processor time"],
    RUNTIMES.map((runtime) => [
      runtime,
      cell(runtime, "preflight"),
      cell(runtime, "hono"),
      spread(relative(runtime)),
    ]),
  );
  for (const runtime of RUNTIMES) report.figure(`${runtime}, of Hono and zod`, "x", relative(runtime));
  report.note(
    `In its slowest minute the machine took ${contest.unrest.toFixed(2)} times as long for a fixed loop as in its fastest.`,
  );
}

const script = async <Exports>(name: string) =>
  (await import(new URL(`../../../scripts/${name}.mjs`, import.meta.url).href)) as Exports;

async function installTools(): Promise<Tools> {
  const { ensureRuntimes } = await script<{
    ensureRuntimes(): Promise<({ ok: true } & Tools) | { ok: false; reason: string }>;
  }>("runtimes");
  const tools = await ensureRuntimes();
  if (!tools.ok) throw new Error(tools.reason);
  return tools;
}

/** Beside the tools, so that the libraries are found. */
async function bundleApplications({ folder }: Tools): Promise<string> {
  const work = join(folder, "bench");
  mkdirSync(work, { recursive: true });
  for (const name of [...APPLICATIONS, "host"])
    copyFileSync(path(`bench/peers/runtimes/${name}.mjs`), join(work, `${name}.mjs`));
  const { bundleFetch } = await script<{ bundleFetch(to: { outDir: string }): Promise<void> }>(
    "package/bundle",
  );
  await bundleFetch({ outDir: work });
  for (const name of APPLICATIONS) {
    await build({
      root: work,
      configFile: false,
      logLevel: "warn",
      define: { KEY: JSON.stringify(key) },
      resolve: {
        alias: {
          "preflight-fetch": join(work, "fetch.js"),
          "spec-package": path("spec-packages/datagen/generator-option.json"),
          registry: path("spec-packages/datagen/registry.json"),
          "value-checks": path("dist-dev/bench/value-checks.js"),
        },
      },
      ssr: { target: "webworker", noExternal: true },
      build: {
        ssr: true,
        outDir: join(work, "built"),
        emptyOutDir: false,
        minify: false,
        target: "es2023",
        rolldownOptions: {
          input: { [name]: join(work, `${name}.mjs`) },
          output: { format: "es", entryFileNames: "[name].js", codeSplitting: false },
        },
      },
    });
    writeFileSync(join(work, `${name}.capnp`), workerConfig(name));
  }
  return work;
}

function workerConfig(name: Application): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "worker.js", esModule = embed "built/${name}.js")],
    compatibilityDate = "2026-01-01",
  ))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`;
}

async function commandOf(
  runtime: Runtime,
  application: Application,
  folder: string,
  { command }: Tools,
): Promise<Pick<Contestant, "program" | "args">> {
  const host = [join(folder, "host.mjs"), join(folder, "built", `${application}.js`)];
  switch (runtime) {
    case "Node":
      return { args: host };
    case "Deno":
      return { program: command("deno"), args: ["run", "--allow-all", ...host] };
    case "Bun":
      return { program: command("bun"), args: host };
    case "workerd": {
      const port = await freePort();
      // It does not say where it listens.
      const line = `echo http://127.0.0.1:${port} && exec "$0" serve "$1" --socket-addr http=127.0.0.1:${port}`;
      return {
        program: "/bin/sh",
        args: ["-c", line, command("workerd"), join(folder, `${application}.capnp`)],
      };
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
