import { anything, freeObject, list, object, text } from "./parts.ts";

export const DOMAIN_LIST = object(
  "DomainList",
  {
    domains: list(
      object(
        "Domain",
        {
          targetProduct: text("Use as `targetProduct`."),
          domainId: text("Use as `domainId`."),
          title: text("Name to show to people."),
          specPackageVersion: text("Version of the rules in use."),
          specPackageUrl: text("Absolute URL of the rules in use."),
          submissionUrl: text("Absolute URL where the target product accepts built packages."),
          members: list(
            object(
              "MemberDescription",
              {
                pointer: text("Where the member stands in a candidate; * stands for every item of a list."),
                required: { type: "boolean", description: "Whether it has to be there." },
                type: text("Its JSON type."),
                rule: text("What holds for it, in one line."),
                description: text("What it is about, if the rules say so."),
              },
              "A member of a candidate.",
              ["description"],
            ),
            "The members of a candidate.",
            { maxItems: 200 },
          ),
          types: list(
            object(
              "TypeDescription",
              {
                type: text("A type of values."),
                format: text("Or a format of texts."),
                good: anything("A value of it."),
                bad: anything("What people write instead."),
              },
              "A type or format, by example.",
              ["type", "format"],
            ),
            "The types and formats of its values.",
          ),
          example: freeObject("A valid candidate."),
        },
        "A kind of proposal that can be checked and built.",
        ["members", "types", "example"],
      ),
      "The supported domains.",
    ),
    detailsOmitted: {
      type: "boolean",
      description: "True if there are more than 10 domains, so that `members` and `example` were left out.",
    },
  },
  "What this service can check.",
  ["detailsOmitted"],
);

export const DOMAIN_FILTER = object(
  "DomainFilter",
  {
    targetProduct: text("Only domains of this product."),
    domainId: text("Only the domain of this name."),
  },
  "Which domains to list; all of them without a filter.",
  ["targetProduct", "domainId"],
);
