/** Findings that the service makes, not the rules: about the envelope and about the age of its copies. */
export const serviceCodes = [
  {
    code: "envelope-not-object",
    severity: "error",
    summary: "The request body is JSON, but not an object.",
    help: "Send an object with `targetProduct`, `domainId` and `candidate`.",
  },
  {
    code: "envelope-member-missing",
    severity: "error",
    summary: "The request body lacks a member that says what to check against.",
    help: "Add the string; the list of domains has the values to use.",
  },
  {
    code: "envelope-member-type",
    severity: "error",
    summary: "A member of the request body that must be a string is something else.",
    help: "Send a string; the list of domains has the values to use.",
  },
  {
    code: "rules-stale",
    severity: "warning",
    summary: "The target product could not be reached for a while, so the verdict rests on older copies.",
    help: "The spec package or the registry may have changed since. Check again before you submit; the target product decides with its current ones.",
  },
] as const;

export type ServiceCode = (typeof serviceCodes)[number]["code"];
