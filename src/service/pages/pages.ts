/** Everything that is not an operation: pages, descriptions, health. It answers the same over every kind of server. */

import { searchEntries } from "../../core/registry/entries.ts";
import { candidateSchema, strictCandidateSchema } from "../../core/spec-package/candidate-schema.ts";
import { specPackageText } from "../../core/spec-package/spec-package.ts";
import { type ProtectedResource, refuseOAuth } from "../describe/oauth-metadata.ts";
import type { Answer, Head, LaneParts } from "../http/call.ts";
import { CORS_HEADERS, INTERNAL_ERROR, preflightHeaders, queryOf, securityHeaders } from "../http/call.ts";
import { OPERATIONS } from "../operations/operations.ts";
import type { Catalogue, ReadyDomain } from "../operations/ports.ts";
import {
  isProblemCode,
  OVERLOADED,
  type Problem,
  problem,
  problemDocument,
  upstreamUnavailable,
} from "../operations/problems.ts";
import { type Content, createDocuments, type DocumentParts, htmlContent, ok } from "./documents.ts";
import { policyOf } from "./html/html.ts";
import { notFoundPage, problemPage } from "./html/problems-page.ts";
import { codeRules, domainRules, type Readable, rulesIndex } from "./rules.ts";

export interface PagesParts extends LaneParts, DocumentParts {
  /** RFC 9728 documents; none if there is no authorization server. */
  readonly protectedResources: readonly ProtectedResource[];
  /** New connections are refused, whoever makes them. */
  readonly isFull?: () => boolean;
  /** Callers should go to another process. */
  readonly isStopping: () => boolean;
}

type Page = (request: Head, names: readonly string[]) => Content | Problem;
type Serve = (domain: ReadyDomain, ...asked: Parameters<Page>) => Content | Problem;

const ALLOWED = "GET, HEAD, OPTIONS";
const JSON_TYPE = "application/json; charset=utf-8";
/** Of answers that change with the rules. */
const FRESH = { "Cache-Control": "no-cache" };
/** Of an answer to a search, and of what is searched for. */
const MAX_ENTRIES = 50;
const MAX_TEXT_LENGTH = 256;
/** A new key must be published for so long before it signs. */
const KEY_SET = { "Content-Type": "application/jwk-set+json", "Cache-Control": "public, max-age=300" };

/** They are not rate limited. */
export function createPages(parts: PagesParts): (head: Head) => Answer {
  const { baseUrl, isStopping, protectedResources: resources } = parts;
  const { catalogue, receipts, rulesUrl } = parts.context;
  const look = parts.assets?.reference;
  const page = (body: string, more = {}) => htmlContent(body, policyOf(look), more);
  const common = { ...securityHeaders(baseUrl), ...CORS_HEADERS, "Cache-Control": "no-store" };

  /** By path, or by the shape of one with names in it. */
  const routes = new Map<string, { route: string; answer: Page }>(
    Object.entries({
      ...createDocuments(parts),
      ...Object.fromEntries(resources.map(({ path, document }) => [path, () => json(document)])),
      ...(receipts && { "/.well-known/jwks.json": () => json(receipts.keySet(), KEY_SET) }),
      "/healthz": () => json({ status: "ok" }),
      "/readyz": () => {
        const readiness = readinessOf(catalogue, isStopping(), parts.isFull?.() ?? false);
        return { ...json(readiness), status: readiness.status === "ready" ? 200 : 503 };
      },
      "/assets/:name": (_, [name = ""]) => serveAsset(name),
      "/problems/:code": (_, [code = ""]) =>
        isProblemCode(code) ? page(problemPage(code, look)) : NOT_FOUND,
      // So that browsers can check against it. The tag is the digest.
      "/spec-packages/:product/:domain": about("The spec package", ({ spec }) =>
        ok(specPackageText(spec), { ...FRESH, ETag: `"${spec.digest}"`, "Content-Type": JSON_TYPE }),
      ),
      "/registries/:product/:domain": about("The registry", serveEntries),
      "/schemas/:product/:domain": about("The spec package", serveSchema),
      "/rules": (request) => readable(request, rulesIndex(catalogue, rulesUrl)),
      "/rules/:product/:domain": about("The spec package", ({ spec }, request) =>
        readable(request, domainRules(spec, rulesUrl)),
      ),
      "/rules/:product/:domain/:code": about("The spec package", serveCode),
    } satisfies Record<string, Page>).map(([route, answer]) => [
      route.includes(":") ? shapeOf(route.split("/")) : route,
      { route, answer },
    ]),
  );

  /** The answer of `serve` for a domain that can be checked. `what`: is needed of it. */
  function about(what: string, serve: Serve): Page {
    return (request, names) => {
      const [product = "", domain = ""] = names;
      const state = catalogue.find(product, domain);
      if (state === undefined)
        return notFound("There is no such product or domain; GET /api/domains lists them.");
      if (state.status !== "ready") return upstreamUnavailable(what, state.retryAfterSeconds);
      return serve(state, request, names);
    };
  }

  /** What a candidate looks like; `?strict=true` in the form that model APIs fill in. */
  function serveSchema({ spec }: ReadyDomain, request: Head, names: readonly string[]): Content | Problem {
    const asked = queryOf(request).get("strict") ?? "false";
    if (asked !== "true" && asked !== "false") return NO_SUCH_FORM;
    const isStrict = asked === "true";
    const schema = isStrict ? strictCandidateSchema(spec) : candidateSchema(spec);
    const $id = `${baseUrl}/schemas/${names.join("/")}${isStrict ? "?strict=true" : ""}`;
    return json({ $id, ...schema }, { ...FRESH, "Content-Type": "application/schema+json" });
  }

  function serveCode({ spec }: ReadyDomain, request: Head, [, , code = ""]: readonly string[]) {
    // The first example of a package is looked for among many candidates, and nobody is counted for it.
    if (parts.isOverloaded()) return OVERLOADED;
    const found = codeRules(spec, code);
    return found ? readable(request, found) : NO_SUCH_CODE;
  }

  /** As a page where that is asked for, as Markdown where that is, otherwise as JSON. */
  function readable(request: Head, content: Readable): Content {
    const headers = { ...FRESH, Vary: "Accept" };
    const form = formFor(acceptedBy(request));
    if (form === "text/html") return page(content.html(rootOf(request.target), look), headers);
    return form === "text/markdown"
      ? ok(content.markdown(), { ...headers, "Content-Type": "text/markdown; charset=utf-8" })
      : json(content.json(), headers);
  }

  function serveAsset(name: string): Content | Problem {
    const asset = parts.assets?.find(name);
    if (asset === undefined) return NOT_FOUND;
    return ok(asset.text, {
      "Content-Type": asset.type,
      // The policy of a worker is that of its file, and workers load parts of their own.
      "Content-Security-Policy": "default-src 'none'; script-src 'self'",
      "Cache-Control": "public, max-age=31536000, immutable",
    });
  }

  /**
   * For people who fill in a form: what can be chosen, by what they have typed so far. `registry` of the query: one that
   * the package declares; without it, the product's own.
   */
  function serveEntries({ registry: own, registries }: ReadyDomain, request: Head): Content | Problem {
    // A search looks at every entry, and is not counted as a call.
    if (parts.isOverloaded()) return OVERLOADED;
    const query = queryOf(request);
    const name = query.get("registry");
    const registry = name === null ? own : registries?.get(name);
    if (registry === undefined) return notFound("There is no such registry.");
    const search = (query.get("search") ?? "").slice(0, MAX_TEXT_LENGTH);
    const entries = searchEntries(registry, search, MAX_ENTRIES);
    return json({ entries, size: registry.size }, { "Cache-Control": "max-age=60" });
  }

  function find(path: string) {
    const parts = path.split("/");
    const names = parts.slice(2);
    const found = routes.get(path) ?? (names.includes("") ? undefined : routes.get(shapeOf(parts)));
    return found && { ...found, names };
  }

  function refuse(request: Head, refusal: Problem, requestId: string): Content {
    // A person reads a page. Programs that say nothing about it get the problem document.
    const isPage = refusal.code === "not-found" && /\btext\/html\b/.test(acceptedBy(request));
    const { headers, body } = isPage
      ? page(notFoundPage(rootOf(request.target), look))
      : json(problemDocument(refusal, baseUrl, requestId), { "Content-Type": "application/problem+json" });
    return { status: refusal.status, headers: { ...refusal.headers, Vary: "Accept", ...headers }, body };
  }

  function contentOf(request: Head, found: ReturnType<typeof find>): Content | Problem {
    const { method, target } = request;
    if (found === undefined)
      return (resources.length === 0 ? refuseOAuth(target) : undefined) ?? meantBy(target);
    if (method === "GET" || method === "HEAD") return found.answer(request, found.names);
    if (method === "OPTIONS") return { status: 204, headers: preflightHeaders(ALLOWED), body: "" };
    return METHOD_NOT_ALLOWED;
  }

  return (head) => {
    const started = performance.now();
    const requestId = parts.nextRequestId();
    const { method, target } = head;
    // RFC 9110 section 9.3.7: a client asks about the server as a whole.
    const found = find(method === "OPTIONS" && target === "*" ? "/" : target.split("?", 1)[0]!);
    let content: Content | Problem;
    try {
      content = contentOf(head, found);
    } catch (error) {
      parts.onFault(error, requestId);
      content = INTERNAL_ERROR;
    }
    const { status, headers, body } = "code" in content ? refuse(head, content, requestId) : content;
    const all = { ...common, "X-Request-Id": requestId, ...headers };
    const answer = parts.represent(head, { status, headers: Object.entries(all).flat(), body });
    const milliseconds = performance.now() - started;
    const route = found?.route ?? "unmatched";
    parts.recorder.record({ requestId, transport: "site", route, status: answer.status, milliseconds });
    return answer;
  };
}

/** Paths with the same first part and as many others are of one route. */
const shapeOf = ([, first, ...names]: readonly string[]): string => `${first} ${names.length}`;

/** Of the two that are not JSON, the one that is preferred; undefined if neither is named. */
function formFor(accept: string): string | undefined {
  const named = accept.split(",").map((range) => {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith("q="));
    return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) };
  });
  return named
    .filter(({ type, quality }) => (type === "text/html" || type === "text/markdown") && quality > 0)
    .sort((one, other) => other.quality - one.quality)[0]?.type;
}

const acceptedBy = ({ headers }: Head): string => String(headers.accept ?? "");

const json = (value: object, headers: Content["headers"] = {}): Content =>
  ok(JSON.stringify(value), { "Content-Type": JSON_TYPE, ...headers });

/** Ready if at least one domain can be checked. The others are listed with their status. */
function readinessOf(catalogue: Catalogue, stopping: boolean, isFull: boolean) {
  const domains = catalogue.list().map((domain) => {
    const { status } = domain;
    const { targetProduct, domainId } = domain.description;
    const { staleSeconds, refused } = domain.status === "ready" ? domain : {};
    return { targetProduct, domainId, status, staleSeconds, refused };
  });
  const isServing = !isFull && domains.some(({ status }) => status === "ready");
  const status = stopping ? "stopping" : isServing ? "ready" : "not-ready";
  return { status, reason: isFull ? "no more connections are accepted" : undefined, domains };
}

/** Leads from a path to the top, behind any prefix. */
function rootOf(url: string): string {
  const depth = (url.split(/[?#]/, 1)[0] ?? "/").split("/").length - 2;
  return depth > 0 ? "../".repeat(Math.min(depth, 20)) : "./";
}

const notFound = (detail: string): Problem => problem("not-found", detail);

const NOT_FOUND = notFound("There is nothing at this path; GET /openapi.json lists all operations.");

/** Paths that people and models guess: without `/api`, or by the name of the operation. */
function meantBy(target: string): Problem {
  const [, word] = /^\/(?:api\/)?(domain|list|validat|build)\w*\/?(?:\?|$)/i.exec(target) ?? [];
  const meant = OPERATIONS.find(({ id }) => word && id.toLowerCase().includes(word.toLowerCase()));
  if (meant === undefined) return NOT_FOUND;
  return notFound(`There is nothing at this path; the operation is ${meant.method} ${meant.path}.`);
}

const NO_SUCH_CODE = notFound("This domain has no such code; the path without the code lists those it has.");
const NO_SUCH_FORM = problem("invalid-envelope", "`strict` must be true or false, or be left out.");
const METHOD_NOT_ALLOWED = problem("method-not-allowed", "This page is read-only; use GET.", {
  headers: { Allow: ALLOWED },
});
