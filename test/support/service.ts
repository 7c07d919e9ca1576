/** Starts the service as a process, as users do. To start it in the test's own process, see service-here.ts. */
import { setTimeout as sleep } from "node:timers/promises";
import { PROGRAMS } from "./built.ts";
import { type Environment, type StartedProcess, startProcess } from "./processes.ts";

export type { Environment } from "./processes.ts";

export interface ServedService {
  readonly url: string;
  /** A key that is good there. */
  readonly key: string;
  /** Asks it to stop; the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface RunningService extends ServedService {
  /** Where the metrics are. */
  readonly adminUrl: string;
  readonly process: StartedProcess["process"];
  /** Everything on standard output so far. */
  output(): string;
  /** The JSON lines on standard error so far. */
  logs(): Record<string, unknown>[];
}

/** For a process that counts in a Redis which is there: it waits for it, however busy the machine is. */
export const PATIENT: Environment = {
  NODE_OPTIONS: `--import=${new URL("patient-process.mjs", import.meta.url).href}`,
};

/** Only starts the process, for tests of how it starts or fails to start. */
export function launchService(environment: Environment): StartedProcess {
  return startProcess(process.execPath, [PROGRAMS.service], { environment });
}

export async function startService(environment: Environment = {}): Promise<RunningService> {
  const settings = { PORT: "0", PREFLIGHT_ADMIN_PORT: "0", ...environment };
  const launched = launchService(settings);
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

/** Until it has read what products publish. */
export async function untilReady({ url }: ServedService): Promise<void> {
  while (!(await fetch(`${url}/readyz`)).ok) await sleep(20);
}

/** A service is ready with its first domain; this waits for all of them. */
export async function untilAllReady<Service extends { readonly url: string }>(
  service: Service,
): Promise<Service> {
  for (;;) {
    const { domains } = (await (await fetch(`${service.url}/readyz`)).json()) as {
      domains: { status: string }[];
    };
    if (domains.every(({ status }) => status === "ready")) return service;
    await sleep(20);
  }
}

/** The last line may not be complete yet. */
function parseLines(text: string): Record<string, unknown>[] {
  return text
    .slice(0, text.lastIndexOf("\n") + 1)
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));
}
