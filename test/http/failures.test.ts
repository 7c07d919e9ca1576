/** What goes wrong around the process: it says so, and goes on or ends, but never hangs. */
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { PROGRAMS } from "../support/built.ts";
import { envelope } from "../support/envelopes.ts";
import { openSocket, send } from "../support/http.ts";
import { startProcess } from "../support/processes.ts";
import { launchService, startService } from "../support/service.ts";

const key = "ai_failures_0123456789";

/** Starts the service by a line of shell, in which `"$@"` is its command. */
async function startIn(shell: string, environment: Record<string, string> = {}, flags: string[] = []) {
  const launched = startProcess("bash", ["-c", shell, "bash", process.execPath, ...flags, PROGRAMS.service], {
    environment: { PORT: "0", PREFLIGHT_ADMIN_PORT: "0", PREFLIGHT_API_KEYS: key, ...environment },
  });
  const [, adminUrl] = await launched.said(/^Metrics: (\S+)\/metrics$/m);
  return { ...launched, url: /http:\/\/\S+/.exec(launched.output())![0], adminUrl: adminUrl! };
}

test("a log on a full disk: calls are served, and SIGTERM ends the process", async () => {
  const service = await startIn('exec "$@" 2>/dev/full', { LOG_LEVEL: "debug" });
  for (let count = 0; count < 5; count++)
    expect((await send(service.url, { path: "/healthz" })).status).toBe(200);
  service.process.kill("SIGTERM");
  expect(await service.exit).toBe(0);
});

test("fewer files than connections: it says so at start, refuses the rest, and all else goes on", async () => {
  // One address may hold a quarter of them, unless it is that of a proxy.
  const service = await startIn('ulimit -n 200 && exec "$@"', { PREFLIGHT_TRUST_PROXY: "127.0.0.1" });
  await expect.poll(() => service.errors()).toContain("the limit of open files is low: 150 connections");
  const sockets = Array.from({ length: 300 }, () => openSocket(service.url));
  for (const socket of sockets) socket.on("error", () => undefined).resume();
  // A quarter of the limit is kept for everything else.
  await expect
    .poll(async () => (await fetch(`${service.adminUrl}/metrics`)).text())
    .toMatch(/^preflight_events_total\{source="listener",type="connection-refused"\} 1[5-9]\d$/m);
  await expect.poll(async () => (await fetch(`${service.adminUrl}/readyz`)).status).toBe(200);
  await expect.poll(() => service.errors().match(/connections are refused/g)).toHaveLength(1);
  for (const socket of sockets) socket.destroy();
  const call = () =>
    send(service.url, { path: "/api/validate", body: envelope(), key }).then(
      ({ status }) => status,
      () => undefined,
    );
  await expect.poll(call).toBe(200);
  service.process.kill("SIGTERM");
  expect(await service.exit).toBe(0);
});

test("a blocked event loop is told at once, by the log, by readiness and by the metrics, and when it is over", async () => {
  const folder = mkdtempSync(join(tmpdir(), "preflight-blocked-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const end = join(folder, "end");
  const blocking = `import { existsSync } from "node:fs"; process.on("SIGUSR2", () => { while (!existsSync(${JSON.stringify(end)})); })`;
  const flags = ["--import", `data:text/javascript,${encodeURIComponent(blocking)}`];
  const service = await startIn('exec "$@"', {}, flags);
  const admin = async (path: string) => {
    const answer = await fetch(service.adminUrl + path);
    return { status: answer.status, text: await answer.text() };
  };
  await expect.poll(async () => (await admin("/readyz")).status).toBe(200);
  service.process.kill("SIGUSR2");
  await expect.poll(async () => (await admin("/readyz")).status).toBe(503);
  await expect.poll(() => service.errors()).toContain('"msg":"the event loop is blocked: calls wait"');
  expect((await admin("/metrics")).text).toMatch(/^preflight_event_loop_blocked 1$/m);
  // Nobody should restart a process that is only busy.
  expect((await admin("/healthz?from=probe")).status).toBe(200);
  writeFileSync(end, "");
  await expect.poll(async () => (await admin("/readyz")).status).toBe(200);
  await expect.poll(() => service.errors()).toContain("the event loop runs again");
  const after = async () => (await admin("/metrics")).text;
  await expect.poll(after).toMatch(/^preflight_event_loop_blocked 0$/m);
  await expect.poll(after).toMatch(/^preflight_events_total\{source="event-loop",type="blocked"\} 1$/m);
  service.process.kill("SIGTERM");
  expect(await service.exit).toBe(0);
});

test("each signal twice: the files are read twice, and the process ends once", async () => {
  const service = await startService({ PREFLIGHT_DRAIN_SECONDS: "1" });
  const lines = (text: RegExp) => service.logs().filter(({ msg }) => text.test(String(msg))).length;
  service.process.kill("SIGHUP");
  // The system keeps one signal of a kind until it is handled.
  await expect.poll(() => lines(/were read again/)).toBe(1);
  service.process.kill("SIGHUP");
  await expect.poll(() => lines(/were read again/)).toBe(2);
  service.process.kill("SIGTERM");
  await expect.poll(() => lines(/^stopping$/)).toBe(1);
  service.process.kill("SIGTERM");
  service.process.kill("SIGINT");
  service.process.kill("SIGHUP");
  expect(await service.stop()).toBe(0);
  expect([lines(/^stopping$/), lines(/^stopped$/)]).toEqual([1, 1]);
});

test("while it starts, SIGHUP is for later, and SIGTERM ends it", async () => {
  // A Redis that says nothing holds the start up for two seconds.
  const redis = createServer((socket) => socket.on("error", () => undefined)).listen(0, "127.0.0.1");
  onTestFinished(() => void redis.close());
  await once(redis, "listening");
  const { port } = redis.address() as AddressInfo;
  const launch = async (signal: NodeJS.Signals) => {
    const launched = launchService({ PORT: "0", PREFLIGHT_REDIS_URL: `redis://127.0.0.1:${port}` });
    await once(redis, "connection");
    launched.process.kill(signal);
    return launched;
  };
  const ended = await launch("SIGTERM");
  expect(await ended.exit).toBe(0);
  expect(ended.output()).toBe("");
  const reloaded = await launch("SIGHUP");
  await expect.poll(() => reloaded.errors()).toContain("were read again");
  reloaded.process.kill("SIGTERM");
  expect(await reloaded.exit).toBe(0);
});

test("no gauge has the name of a counter, and a probe that is answered with no is no error", async () => {
  const service = await startService({ LOG_LEVEL: "debug", PREFLIGHT_DRAIN_SECONDS: "600" });
  const metrics = await (await fetch(service.adminUrl)).text();
  expect(metrics.match(/^# TYPE \S+_total (?!counter)\w+$/gm)).toBeNull();
  service.process.kill("SIGTERM");
  await expect.poll(async () => (await send(service.url, { path: "/readyz" })).status).toBe(503);
  const probes = () => service.logs().filter(({ route }) => route === "/readyz");
  await expect.poll(() => probes().some(({ status }) => status === 503)).toBe(true);
  expect(new Set(probes().map(({ level }) => level))).toEqual(new Set([20]));
  const gone = once(service.process, "exit");
  service.process.kill("SIGKILL");
  await gone;
});
