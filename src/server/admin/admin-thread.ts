/** The thread that serves the admin port. It keeps answering while the main thread is busy, and notices if that hangs. */
import { writeSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { type AdminHealth, type AdminQuestion, serveAdmin } from "../../transports/http/admin.ts";
import { BEAT_MS, MAX_SILENCE_MS } from "../watch/loop.ts";
import type { AdminAddress, AdminMessage, AdminReport, AdminRequest, AdminSettings } from "./admin.ts";
import type { OperatorAnswer } from "./operator-views.ts";

/** How long a request for metrics waits for the main thread before it gets the previous ones. */
const MAX_WAIT_MS = 500;
/** When a process that does not report counts as hung. Orchestrators restart it then. */
const HUNG_MS = 30_000;
const WARN = 40;

const main = parentPort!;
const { host, port, contentType, logsWarnings, token, isOpen } = workerData as AdminSettings;

let last: (AdminReport & { readonly at: number }) | undefined;
let isBlocked = false;
const waiting: (() => void)[] = [];
const questions = new Map<number, (answer: OperatorAnswer) => void>();
main.on("message", (message: AdminMessage) => {
  if ("id" in message) {
    questions.get(message.id)?.(message.answer);
    questions.delete(message.id);
    return;
  }
  const report = message;
  last = { ...last, ...report, at: performance.now() };
  isBlocked = false;
  if (report.text !== undefined) for (const resume of waiting.splice(0)) resume();
});

const silence = (): number => (last === undefined ? 0 : performance.now() - last.at);

setInterval(() => {
  if (isBlocked || silence() < MAX_SILENCE_MS) return;
  isBlocked = true;
  if (logsWarnings) warn("the event loop is blocked: calls wait");
}, BEAT_MS / 2);

/** The log belongs to the main thread, which cannot write now. */
function warn(message: string): void {
  const line = { level: WARN, time: Date.now(), pid: process.pid, msg: message };
  try {
    writeSync(2, `${JSON.stringify(line)}\n`);
  } catch {
    // Nobody reads it, or the disk is full.
  }
}

async function metrics(): Promise<string> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, MAX_WAIT_MS);
    waiting.push(() => {
      clearTimeout(timer);
      resolve();
    });
    main.postMessage("report");
  });
  if (last?.text === undefined) throw new Error("no metrics yet");
  return `${last.text}
# HELP preflight_event_loop_blocked 1 while calls wait because the event loop does not run.
# TYPE preflight_event_loop_blocked gauge
preflight_event_loop_blocked ${isBlocked ? 1 : 0}
`;
}

/** How long an operator waits for the main thread. Accepting a package fetches it once more. */
const MAX_ANSWER_MS = 30_000;
const NO_ANSWER: OperatorAnswer = { status: 503, body: { error: "the service does not answer in time" } };
let asked = 0;

function ask(question: AdminQuestion): Promise<OperatorAnswer> {
  return new Promise((resolve) => {
    const id = ++asked;
    const timer = setTimeout(() => {
      questions.delete(id);
      resolve(NO_ANSWER);
    }, MAX_ANSWER_MS);
    questions.set(id, (answer) => {
      clearTimeout(timer);
      resolve(answer);
    });
    main.postMessage({ id, question } satisfies AdminRequest);
  });
}

function health(): AdminHealth {
  return {
    alive: last !== undefined && silence() < HUNG_MS,
    ready: last?.ready === true && silence() < MAX_SILENCE_MS,
  };
}

try {
  const { address } = await serveAdmin(host, port, { contentType, metrics, health, ask, token, isOpen });
  main.postMessage({ address } satisfies AdminAddress);
} catch (error) {
  // Errors lose their code on the way between threads.
  const { code, message } = error as NodeJS.ErrnoException;
  main.postMessage({ code, message } satisfies AdminAddress);
}
