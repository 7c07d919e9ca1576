import { isPlainObject } from "../../core/json/pointer.ts";
import { exampleToShow } from "../../core/publishing/examples.ts";
import { describeMembers } from "../../core/spec-package/members.ts";
import type { SpecPackage } from "../../core/spec-package/spec-package.ts";
import { describeTypes } from "../../core/spec-package/types-in-use.ts";
import type { Operation } from "./operation.ts";
import type { Domain, DomainList } from "./operation-types.ts";
import type { DomainDescription } from "./ports.ts";
import { upstreamUnavailable } from "./problems.ts";
import { DOMAIN_FILTER, DOMAIN_LIST } from "./schemas/domains.ts";

/** With more domains than this, the answer names them and leaves out how to write a candidate. */
const MAX_DETAILED_DOMAINS = 10;

export const listDomains: Operation = {
  id: "listDomains",
  capability: "preflight.listDomains",
  method: "GET",
  path: "/api/domains",
  title: "List proposal domains",
  summary: "List the kinds of proposal that can be checked and built",
  description:
    "Lists the supported proposal domains. Call it first: the other operations need the `targetProduct` and `domainId` it returns. With at most 10 domains, each comes with its members and an example, so that you can write a candidate from this answer alone. Needs no credentials.",
  input: DOMAIN_FILTER,
  output: DOMAIN_LIST,
  credentials: "optional",

  run(input, { catalogue }) {
    const states = catalogue.list().filter(({ description }) => matches(input, description));
    const ready = states.flatMap((state) => (state.status === "ready" ? [state] : []));
    const isDetailed = ready.length <= MAX_DETAILED_DOMAINS;
    const domains: Domain[] = [];
    let retryAfter = Number.POSITIVE_INFINITY;
    for (const state of states) {
      if (state.status === "ready")
        domains.push({
          targetProduct: state.description.targetProduct,
          domainId: state.description.domainId,
          title: state.description.title,
          specPackageVersion: state.spec.version,
          specPackageUrl: state.description.specPackageUrl,
          submissionUrl: state.description.submissionUrl,
          ...(isDetailed && detailsOf(state.spec)),
        });
      else retryAfter = Math.min(retryAfter, state.retryAfterSeconds);
    }
    // An empty list would mean that nothing is supported, which is not true.
    if (domains.length === 0 && states.length > 0)
      return { ok: false, problem: upstreamUnavailable("Every configured target product", retryAfter) };
    const body: DomainList = { domains, ...(!isDetailed && { detailsOmitted: true }) };
    return { ok: true, body };
  },
};

function matches(filter: unknown, domain: DomainDescription): boolean {
  if (!isPlainObject(filter)) return true;
  return (["targetProduct", "domainId"] as const).every(
    (name) => filter[name] === undefined || filter[name] === domain[name],
  );
}

type Details = Pick<Domain, "members" | "types" | "example">;

const details = new WeakMap<SpecPackage, Details>();

function detailsOf(spec: SpecPackage): Details {
  let known = details.get(spec);
  if (known === undefined) {
    const example = exampleOf(spec);
    known = {
      members: describeMembers(spec),
      types: describeTypes(spec),
      ...(example !== undefined && { example }),
    };
    details.set(spec, known);
  }
  return known;
}

/** A candidate that is valid in every registry, an empty one included. */
export function exampleOf(spec: SpecPackage): unknown {
  return exampleToShow(spec) ?? spec.document.examples.valid[0]?.candidate;
}
