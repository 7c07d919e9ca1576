/** What happens while documents are followed, told as data: the log and the metrics make of it what they need. */

import type { DomainName } from "../../operations/ports.ts";
import type { UpstreamProblem } from "../shared/bounded-fetch.ts";
import type { Reading } from "./follower.ts";

export interface CatalogueEvent {
  kind: "replaced" | "failed" | "recovered";
  document: "spec-package" | "registry";
  /** `error` is for what a person has to mend at the product; `debug` repeats what was said before. */
  level: "info" | "warn" | "error" | "debug";
  url: string;
  domains: readonly DomainName[];
  /** Of the copy now in use. */
  digest?: string | undefined;
  version?: string | undefined;
  size?: number | undefined;
  problem?: UpstreamProblem;
}

export type ReadingEvent = Omit<CatalogueEvent, "document" | "url" | "domains">;

/** Faults of the document itself, as against a network or a server that is down for a while. */
const TRANSIENT = new Set(["timeout", "unreachable", "truncated", "status", "registry-thread"]);

export function describeReading(
  reading: Reading<unknown>,
  before: UpstreamProblem | undefined,
  identity: { digest: string; version?: string; size?: number } | undefined,
): ReadingEvent | undefined {
  if (reading.status === "failed") {
    const { problem } = reading;
    if (problem.code === "stopped") return undefined;
    const repeated = before !== undefined && JSON.stringify(before) === JSON.stringify(problem);
    const level = repeated ? "debug" : TRANSIENT.has(problem.code) ? "warn" : "error";
    return { kind: "failed", level, problem };
  }
  if (reading.status === "confirmed" && before === undefined) return undefined;
  return {
    kind: reading.status === "replaced" ? "replaced" : "recovered",
    level: "info",
    digest: identity?.digest,
    version: identity?.version,
    size: identity?.size,
  };
}
