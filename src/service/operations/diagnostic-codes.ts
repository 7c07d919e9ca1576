/** Diagnostic codes for the envelope, which no product has rules for. */
import type { CodeEntry } from "../../core/spec-package/codes.ts";

export const ENVELOPE_CODES = [
  {
    code: "envelope-not-object",
    severity: "error",
    summary: "The request body is JSON but not an object.",
    fix: "Send an object with `targetProduct`, `domainId` and `candidate`.",
  },
  {
    code: "envelope-member-missing",
    severity: "error",
    summary: "A member that says what to check against is missing.",
    fix: "Add the member as a string; the list of domains has the values to use.",
  },
  {
    code: "envelope-member-type",
    severity: "error",
    summary: "A member of the request body that must be a string is not one.",
    fix: "Send a string; the list of domains has the values to use.",
  },
  {
    code: "envelope-member-repeated",
    severity: "error",
    summary:
      "The request body has one of its members more than once, so that it cannot be told what to check.",
    fix: "Send each member once.",
  },
  {
    code: "envelope-repair-unknown",
    severity: "error",
    summary: "The requested repair is not one that exists.",
    fix: "Send `safe` or `suggested`, or leave `repair` out.",
  },
  {
    code: "envelope-view-unknown",
    severity: "error",
    summary: "The requested view of the answer is not one that exists.",
    fix: "Send `full` or `brief`, or leave `view` out.",
  },
  {
    code: "envelope-moment-invalid",
    severity: "error",
    summary: "The moment for which the rules are to be judged cannot be read.",
    fix: "Send a date or a date-time as `at` and a boolean as `simulate`, or leave them out.",
  },
] as const satisfies readonly CodeEntry[];

export type EnvelopeCode = (typeof ENVELOPE_CODES)[number]["code"];
