/**
 * The official test suite of JSON Schema 2020-12. Its schemas are compiled by the same engine, whatever the lint for spec
 * packages says of them: a `maxLength` beside a `pattern`, alternatives that can be told apart, no contradictions, no
 * unknown keywords. `format` is asserted, so cases that call it a note are turned.
 */

import { describe, expect, test } from "vitest";
import { readReferences } from "../../../src/authoring/importing/translate.ts";
import { isPlainObject, pointerOf } from "../../../src/core/json/values.ts";
import { eachSubschema } from "../../../src/core/schema/compile/keywords.ts";
import { type CompiledSchema, createSchemaSink } from "../../../src/core/schema/compile-schema.ts";
import { SCHEMA_ALONE } from "../../../src/core/schema/place.ts";
import { findSuite, listSuite, readSuite, type SuiteGroup } from "../../support/json-schema-suite.ts";
import { compileAny } from "./compile-any.ts";

const UNKNOWN_FORMATS = [
  ...["idn-hostname", "idn-email", "iri", "iri-reference", "uri-template", "relative-json-pointer", "regex"],
];

/** Files about keywords that spec packages may not use, or about parts that a schema cannot say by itself. */
const LEFT_OUT: Record<string, string> = {
  dynamicRef: "$dynamicRef is refused",
  refRemote: "remote references are refused",
  unevaluatedItems: "unevaluatedItems is refused",
  unevaluatedProperties: "unevaluatedProperties is refused",
  vocabulary: "$vocabulary is refused",
  "optional/cross-draft": "remote references are refused",
  "optional/dynamicRef": "$dynamicRef is refused",
  defs: "both cases refer to the meta-schema, which is remote and recursive",
  "optional/bignum": "integers stay within ±(2^53−1)",
  "optional/float-overflow": "integers stay within ±(2^53−1)",
  "optional/refOfUnknownKeyword": "references lead to schemas only",
  "optional/unknownKeyword": "unknown keywords are refused",
  "optional/dependencies-compatibility": "dependencies is refused: dependentRequired and dependentSchemas",
  "optional/format-assertion": "$vocabulary is refused",
  ...Object.fromEntries(
    UNKNOWN_FORMATS.map((name) => [`optional/format/${name}`, "the format is not known"]),
  ),
  "optional/format/ecmascript-regex": "the format regex is not known",
  "optional/format/unknown": "unknown formats are refused",
};

/** Groups that are not run, by file and description. */
const EXCLUDED: Record<string, string> = {
  "ref: root pointer ref": "recursion is refused",
  "ref: remote ref, containing refs itself": "a remote reference is refused",
  "ref: Recursive references between schemas": "recursion is refused",
  "ref: simple URN base URI with $ref via the URN": "recursion is refused",
};

/** Quoted names and bare IP addresses, which the formats of e-mail addresses leave out. */
const isRareAddress = (file: string, data: unknown) =>
  /email$/.test(file) && typeof data === "string" && /^"|@\[/.test(data);

const MIN_SHARE = 0.85;
const MIN_SHARES: Record<string, number> = { format: 0.6, "optional/format/email": 0.7 };

const suite = findSuite();
const isNote = (description: string) => /is only an annotation by default/.test(description);

function whyExcluded(file: string, { description, schema }: SuiteGroup): string | undefined {
  const named = EXCLUDED[`${file}: ${description}`];
  if (named !== undefined) return named;
  const text = JSON.stringify(schema);
  if (text.includes('"unevaluatedItems"')) return "unevaluatedItems is refused";
  if (text.includes('"unevaluatedProperties"')) return "unevaluatedProperties is refused";
  if (file === "format" && UNKNOWN_FORMATS.some((format) => text.includes(`"${format}"`)))
    return "the format is not known";
  return undefined;
}

/** With pointers for references by `$id` and `$anchor`, which spec packages may not have, as the importer finds them. */
function withPointers(schema: unknown): unknown {
  if (!isPlainObject(schema)) return schema;
  const { resolve } = readReferences(schema);
  const root = structuredClone(schema);
  const rewrite = (part: unknown, pointer: string): void => {
    if (!isPlainObject(part)) return;
    const target = typeof part.$ref === "string" ? resolve(part.$ref, pointer) : undefined;
    if (target !== undefined) part.$ref = `#${target.split("/").map(encodeURIComponent).join("/")}`;
    delete part.$id;
    delete part.$anchor;
    eachSubschema(part, (inner, path) => rewrite(inner, pointer + pointerOf(path)));
  };
  rewrite(root, "");
  return root;
}

/** The verdict of the quick pass, which the thorough pass must share. */
function verdictOf({ root }: CompiledSchema, data: unknown): boolean {
  const isGood = root.ok(data, SCHEMA_ALONE);
  const sink = createSchemaSink(data);
  root.report(data, [], { sink, reason: "", isRepeat: false });
  for (const finding of sink.findings) finding.detail([]);
  expect(sink.findings.length === 0, "the thorough pass agrees with the quick one").toBe(isGood);
  return isGood;
}

const title = "the official test suite of JSON Schema";
if (suite === undefined)
  describe.skip(`${title} [skipped, needs: node scripts/json-schema-suite.mjs, or JSON_SCHEMA_TEST_SUITE]`, () =>
    test("", () => {}));
else
  describe(title, () => {
    const files = [
      ...listSuite(suite, "."),
      ...listSuite(suite, "optional").map((name) => `optional/${name}`),
      ...listSuite(suite, "optional/format").map((name) => `optional/format/${name}`),
    ];
    const taken = files.filter((file) => LEFT_OUT[file] === undefined);
    const totals = { run: 0, all: 0 };
    const notes: string[] = [];

    test.each(taken)("%s", (file) => {
      let [run, all] = [0, 0];
      for (const group of readSuite(suite, file)) {
        all += group.tests.length;
        const why = whyExcluded(file, group);
        if (why !== undefined) {
          notes.push(`${file}: "${group.description}" (${group.tests.length}): ${why}`);
          continue;
        }
        const compiled = compileAny(withPointers(group.schema));
        for (const { description, data, valid } of group.tests) {
          if (valid && isRareAddress(file, data)) {
            notes.push(`${file}: "${description}" (1): addresses are dot-atoms and host names`);
            continue;
          }
          run++;
          const expected = isNote(description) ? false : valid;
          expect(verdictOf(compiled, data), `${group.description}: ${description}`).toBe(expected);
        }
      }
      totals.run += run;
      totals.all += all;
      expect(run / all, `${file}: ${run} of ${all} cases are run`).toBeGreaterThanOrEqual(
        MIN_SHARES[file] ?? MIN_SHARE,
      );
    });

    test("what is left out is printed with its reason", () => {
      const lines = Object.entries(LEFT_OUT).map(([file, why]) => `${file}: ${why}`);
      console.log(
        [
          `${totals.run} of ${totals.all} cases of ${taken.length} files agree. Not run:`,
          ...notes,
          ...lines,
        ].join("\n  "),
      );
      for (const file of Object.keys(LEFT_OUT)) expect(files).toContain(file);
    });
  });
