import { freeObject, list, object, text } from "./parts.ts";

export const DOMAIN_NAME = object(
  "DomainName",
  { targetProduct: text("The product."), domainId: text("The domain.") },
  "A supported domain.",
);

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
          summary: text("What it is about, in one line."),
          specPackageVersion: text("Version of the rules in use."),
          specPackageUrl: text("Absolute URL of the rules in use."),
          submissionUrl: text("Absolute URL where the target product accepts built packages."),
          members: list(
            object(
              "MemberDescription",
              {
                pointer: text("Where the member stands in a candidate; * stands for every item of a list."),
                in: text("The alternatives that have it so, by what tells them apart. Left out if all have."),
                required: { type: "boolean", description: "Whether it has to be there." },
                type: text("Its JSON type."),
                rule: text("What holds for it, in one line."),
                description: text("What it is about, if the rules say so."),
              },
              "A member of a candidate.",
              ["in", "description"],
            ),
            "The members of a candidate, breadth first.",
          ),
          membersOmitted: {
            type: "integer",
            description: "How many more members there are; ask for those below a `pointer`.",
          },
          example: freeObject("A valid candidate."),
          required: list(text("A name."), "The members that have to be there, if the details were left out."),
        },
        "A kind of proposal that can be checked and built.",
        ["members", "membersOmitted", "example", "required"],
      ),
      "The supported domains.",
    ),
    detailsOmitted: {
      type: "boolean",
      description: "True if the details of so many domains would be too long; ask for one of them.",
    },
    supported: list(DOMAIN_NAME, "All domains, if none is as the filter asks."),
  },
  "What this service can check.",
  ["detailsOmitted", "supported"],
);

export const DOMAIN_FILTER = object(
  "DomainFilter",
  {
    targetProduct: text("Only domains of this product."),
    domainId: text("Only the domain of this name."),
    pointer: text("Only members at and below this pointer, as `members` writes it: /references/*."),
  },
  "Which domains to list; all of them without a filter.",
  ["targetProduct", "domainId", "pointer"],
);
