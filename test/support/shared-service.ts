/**
 * A running service that all tests of the lane share, with the embedded product and more calls than they need. For what
 * needs other settings, or ends the service, see service.ts.
 */
import { inject } from "vitest";
// Puts its importers into a lane that has one.
import "./processes.ts";
import type { ServedService } from "./service.ts";

declare module "vitest" {
  interface ProvidedContext {
    service: { url: string; key: string };
  }
}

/** Stopping it does nothing. */
export function sharedService(): ServedService {
  return { ...inject("service"), stop: async () => 0 };
}
