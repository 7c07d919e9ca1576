/**
 * JSON Schemas of what goes in and comes out, as plain data. Written by hand and without `$ref`, root unions or
 * type arrays: several MCP clients and code generation tools cannot read those. Objects that are sent stay open, so
 * that a member added later breaks no caller.
 */
import type { JsonSchema } from "./operation.ts";

const text = (description: string, more: JsonSchema = {}): JsonSchema => ({
  type: "string",
  description,
  ...more,
});
const list = (items: JsonSchema, description: string, more: JsonSchema = {}): JsonSchema => ({
  type: "array",
  description,
  items,
  ...more,
});

/** All properties are required unless they are named in `optional`. */
function object(
  properties: Record<string, JsonSchema>,
  description: string,
  optional: string[] = [],
): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", description, properties, required };
}

const anything = (description: string): JsonSchema => ({ description });
const digest = (of: string) =>
  text(`\`sha256:\` and the hex digest of ${of}.`, { pattern: "^sha256:[0-9a-f]{64}$" });
const POINTER = text('RFC 6901 pointer into the candidate; "" is the candidate itself.');

const patch = (description: string) =>
  list(
    object(
      {
        op: text("The operation.", { enum: ["test", "add", "replace", "remove", "move"] }),
        path: text("RFC 6901 pointer into the candidate."),
        from: text("Where a moved value comes from."),
        value: anything("The value to test for or to put there."),
      },
      "One RFC 6902 operation.",
      ["from", "value"],
    ),
    description,
  );

export const DIAGNOSTIC = object(
  {
    code: text("Stable name of the finding; `docs` explains it.", { pattern: "^[a-z0-9]+(-[a-z0-9]+)*$" }),
    severity: text("Only errors make a candidate invalid.", { enum: ["error", "warning", "info"] }),
    pointer: POINTER,
    message: text("What is wrong and what would be right, in one sentence."),
    expected: anything("What would have been right, for a program."),
    actual: anything("What was found; cut short where it is long."),
    docs: text("Where the code is explained."),
    fixes: list(
      object(
        {
          title: text("What the fix does."),
          applicability: text(
            "`safe` keeps the author's meaning, `suggested` is a guess to be looked at, `placeholder` leaves the content to be filled in.",
            { enum: ["safe", "suggested", "placeholder"] },
          ),
          patch: patch("RFC 6902 patch of the candidate; its first operation tests that it still applies."),
        },
        "A way to mend it.",
      ),
      "Ways to mend it, the best first. The first fixes of all diagnostics can be applied together, in the order given.",
    ),
    related: list(
      object({ pointer: POINTER, message: text("What it has to do with the finding.") }, "Another place."),
      "Other places in the candidate that belong to the finding.",
    ),
  },
  "One finding.",
  ["expected", "actual", "fixes", "related"],
);

const SPEC_PACKAGE_IDENTITY = object(
  { version: text("Version of the spec package."), digest: digest("the spec package's RFC 8785 form") },
  "The rules the verdict rests on.",
);

const VERDICT = {
  valid: { type: "boolean", description: "True exactly when no finding is an error." },
  diagnostics: list(
    DIAGNOSTIC,
    "Everything found in one pass, in the order of the document, then by code; at most 100.",
    { maxItems: 100 },
  ),
  omitted: {
    type: "integer",
    minimum: 0,
    description: "How many findings there were beyond those listed.",
  },
  specPackage: SPEC_PACKAGE_IDENTITY,
  registry: object(
    {
      digest: digest("the registry's entries"),
      asOf: text("When the snapshot was taken, as an RFC 3339 date-time."),
    },
    "The registry the verdict rests on.",
  ),
} satisfies Record<string, JsonSchema>;

export const VALIDATION_RESULT = object(VERDICT, "The verdict and everything found.");

export const BUILD_RESULT = object(
  {
    ...VERDICT,
    proposalPackage: object(
      {
        packageVersion: text("Format of the package.", { const: "1" }),
        targetProduct: text("The product it is meant for."),
        domainId: text("The domain it belongs to."),
        specPackage: SPEC_PACKAGE_IDENTITY,
        candidate: { type: "object", description: "The candidate in its normal form." },
        digest: digest("the RFC 8785 form of the package without this member"),
      },
      "What to submit. Only there when the candidate is valid.",
    ),
    changes: patch("What the normal form altered, as a patch of the candidate sent. Empty when nothing was."),
    submission: object(
      {
        method: text("HTTP method.", { const: "POST" }),
        url: text("Where the target product takes proposals."),
        headers: object(
          {
            "Content-Type": text("Type of the body.", { const: "application/json" }),
            "Idempotency-Key": text("Makes a repeated submission of the same package safe.", {
              pattern: "^pf1_[0-9a-f]{64}$",
            }),
          },
          "Headers to send beside your own `Authorization`.",
        ),
      },
      'How to submit it yourself: the body is `{ "proposalPackage": … }`. This service forwards nothing.',
    ),
  },
  "The verdict, and for a valid candidate the package.",
  ["proposalPackage", "changes", "submission"],
);

export const DOMAIN_LIST = object(
  {
    domains: list(
      object(
        {
          targetProduct: text("Use as `targetProduct`."),
          domainId: text("Use as `domainId`."),
          title: text("Name for people."),
          specPackageVersion: text("Version of the rules in use."),
          specPackageUrl: text("Absolute URL of the rules in use."),
          submissionUrl: text("Absolute URL where the target product takes built packages."),
        },
        "A kind of proposal that can be checked and built.",
      ),
      "The supported domains.",
    ),
  },
  "What this service can check.",
);

/** The candidate is typed loosely on purpose: whatever is wrong with it is answered with diagnostics. */
export const ENVELOPE = object(
  {
    targetProduct: text("The product the proposal is for, as listDomains names it."),
    domainId: text("The kind of proposal, as listDomains names it."),
    candidate: {
      type: "object",
      description:
        "The proposal itself. Its fields are given by the domain's spec package; send what you have, and the diagnostics say what is missing or wrong.",
    },
  },
  "A proposal and what to check it against. Other members are ignored.",
);
