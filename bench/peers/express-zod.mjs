/**
 * Express with zod and the same rules. It is JavaScript, because its packages are only installed for benchmarks and the
 * project has to compile without them.
 */
import express from "express";
import { z } from "zod";
import { readTakenIds } from "../../dist-dev/bench/baseline.js";
import { isTime, isWebUrl } from "../../dist-dev/bench/value-checks.js";

const valueSchemas = {
  string: z.string(),
  integer: z.int(),
  number: z.number(),
  boolean: z.boolean(),
  date: z.iso.date(),
  time: z.string().refine(isTime),
  datetime: z.iso.datetime({ offset: true }),
  uuid: z.uuid(),
  email: z.email(),
  url: z.string().refine(isWebUrl),
  object: z.record(z.string(), z.unknown()),
  array: z.array(z.unknown()),
};

const candidateSchema = z.strictObject({
  owner: z.strictObject({
    kind: z.enum(["human"]),
    id: z
      .string()
      .min(1)
      .max(128)
      .regex(/^(?!\s)[^\p{Cc}]+(?<!\s)$/u),
  }),
  generatorId: z
    .string()
    .min(2)
    .max(64)
    .regex(/^[A-Za-z][A-Za-z0-9]*([._-][A-Za-z0-9]+)*$/),
  generatorName: z.string().min(1).max(80),
  description: z.string().min(1).max(2000),
  outputFields: z
    .array(
      z.strictObject({
        name: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/),
        type: z.enum(Object.keys(valueSchemas)),
        description: z.string().min(1).max(500),
      }),
    )
    .min(1)
    .max(64),
  supportedStrategies: z.array(z.enum(["fast", "realistic"])).min(1),
  sampleRecords: z.array(z.record(z.string(), z.unknown())).min(1).max(100),
  rationaleNotes: z.string().max(4000).optional(),
});

const envelopeSchema = z.object({
  targetProduct: z.literal("datagen"),
  domainId: z.literal("generator-option"),
  candidate: z.unknown(),
});

const takenIds = readTakenIds();

/** zod skips the refinements of an object once a member is wrong, so the records are checked separately. */
function checkCandidate(candidate) {
  const parsed = candidateSchema.safeParse(candidate);
  const faults = parsed.success
    ? []
    : parsed.error.issues.map((issue) => ({ pointer: `/${issue.path.join("/")}`, message: issue.message }));
  if (takenIds.has(String(candidate?.generatorId).toLowerCase())) {
    faults.push({ pointer: "/generatorId", message: "is already registered" });
  }
  if (!Array.isArray(candidate?.outputFields) || !Array.isArray(candidate.sampleRecords)) return faults;
  const types = new Map(candidate.outputFields.map((field) => [field?.name, field?.type]));
  candidate.sampleRecords.forEach((record, index) => {
    for (const [name, type] of types) {
      const pointer = `/sampleRecords/${index}/${name}`;
      if (!Object.hasOwn(record, name)) faults.push({ pointer, message: "is missing" });
      else {
        const value = valueSchemas[type]?.safeParse(record[name]);
        if (value?.success === false) faults.push({ pointer, message: value.error.issues[0].message });
      }
    }
    for (const name of Object.keys(record)) {
      if (!types.has(name)) {
        faults.push({ pointer: `/sampleRecords/${index}/${name}`, message: "is not an output field" });
      }
    }
  });
  return faults;
}

const app = express();
app.disable("x-powered-by");
app.use(express.json({ limit: "64kb" }));
app.post("/api/validate", (request, response) => {
  const envelope = envelopeSchema.safeParse(request.body);
  if (!envelope.success) {
    response.status(422).json({ code: "unsupported-domain" });
    return;
  }
  const diagnostics = checkCandidate(envelope.data.candidate);
  response.json({ valid: diagnostics.length === 0, diagnostics });
});
const server = app.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
