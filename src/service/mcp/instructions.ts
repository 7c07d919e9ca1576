import { nameOf } from "../../core/spec-package/spec-package.ts";
import { exampleOf, namedDomains } from "../operations/list-domains.ts";
import type { Catalogue } from "../operations/ports.ts";

/** Some clients cut the instructions at 2,048 characters. */
const MAX_LENGTH = 2_040;

/**
 * What a model is told when it connects, with one set of arguments that is valid if it fits: into what clients show, and as
 * JSON into `room` beside the names of domains that the tools repeat.
 */
export function instructions(
  callsPerMinute: number | undefined,
  catalogue: Catalogue,
  room = Number.POSITIVE_INFINITY,
): string {
  const names = domainNames(callsPerMinute, catalogue, room);
  const text = flow(callsPerMinute, names);
  const example = catalogue
    .list()
    .flatMap((state) => {
      if (state.status !== "ready") return [];
      const { targetProduct, domainId } = state.description;
      const valid = { targetProduct, domainId, candidate: exampleOf(state.spec) };
      return [`\n\nValid arguments:\n${JSON.stringify(valid)}`];
    })
    .find(
      (line) =>
        text.length + line.length <= MAX_LENGTH && JSON.stringify(text + line).length + names.length <= room,
    );
  return text + (example ?? "");
}

/** The words around the names. */
const MAX_WORDS = 140;

/** What can be proposed, in one line that fits into `room` twice; empty if that is not known. */
export function domainNames(
  callsPerMinute: number | undefined,
  catalogue: Catalogue,
  room = Number.POSITIVE_INFINITY,
): string {
  const left = (room - JSON.stringify(flow(callsPerMinute, "")).length) / 2 - MAX_WORDS;
  const { named, others } = namedDomains(catalogue, left);
  if (named.length === 0) return "";
  return ` Domains (targetProduct/domainId): ${[...named.map(nameOf), ...(others === "" ? [] : [others])].join(", ")}.`;
}

function flow(callsPerMinute: number | undefined, domains: string): string {
  const limit = callsPerMinute === undefined ? "" : ` At most ${callsPerMinute} tool calls a minute.`;
  return `Checks a proposal before it is submitted and builds the package to submit. Stores and submits nothing.

1. listDomains with both names: members and an example.${domains} preflight://codes/<targetProduct>/<domainId>/<code> explains a code.
2. validateProposal with \`repair\`: \`suggested\`. \`valid\`: false is normal. Go on from \`repaired.candidate\`, if there is one: \`diagnostics\` has what is left (\`decision\` fixes need the author, \`placeholder\` ones your content, \`removal\` ones take text out). Ready when \`valid\` is true.
3. buildProposal, same arguments; with \`repair\` the package of a repaired candidate is in \`repaired\`.
4. Submit it yourself: POST {"proposalPackage": ...} unaltered to submission.url with submission.headers (Idempotency-Key) and your own key. Repeating is safe.

Ask for what only a person knows, such as the owner.
Validating and building need \`Authorization: Bearer ai_...\`.${limit}`;
}
