/** Bare Fastify with Ajv and a loop over the records: no keys, no limit, no log, no metrics. */
import Fastify from "fastify";
import { createBaseline, readTakenIds } from "../baseline.ts";

const check = createBaseline(readTakenIds());
const app = Fastify();
app.post("/api/validate", (request, reply) => {
  const { targetProduct, domainId, candidate } = request.body as Record<string, unknown>;
  if (targetProduct !== "datagen" || domainId !== "generator-option") {
    return reply.code(422).send({ code: "unsupported-domain" });
  }
  const diagnostics = check(candidate);
  return reply.send({ valid: diagnostics.length === 0, diagnostics });
});
console.log(await app.listen({ host: "127.0.0.1", port: 0 }));
