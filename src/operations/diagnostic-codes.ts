/** Findings about the envelope, which the rules of no product know of. */
import type { CodeEntry } from "../core/spec-package/codes.ts";

export const envelopeCodes = [
  {
    code: "envelope-not-object",
    severity: "error",
    summary: "The request body is JSON, but not an object.",
    fix: "Send an object with `targetProduct`, `domainId` and `candidate`.",
  },
  {
    code: "envelope-member-missing",
    severity: "error",
    summary: "The request body lacks a member that says what to check against.",
    fix: "Add the string; the list of domains has the values to use.",
  },
  {
    code: "envelope-member-type",
    severity: "error",
    summary: "A member of the request body that must be a string is something else.",
    fix: "Send a string; the list of domains has the values to use.",
  },
] as const satisfies readonly CodeEntry[];

export type EnvelopeCode = (typeof envelopeCodes)[number]["code"];
