/** The process: reads the configuration, starts the service, prints its address and stops on a signal. */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { exampleEnvelope } from "../describe/examples.ts";
import { urlOf } from "../http/listener.ts";
import { createLog } from "../observe/log.ts";
import { readConfig } from "../settings/config.ts";
import { startAdmin } from "./admin/admin.ts";
import { describeFault, type Service, startService } from "./service.ts";

const GRACE_MS = 10_000;
/** Both `src` and `dist` are beside it. */
const WORKBENCH = new URL("../../../dist/web/", import.meta.url);

const reading = readConfig(process.env);
const log = createLog(reading.ok ? reading.config.logLevel : "info");
for (const warning of reading.warnings) log.warn({}, warning);
const config = reading.ok ? reading.config : await refuseStart(reading.faults);

process.on("uncaughtException", (error) => {
  log.error(describeFault(error), "uncaught");
  void exit(1);
});
// Node would write these as plain text between the lines of the log.
process.removeAllListeners("warning");
process.on("warning", ({ name, message }) => log.warn({ name }, message));
// The address is printed for people, but the service does not need anybody to read it.
process.stdout.on("error", () => undefined);

const { identityUrl, apiKeys, drainSeconds } = config;
const isKeyless = identityUrl === undefined && apiKeys.length === 0;
// 192 random bits, in the form of the keys of an identity service.
const madeKey = isKeyless ? `ai_${randomBytes(24).toString("base64url")}` : undefined;
const starting = start(madeKey === undefined ? apiKeys : [madeKey]);
let started: Awaited<typeof starting> | undefined;
let stopping = false;
let reloaded = Promise.resolve();

// Before anything that may take a while: a signal that nobody listens to would end the process, or be lost on one that
// is the first of a container.
process.on("SIGTERM", stop).on("SIGINT", stop);
process.on("SIGHUP", () => {
  // A terminal that is closed sends SIGHUP too, and then nobody wants the service to stay.
  if (process.stdout.isTTY) void stop();
  // One after the other: what was read last applies.
  else reloaded = reloaded.then(async () => reload((await starting).service));
});

started = await starting;
// The banner has an example, which comes from the rules.
await started.service.loaded;
process.stdout.write(`${banner(started.service)}\n`);
if (started.admin !== undefined) process.stdout.write(`Metrics: ${urlOf(started.admin.address)}/metrics\n`);
log.info({}, "listening");

async function start(keys: readonly string[]) {
  const service = await startService({ config, keys, log, workbench: WORKBENCH }).catch((error) =>
    refuseStart([startProblem(error, "HOST", "PORT")]),
  );
  const admin = await startAdmin(config, service, log).catch((error) =>
    refuseStart([startProblem(error, "PREFLIGHT_ADMIN_HOST", "PREFLIGHT_ADMIN_PORT")]),
  );
  return { service, admin };
}

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  log.info({}, "stopping");
  started?.service.drain();
  if (started !== undefined) await sleep(drainSeconds * 1_000);
  /** Whether all calls in progress were. */
  const finished = (await started?.service.stop(GRACE_MS)) ?? true;
  started?.admin?.close();
  log.info({ finished }, "stopped");
  await exit(0);
}

/** Reads what comes from files again: keys, tokens, the address of Redis and the domains. */
async function reload(service: Service): Promise<void> {
  const again = readConfig(process.env);
  const invalid = "the configuration is not valid any more; nothing was changed";
  if (!again.ok) return log.error({ faults: again.faults }, invalid);
  await service.reload(again.config).then(
    () => log.info({}, "keys, tokens, the address of Redis and the domains were read again"),
    ({ name, message }: Error) =>
      log.error({ error: name }, `not everything could be read again: ${message}`),
  );
}

async function refuseStart(faults: readonly string[]): Promise<never> {
  for (const fault of faults) log.error({}, `Preflight cannot start: ${fault}`);
  return exit(1);
}

async function exit(code: number): Promise<never> {
  await log.flush();
  return process.exit(code);
}

/** `host` and `port` are the settings that say where to listen. */
function startProblem({ code = "", message }: NodeJS.ErrnoException, host: string, port: string): string {
  if (code === "EADDRINUSE")
    return `${port}: the port is already in use; set another one, or 0 for any free port.`;
  if (code === "EACCES")
    return `${port}: this user may not use the port; ports below 1024 usually need special rights.`;
  const isNoAddress = ["EADDRNOTAVAIL", "EAI_AGAIN", "EINVAL", "ENOTFOUND"].includes(code);
  return isNoAddress ? `${host} is not an address of this machine.` : message;
}

/** What a person sees at start. The first line with `http://` has the address of the service. */
function banner({ url, baseUrl, context }: Service): string {
  const lines = [`Preflight is serving at ${url}`];
  if (baseUrl !== url) lines.push(`Public address: ${baseUrl}`);
  if (madeKey !== undefined) lines.push(`API key, valid until this process ends: ${madeKey}`);
  const example = exampleEnvelope(context);
  // Only an apostrophe ends a quoted shell word, and JSON can spell it in another way.
  const body = JSON.stringify(example)?.replaceAll("'", "\\u0027");
  const head = `-H "Authorization: Bearer ${madeKey ?? "$PREFLIGHT_API_KEY"}" -H 'Content-Type: application/json'`;
  const call = example === undefined ? "domains" : `validate ${head} -d '${body}'`;
  return [...lines, "Try it:", `  curl -s ${url}/api/${call}`, `API reference: ${url}/docs`].join("\n");
}
