/** Starts the service: as the process that users start, or in this process where a test must set its clockwork. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Log } from "../../src/adapters/observe/log.ts";
import { readConfig } from "../../src/config.ts";
import type { Limiter } from "../../src/operations/ports.ts";
import type { CallRecord } from "../../src/operations/record.ts";
import { startService as startInThisProcess } from "../../src/service.ts";
import type { ListenerLimits } from "../../src/transports/http/listener.ts";

export type Environment = Readonly<Record<string, string>>;

export interface RunningService {
  readonly url: string;
  /** A key that is good there. */
  readonly key: string;
  /** Where the metrics are. */
  readonly adminUrl: string;
  readonly process: ChildProcess;
  /** Everything on standard output so far. */
  output(): string;
  /** The JSON lines on standard error so far. */
  logs(): Record<string, unknown>[];
  /** Asks it to stop; the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

const main = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

export interface LaunchedProcess {
  readonly process: ChildProcess;
  output(): string;
  errors(): string;
  /** Resolves with the first match on standard output; rejects when the process ends before. */
  said(pattern: RegExp): Promise<RegExpMatchArray>;
  readonly exit: Promise<number | null>;
}

/** Nothing of this machine's environment but the path leaks in. */
export function launch(command: string, args: readonly string[], environment: Environment): LaunchedProcess {
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const endWithUs = () => void child.kill("SIGKILL");
  process.once("exit", endWithUs);
  let output = "";
  let errors = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk.toString();
  });
  // "close" comes after the last byte of both streams, "exit" may not.
  const exit = once(child, "close").then(([code]) => {
    process.off("exit", endWithUs);
    return code as number | null;
  });
  return {
    process: child,
    output: () => output,
    errors: () => errors,
    exit,
    said: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = output.match(pattern);
          if (found !== null) resolve(found);
        };
        look();
        child.stdout.on("data", look);
        exit.then((code) => reject(new Error(`ended with ${code} before it said ${pattern}: ${errors}`)));
      }),
  };
}

export async function startService(environment: Environment = {}): Promise<RunningService> {
  const settings = { PORT: "0", PREFLIGHT_ADMIN_PORT: "0", ...environment };
  const launched = launch(process.execPath, [main], settings);
  await launched.said(/^Metrics: .*\n/m);
  const output = launched.output();
  return {
    url: /http:\/\/\S+/.exec(output)![0],
    key: environment.PREFLIGHT_API_KEYS?.split(",")[0] ?? /\bai_[\w-]+/.exec(output)?.[0] ?? "",
    adminUrl: /^Metrics: (\S+)$/m.exec(output)![1]!,
    process: launched.process,
    output: launched.output,
    logs: () => parseLines(launched.errors()),
    stop(signal = "SIGTERM") {
      launched.process.kill(signal);
      return launched.exit;
    },
  };
}

function parseLines(text: string): Record<string, unknown>[] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));
}

export interface InProcessOptions {
  readonly environment?: Environment;
  readonly limits?: ListenerLimits;
  readonly limiter?: Limiter;
}

export interface InProcessService {
  readonly url: string;
  readonly key: string;
  readonly records: readonly CallRecord[];
  readonly faults: readonly object[];
  readonly warnings: readonly object[];
  stop(): Promise<boolean>;
}

export async function startServiceHere(options: InProcessOptions = {}): Promise<InProcessService> {
  const key = "ai_test_0123456789abcdef";
  const reading = readConfig({ PORT: "0", ...options.environment });
  if (!reading.ok) throw new Error(reading.faults.join("\n"));
  const records: CallRecord[] = [];
  const faults: object[] = [];
  const warnings: object[] = [];
  const silent = () => undefined;
  const log: Log = {
    debug: silent,
    info: silent,
    warn: (fields) => void warnings.push(fields),
    error: (fields) => void faults.push(fields),
    record: (call) => void records.push(call),
    flush: silent,
  };
  const { limits, limiter } = options;
  const service = await startInThisProcess({
    config: reading.config,
    keys: [key],
    log,
    ...(limits && { limits }),
    ...(limiter && { limiter }),
  });
  return { url: service.url, key, records, faults, warnings, stop: () => service.stop(1_000) };
}
