/** The process: reads the configuration, starts the service, prints its address and stops on a signal. */
import cluster from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import { makeKey } from "../adapters/keys/embedded.ts";
import { createLog, type Log } from "../adapters/observe/log.ts";
import { urlOf } from "../transports/http/listener.ts";
import { startAdminThread } from "./admin.ts";
import { banner } from "./banner.ts";
import { type Config, readConfig } from "./config.ts";
import { type Service, startService } from "./service.ts";
import { joinPrimary } from "./worker.ts";
import { runPrimary } from "./workers.ts";

const GRACE_MS = 10_000;
/** Both `src` and `dist` are beside it. */
const WORKBENCH = new URL("../../dist/web/", import.meta.url);

const reading = readConfig(process.env);
const log = createLog(reading.ok ? reading.config.logLevel : "info");
// Workers inherit the environment, and the primary has already written the warnings.
if (!cluster.isWorker) for (const warning of reading.warnings) log.warn({}, warning);
if (!reading.ok) await refuseStart(reading.faults);
const { config } = reading as Extract<typeof reading, { ok: true }>;

process.on("uncaughtException", (error) => {
  log.error({ error: error.name, at: error.stack?.split("\n").slice(1) }, "uncaught");
  void exit(1);
});
// Node would write these as plain text between the lines of the log.
process.removeAllListeners("warning");
process.on("warning", ({ name, message }) => log.warn({ name }, message));
// The address is printed for people, but the service does not need anybody to read it.
process.stdout.on("error", () => undefined);

try {
  if (config.workers > 1 && cluster.isPrimary) {
    const madeKey = madeKeyOf(config, keysOf(config));
    const primary = await runPrimary({ config, log, madeKey, graceMs: GRACE_MS, exit });
    onSignals(primary.stop, primary.reload);
  } else await run(config, log);
} catch (error) {
  await refuseStart([startProblem(error)]);
}

async function run(config: Config, log: Log): Promise<void> {
  const keys = keysOf(config);
  const primary = cluster.isWorker ? await joinPrimary() : undefined;
  const service = await startService({ config, keys, log, primary, workbench: WORKBENCH });
  const { registry } = service.metrics;
  const admin = cluster.isWorker ? undefined : await startAdmin(config, service);
  primary?.reportBy(async () => ({ metrics: await registry.getMetricsAsJSON(), ready: service.isReady() }));
  primary?.onMessage((message) => {
    if ("preflightDrain" in message) service.drain();
    else if ("preflightPause" in message) service.pause();
  });

  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    log.info({}, "stopping");
    primary?.tell({ preflightStopping: true });
    service.drain();
    // With several workers, the primary has waited already.
    if (primary === undefined) await sleep(config.drainSeconds * 1_000);
    const finished = await service.stop(GRACE_MS);
    admin?.close();
    log.info({ finished }, "stopped");
    await exit(0);
  };
  onSignals(stop, () => reload(service));

  // The example comes from the rules, but nobody should have to wait long for the address.
  await Promise.race([service.loaded, sleep(2_000, undefined, { ref: false })]);
  const text = banner({ ...service, madeKey: madeKeyOf(config, keys) });
  if (primary === undefined) process.stdout.write(`${text}\n`);
  else primary.tell({ preflightServing: text });
  if (admin !== undefined) process.stdout.write(`Metrics: ${urlOf(admin.address)}/metrics\n`);
  log.info({ workers: config.workers }, "listening");
}

function onSignals(stop: () => Promise<void>, reload: () => void): void {
  process.on("SIGTERM", stop).on("SIGINT", stop);
  // A terminal that is closed sends SIGHUP too, and then nobody wants the service to stay.
  process.on("SIGHUP", () => void (process.stdout.isTTY ? stop() : reload()));
}

/** Reads the keys and the token again; they may come from files that have changed. */
function reload(service: Service): void {
  const again = readConfig(process.env);
  if (again.ok) {
    service.reload(again.config);
    log.info({}, "keys and tokens were read again");
  } else log.error({ faults: again.faults }, "the configuration is not valid any more; nothing was changed");
}

async function refuseStart(faults: readonly string[]): Promise<never> {
  for (const fault of faults) log.error({}, `Preflight cannot start: ${fault}`);
  await exit(1);
  throw new Error("unreachable");
}

async function exit(code: number): Promise<void> {
  await log.flush();
  process.exit(code);
}

function startAdmin({ adminHost: host, adminPort: port }: Config, service: Service) {
  if (port === undefined) return undefined;
  const { registry } = service.metrics;
  const { contentType } = registry;
  return startAdminThread({
    host,
    port,
    contentType,
    isReady: service.isReady,
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
      return "HOST or PREFLIGHT_ADMIN_HOST is not an address of this machine.";
    default:
      return error.message;
  }
}
