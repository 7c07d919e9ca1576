/**
 * What a team would build with Hono: a bearer check, a body limit, request ids, security headers, zod for the candidate and
 * a loop over the records. It has no call budget and no log. Bundled into one file before it is run.
 */
import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import { bearerAuth } from "hono/bearer-auth";
import { bodyLimit } from "hono/body-limit";
import { requestId } from "hono/request-id";
import { secureHeaders } from "hono/secure-headers";
import registry from "registry";
import { valueChecks } from "value-checks";
import { z } from "zod";

const taken = new Set(registry.generators.map(({ id }) => id.toLowerCase()));
const candidate = z.strictObject({
  owner: z.strictObject({ kind: z.literal("human"), id: z.string().min(1).max(128) }),
  generatorId: z
    .string()
    .min(2)
    .max(64)
    .regex(/^[A-Za-z][A-Za-z0-9]*([._-][A-Za-z0-9]+)*$/)
    .refine((id) => !taken.has(id.toLowerCase())),
  generatorName: z.string().min(1).max(80),
  description: z.string().min(1).max(2_000),
  outputFields: z
    .array(
      z.strictObject({
        name: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/),
        type: z.enum([...valueChecks.keys()]),
        description: z.string().min(1).max(500),
      }),
    )
    .min(1)
    .max(64),
  supportedStrategies: z.array(z.enum(["fast", "realistic"])).min(1),
  sampleRecords: z.array(z.record(z.string(), z.unknown())).min(1).max(100),
  rationaleNotes: z.string().max(4_000).optional(),
});
const envelope = z.object({
  targetProduct: z.literal("datagen"),
  domainId: z.literal("generator-option"),
  candidate: z.unknown(),
});

function recordFaults({ outputFields, sampleRecords }) {
  const faults = [];
  for (const [at, record] of sampleRecords.entries()) {
    for (const { name, type } of outputFields)
      if (!Object.hasOwn(record, name) || !valueChecks.get(type)(record[name]))
        faults.push({ pointer: `/sampleRecords/${at}/${name}`, message: `must be a ${type}` });
    for (const name of Object.keys(record))
      if (!outputFields.some((field) => field.name === name))
        faults.push({ pointer: `/sampleRecords/${at}/${name}`, message: "is not declared" });
  }
  return faults;
}

const app = new Hono();
app.use(requestId(), secureHeaders());
app.post(
  "/api/validate",
  bearerAuth({ token: KEY }),
  bodyLimit({ maxSize: 65_536 }),
  zValidator("json", envelope),
  (context) => {
    const parsed = candidate.safeParse(context.req.valid("json").candidate);
    const diagnostics = parsed.success
      ? recordFaults(parsed.data)
      : parsed.error.issues.map(({ path, message }) => ({ pointer: `/${path.join("/")}`, message }));
    return context.json({ valid: diagnostics.length === 0, diagnostics });
  },
);

export default { fetch: (request) => app.fetch(request) };
