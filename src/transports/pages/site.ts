/** Everything that is not an operation: pages, descriptions, health. Served by Fastify and not rate limited. */
import { METHODS, type Server } from "node:http";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Catalogue } from "../../operations/ports.ts";
import { isProblemCode, type Problem, problem, problemDocument } from "../../operations/problems.ts";
import type { Recorder } from "../../operations/record.ts";
import { type ProtectedResource, refuseOAuth } from "../description/oauth-metadata.ts";
import type { createClientErrorHandler } from "../http/client-error.ts";
import type { Handler } from "../http/listener.ts";
import { CORS_HEADERS, DATA_POLICY, securityHeaders } from "../http/respond.ts";
import { INTERNAL_ERROR, preflightHeaders } from "../rest/rest.ts";
import type { Assets } from "./assets.ts";
import type { ServedDocument } from "./documents.ts";
import { type Look, policyOf } from "./html.ts";
import { notFoundPage, problemPage } from "./problems-page.ts";
import { createSpecPackages } from "./spec-packages.ts";

export interface SiteParts {
  readonly server: Server;
  readonly baseUrl: string;
  readonly catalogue: Catalogue;
  readonly documents: readonly ServedDocument[];
  /** The built workbench, if there is one. */
  readonly assets: Assets | undefined;
  /** RFC 9728 documents; none if there is no authorization server. */
  readonly protectedResources: readonly ProtectedResource[];
  readonly recorder: Recorder;
  readonly nextRequestId: () => string;
  readonly onClientError: ReturnType<typeof createClientErrorHandler>;
  readonly onFault: (error: unknown, requestId: string) => void;
  readonly isStopping: () => boolean;
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => unknown;

export async function createSite(parts: SiteParts): Promise<Handler> {
  const { server, baseUrl, catalogue, isStopping } = parts;
  const look = parts.assets?.reference;
  const refuse = createRefusal(baseUrl, look);
  let handler: Handler | undefined;
  const app = Fastify({
    logger: false,
    genReqId: parts.nextRequestId,
    clientErrorHandler: parts.onClientError,
    serverFactory: (fastifyHandler) => {
      handler = fastifyHandler as Handler;
      return server;
    },
  });
  addCommonBehaviour(app, parts, refuse);

  const get = (path: string, answer: Answer): void => addPage(app, path, answer, refuse);
  for (const { path, type, headers, content, policy = () => policyOf(look) } of parts.documents)
    get(path, (_request, reply) => {
      if (type === "text/html") reply.header("Content-Security-Policy", policy());
      // A page names files that are gone with the next release, so it is fetched anew each time.
      const caching = type === "text/html" ? "no-cache" : "max-age=60";
      return (
        reply
          .type(`${type}; charset=utf-8`)
          .header("Cache-Control", caching)
          .headers({ ...headers })
          // As bytes, because Fastify would add a charset to the type of a string.
          .send(headers?.["Content-Type"] === undefined ? content() : Buffer.from(content()))
      );
    });

  get("/assets/:name", (request, reply) => {
    const { name } = request.params as { name: string };
    const asset = parts.assets?.find(name);
    if (asset === undefined) return refuse(request, reply, NOT_FOUND);
    reply
      .type(asset.type)
      // The policy of a worker is that of its file, and workers load parts of their own.
      .header("Content-Security-Policy", "default-src 'none'; script-src 'self'")
      .header("Cache-Control", "public, max-age=31536000, immutable")
      .header("Vary", "Accept-Encoding");
    const accepted = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(request.headers["accept-encoding"] ?? "");
    return accepted ? reply.header("Content-Encoding", "gzip").send(asset.gzipped) : reply.send(asset.body);
  });

  get("/problems/:code", (request, reply) => {
    const { code } = request.params as { code: string };
    if (!isProblemCode(code)) return refuse(request, reply, NOT_FOUND);
    return reply
      .type("text/html; charset=utf-8")
      .header("Content-Security-Policy", policyOf(look))
      .send(problemPage(code, look));
  });

  const findSpecPackage = createSpecPackages(catalogue);
  get("/spec-packages/:product/:domain", (request, reply) => {
    const { product, domain } = request.params as { product: string; domain: string };
    const answer = findSpecPackage(product, domain, request.headers["if-none-match"]);
    if (!answer.ok) return refuse(request, reply, answer.problem);
    reply.header("ETag", answer.etag).header("Cache-Control", "no-cache");
    return answer.isCurrent
      ? reply.code(304).send()
      : reply.type("application/json; charset=utf-8").send(answer.body);
  });

  get("/healthz", (_request, reply) => reply.send({ status: "ok" }));
  get("/readyz", (_request, reply) => {
    const readiness = readinessOf(catalogue, isStopping());
    return reply.code(readiness.status === "ready" ? 200 : 503).send(readiness);
  });
  for (const { path, document } of parts.protectedResources)
    get(path, (_request, reply) => reply.send(document));

  await app.ready();
  return handler!;
}

/** Ready if at least one domain can be checked. The others are listed with their status. */
function readinessOf(catalogue: Catalogue, stopping: boolean) {
  const domains = catalogue.list().map((domain) => {
    const { status, description } = domain;
    const { targetProduct, domainId } = description;
    const { staleSeconds, refused } = domain.status === "ready" ? domain : {};
    return {
      ...{ targetProduct, domainId, status },
      ...(staleSeconds !== undefined && { staleSeconds }),
      ...(refused !== undefined && { refused }),
    };
  });
  const isServing = domains.some(({ status }) => status === "ready");
  return { status: stopping ? "stopping" : isServing ? "ready" : "not-ready", domains };
}

function addPage(app: FastifyInstance, path: string, answer: Answer, refuse: Refuse): void {
  const allow = "GET, HEAD, OPTIONS";
  const preflight = objectOf(preflightHeaders(allow));
  app.get(path, answer);
  app.options(path, (_request, reply) =>
    reply
      .code(204)
      .headers({ Allow: allow, ...preflight })
      .send(),
  );
  const others = METHODS.filter((method) => !["GET", "HEAD", "OPTIONS", "CONNECT"].includes(method));
  for (const method of others) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  app.route({
    method: others,
    url: path,
    handler: (request, reply) => {
      reply.header("Allow", allow);
      return refuse(request, reply, METHOD_NOT_ALLOWED);
    },
  });
}

function addCommonBehaviour(
  app: FastifyInstance,
  { baseUrl, protectedResources, recorder, onFault, isStopping }: SiteParts,
  refuse: Refuse,
): void {
  const constant = {
    ...objectOf([...securityHeaders(baseUrl), ...CORS_HEADERS]),
    "Content-Security-Policy": DATA_POLICY,
    "Cache-Control": "no-store",
  };
  // Bodies are ignored here: neither parsed nor awaited.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));

  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(constant).header("X-Request-Id", request.id);
    const { headers } = request;
    if (headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0)
      reply.header("Connection", "close");
    done();
  });
  // Pages that were requested before the stop say so too.
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (isStopping()) reply.header("Connection", "close");
    done(null, payload);
  });
  app.addHook("onResponse", (request, reply, done) => {
    recorder.record({
      requestId: request.id,
      transport: "site",
      route: request.is404 ? "unmatched" : request.routeOptions.url,
      status: reply.statusCode,
      milliseconds: reply.elapsedTime,
    });
    done();
  });
  app.setNotFoundHandler((request, reply) => {
    const probe = protectedResources.length === 0 ? refuseOAuth(request.url) : undefined;
    return refuse(request, reply, probe ?? NOT_FOUND);
  });
  app.setErrorHandler((error, request, reply) => {
    const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
    if (status >= 400 && status < 500) return refuse(request, reply, MALFORMED);
    onFault(error, request.id);
    return refuse(request, reply, INTERNAL_ERROR);
  });
}

type Refuse = (request: FastifyRequest, reply: FastifyReply, refusal: Problem) => FastifyReply;

function createRefusal(baseUrl: string, look: Look | undefined): Refuse {
  return (request, reply, refusal) => {
    reply
      .code(refusal.status)
      .headers({ ...refusal.headers })
      .header("Vary", "Accept");
    // A person reads a page. Programs that say nothing about it get the problem document.
    if (refusal === NOT_FOUND && /\btext\/html\b/.test(request.headers.accept ?? ""))
      return reply
        .type("text/html; charset=utf-8")
        .header("Content-Security-Policy", policyOf(look))
        .send(notFoundPage(rootOf(request.url), look));
    return (
      reply
        .type("application/problem+json")
        // As bytes, because Fastify would add a charset to a string, which this media type does not have.
        .send(Buffer.from(JSON.stringify(problemDocument(refusal, baseUrl, request.id))))
    );
  };
}

/** Leads from a path to the top, behind any prefix. */
function rootOf(url: string): string {
  const depth = (url.split(/[?#]/, 1)[0] ?? "/").split("/").length - 2;
  return depth > 0 ? "../".repeat(Math.min(depth, 20)) : "./";
}

function objectOf(pairs: readonly string[]): Record<string, string> {
  const object: Record<string, string> = {};
  for (let at = 0; at < pairs.length; at += 2) object[pairs[at]!] = pairs[at + 1]!;
  return object;
}

const NOT_FOUND = problem(
  "not-found",
  "There is nothing at this path; GET /openapi.json lists all operations.",
);
const METHOD_NOT_ALLOWED = problem("method-not-allowed", "This page is read-only; use GET.");
const MALFORMED = problem("malformed-request", "The request could not be understood.");
