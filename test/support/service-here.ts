/** Starts the service in this process, so that a test can set its limits, its limiter or the clock. */

import type { ListenerLimits } from "../../src/service/http/listener.ts";
import type { WorkQueueOptions } from "../../src/service/http/work-queue.ts";
import type { Log } from "../../src/service/observe/log.ts";
import type { Limiter } from "../../src/service/operations/ports.ts";
import type { CallRecord } from "../../src/service/operations/record.ts";
import { startService } from "../../src/service/server/service.ts";
import { readConfig } from "../../src/service/settings/config.ts";

export interface InProcessOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly limits?: ListenerLimits;
  readonly limiter?: Limiter;
  readonly work?: WorkQueueOptions;
  readonly maxConnections?: number;
  /** Where a built workbench is; none by default, so that tests do not depend on what was built. */
  readonly workbench?: URL;
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
    dropped: () => 0,
    flush: async () => undefined,
  };
  const { limits, limiter, work, maxConnections, workbench } = options;
  const service = await startService({
    config: reading.config,
    keys: [key],
    log,
    ...(limits && { limits }),
    ...(limiter && { limiter }),
    ...(work && { work }),
    ...(maxConnections !== undefined && { maxConnections }),
    ...(workbench && { workbench }),
  });
  return { url: service.url, key, records, faults, warnings, stop: () => service.stop(1_000) };
}
