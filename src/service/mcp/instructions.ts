import { nameOf } from "../../core/spec-package/spec-package.ts";
import { exampleOf, namedDomains } from "../operations/list-domains.ts";
import type { Catalogue } from "../operations/ports.ts";

/** Some clients cut the instructions at 2,048 characters. */
const MAX_LENGTH = 2_040;

/** What a model is told when it connects, with one set of arguments that is valid if it fits. */
export function instructions(callsPerMinute: number | undefined, catalogue: Catalogue): string {
  const text = flow(callsPerMinute, domainNames(catalogue));
  const example = catalogue
    .list()
    .flatMap((state) => {
      if (state.status !== "ready") return [];
      const { targetProduct, domainId } = state.description;
      const valid = { targetProduct, domainId, candidate: exampleOf(state.spec) };
      return [`\n\nValid arguments:\n${JSON.stringify(valid)}`];
    })
    .find((line) => text.length + line.length <= MAX_LENGTH);
  return text + (example ?? "");
}

/** What can be proposed, in one line; empty if that is not known. */
export function domainNames(catalogue: Catalogue): string {
  const { named, others } = namedDomains(catalogue);
  if (named.length === 0) return "";
  return ` Domains (targetProduct/domainId): ${[...named.map(nameOf), ...(others === "" ? [] : [others])].join(", ")}.`;
}

function flow(callsPerMinute: number | undefined, domains: string): string {
  const limit = callsPerMinute === undefined ? "" : ` At most ${callsPerMinute} tool calls a minute.`;
  return `Checks a proposal before it is submitted and builds the package to submit. Stores and submits nothing.

1. listDomains with both names: members and an example.${domains} preflight://codes/<targetProduct>/<domainId>/<code> explains a code.
2. validateProposal with "repair": "suggested". "valid": false is normal. Go on from "repaired.candidate", if there is one: "diagnostics" has what is left ("decision" fixes need the author, "placeholder" ones your content, "removal" ones take text out). Ready when "valid" is true.
3. buildProposal, same arguments; with "repair" the package of a repaired candidate is in "repaired".
4. Submit it yourself: POST {"proposalPackage": ...} unaltered to submission.url with submission.headers (Idempotency-Key) and your own key. Repeating is safe.

Ask for what only a person knows, such as the owner.
Validating and building need "Authorization: Bearer ai_...".${limit}`;
}
