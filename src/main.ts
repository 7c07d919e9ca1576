/** The process: reads the configuration, starts the service, prints its address and stops on a signal. */
import cluster from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import { makeKey } from "./adapters/keys/embedded.ts";
import { createLog, type Log } from "./adapters/observe/log.ts";
import { banner } from "./banner.ts";
import { type Config, readConfig } from "./config.ts";
import { startService } from "./service.ts";
import { serveAdmin } from "./transports/http/admin.ts";
import { urlOf } from "./transports/http/listener.ts";
import { joinPrimary, runPrimary } from "./workers.ts";

const GRACE_MS = 10_000;
/** Both `src` and `dist` are beside it. */
const WORKBENCH = new URL("../dist/web/", import.meta.url);

const reading = readConfig(process.env);
// Workers inherit the environment, and the primary has already printed the warnings.
if (!cluster.isWorker) for (const warning of reading.warnings) process.stderr.write(`Warning: ${warning}\n`);
if (!reading.ok) {
  process.stderr.write(`Preflight cannot start:\n${reading.faults.map((fault) => `- ${fault}\n`).join("")}`);
  process.exit(1);
}
const { config } = reading;
const log = createLog(config.logLevel);

process.on("uncaughtException", (error) => {
  log.error({ error: error.name, at: error.stack?.split("\n").slice(1) }, "uncaught");
  void exit(1);
});
// The address is printed for people, but the service does not need anybody to read it.
process.stdout.on("error", () => undefined);

try {
  if (config.workers > 1 && cluster.isPrimary)
    await runPrimary({ config, log, madeKey: madeKeyOf(config, keysOf(config)), graceMs: GRACE_MS });
  else await run(config, log);
} catch (error) {
  process.stderr.write(`Preflight cannot start: ${startProblem(error)}\n`);
  await exit(1);
}

async function run(config: Config, log: Log): Promise<void> {
  const keys = keysOf(config);
  const service = await startService({ config, keys, log, workbench: WORKBENCH });
  const admin = cluster.isWorker ? undefined : await startAdmin(config, service.metrics.registry);
  const say = cluster.isWorker
    ? joinPrimary(service.metrics.registry)
    : (text: string) => process.stdout.write(`${text}\n`);

  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    log.info({}, "stopping");
    const finished = await service.stop(GRACE_MS);
    admin?.close();
    log.info({ finished }, "stopped");
    await exit(0);
  };
  process.on("SIGTERM", stop).on("SIGINT", stop);

  // The example comes from the rules, but nobody should have to wait long for the address.
  await Promise.race([service.loaded, sleep(2_000, undefined, { ref: false })]);
  say(banner({ ...service, madeKey: madeKeyOf(config, keys) }));
  if (admin !== undefined) say(`Metrics: ${urlOf(admin.address)}/metrics`);
  log.info({ workers: config.workers }, "listening");
}

async function exit(code: number): Promise<void> {
  await log.flush();
  process.exit(code);
}

function startAdmin(
  { host, adminPort }: Config,
  registry: { contentType: string; metrics(): Promise<string> },
) {
  if (adminPort === undefined) return undefined;
  return serveAdmin(host, adminPort, {
    contentType: registry.contentType,
    metrics: () => registry.metrics(),
  });
}

/** A key made for this run, which has to be shown. */
function madeKeyOf({ identity }: Config, keys: readonly string[]): string | undefined {
  return identity.kind === "embedded" && identity.keys.length === 0 ? keys[0] : undefined;
}

function keysOf({ identity }: Config): readonly string[] {
  if (identity.kind === "remote") return [];
  return identity.keys.length > 0 ? identity.keys : [makeKey()];
}

function startProblem(error: unknown): string {
  if (!(error instanceof Error)) return "unknown reason";
  if (!("code" in error)) return error.message;
  switch (error.code) {
    case "EADDRINUSE":
      return "the port is already in use; set PORT or PREFLIGHT_ADMIN_PORT to another one, or to 0 for any free port.";
    case "EACCES":
      return "this user may not use the port; ports below 1024 usually need special rights.";
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return "HOST is not an address of this machine.";
    default:
      return error.message;
  }
}
