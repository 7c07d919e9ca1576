/** What happens while documents are followed, as data for the log and the metrics. */
import type { DomainName } from "../operations/ports.ts";
import type { UpstreamProblem } from "../shared/bounded-fetch.ts";
import type { Outcome } from "./follower.ts";

export interface CatalogueEvent {
  /** `waiting`: a new version is published and does not apply yet. */
  kind: "replaced" | "failed" | "recovered" | "waiting";
  document: "spec-package" | "registry";
  /** `error`: somebody has to fix the product. `debug`: the same failure as last time. */
  level: "info" | "warn" | "error" | "debug";
  url: string;
  domains: readonly DomainName[];
  /** Of the copy in use now. */
  digest?: string | undefined;
  version?: string | undefined;
  size?: number | undefined;
  problem?: UpstreamProblem;
}

type ReadingEvent = Omit<CatalogueEvent, "document" | "url" | "domains">;

/** Failures of a network or server, which usually pass by themselves. All others are in the document itself. */
const TRANSIENT = new Set(["timeout", "unreachable", "truncated", "status", "registry-thread"]);

export function describeReading(
  outcome: Outcome<unknown>,
  before: UpstreamProblem | undefined,
  identity: { digest: string; version?: string; size?: number } | undefined,
): ReadingEvent | undefined {
  if (outcome.status === "failed") {
    const { problem } = outcome;
    if (problem.code === "stopped") return undefined;
    const repeated = before !== undefined && JSON.stringify(before) === JSON.stringify(problem);
    const level = repeated ? "debug" : TRANSIENT.has(problem.code) ? "warn" : "error";
    return { kind: "failed", level, problem };
  }
  if (outcome.status === "confirmed" && before === undefined) return undefined;
  const despite = outcome.status === "replaced" ? outcome.despite : undefined;
  return {
    kind: outcome.status === "replaced" ? "replaced" : "recovered",
    level: despite === undefined ? "info" : "warn",
    ...(despite && { problem: despite }),
    digest: identity?.digest,
    version: identity?.version,
    size: identity?.size,
  };
}

const MAX_LOGGED_ITEMS = 5;
const MAX_LOGGED_LENGTH = 200;

/** The fields of a log line. A product decides how many reasons there are and how long, so they are cut. */
export function logFields({ level: _level, kind: _kind, url, domains, problem, ...event }: CatalogueEvent) {
  return {
    ...event,
    // Operators may have put a token into the query.
    url: url.replace(/\?.*$/s, "?…"),
    domains: domains
      .slice(0, MAX_LOGGED_ITEMS)
      .map(({ targetProduct, domainId }) => ({ targetProduct, domainId })),
    ...(domains.length > MAX_LOGGED_ITEMS && { domainCount: domains.length }),
    ...(problem && { problem: cutProblem(problem) }),
  };
}

function cutProblem({ code, message, reasons }: UpstreamProblem) {
  return {
    code,
    message: cut(message),
    ...(reasons && {
      reasonCount: reasons.length,
      reasons: reasons.slice(0, MAX_LOGGED_ITEMS).map((reason) => ({
        pointer: cut(reason.pointer),
        code: cut(reason.code),
        message: cut(reason.message),
      })),
    }),
  };
}

function cut(text: string): string {
  return text.length <= MAX_LOGGED_LENGTH ? text : `${text.slice(0, MAX_LOGGED_LENGTH).toWellFormed()}…`;
}
