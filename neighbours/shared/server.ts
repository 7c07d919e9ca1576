/** HTTP for the product and the voting service: refusals as problem documents, tokens, start and stop. */
import { timingSafeEqual } from "node:crypto";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { KeyChecker } from "./key-checker.ts";

export interface Refusal {
  status: number;
  code: string;
  detail: string;
  /** Further members of the problem document. */
  more?: Record<string, unknown>;
}

export interface RunningService {
  url: string;
  close(): Promise<void>;
}

export const NOT_FOUND: Refusal = {
  status: 404,
  code: "not-found",
  detail: "Nothing exists at this path.",
};

export function createServer(bodyLimit: number): FastifyInstance {
  const server = Fastify({ bodyLimit, forceCloseConnections: true });
  server.setNotFoundHandler((_request, reply) => refuse(reply, NOT_FOUND));
  server.setErrorHandler((error: { statusCode?: number }, _request, reply) =>
    refuse(reply, refusalOf(error, bodyLimit)),
  );
  return server;
}

function refusalOf(error: { statusCode?: number }, bodyLimit: number): Refusal {
  if (error.statusCode === 413) {
    return { status: 413, code: "body-too-large", detail: `A body can have up to ${bodyLimit} bytes.` };
  }
  if (error.statusCode === 415) {
    return { status: 415, code: "unsupported-media-type", detail: "Send application/json." };
  }
  if (error.statusCode === 400)
    return { status: 400, code: "malformed-json", detail: "The body is not JSON." };
  return { status: 500, code: "internal", detail: "The service failed to handle the request." };
}

export function refuse(reply: FastifyReply, { status, code, detail, more }: Refusal): FastifyReply {
  if (status === 401) reply.header("www-authenticate", "Bearer");
  if (status === 503) reply.header("retry-after", "5");
  return reply
    .code(status)
    .type("application/problem+json")
    .send({ type: "about:blank", title: code, status, code, detail, ...more });
}

/** The holder of the request's key, or undefined if a refusal was sent. */
export async function requireSubject(
  keys: KeyChecker,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | undefined> {
  const answer = await keys.check(request.headers.authorization);
  if (answer.status === "active") return answer.subject;
  const down = answer.status === "unavailable";
  refuse(reply, {
    status: down ? 503 : 401,
    code: down ? "upstream-unavailable" : "unauthenticated",
    detail: down
      ? "The identity service cannot be reached at the moment."
      : "Send a valid key as Authorization: Bearer ai_….",
  });
  return undefined;
}

/** For calls between services, which share one token. False if a refusal was sent. */
export function requireToken(token: string, request: FastifyRequest, reply: FastifyReply): boolean {
  const given = Buffer.from(request.headers.authorization ?? "");
  const wanted = Buffer.from(`Bearer ${token}`);
  if (given.length === wanted.length && timingSafeEqual(given, wanted)) return true;
  refuse(reply, {
    status: 401,
    code: "unauthenticated",
    detail: "This call needs the token of the service.",
  });
  return false;
}

export async function listen(
  server: FastifyInstance,
  { host = "127.0.0.1", port = 0 }: { host?: string | undefined; port?: number | undefined },
): Promise<string> {
  return server.listen({ host, port });
}
