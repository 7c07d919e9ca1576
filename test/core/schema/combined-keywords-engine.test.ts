/**
 * Random schemas of all keywords beside Ajv: alternatives, conditions, maps, tuples and references in any combination.
 * Overlapping alternatives and contradictions, which spec packages may not have, are judged by their standard meaning.
 */

import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isSafeJson } from "../../../src/core/json/values.ts";
import { createSchemaSink } from "../../../src/core/schema/compile-schema.ts";
import { SCHEMA_ALONE } from "../../../src/core/schema/place.ts";
import { draws } from "../../support/random.ts";
import { compileAny } from "./compile-any.ts";
import { createRoll, randomSchema, randomValue } from "./random-schemas.ts";

const ajv = new Ajv2020({ strict: false, ownProperties: true, validateFormats: true });
(addFormats as unknown as typeof addFormats.default)(ajv);

test("random schemas of all keywords are judged as Ajv judges them", () => {
  const seen = { good: 0, bad: 0 };
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const roll = createRoll(seed);
      const made = randomSchema(roll, 0);
      const schema =
        typeof made === "boolean"
          ? made
          : {
              ...made,
              $defs: {
                small: { type: ["integer", "string"], maxLength: 3, maximum: 5 },
                open: { properties: { a: { type: "integer" } }, additionalProperties: { type: "string" } },
              },
            };
      // Ajv 8 accepts an empty list where "contains" stands beside "prefixItems" or in the items of such a list.
      const text = JSON.stringify(schema);
      fc.pre(!text.includes('"contains"') || !/"prefixItems"|"contains".*"contains"/.test(text));
      const compiled = compileAny(schema);
      const validate = ajv.compile(schema);
      for (let round = 0; round < 12; round++) {
        const value = randomValue(roll, 0);
        if (!isSafeJson(value, 0)) continue;
        const expected = validate(value) === true;
        const told = JSON.stringify({ schema, value });
        expect(compiled.root.ok(value, SCHEMA_ALONE), told).toBe(expected);
        const sink = createSchemaSink(value);
        compiled.root.report(value, [], { sink, reason: "", isRepeat: false });
        for (const finding of sink.findings) finding.detail([]);
        expect(sink.findings.length === 0, `the thorough pass: ${told}`).toBe(expected);
        // Nothing is said twice.
        const places = sink.findings.map(({ code, path }) => [code, ...path].join("/"));
        expect(new Set(places).size, `${places.join(", ")}: ${told}`).toBe(places.length);
        seen[expected ? "good" : "bad"]++;
      }
    }),
    { numRuns: draws(300) },
  );
  expect(Math.min(seen.good, seen.bad)).toBeGreaterThan((seen.good + seen.bad) / 8);
});
