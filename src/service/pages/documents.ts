/** All documents that describe the service, made on request and kept until the rules in use change. */
import { once } from "../../core/json/values.ts";
import { VALUE_TYPES } from "../../core/values/value-types.ts";
import { exampleEnvelope } from "../describe/examples.ts";
import { explainedOnce, type OpenApiParts, openApiDocument, withNamedSchemas } from "../describe/openapi.ts";
import { ICON, serverJson } from "../describe/service-info.ts";
import { nameDomains, watchRules } from "../operations/list-domains.ts";
import type { OperationContext } from "../operations/operation.ts";
import { OPERATIONS } from "../operations/operations.ts";
import type { Catalogue, DomainState } from "../operations/ports.ts";
import type { Assets, Look } from "./assets.ts";
import { docsPage } from "./html/docs-page.ts";
import { linksTo, page, pageHead, policyOf, policyWith } from "./html/html.ts";
import { problemsPage } from "./html/problems-page.ts";

export interface Content {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export const ok = (body: string, headers: Content["headers"]): Content => ({ status: 200, headers, body });

export const htmlContent = (body: string, policy: string, more: Content["headers"] = {}): Content =>
  ok(body, { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy, ...more });

export interface DocumentParts extends OpenApiParts {
  readonly context: OperationContext;
  readonly version: string;
  /** The built workbench. Without it, `/` is a page of links. */
  readonly assets: Assets | undefined;
  readonly keyHelpUrl?: string | undefined;
}

export function createDocuments(parts: DocumentParts): Readonly<Record<string, () => Content>> {
  const { baseUrl, rateLimit, context, version, assets, keyHelpUrl } = parts;
  const { catalogue } = context;
  const look = assets?.reference;
  const openApi = () => described(parts);
  const list = () => catalogue.list();
  const rulesInUse = watchRules(catalogue);
  function html(make: () => string, policy = () => policyOf(look)) {
    const text = once<readonly unknown[], string>(make);
    // A page names files that are gone with the next release, so it is fetched anew each time.
    return () => htmlContent(text(rulesInUse()), policy(), { "Cache-Control": "no-cache" });
  }
  function file(type: string, make: () => string, more: Content["headers"] = {}) {
    const text = once<readonly unknown[], string>(make);
    const headers = { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": "max-age=60", ...more };
    return () => ok(text(rulesInUse()), headers);
  }
  const json = (make: () => object, indent?: number, more?: Content["headers"]) =>
    file("application/json", () => JSON.stringify(make(), null, indent), more);
  const workbench = assets && {
    "/": html(
      () => workbenchPage(assets.workbench, { domains: list(), rateLimit, keyHelpUrl }, ABOUT),
      () => workbenchPolicy(list()),
    ),
    // It runs in the browser alone, so there is none without the build.
    "/studio": html(
      () => workbenchPage(assets.studio, { domains: list(), rateLimit }, WITHOUT_STUDIO),
      () => workbenchPolicy([]),
    ),
  };
  return {
    "/": html(() => page("Preflight", ABOUT)),
    ...workbench,
    "/docs": html(() => docsPage(openApi(), exampleEnvelope(context), look)),
    "/problems": html(() => problemsPage(look)),
    "/openapi.json": json(() => explainedOnce(openApi())),
    "/openapi-refs.json": json(() => withNamedSchemas(openApi())),
    "/capabilities.json": json(() => capabilityList(baseUrl)),
    "/server.json": json(() => serverJson(baseUrl, version), 2),
    [API_CATALOG_PATH]: json(() => apiCatalog(baseUrl), 2, {
      "Content-Type": API_CATALOG_TYPE,
      Link: `<${baseUrl}${API_CATALOG_PATH}>; rel="api-catalog"`,
    }),
    [ICON.path]: file(ICON.type, () => ICON.content),
    "/llms.txt": file("text/plain", () => llmsText(catalogue, baseUrl, rateLimit)),
  };
}

const described = once(openApiDocument);

const WITHOUT_STUDIO =
  "<p>The rules studio needs JavaScript. The command <code>preflight spec check</code> does the same.</p>";

/** RFC 9727: where the descriptions of this service are, as a link set (RFC 9264). */
const API_CATALOG_PATH = "/.well-known/api-catalog";
const API_CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

function apiCatalog(baseUrl: string) {
  const link = (path: string, type: string) => [{ href: `${baseUrl}${path}`, type }];
  const anchor = `${baseUrl}${API_CATALOG_PATH}`;
  return {
    linkset: [
      { anchor, item: [{ href: `${baseUrl}/api` }, { href: `${baseUrl}/mcp` }] },
      {
        anchor: `${baseUrl}/api`,
        "service-desc": link("/openapi.json", "application/json"),
        "service-doc": link("/docs", "text/html"),
        "service-meta": link("/capabilities.json", "application/json"),
        status: link("/readyz", "application/json"),
      },
      {
        anchor: `${baseUrl}/mcp`,
        "service-doc": link("/llms.txt", "text/plain"),
        "service-meta": link("/server.json", "application/json"),
        status: link("/readyz", "application/json"),
      },
    ],
  };
}

/** What an Agent Auth identity service needs to register the operations as capabilities. */
function capabilityList(baseUrl: string) {
  const capabilities = OPERATIONS.map(({ capability: name, description, path, method, input, output }) => ({
    ...{ name, description, location: `${baseUrl}${path}`, method, input, output },
  }));
  return { capabilities };
}

/** What the service is for, without a script. */
const ABOUT = `<p>Checks a proposal before it is submitted, reports every problem and how to fix it, and builds the package to submit. Nothing is stored or forwarded.</p>
<p>The <a href="docs">API reference</a> has examples; the <a href="rules">rules</a> explain every diagnostic. For agents, <a href="llms.txt">llms.txt</a> lists what can be checked and describes the flow.</p>`;

type WorkbenchData = Pick<DocumentParts, "rateLimit" | "keyHelpUrl"> & { domains: readonly DomainState[] };

/** The page that the workbench runs in. What the script must know stands in it as data, so no call is spent on that. */
export function workbenchPage(look: Look, data: WorkbenchData, withoutScript: string): string {
  const boot = {
    callsPerMinute: data.rateLimit,
    keyHelpUrl: data.keyHelpUrl,
    domains: data.domains.map((domain) => {
      const { targetProduct, domainId, title, submissionUrl } = domain.description;
      const description = domain.status === "ready" ? domain.spec.document.description : "";
      return { targetProduct, domainId, title, description, submissionUrl, ready: domain.status === "ready" };
    }),
  };
  return `<!doctype html>
<html lang="en">
${pageHead("Preflight", `${DESCRIPTION}\n${linksTo(look)}`)}
<body>
<div id="app"><noscript>${withoutScript}</noscript></div>
<script type="application/json" id="boot">${JSON.stringify(boot).replaceAll("<", "\\u003c")}</script>
</body>
</html>
`;
}

const DESCRIPTION =
  '<meta name="description" content="Write a proposal, see what is wrong with it, fix it and build the package to submit.">';

/** No script or style but our own files. The page may send to this service, and to where packages are submitted. */
export function workbenchPolicy(domains: readonly DomainState[]): string {
  const origins = new Set(domains.map(({ description }) => new URL(description.submissionUrl).origin));
  const connect = `connect-src ${["'self'", ...origins].join(" ")}`;
  return policyWith("script-src 'self'", "style-src 'self'", connect, "worker-src 'self'");
}

/** The whole flow on one page, for a model that has never seen the service. */
export function llmsText(catalogue: Catalogue, baseUrl: string, rateLimit: number): string {
  const domains = nameDomains(
    catalogue,
    ({ targetProduct, domainId, title }) =>
      `${title}: targetProduct \`${targetProduct}\`, domainId \`${domainId}\`; rules at ${baseUrl}/spec-packages/${targetProduct}/${domainId}`,
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

${domains.map((domain) => `- ${domain}`).join("\n")}

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
