import { VALUE_TYPES } from "../../core/values/value-types.ts";
import { namedDomains } from "../operations/list-domains.ts";
import type { Catalogue } from "../operations/ports.ts";

/** The whole flow on one page, for a model that has never seen the service. */
export function llmsText(catalogue: Catalogue, baseUrl: string, rateLimit: number): string {
  const { named, others } = namedDomains(catalogue);
  const list = named.map(
    ({ targetProduct, domainId, title }) =>
      `- ${title}: targetProduct \`${targetProduct}\`, domainId \`${domainId}\`; rules at ${baseUrl}/spec-packages/${targetProduct}/${domainId}`,
  );
  const types = Object.entries(VALUE_TYPES).map(
    ([type, { good, bad }]) => `- ${type}: good \`${JSON.stringify(good)}\`, bad \`${JSON.stringify(bad)}\``,
  );
  return `# Preflight

> Checks a proposal before it is submitted to its target product, lists every problem (often with a patch that fixes it), and builds the package to submit. Stateless: nothing is stored or forwarded.

## Flow

1. \`GET ${baseUrl}/api/domains\` (no key) lists the domains. \`GET ${baseUrl}/api/domains?targetProduct=…&domainId=…\` describes one: its members, an example, the URL of its rules and of its submission endpoint. With \`membersOmitted\`, add \`&pointer=/…\` for the members below one.
2. \`POST ${baseUrl}/api/validate\` with \`Authorization: Bearer ai_…\`, \`Content-Type: application/json\` and the body \`{ "targetProduct": …, "domainId": …, "candidate": { … } }\`. The answer is 200 whether or not the candidate is valid: check \`valid\` and \`diagnostics\`.
3. Fix the candidate. Add \`"repair": "suggested"\` to the body, and the answer has \`repaired\`: the candidate with every fix that loses nothing, and what is left to fix. Every diagnostic has a JSON Pointer, a message and often \`fixes\` with an RFC 6902 patch that applies by itself: \`safe\` keeps the meaning, \`suggested\` is a guess to review, \`placeholder\` needs your content, \`removal\` takes out something that was written. \`"view": "brief"\` leaves out links, repetitions and what the repair has settled. Validate again until \`valid\` is true. Warnings do not stop a build.
4. \`POST ${baseUrl}/api/build\` with the same body returns \`proposalPackage\`, the \`changes\` made by normalization and \`submission\`.
5. Submit it yourself: \`POST\` to \`submission.url\` with the headers of \`submission.headers\`, your own \`Authorization\`, and the body \`{ "proposalPackage": … }\` exactly as returned. The idempotency key makes it safe to send it again.

## Domains

${[...list, ...(others === "" ? [] : [`- ${others}`])].join("\n")}

## Types of values

Where a domain declares fields with types, the values of records must be of them. A good and a bad value of each, as JSON:

${types.join("\n")}

## After the build

The key for this service is also the key for the submission. The package may be serialized again: its digest is over its canonical form. \`registry.asOf\` says how fresh the snapshot of the registry is; the product checks again. \`GET\` on the submission URL lists the proposals you submitted, with their ballots. An agent without a key of its own hands the package and \`submission\` to somebody who has one.

## Limits and errors

- ${rateLimit} calls a minute for each client address (or agent), all operations and MCP tool calls together. \`RateLimit\` tells what is left; on 429 wait \`Retry-After\` seconds.
- Request bodies have at most 65,536 bytes.
- Errors are problem documents (RFC 9457) whose \`detail\` says what to do.

## More

- [API reference](${baseUrl}/docs) and [OpenAPI document](${baseUrl}/openapi.json)
- [Every diagnostic code](${baseUrl}/rules), for a domain at \`/rules/<targetProduct>/<domainId>/<code>\` (JSON, or Markdown by \`Accept\`), and [every problem code](${baseUrl}/problems)
- MCP endpoint with the tools listDomains, validateProposal and buildProposal: ${baseUrl}/mcp
- The candidate as JSON Schema at \`/schemas/<targetProduct>/<domainId>\`, for structured output with \`?strict=true\`
- [OpenAPI document with references](${baseUrl}/openapi-refs.json), to make client code from
- [Capabilities for an Agent Auth identity service](${baseUrl}/capabilities.json)
`;
}
