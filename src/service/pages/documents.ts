/** All documents that describe the service, made on request and kept until the rules in use change. */
import { exampleEnvelope } from "../describe/examples.ts";
import { explainedOnce, withNamedSchemas } from "../describe/named-schemas.ts";
import { type OpenApiParts, openApiDocument } from "../describe/openapi.ts";
import { serverJson } from "../describe/server-json.ts";
import { ICON } from "../describe/service-info.ts";
import type { Operation, OperationContext } from "../operations/operation.ts";
import type { Catalogue, DomainState } from "../operations/ports.ts";
import { docsPage } from "./html/docs-page.ts";
import { escapeHtml, linksTo, page, pageHead, policyWith } from "./html/html.ts";
import { problemsPage } from "./html/problems-page.ts";
import { llmsText } from "./llms-text.ts";
import type { Assets, Look } from "./look.ts";

interface ServedDocument {
  readonly path: string;
  readonly type: "text/html" | "text/plain" | "application/json" | "image/svg+xml";
  readonly headers?: Readonly<Record<string, string>>;
  content(): string;
  /** The Content-Security-Policy of a page. */
  policy?(): string;
}

export interface DocumentParts extends OpenApiParts {
  readonly context: OperationContext;
  readonly version: string;
  /** The built workbench. Without it, `/` is a page of links. */
  readonly assets: Assets | undefined;
  /** A page that tells people where to get a key. */
  readonly keyHelpUrl?: string | undefined;
}

export function createDocuments(parts: DocumentParts): readonly ServedDocument[] {
  const { operations, baseUrl, rateLimit, context, version, assets, keyHelpUrl } = parts;
  const { catalogue } = context;
  const keep = <Value>(make: () => Value): (() => Value) => keepWhile(() => versionOf(catalogue), make);
  const look = assets?.reference;
  const openApi = keepWhile(
    () => "",
    () => openApiDocument(parts),
  );
  const list = () => catalogue.list();
  const landing = () => landingText(list(), baseUrl, rateLimit);
  const documents: ServedDocument[] = [
    assets === undefined
      ? { path: "/", type: "text/html", content: () => page("Preflight", landing()) }
      : {
          path: "/",
          type: "text/html",
          content: () =>
            workbenchPage(assets.workbench, { domains: list(), rateLimit, keyHelpUrl }, landing()),
          policy: () => workbenchPolicy(list()),
        },
    // It runs in the browser alone, so there is none without the build.
    ...(assets === undefined
      ? []
      : [
          {
            path: "/studio",
            type: "text/html" as const,
            content: () => workbenchPage(assets.studio, { domains: list(), rateLimit }, WITHOUT_STUDIO),
            policy: () => workbenchPolicy([]),
          },
        ]),
    { path: "/docs", type: "text/html", content: () => docsPage(openApi(), exampleEnvelope(context), look) },
    { path: "/problems", type: "text/html", content: () => problemsPage(look) },
    json("/openapi.json", () => explainedOnce(openApi())),
    json("/openapi-refs.json", () => withNamedSchemas(openApi())),
    json("/capabilities.json", () => capabilityList(operations, baseUrl)),
    json("/server.json", () => serverJson(baseUrl, version), 2),
    {
      ...json(API_CATALOG_PATH, () => apiCatalog(baseUrl), 2),
      headers: {
        "Content-Type": API_CATALOG_TYPE,
        Link: `<${baseUrl}${API_CATALOG_PATH}>; rel="api-catalog"`,
      },
    },
    { ...ICON, content: () => ICON.content },
    { path: "/llms.txt", type: "text/plain", content: () => llmsText(catalogue, baseUrl, rateLimit) },
  ];
  return documents.map((document) => ({ ...document, content: keep(document.content) }));
}

function json(path: string, make: () => object, indent?: number): ServedDocument {
  return { path, type: "application/json", content: () => JSON.stringify(make(), null, indent) };
}

const WITHOUT_STUDIO =
  "<p>The rules studio needs JavaScript. The command <code>preflight spec check</code> does the same.</p>";

/** What the documents depend on: the domains that can be checked, with their rules and registries. */
function versionOf(catalogue: Catalogue): string {
  return catalogue
    .list()
    .map((state) => (state.status === "ready" ? `${state.spec.digest} ${state.registry?.digest}` : "-"))
    .join();
}

function keepWhile<Value>(version: () => string, make: () => Value): () => Value {
  let kept: { version: string; value: Value } | undefined;
  return () => {
    const current = version();
    if (kept?.version !== current) kept = { version: current, value: make() };
    return kept.value;
  };
}

/** RFC 9727: where the descriptions of this service are, as a link set (RFC 9264). */
const API_CATALOG_PATH = "/.well-known/api-catalog";
const API_CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

function apiCatalog(baseUrl: string) {
  const link = (path: string, type: string) => [{ href: `${baseUrl}${path}`, type }];
  return {
    linkset: [
      {
        anchor: `${baseUrl}${API_CATALOG_PATH}`,
        item: [{ href: `${baseUrl}/api` }, { href: `${baseUrl}/mcp` }],
      },
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
function capabilityList(operations: readonly Operation[], baseUrl: string) {
  return {
    capabilities: operations.map(({ capability, description, path, method, input, output }) => ({
      name: capability,
      description,
      location: `${baseUrl}${path}`,
      method,
      input,
      output,
    })),
  };
}

/** What the service is for, without a script. */
function landingText(domains: readonly DomainState[], baseUrl: string, rateLimit: number): string {
  const items = domains.map((state) => {
    const { title, targetProduct, domainId } = state.description;
    const rules =
      state.status === "ready" ? ` ${escapeHtml(state.spec.version)}` : " (not available at the moment)";
    return `<li>${escapeHtml(title)}: <a href="spec-packages/${escapeHtml(targetProduct)}/${escapeHtml(domainId)}"><code>${escapeHtml(`${targetProduct} / ${domainId}`)}</code></a>${rules}</li>`;
  });
  return `<p>Checks a proposal before it is submitted, reports every problem and how to fix it, and builds the package to submit. Nothing is stored or forwarded.</p>
<h2>What can be checked</h2>
<ul>${items.join("")}</ul>
<h2>How to use it</h2>
<pre><code>curl ${escapeHtml(baseUrl)}/api/domains
curl ${escapeHtml(baseUrl)}/api/validate -H 'Authorization: Bearer ai_…' -H 'Content-Type: application/json' -d @envelope.json
curl ${escapeHtml(baseUrl)}/api/build    -H 'Authorization: Bearer ai_…' -H 'Content-Type: application/json' -d @envelope.json</code></pre>
<p>The <a href="docs">API reference</a> has examples; the <a href="rules">rules</a> explain every diagnostic. For agents, <a href="llms.txt">llms.txt</a> describes the flow and the tools are at <code>${escapeHtml(baseUrl)}/mcp</code>. Each client may make ${rateLimit} calls a minute.</p>`;
}

interface WorkbenchData {
  readonly domains: readonly DomainState[];
  readonly rateLimit: number;
  readonly keyHelpUrl?: string | undefined;
}

/** The page that the workbench runs in. What the script must know stands in it as data, so no call is spent on that. */
export function workbenchPage(
  look: Look,
  { domains, rateLimit, keyHelpUrl }: WorkbenchData,
  withoutScript: string,
): string {
  const boot = {
    callsPerMinute: rateLimit,
    ...(keyHelpUrl !== undefined && { keyHelpUrl }),
    domains: domains.map((domain) => {
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
  return policyWith(
    "script-src 'self'",
    "style-src 'self'",
    `connect-src ${["'self'", ...origins].join(" ")}`,
    "worker-src 'self'",
  );
}
