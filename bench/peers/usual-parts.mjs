/**
 * What a team would build from the usual parts: Fastify, Ajv, a bearer check, a rate limit, one log line, metrics, a
 * request id, the same security headers and the same body limit. JavaScript, because its plugins are only installed for
 * benchmarks and the project has to compile without them.
 */
import bearerAuth from "@fastify/bearer-auth";
import rateLimit from "@fastify/rate-limit";
import Fastify from "fastify";
import pino from "pino";
import { Counter, Histogram } from "prom-client";
import { createBaseline, readTakenIds } from "../../dist-dev/bench/baseline.js";

const SECURITY_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
  "Cache-Control": "no-store",
};

const check = createBaseline(readTakenIds());
const requests = new Counter({ name: "requests_total", help: "Requests", labelNames: ["status"] });
const duration = new Histogram({ name: "request_seconds", help: "Duration of requests" });

const app = Fastify({
  bodyLimit: 65_536,
  loggerInstance: pino({ level: "info" }),
  disableRequestLogging: true,
  genReqId: () => crypto.randomUUID(),
});
app.addHook("onRequest", async (request, reply) => {
  reply.headers(SECURITY_HEADERS).header("X-Request-Id", request.id);
});
app.addHook("onResponse", async (request, reply) => {
  requests.inc({ status: reply.statusCode });
  duration.observe(reply.elapsedTime / 1000);
  request.log.info(
    { status: reply.statusCode, method: request.method, path: request.url, ms: reply.elapsedTime },
    "call",
  );
});
await app.register(bearerAuth, { keys: new Set([process.env.PREFLIGHT_API_KEYS]) });
await app.register(rateLimit, { max: 1_000_000_000, timeWindow: "1 minute", enableDraftSpec: true });
app.post("/api/validate", (request, reply) => {
  const { targetProduct, domainId, candidate } = request.body;
  if (targetProduct !== "datagen" || domainId !== "generator-option")
    return reply.code(422).send({ code: "unsupported-domain" });
  const diagnostics = check(candidate);
  return reply.send({ valid: diagnostics.length === 0, diagnostics });
});
console.log(await app.listen({ host: "127.0.0.1", port: 0 }));
