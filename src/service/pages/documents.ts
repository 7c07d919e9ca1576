/** All documents that describe the service, made on request and kept until the rules in use change. */

import { API_CATALOG_PATH, API_CATALOG_TYPE, apiCatalog } from "../describe/api-catalog.ts";
import { capabilityList } from "../describe/capabilities.ts";
import { exampleEnvelope } from "../describe/examples.ts";
import { explainedOnce, withNamedSchemas } from "../describe/named-schemas.ts";
import { type OpenApiParts, openApiDocument } from "../describe/openapi.ts";
import { serverJson } from "../describe/server-json.ts";
import { ICON } from "../describe/service-info.ts";
import type { OperationContext } from "../operations/operation.ts";
import type { Catalogue } from "../operations/ports.ts";
import { docsPage } from "./html/docs-page.ts";
import { page } from "./html/html.ts";
import { landingText } from "./html/landing-page.ts";
import { problemsPage } from "./html/problems-page.ts";
import { workbenchPage, workbenchPolicy } from "./html/workbench-page.ts";
import { llmsText } from "./llms-text.ts";
import type { Assets } from "./look.ts";

export interface ServedDocument {
  readonly path: string;
  readonly type: "text/html" | "text/plain" | "application/json" | "image/svg+xml";
  readonly headers?: Readonly<Record<string, string>>;
  content(): string;
  /** The Content-Security-Policy of a page. */
  policy?(): string;
}

interface DocumentParts extends OpenApiParts {
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
  const documents: ServedDocument[] = [
    topPage(),
    ...studioPage(),
    { path: "/docs", type: "text/html", content: () => docsPage(openApi(), exampleEnvelope(context), look) },
    { path: "/problems", type: "text/html", content: () => problemsPage(look) },
    {
      path: "/openapi.json",
      type: "application/json",
      content: () => JSON.stringify(explainedOnce(openApi())),
    },
    {
      path: "/openapi-refs.json",
      type: "application/json",
      content: () => JSON.stringify(withNamedSchemas(openApi())),
    },
    {
      path: "/capabilities.json",
      type: "application/json",
      content: () => JSON.stringify(capabilityList(operations, baseUrl)),
    },
    {
      path: "/server.json",
      type: "application/json",
      content: () => JSON.stringify(serverJson(baseUrl, version), null, 2),
    },
    {
      path: API_CATALOG_PATH,
      type: "application/json",
      headers: {
        "Content-Type": API_CATALOG_TYPE,
        Link: `<${baseUrl}${API_CATALOG_PATH}>; rel="api-catalog"`,
      },
      content: () => JSON.stringify(apiCatalog(baseUrl), null, 2),
    },
    { ...ICON, content: () => ICON.content },
    { path: "/llms.txt", type: "text/plain", content: () => llmsText(catalogue, baseUrl, rateLimit) },
  ];
  return documents.map((document) => ({ ...document, content: keep(document.content) }));

  /** It runs in the browser alone, so there is none without the build. */
  function studioPage(): ServedDocument[] {
    if (assets === undefined) return [];
    const { studio } = assets;
    const list = () => catalogue.list();
    const without =
      "<p>The rules studio needs JavaScript. The command <code>preflight spec check</code> does the same.</p>";
    return [
      {
        path: "/studio",
        type: "text/html",
        content: () => workbenchPage(studio, { domains: list(), rateLimit }, without),
        policy: () => workbenchPolicy([]),
      },
    ];
  }

  function topPage(): ServedDocument {
    const list = () => catalogue.list();
    const base = { path: "/", type: "text/html" } as const;
    const text = () => landingText(list(), baseUrl, rateLimit);
    if (assets === undefined) return { ...base, content: () => page("Preflight", text()) };
    return {
      ...base,
      content: () => workbenchPage(assets.workbench, { domains: list(), rateLimit, keyHelpUrl }, text()),
      policy: () => workbenchPolicy(list()),
    };
  }
}

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
