/**
 * What a service would do without Preflight: a compiled JSON Schema for the candidate, with all errors, and a plain
 * loop over the sample records. It names each problem, but explains none and offers no fix.
 */
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { valueChecks } from "./value-checks.ts";

export interface BaselineFault {
  pointer: string;
  message: string;
}

const text = (minLength: number, maxLength: number, pattern?: string) => ({
  type: "string",
  minLength,
  maxLength,
  ...(pattern === undefined ? {} : { pattern }),
});

const closed = (properties: Record<string, object>, required = Object.keys(properties)) => ({
  type: "object",
  additionalProperties: false,
  required,
  properties,
});

const candidateSchema = closed(
  {
    owner: closed({
      kind: { enum: ["human"] },
      id: text(1, 128, "^(?!\\s)[^\\u0000-\\u001f\\u007f-\\u009f]+(?<!\\s)$"),
    }),
    generatorId: text(2, 64, "^[A-Za-z][A-Za-z0-9]*([._-][A-Za-z0-9]+)*$"),
    generatorName: text(1, 80),
    description: text(1, 2_000),
    outputFields: {
      type: "array",
      minItems: 1,
      maxItems: 64,
      items: closed({
        name: text(1, 64, "^[A-Za-z_][A-Za-z0-9_]{0,63}$"),
        type: { enum: [...valueChecks.keys()] },
        description: text(1, 500),
      }),
    },
    supportedStrategies: { type: "array", minItems: 1, items: { enum: ["fast", "realistic"] } },
    sampleRecords: { type: "array", minItems: 1, maxItems: 100, items: { type: "object" } },
    rationaleNotes: text(0, 4_000),
  },
  [
    "owner",
    "generatorId",
    "generatorName",
    "description",
    "outputFields",
    "supportedStrategies",
    "sampleRecords",
  ],
);

/** The ids of the embedded registry, in lower case. */
export function readTakenIds(): Set<string> {
  const file = new URL("../../spec-packages/datagen/registry.json", import.meta.url);
  const { generators } = JSON.parse(readFileSync(file, "utf8")) as { generators: { id: string }[] };
  return new Set(generators.map(({ id }) => id.toLowerCase()));
}

/** Returns a check that reports every problem of a candidate. */
export function createBaseline(takenIds: ReadonlySet<string>): (candidate: unknown) => BaselineFault[] {
  const validate = new Ajv2020({ allErrors: true }).compile(candidateSchema);
  return (candidate) => {
    const faults: BaselineFault[] = [];
    if (!validate(candidate)) {
      for (const error of validate.errors ?? []) {
        faults.push({ pointer: error.instancePath, message: error.message ?? error.keyword });
      }
    }
    if (isObject(candidate)) {
      const id = candidate.generatorId;
      if (typeof id === "string" && takenIds.has(id.toLowerCase())) {
        faults.push({ pointer: "/generatorId", message: "is already registered" });
      }
      checkRecords(candidate.outputFields, candidate.sampleRecords, faults);
    }
    return faults;
  };
}

function checkRecords(fields: unknown, records: unknown, faults: BaselineFault[]): void {
  if (!Array.isArray(fields) || !Array.isArray(records)) return;
  const types = new Map<string, string>();
  for (const [index, field] of fields.entries()) {
    if (!isObject(field) || typeof field.name !== "string") return;
    if (types.has(field.name)) {
      faults.push({ pointer: `/outputFields/${index}/name`, message: "is used twice" });
    }
    types.set(field.name, String(field.type));
  }
  for (const [index, record] of records.entries()) {
    if (!isObject(record)) continue;
    for (const [name, type] of types) {
      const pointer = `/sampleRecords/${index}/${name}`;
      if (!Object.hasOwn(record, name)) faults.push({ pointer, message: "is missing" });
      else if (valueChecks.get(type)?.(record[name]) === false) {
        faults.push({ pointer, message: `must be of type ${type}` });
      }
    }
    for (const name of Object.keys(record)) {
      if (!types.has(name)) {
        faults.push({ pointer: `/sampleRecords/${index}/${name}`, message: "is not an output field" });
      }
    }
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
