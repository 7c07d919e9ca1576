/**
 * JSON Schemas of all inputs and outputs, as plain data. They use no `$ref`, root unions or lists of types, because
 * several MCP clients and code generation tools cannot read those. Outputs allow additional members, so that a member
 * added later breaks no caller. Every object that a client would want to name has a title: tools that write code make types
 * of that name.
 */

import type { JsonSchema } from "./operation.ts";
import { VIEWS } from "./view.ts";

export const text = (description: string, more?: JsonSchema) => ({ type: "string", description, ...more });
export const list = (items: JsonSchema, description: string, more?: JsonSchema) => ({
  ...{ type: "array", description, items },
  ...more,
});
const flag = (description: string): JsonSchema => ({ type: "boolean", description });

/** A member whose name ends with `?` may be missing. */
export function object(title: string, description: string, members: Record<string, JsonSchema>): JsonSchema {
  const names = Object.keys(members);
  const properties = Object.fromEntries(names.map((name) => [name.replace("?", ""), members[name]]));
  const required = names.filter((name) => !name.endsWith("?"));
  return { type: "object", title, description, properties, required };
}

const count = (description: string): JsonSchema => ({ type: "integer", minimum: 0, description });
const anything = (description: string): JsonSchema => ({ description });
/** Without the keyword, tools that write code make a type without members of it. */
const freeObject = (description: string) => ({ type: "object", description, additionalProperties: true });
const digest = (of: string) =>
  text(`\`sha256:\` and the hex digest of ${of}.`, { pattern: "^sha256:[0-9a-f]{64}$" });
const POINTER = text('RFC 6901 pointer into the candidate; "" is the candidate itself.');

const patch = (description: string) =>
  list(
    object("PatchOperation", "One RFC 6902 operation.", {
      op: text("The operation.", { enum: ["test", "add", "replace", "remove", "move"] }),
      path: text("RFC 6901 pointer into the candidate."),
      "from?": text("RFC 6901 pointer to the place a value is moved from."),
      "value?": anything("The value to test for or to set."),
    }),
    description,
  );

export const DIAGNOSTIC = object("Diagnostic", "One problem found in the candidate.", {
  code: text("Stable name of the kind of problem; `docs` explains it.", {
    pattern: "^[a-z0-9]+(-[a-z0-9]+)*$",
  }),
  severity: text("Only errors make a candidate invalid.", { enum: ["error", "warning", "info"] }),
  pointer: POINTER,
  message: text("What is wrong and what would be right, in one sentence."),
  "expected?": anything("What would be right, in machine-readable form."),
  "actual?": anything("What was found, shortened if it is long."),
  "docs?": text("URL of the explanation of the code. Left out in the brief view."),
  "pointers?": list(
    POINTER,
    "All places of the same problem, if there are several; `pointer` is the first. Brief view only.",
  ),
  "values?": list(
    anything("A value."),
    "What was found at each of `pointers`, if that differs. Brief view only.",
  ),
  "fixes?": list(
    object("Fix", "A way to fix the problem.", {
      title: text("What the fix does."),
      applicability: text(
        "`safe` keeps the author's meaning, `suggested` is a guess that loses nothing, `placeholder` has content that you must fill in, `removal` takes out something the author wrote. Ask about a level you do not know.",
        { enum: ["safe", "suggested", "placeholder", "removal"] },
      ),
      patch: patch("RFC 6902 patch of the candidate as sent. It applies by itself."),
      "decision?": flag("True if only the author can decide; no bulk repair applies such a fix."),
    }),
    "Ways to fix the problem, best first. To apply the first fixes of several diagnostics, go from the last diagnostic to the first and skip a patch that fails; or ask for a repair.",
  ),
  "related?": list(
    object("RelatedPlace", "A related place.", {
      pointer: POINTER,
      message: text("How this place is related."),
    }),
    "Other places in the candidate that are related to the problem.",
  ),
});

export const DOMAIN_NAME = object("DomainName", "A supported domain.", {
  targetProduct: text("The product."),
  domainId: text("The domain."),
});

export const DOMAIN_LIST = object("DomainList", "What this service can check.", {
  domains: list(
    object("Domain", "A kind of proposal that can be checked and built.", {
      targetProduct: text("Use as `targetProduct`."),
      domainId: text("Use as `domainId`."),
      title: text("Name to show to people."),
      summary: text("What it is about, in one line."),
      specPackageVersion: text("Version of the rules in use."),
      specPackageUrl: text("Absolute URL of the rules in use."),
      submissionUrl: text("Absolute URL where the target product accepts built packages."),
      "members?": list(
        object("MemberDescription", "A member of a candidate.", {
          pointer: text("Where the member stands in a candidate; * stands for every item of a list."),
          "in?": text("The alternatives that have it so, by what tells them apart. Left out if all have."),
          required: flag("Whether it has to be there."),
          type: text("Its JSON type."),
          rule: text("What holds for it, in one line."),
          "description?": text("What it is about, if the rules say so."),
        }),
        "The members of a candidate, breadth first.",
      ),
      "membersOmitted?": {
        type: "integer",
        description: "How many more members there are; ask for those below a `pointer`.",
      },
      "pointerUnknown?": flag("True if nothing is at `pointer`; `members` are the nearest to it."),
      "example?": freeObject("A valid candidate."),
      "required?": list(text("A name."), "The members that have to be there, if the details were left out."),
    }),
    "The supported domains.",
  ),
  "detailsOmitted?": flag("True if the details of so many domains would be too long; ask for one of them."),
  "supported?": list(DOMAIN_NAME, "All domains, if none is as the filter asks."),
});

export const DOMAIN_FILTER = object("DomainFilter", "Which domains to list; all of them without a filter.", {
  "targetProduct?": text("Only domains of this product."),
  "domainId?": text("Only the domain of this name."),
  "pointer?": text("Only members at and below this pointer, as `members` writes it: /references/*."),
});

export const REPAIR_LEVELS = ["safe", "suggested"] as const;

/** The candidate is loosely typed on purpose: its problems are answered with diagnostics. */
export const REPAIRABLE_ENVELOPE = object(
  "RepairableEnvelope",
  "A proposal and what to check it against. Other members are ignored.",
  {
    targetProduct: text("From listDomains."),
    domainId: text("From listDomains."),
    "candidate?": freeObject("The proposal; it may be unfinished."),
    "repair?": text("Asks for a repaired candidate too; it means what yours does.", { enum: REPAIR_LEVELS }),
    "view?": text("`brief` leaves out links, repetitions and what a repair settled.", { enum: VIEWS }),
  },
);

const SPEC_PACKAGE_IDENTITY = object("SpecPackageIdentity", "The rules that the verdict is based on.", {
  version: text("Version of the spec package."),
  digest: digest("the spec package's RFC 8785 form"),
});

const SNAPSHOT = object(
  "RegistryIdentity",
  "The registry snapshot that the verdict is based on. Present if there is a registry.",
  {
    digest: digest("the registry's entries"),
    "asOf?": text("When the snapshot was taken, as an RFC 3339 date-time. Left out if that is not known."),
  },
);

const VERDICT = {
  valid: flag("True when no diagnostic has the severity `error`."),
  diagnostics: list(DIAGNOSTIC, "Everything that was found, in document order, then by code; at most 100.", {
    maxItems: 100,
  }),
  omitted: count("How many more diagnostics there were than those listed."),
  "unchecked?": list(
    POINTER,
    "Parts of the candidate that could not be read as anything, so that nothing in them was checked. Present if there are any.",
  ),
  "fixesOmitted?": {
    type: "boolean",
    const: true,
    description:
      "Present if explaining everything would have cost too much: verdict and pointers are complete, fixes and guesses are not.",
  },
  specPackage: SPEC_PACKAGE_IDENTITY,
  "registry?": SNAPSHOT,
  "registries?": {
    type: "object",
    description:
      "The snapshots of the other registries that the rules ask, by name. Present if they ask any.",
    additionalProperties: SNAPSHOT,
  },
  "evaluatedOn?": text(
    "The date, or the moment, that the rules were asked about. Present if any of them depends on it.",
  ),
} satisfies Record<string, JsonSchema>;

const REPAIRED = {
  candidate: anything("The candidate after the repair; null if JSON cannot hold it, as with a name twice."),
  patch: patch("From the candidate that was sent to the repaired one."),
  valid: VERDICT.valid,
  "diagnostics?": list(
    DIAGNOSTIC,
    "What is left to report about the repaired candidate. In the brief view it is beside `repaired`.",
    { maxItems: 100 },
  ),
  omitted: VERDICT.omitted,
  "unchecked?": VERDICT["unchecked?"],
  "fixesOmitted?": VERDICT["fixesOmitted?"],
} satisfies Record<string, JsonSchema>;

const REPAIRED_COUNT = count(
  "How many diagnostics the repair has settled; `diagnostics` has the others. Brief view only.",
);

export const VALIDATION_RESULT = object("ValidationResult", "The verdict and all diagnostics.", {
  ...VERDICT,
  "repairedCount?": REPAIRED_COUNT,
  "repaired?": object(
    "RepairedCandidate",
    "The candidate with every fix up to the requested level. Present if a repair was requested and there are diagnostics.",
    REPAIRED,
  ),
});

const BUILT = {
  "proposalPackage?": object("ProposalPackage", "What to submit. Present only when the candidate is valid.", {
    packageVersion: text("Format of the package.", { const: "1" }),
    targetProduct: text("The target product."),
    domainId: text("The domain."),
    specPackage: SPEC_PACKAGE_IDENTITY,
    candidate: freeObject("The normalized candidate."),
    digest: digest("the RFC 8785 form of the package without this member"),
  }),
  "changes?": patch(
    "What normalization changed, as a patch of the candidate as sent. Empty if nothing changed.",
  ),
  "submission?": object(
    "Submission",
    'How to submit it yourself: the body is `{ "proposalPackage": … }`. This service forwards nothing.',
    {
      method: text("HTTP method.", { const: "POST" }),
      url: text("Where the target product accepts proposals."),
      headers: object("SubmissionHeaders", "Headers to send, besides your own `Authorization`.", {
        "Content-Type": text("Type of the body.", { const: "application/json" }),
        "Idempotency-Key": text("Makes a repeated submission of the same package safe.", {
          pattern: "^pf1_[0-9a-f]{64}$",
        }),
        "Preflight-Receipt?": text("The receipt. Present if there is one."),
      }),
    },
  ),
  "receipt?": text(
    "A JWT by which the product can tell who judged this package valid, by which rules, and when. Present if the service signs.",
  ),
} satisfies Record<string, JsonSchema>;

export const BUILD_RESULT = object("BuildResult", "The verdict and, for a valid candidate, the package.", {
  ...VERDICT,
  ...BUILT,
  "repairedCount?": REPAIRED_COUNT,
  "repaired?": object(
    "RepairedBuild",
    "The repaired candidate, with its package if only that candidate is valid. Present if a repair was requested and there are diagnostics.",
    { ...REPAIRED, ...BUILT },
  ),
});
