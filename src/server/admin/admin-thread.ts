/**
 * The thread that serves the admin port: metrics and health, and what operators ask. It keeps answering while the main
 * thread is busy, and notices if that hangs.
 */
import { hash, timingSafeEqual } from "node:crypto";
import { writeSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { parentPort, workerData } from "node:worker_threads";
import { LOG_LEVELS } from "../../adapters/observe/log-line.ts";
import { BEAT_MS, MAX_SILENCE_MS } from "../watch/loop.ts";
import type { AdminAddress, AdminMessage, AdminReport, AdminRequest, AdminSettings } from "./admin.ts";
import type { OperatorAnswer } from "./operator-views.ts";

/** How long a request for metrics waits for the main thread before it gets the previous ones. */
const MAX_METRICS_MS = 500;
/** How long an operator waits for the main thread. Accepting a package fetches it once more. */
const MAX_ANSWER_MS = 30_000;
/** When a process that does not report counts as hung. Orchestrators restart it then. */
const HUNG_MS = 30_000;

const main = parentPort!;
const { host, port, contentType, logsWarnings, token, isOpen } = workerData as AdminSettings;

let last: (AdminReport & { readonly at: number }) | undefined;
let isBlocked = false;
const questions = new Map<number, (answer: OperatorAnswer) => void>();
main.on("message", (message: AdminMessage) => {
  if ("id" in message) {
    questions.get(message.id)?.(message.answer);
    questions.delete(message.id);
  } else last = { ...last, ...message, at: performance.now() };
  isBlocked = false;
});

const silence = (): number => (last === undefined ? 0 : performance.now() - last.at);

setInterval(() => {
  if (isBlocked || silence() < MAX_SILENCE_MS) return;
  isBlocked = true;
  if (logsWarnings) warn("the event loop is blocked: calls wait");
}, BEAT_MS / 2);

/** The log belongs to the main thread, which cannot write now. */
function warn(message: string): void {
  const line = { level: LOG_LEVELS.warn, time: Date.now(), pid: process.pid, msg: message };
  try {
    writeSync(2, `${JSON.stringify(line)}\n`);
  } catch {
    // Nobody reads it, or the disk is full.
  }
}

let asked = 0;

/** Undefined if the main thread does not answer in time. */
function ask(question: AdminRequest["question"], maxMs: number): Promise<OperatorAnswer | undefined> {
  return new Promise((resolve) => {
    const id = ++asked;
    const timer = setTimeout(() => {
      questions.delete(id);
      resolve(undefined);
    }, maxMs);
    questions.set(id, (answer) => {
      clearTimeout(timer);
      resolve(answer);
    });
    main.postMessage({ id, question } satisfies AdminRequest);
  });
}

const PATHS = ["/metrics", "/healthz", "/readyz", "/admin/config", "/admin/domains"];
const ACCEPT = /^\/admin\/domains\/([\w.-]+)\/([\w.-]+)\/accept$/;
const NO_ENTRY =
  "Send the token of PREFLIGHT_ADMIN_TOKEN as `Authorization: Bearer …`. Without that setting, this works only if the port is bound to loopback.\n";

async function answerTo(request: IncomingMessage, path: string): Promise<OperatorAnswer> {
  const { method } = request;
  if (path.startsWith("/admin/") && !isAllowed(request)) return { status: 401, body: NO_ENTRY };
  const [isAccept, targetProduct = "", domainId = ""] = ACCEPT.exec(path) ?? [];
  if (isAccept) {
    if (method !== "POST") return { status: 405, body: "Use POST.\n" };
    return operate({ about: "accept", targetProduct, domainId });
  }
  if (!PATHS.includes(path)) return { status: 404, body: `There are only ${PATHS.join(", ")}.\n` };
  if (method !== "GET" && method !== "HEAD") return { status: 405, body: "Use GET.\n" };
  if (path === "/admin/config") return operate({ about: "config" });
  if (path === "/admin/domains") return operate({ about: "domains" });
  if (path === "/metrics") return metrics();
  const alive = last !== undefined && silence() < HUNG_MS;
  const ready = last?.ready === true && silence() < MAX_SILENCE_MS;
  return { status: (path === "/healthz" ? alive : ready) ? 200 : 503, body: { alive, ready } };
}

async function operate(question: AdminRequest["question"]): Promise<OperatorAnswer> {
  const late = { status: 503, body: { error: "the service does not answer in time" } };
  return (await ask(question, MAX_ANSWER_MS)) ?? late;
}

async function metrics(): Promise<OperatorAnswer> {
  const text = (await ask({ about: "metrics" }, MAX_METRICS_MS))?.body ?? last?.metrics;
  if (text === undefined) return { status: 503, body: "There are no metrics yet.\n" };
  const body = `${text}
# HELP preflight_event_loop_blocked 1 while calls wait because the event loop does not run.
# TYPE preflight_event_loop_blocked gauge
preflight_event_loop_blocked ${isBlocked ? 1 : 0}
`;
  return { status: 200, body };
}

/** A page in the operator's browser could reach a port on loopback, but not without an `Origin` in such requests. */
function isAllowed({ headers }: IncomingMessage): boolean {
  if (token === undefined) return isOpen && headers.origin === undefined && isLocalName(headers.host);
  return isEqual(headers.authorization ?? "", `Bearer ${token}`);
}

/** A name that leads to loopback only by chance is that of somebody else's page. */
function isLocalName(host = ""): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i.test(host);
}

/** In a time that says nothing about how much of a guess was right. */
function isEqual(one: string, other: string): boolean {
  const digest = (text: string) => hash("sha256", text, "buffer");
  return timingSafeEqual(digest(one), digest(other));
}

function send(response: ServerResponse, { status, body }: OperatorAnswer, path: string): void {
  const isText = typeof body === "string";
  const text = isText ? body : `${JSON.stringify(body, null, 2)}\n`;
  const textType = path === "/metrics" && status === 200 ? contentType : "text/plain";
  response
    .writeHead(status, {
      "Content-Type": isText ? textType : "application/json",
      "Content-Length": Buffer.byteLength(text),
    })
    .end(text);
}

const server = createServer((request, response) => {
  const [path = ""] = request.url!.split("?", 1);
  void answerTo(request, path).then((answer) => send(response, answer, path));
});
/** Errors lose their code on the way between threads. */
const refuse = ({ code, message }: NodeJS.ErrnoException): void =>
  main.postMessage({ code, message } satisfies AdminAddress);
server.once("error", refuse).listen(port, host, () => {
  server.off("error", refuse);
  main.postMessage({ address: server.address() as AddressInfo } satisfies AdminAddress);
});
