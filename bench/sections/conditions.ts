/**
 * A package with 200 conditions (`if` and `then`) on a candidate of 16 KB, compared with Ajv compiled from the same
 * schema. Rounds are interleaved and measured in processor time.
 */
import { Ajv2020 } from "ajv/dist/2020.js";
import { checkCandidate, createRegistry, loadSpecPackage } from "proposal-preflight";
import { median, type Report, ratios, spread } from "../report.ts";
import { microsEach } from "../rounds.ts";

const CONDITIONS = 200;
const ROUNDS = Number(process.env.BENCH_CORE_ROUNDS ?? 9);
const WARM_UP_CHECKS = 3_000;
const POOL = 16;
/** At most three times as long as Ajv. */
const TARGET = 1 / 3;

export const title = "Conditions";

export async function run(report: Report): Promise<void> {
  const schema = schemaOf(CONDITIONS);
  const valid = candidateOf(CONDITIONS);
  const loaded = loadSpecPackage(packageOf(schema, valid));
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.reasons.slice(0, 3)));
  const validate = new Ajv2020({ allErrors: true, strict: false }).compile(schema);
  const registry = createRegistry([], "2026-01-01T00:00:00Z");
  const ours = (candidate: unknown) =>
    checkCandidate(loaded.spec, candidate, { registry, now: 0 }).diagnostics.length;
  const theirs = (candidate: unknown) => (validate(candidate) ? 0 : (validate.errors?.length ?? 0));
  if (ours(valid) !== 0 || theirs(valid) !== 0) throw new Error("the candidate must pass");

  const text = JSON.stringify(valid);
  const pooled = () => Array.from({ length: POOL }, () => JSON.parse(text) as unknown);
  const first = pooled();
  for (let count = 0; count < WARM_UP_CHECKS; count++) {
    ours(first[count % POOL]);
    theirs(first[count % POOL]);
  }
  const micros: Record<"ours" | "theirs", number[]> = { ours: [], theirs: [] };
  for (let round = 0; round < ROUNDS; round++) {
    const pool = pooled();
    const order = round % 2 === 0 ? (["ours", "theirs"] as const) : (["theirs", "ours"] as const);
    for (const name of order) micros[name].push(microsEach(name === "ours" ? ours : theirs, pool));
  }
  const relative = ratios(micros.theirs, micros.ours);
  report.figure(`${CONDITIONS} conditions, of Ajv`, "x", relative, { atLeast: TARGET });
  report.table(
    `Processor time of a check, medians of ${ROUNDS} rounds`,
    ["conditions", "size", "core µs", "Ajv µs", "ratio"],
    [
      [
        String(CONDITIONS),
        `${(text.length / 1024).toFixed(1)} KB`,
        median(micros.ours).toFixed(1),
        median(micros.theirs).toFixed(1),
        spread(relative),
      ],
    ],
  );
}

/** Each part of a device has a mode, and a reason is required where it is switched off. */
function schemaOf(count: number): Record<string, unknown> {
  const properties: Record<string, unknown> = {};
  const allOf: unknown[] = [];
  for (let index = 0; index < count; index++) {
    properties[`mode${index}`] = { enum: ["on", "off", "auto"] };
    properties[`reason${index}`] = { type: "string", maxLength: 200 };
    const rule: Record<string, unknown> = {
      if: { properties: { [`mode${index}`]: { const: "off" } }, required: [`mode${index}`] },
    };
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword.
    rule.then = {
      required: [`reason${index}`],
      properties: { [`reason${index}`]: { minLength: 10 } },
    };
    allOf.push(rule);
  }
  return { type: "object", properties, additionalProperties: false, allOf };
}

function candidateOf(count: number): Record<string, unknown> {
  const candidate: Record<string, unknown> = {};
  for (let index = 0; index < count; index++) {
    candidate[`mode${index}`] = ["on", "off", "auto"][index % 3];
    if (index % 3 !== 2)
      candidate[`reason${index}`] = `Part ${index} ${"is being replaced this week. ".repeat(3)}`;
  }
  return candidate;
}

function packageOf(schema: unknown, valid: unknown): unknown {
  return {
    format: "preflight-spec-package/1",
    targetProduct: "bench",
    domainId: "conditions",
    version: "1.0.0",
    title: "Conditions",
    schema,
    rules: [],
    docs: {},
    examples: {
      valid: [{ title: "All parts", candidate: valid }],
      invalid: [{ title: "None", candidate: 5, expect: [{ code: "type-mismatch", pointer: "" }] }],
    },
  };
}
