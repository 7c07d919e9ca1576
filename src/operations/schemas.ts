/**
 * JSON Schemas of all inputs and outputs, as plain data. They use no `$ref`, root unions or lists of types, because
 * several MCP clients and code generation tools cannot read those. Outputs allow additional members, so that a member
 * added later breaks no caller.
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

/** All members are required, except those named in `optional`. */
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
        from: text("RFC 6901 pointer to the place a value is moved from."),
        value: anything("The value to test for or to set."),
      },
      "One RFC 6902 operation.",
      ["from", "value"],
    ),
    description,
  );

export const DIAGNOSTIC = object(
  {
    code: text("Stable name of the kind of problem; `docs` explains it.", {
      pattern: "^[a-z0-9]+(-[a-z0-9]+)*$",
    }),
    severity: text("Only errors make a candidate invalid.", { enum: ["error", "warning", "info"] }),
    pointer: POINTER,
    message: text("What is wrong and what would be right, in one sentence."),
    expected: anything("What would be right, in machine-readable form."),
    actual: anything("What was found, shortened if it is long."),
    docs: text("URL of the explanation of the code."),
    fixes: list(
      object(
        {
          title: text("What the fix does."),
          applicability: text(
            "`safe` keeps the author's meaning, `suggested` is a guess to review, `placeholder` has content that you must fill in.",
            { enum: ["safe", "suggested", "placeholder"] },
          ),
          patch: patch("RFC 6902 patch of the candidate. Its first operation tests that it still applies."),
        },
        "A way to fix the problem.",
      ),
      "Ways to fix the problem, best first. The first fixes of all diagnostics can be applied together, in the given order.",
    ),
    related: list(
      object({ pointer: POINTER, message: text("How this place is related.") }, "A related place."),
      "Other places in the candidate that are related to the problem.",
    ),
  },
  "One problem found in the candidate.",
  ["expected", "actual", "fixes", "related"],
);

const SPEC_PACKAGE_IDENTITY = object(
  { version: text("Version of the spec package."), digest: digest("the spec package's RFC 8785 form") },
  "The rules that the verdict is based on.",
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
  specPackage: SPEC_PACKAGE_IDENTITY,
  registry: object(
    {
      digest: digest("the registry's entries"),
      asOf: text("When the snapshot was taken, as an RFC 3339 date-time."),
    },
    "The registry snapshot that the verdict is based on.",
  ),
} satisfies Record<string, JsonSchema>;

export const VALIDATION_RESULT = object(VERDICT, "The verdict and all diagnostics.");

export const BUILD_RESULT = object(
  {
    ...VERDICT,
    proposalPackage: object(
      {
        packageVersion: text("Format of the package.", { const: "1" }),
        targetProduct: text("The target product."),
        domainId: text("The domain."),
        specPackage: SPEC_PACKAGE_IDENTITY,
        candidate: { type: "object", description: "The normalized candidate." },
        digest: digest("the RFC 8785 form of the package without this member"),
      },
      "What to submit. Present only when the candidate is valid.",
    ),
    changes: patch(
      "What normalization changed, as a patch of the candidate as sent. Empty if nothing changed.",
    ),
    submission: object(
      {
        method: text("HTTP method.", { const: "POST" }),
        url: text("Where the target product accepts proposals."),
        headers: object(
          {
            "Content-Type": text("Type of the body.", { const: "application/json" }),
            "Idempotency-Key": text("Makes a repeated submission of the same package safe.", {
              pattern: "^pf1_[0-9a-f]{64}$",
            }),
          },
          "Headers to send, besides your own `Authorization`.",
        ),
      },
      'How to submit it yourself: the body is `{ "proposalPackage": … }`. This service forwards nothing.',
    ),
  },
  "The verdict and, for a valid candidate, the package.",
  ["proposalPackage", "changes", "submission"],
);

export const DOMAIN_LIST = object(
  {
    domains: list(
      object(
        {
          targetProduct: text("Use as `targetProduct`."),
          domainId: text("Use as `domainId`."),
          title: text("Name to show to people."),
          specPackageVersion: text("Version of the rules in use."),
          specPackageUrl: text("Absolute URL of the rules in use."),
          submissionUrl: text("Absolute URL where the target product accepts built packages."),
        },
        "A kind of proposal that can be checked and built.",
      ),
      "The supported domains.",
    ),
  },
  "What this service can check.",
);

/** The candidate is loosely typed on purpose: its problems are answered with diagnostics. */
export const ENVELOPE = object(
  {
    targetProduct: text("The target product, as in the answer of listDomains."),
    domainId: text("The domain, as in the answer of listDomains."),
    candidate: {
      type: "object",
      description:
        "The proposal itself. The spec package of the domain defines its members; send what you have, and the diagnostics tell you what is missing or wrong.",
    },
  },
  "A proposal and what to check it against. Other members are ignored.",
);
