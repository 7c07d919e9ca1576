/** `proposal-preflight/fetch`: the service inside any program that has the Fetch API. */
import { createFetchHandler, type FetchHandler, type HandlerOptions } from "./handler.ts";

export { createMemoryLimiter } from "../budget/memory.ts";
export type { GivenRegistry } from "../catalogue/given.ts";
export type {
  Agent,
  Catalogue,
  DomainState,
  KeyHolder,
  KeyVerdict,
  KeyVerifier,
  LimitDecision,
  Limiter,
  ProxyVerdict,
  ProxyVerifier,
} from "../operations/ports.ts";
export type { CallRecord } from "../operations/record.ts";
export type { FetchHandler, GivenDomain, HandlerOptions } from "./handler.ts";

/** Put in when the package is bundled. */
declare const PREFLIGHT_VERSION: string | undefined;

/** Throws a TypeError if an option cannot be used. */
export function createHandler(options: HandlerOptions): FetchHandler {
  return createFetchHandler(options, typeof PREFLIGHT_VERSION === "undefined" ? "0.0.0" : PREFLIGHT_VERSION);
}
