/** JSON lines on standard error. Standard output is left to the few lines meant for a person. */
import { pino } from "pino";
import type { CallRecord, Recorder } from "../operations/record.ts";

export interface Log extends Recorder {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  /** Writes what is still in memory, before the process ends. */
  flush(): void;
}

/** Lines are collected and written together: one system call a line costs more than a whole check. */
const bufferedBytes = 8_192;
const flushEveryMs = 250;

export function createLog(level: string, fileDescriptor = 2): Log {
  const destination = pino.destination({ dest: fileDescriptor, sync: false, minLength: bufferedBytes });
  // A closed pipe must not end the service: the log is lost, the calls are not.
  destination.on("error", () => {});
  const logger = pino({ level, base: { pid: process.pid } }, destination);
  setInterval(() => destination.flush(), flushEveryMs).unref();

  return {
    debug: (fields, message) => logger.debug(fields, message),
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
    record: (call) => {
      const line = lineOf(call);
      if (call.status >= 500) logger.error(line, "call");
      else if (isProbe(call)) logger.debug(line, "call");
      else logger.info(line, "call");
    },
    flush: () => {
      try {
        destination.flushSync();
      } catch {
        // Nothing was written yet, or the pipe is closed; either way there is nobody to tell.
      }
    },
  };
}

/** Orchestrators ask every few seconds, for ever. */
function isProbe({ route }: CallRecord): boolean {
  return route === "/healthz" || route === "/readyz";
}

/** What is written of a call. Every value is the service's own: nothing the caller sent appears. */
function lineOf(call: CallRecord) {
  const { verdict, domain, decision } = call;
  return {
    requestId: call.requestId,
    transport: call.transport,
    operation: call.operation,
    route: call.route,
    status: call.status,
    caller: call.caller,
    problem: call.problem,
    reason: call.reason,
    ...(domain && { targetProduct: domain.targetProduct, domainId: domain.domainId }),
    ...(verdict && {
      valid: verdict.valid,
      diagnostics: verdict.diagnostics.length + verdict.omitted,
      specVersion: verdict.specPackage.version,
    }),
    remaining: decision?.remaining,
    ms: Math.round(call.milliseconds * 1000) / 1000,
  };
}
