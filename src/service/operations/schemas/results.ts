/** What a check and a build answer. */
import type { JsonSchema } from "../operation.ts";
import { DIAGNOSTIC } from "./diagnostic.ts";
import { anything, digest, freeObject, list, object, POINTER, patch, text } from "./parts.ts";

const SPEC_PACKAGE_IDENTITY = object(
  "SpecPackageIdentity",
  { version: text("Version of the spec package."), digest: digest("the spec package's RFC 8785 form") },
  "The rules that the verdict is based on.",
);

const SNAPSHOT = object(
  "RegistryIdentity",
  {
    digest: digest("the registry's entries"),
    asOf: text("When the snapshot was taken, as an RFC 3339 date-time. Left out if that is not known."),
  },
  "The registry snapshot that the verdict is based on. Present if there is a registry.",
  ["asOf"],
);

const VERDICT = {
  valid: { type: "boolean", description: "True when no diagnostic has the severity `error`." },
  diagnostics: list(DIAGNOSTIC, "Everything that was found, in document order, then by code; at most 100.", {
    maxItems: 100,
  }),
  omitted: {
    type: "integer",
    minimum: 0,
    description: "How many more diagnostics there were than those listed.",
  },
  unchecked: list(
    POINTER,
    "Parts of the candidate that could not be read as anything, so that nothing in them was checked. Present if there are any.",
  ),
  fixesOmitted: {
    type: "boolean",
    const: true,
    description:
      "Present if explaining everything would have cost too much: verdict and pointers are complete, fixes and guesses are not.",
  },
  specPackage: SPEC_PACKAGE_IDENTITY,
  registry: SNAPSHOT,
  registries: {
    type: "object",
    description:
      "The snapshots of the other registries that the rules ask, by name. Present if they ask any.",
    additionalProperties: SNAPSHOT,
  },
  evaluatedOn: text(
    "The date, or the moment, that the rules were asked about. Present if any of them depends on it.",
  ),
} satisfies Record<string, JsonSchema>;

const REPAIRED = {
  candidate: anything("The candidate after the repair; null if JSON cannot hold it, as with a name twice."),
  patch: patch("From the candidate that was sent to the repaired one."),
  valid: VERDICT.valid,
  diagnostics: list(
    DIAGNOSTIC,
    "What is left to report about the repaired candidate. In the brief view it is beside `repaired`.",
    { maxItems: 100 },
  ),
  omitted: VERDICT.omitted,
  unchecked: VERDICT.unchecked,
  fixesOmitted: VERDICT.fixesOmitted,
} satisfies Record<string, JsonSchema>;

const REPAIRED_COUNT = {
  type: "integer",
  minimum: 0,
  description: "How many diagnostics the repair has settled; `diagnostics` has the others. Brief view only.",
};

export const VALIDATION_RESULT = object(
  "ValidationResult",
  {
    ...VERDICT,
    repairedCount: REPAIRED_COUNT,
    repaired: object(
      "RepairedCandidate",
      REPAIRED,
      "The candidate with every fix up to the requested level. Present if a repair was requested and there are diagnostics.",
      ["diagnostics", "unchecked", "fixesOmitted"],
    ),
  },
  "The verdict and all diagnostics.",
  ["unchecked", "fixesOmitted", "registry", "registries", "evaluatedOn", "repairedCount", "repaired"],
);

const BUILT = {
  proposalPackage: object(
    "ProposalPackage",
    {
      packageVersion: text("Format of the package.", { const: "1" }),
      targetProduct: text("The target product."),
      domainId: text("The domain."),
      specPackage: SPEC_PACKAGE_IDENTITY,
      candidate: freeObject("The normalized candidate."),
      digest: digest("the RFC 8785 form of the package without this member"),
    },
    "What to submit. Present only when the candidate is valid.",
  ),
  changes: patch(
    "What normalization changed, as a patch of the candidate as sent. Empty if nothing changed.",
  ),
  submission: object(
    "Submission",
    {
      method: text("HTTP method.", { const: "POST" }),
      url: text("Where the target product accepts proposals."),
      headers: object(
        "SubmissionHeaders",
        {
          "Content-Type": text("Type of the body.", { const: "application/json" }),
          "Idempotency-Key": text("Makes a repeated submission of the same package safe.", {
            pattern: "^pf1_[0-9a-f]{64}$",
          }),
          "Preflight-Receipt": text("The receipt. Present if there is one."),
        },
        "Headers to send, besides your own `Authorization`.",
        ["Preflight-Receipt"],
      ),
    },
    'How to submit it yourself: the body is `{ "proposalPackage": … }`. This service forwards nothing.',
  ),
  receipt: text(
    "A JWT by which the product can tell who judged this package valid, by which rules, and when. Present if the service signs.",
  ),
} satisfies Record<string, JsonSchema>;

const BUILT_MEMBERS = Object.keys(BUILT);

export const BUILD_RESULT = object(
  "BuildResult",
  {
    ...VERDICT,
    ...BUILT,
    repairedCount: REPAIRED_COUNT,
    repaired: object(
      "RepairedBuild",
      { ...REPAIRED, ...BUILT },
      "The repaired candidate, with its package if only that candidate is valid. Present if a repair was requested and there are diagnostics.",
      ["diagnostics", "unchecked", "fixesOmitted", ...BUILT_MEMBERS],
    ),
  },
  "The verdict and, for a valid candidate, the package.",
  [
    "unchecked",
    "fixesOmitted",
    "registry",
    "registries",
    "evaluatedOn",
    ...BUILT_MEMBERS,
    "repairedCount",
    "repaired",
  ],
);
