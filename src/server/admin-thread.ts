/** The thread that serves the admin port. It keeps answering while the main thread is busy. */
import { parentPort, workerData } from "node:worker_threads";
import { type AdminHealth, serveAdmin } from "../transports/http/admin.ts";
import type { AdminAddress, AdminReport } from "./admin.ts";

/** How long a request for metrics waits for the main thread before it gets the previous ones. */
const MAX_WAIT_MS = 500;

const port = parentPort!;
const {
  host,
  port: number,
  contentType,
  maxSilenceMs,
} = workerData as {
  host: string;
  port: number;
  contentType: string;
  maxSilenceMs: number;
};

let last: (AdminReport & { readonly at: number }) | undefined;
const waiting: (() => void)[] = [];
port.on("message", (report: AdminReport) => {
  last = { ...last, ...report, at: performance.now() };
  if (report.text !== undefined) for (const resume of waiting.splice(0)) resume();
});

async function metrics(): Promise<string> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, MAX_WAIT_MS);
    waiting.push(() => {
      clearTimeout(timer);
      resolve();
    });
    port.postMessage("report");
  });
  if (last?.text === undefined) throw new Error("no metrics yet");
  return last.text;
}

function health(): AdminHealth {
  const alive = last !== undefined && performance.now() - last.at < maxSilenceMs;
  return { alive, ready: alive && last!.ready };
}

try {
  const { address } = await serveAdmin(host, number, { contentType, metrics, health });
  port.postMessage({ address } satisfies AdminAddress);
} catch (error) {
  // Errors lose their code on the way between threads.
  const { code, message } = error as NodeJS.ErrnoException;
  port.postMessage({ code, message } satisfies AdminAddress);
}
