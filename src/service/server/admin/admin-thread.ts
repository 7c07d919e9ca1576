/** The thread of the admin port: metrics and health. It answers while the main thread is busy, and notices if that hangs. */
import { once } from "node:events";
import { writeSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { MessageChannel, parentPort, workerData } from "node:worker_threads";
import { createRequestIds } from "../../http/call.ts";
import { rawAnswer } from "../../http/node.ts";
import { type ParseError, refusalOf } from "../../http/refusals.ts";
import { LOG_LEVELS } from "../../observe/log.ts";
import { problem, problemContent } from "../../operations/problems.ts";
import { BEAT_MS, MAX_SILENCE_MS } from "../health.ts";
import type { AdminAddress, AdminSettings } from "./admin.ts";

/** How long a request for metrics waits for the main thread before it gets the previous ones. */
const MAX_METRICS_MS = 500;
/** When a process that does not report counts as hung. Orchestrators restart it then. */
const HUNG_MS = 30_000;

const main = parentPort!;
const { adminHost, adminPort, baseUrl, logLevel, contentType } = workerData as AdminSettings;

/** What the main thread said last, and when. */
let last: { readonly ready: boolean; readonly at: number } | undefined;
/** As they were when somebody last asked and was told. */
let metrics = "";
let isBlocked = false;
main.on("message", (ready: boolean) => {
  last = { ready, at: performance.now() };
  isBlocked = false;
});

const silence = (): number => (last === undefined ? 0 : performance.now() - last.at);

setInterval(() => {
  if (isBlocked || silence() < MAX_SILENCE_MS) return;
  isBlocked = true;
  if (LOG_LEVELS[logLevel] > LOG_LEVELS.warn) return;
  const msg = "the event loop is blocked: calls wait";
  const line = { level: LOG_LEVELS.warn, time: Date.now(), pid: process.pid, msg };
  try {
    // The log belongs to the main thread, which cannot write now.
    writeSync(2, `${JSON.stringify(line)}\n`);
  } catch {
    // Nobody reads it, or the disk is full.
  }
}, BEAT_MS / 2);

const PATHS = ["/metrics", "/healthz", "/readyz"];

async function answerTo({ method, url = "" }: IncomingMessage, requestId: string) {
  const [path = ""] = url.split("?", 1);
  const refuse = (code: "not-found" | "method-not-allowed", detail: string, headers = {}) =>
    problemContent(problem(code, detail, { headers }), baseUrl, requestId);
  if (!PATHS.includes(path)) return refuse("not-found", `There are only ${PATHS.join(", ")}.`);
  if (method !== "GET" && method !== "HEAD")
    return refuse("method-not-allowed", "Use GET.", { Allow: "GET, HEAD" });
  if (path === "/metrics") return { status: 200, contentType, body: await metricsNow() };
  const alive = last !== undefined && silence() < HUNG_MS;
  const ready = last?.ready === true && silence() < MAX_SILENCE_MS;
  const isGood = path === "/healthz" ? alive : ready;
  const body = `${JSON.stringify({ alive, ready }, null, 2)}\n`;
  return { status: isGood ? 200 : 503, contentType: "application/json", body };
}

async function metricsNow(): Promise<string> {
  const { port1: here, port2: there } = new MessageChannel();
  main.postMessage(there, [there]);
  const inTime = { signal: AbortSignal.timeout(MAX_METRICS_MS) };
  const [fresh = metrics] = await once(here, "message", inTime).catch(() => []);
  metrics = fresh;
  here.close();
  return `${metrics}
# HELP preflight_event_loop_blocked 1 while calls wait because the event loop does not run.
# TYPE preflight_event_loop_blocked gauge
preflight_event_loop_blocked ${isBlocked ? 1 : 0}
`;
}

const nextRequestId = createRequestIds();
const server = createServer((request, response) => {
  const requestId = nextRequestId();
  void answerTo(request, requestId).then(({ status, contentType, body, ...more }) => {
    const headers = { "Content-Type": contentType, "Content-Length": Buffer.byteLength(body) };
    const own = "headers" in more ? more.headers : undefined;
    response.writeHead(status, { ...headers, "X-Request-Id": requestId, ...own }).end(body);
  });
});
server.on("clientError", (error: ParseError, socket) => {
  if (socket.writable) socket.end(rawAnswer(refusalOf(error), baseUrl, nextRequestId()));
  else socket.destroy();
});
/** Errors lose their code on the way between threads. */
const refuse = ({ code, message }: NodeJS.ErrnoException): void =>
  main.postMessage({ code, message } satisfies AdminAddress);
server.once("error", refuse).listen(adminPort, adminHost, () => {
  server.off("error", refuse);
  main.postMessage({ address: server.address() as AddressInfo } satisfies AdminAddress);
});
