import type { Operation } from "./operation.ts";
import { upstreamUnavailable } from "./problems.ts";
import { DOMAIN_LIST } from "./schemas.ts";

export const listDomains: Operation = {
  id: "listDomains",
  capability: "preflight.listDomains",
  method: "GET",
  path: "/api/domains",
  title: "List proposal domains",
  summary: "List the kinds of proposal that can be checked and built",
  description:
    "Lists every supported proposal domain with the URL of its spec package and the URL where the target product accepts built packages. Call it first: validateProposal and buildProposal need the `targetProduct` and `domainId` it returns. Needs no credentials.",
  input: undefined,
  output: DOMAIN_LIST,
  credentials: "optional",

  run(_input, { catalogue }) {
    const states = catalogue.list();
    const domains = [];
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
        });
      else retryAfter = Math.min(retryAfter, state.retryAfterSeconds);
    }
    // An empty list would mean that nothing is supported, which is not true.
    if (domains.length === 0 && states.length > 0)
      return { ok: false, problem: upstreamUnavailable("Every configured target product", retryAfter) };
    return { ok: true, body: { domains } };
  },
};
