/** How many files and connections the system lets this process open. */
import { readFileSync } from "node:fs";

/** For the log, threads, Redis, the identity service and the products. */
const RESERVED = 256;

/** How many connections of callers fit. Without Linux' `/proc` nobody knows. */
export function maxSockets(limits = readLimits()): number {
  const limit = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  return limit - Math.min(RESERVED, Math.ceil(limit / 4));
}

function readLimits(): string {
  try {
    return readFileSync("/proc/self/limits", "utf8");
  } catch {
    return "";
  }
}
