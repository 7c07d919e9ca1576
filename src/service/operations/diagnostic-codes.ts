/** Diagnostic codes for the envelope, which no product has rules for. */
import type { CodeEntry } from "../../core/spec-package/codes.ts";

const ENVELOPE = {
  "envelope-not-object": {
    summary: "The request body is JSON but not an object.",
    fix: "Send an object with `targetProduct`, `domainId` and `candidate`.",
  },
  "envelope-member-missing": {
    summary: "A member that says what to check against is missing.",
    fix: "Add the member as a string; the list of domains has the values to use.",
  },
  "envelope-member-type": {
    summary: "A member of the request body that must be a string is not one.",
    fix: "Send a string; the list of domains has the values to use.",
  },
  "envelope-member-repeated": {
    summary:
      "The request body has one of its members more than once, so that it cannot be told what to check.",
    fix: "Send each member once.",
  },
  "envelope-repair-unknown": {
    summary: "The requested repair is not one that exists.",
    fix: "Send `safe` or `suggested`, or leave `repair` out.",
  },
  "envelope-view-unknown": {
    summary: "The requested view of the answer is not one that exists.",
    fix: "Send `full` or `brief`, or leave `view` out.",
  },
};

export type EnvelopeCode = keyof typeof ENVELOPE;

export const ENVELOPE_CODES = Object.entries(ENVELOPE).map(
  ([code, words]): CodeEntry => ({ code, severity: "error", ...words }),
);
