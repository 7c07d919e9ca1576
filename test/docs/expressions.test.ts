/** docs/expressions.md: its tables are made from the functions, and its rules are ones that are tested elsewhere. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { MACROS } from "../../src/core/expressions/compile.ts";
import { compileExpression, writeValue } from "../../src/core/expressions/expression.ts";
import { MAX_STEPS, PRELUDE } from "../../src/core/expressions/frame.ts";
import { FUNCTIONS, type FunctionEntry } from "../../src/core/expressions/functions.ts";
import type { SpecPackageDocument } from "../../src/core/index.ts";
import { exampleContext } from "../../src/core/publishing/examples.ts";
import { createTypes } from "../../src/core/schema/value-type-of.ts";
import { load, readJson } from "../core/datagen.ts";
import {
  ABSENCE,
  FUNCTION_EXAMPLES,
  MACRO_FORMS,
  OPERATORS,
  OTHERS,
  REFUSED,
} from "./expression-examples.ts";
import { type Cells, code, tableOf, testTables } from "./made-table.ts";

const text = readFileSync(new URL("../../docs/expressions.md", import.meta.url), "utf8");
const document = readJson("../checks/holds/spec-package.json") as SpecPackageDocument;
const spec = load(document);
const candidate = document.examples.valid[0]!.candidate;
const type = createTypes()(spec.schema.root);
const scope = {
  variables: [
    { name: "this", type },
    { name: "root", type },
  ],
  declared: { registries: new Set(["licences"]), lists: new Map(), definitions: new Map() },
};

/** The value of an expression for the candidate of the page, as a message shows it. */
function resultOf(source: string): string {
  const made = compileExpression(source, scope);
  if ("fault" in made) throw new Error(`${source}: ${made.fault.message}`);
  const { now, registries } = exampleContext(spec);
  const outcome = made.run([candidate, candidate], {
    now,
    registry: (name) => registries!.get(name!)!,
    steps: MAX_STEPS,
  });
  return "value" in outcome ? writeValue(outcome.value, made.type) : outcome.why;
}

/** How a function is called, such as `string.contains(string)`. */
function signatureOf({ name, form, params, required }: FunctionEntry): string {
  const kinds = params.map((each) => each.filter((kind) => kind !== "any").join("|"));
  const [first = "", ...rest] = kinds.map((kind, index) => (index < required ? kind : `${kind}?`));
  return form === "method"
    ? `${first}.${name}(${rest.join(", ")})`
    : `${name}(${[first, ...rest].join(", ")})`;
}

const functionRows = (names: readonly string[]): Cells[] =>
  names.map((name) => {
    const signatures = FUNCTIONS.filter((entry) => entry.name === name).map(signatureOf);
    const example = FUNCTION_EXAMPLES[name];
    if (example === undefined) throw new Error(`no example of ${name}`);
    return [signatures.map(code).join(", "), code(example), resultOf(example)];
  });
const exampleRows = (sources: readonly string[]): Cells[] =>
  sources.map((source) => [code(source), resultOf(source)]);
const namesWhere = (suits: (entry: FunctionEntry) => boolean) => [
  ...new Set(FUNCTIONS.filter(suits).map(({ name }) => name)),
];

const isText = ({ form, params }: FunctionEntry) => form !== "function" && params[0]!.includes("string");
const isList = ({ params }: FunctionEntry) => params[0]!.length === 1 && params[0]![0] === "list";
const FUNCTION_HEADING = ["function", "for example", "gives"];

testTables("expressions.md", {
  "what may be absent": () => tableOf(["expression", "gives"], exampleRows(ABSENCE)),
  operators: () => tableOf(["expression", "gives"], exampleRows(OPERATORS)),
  loops: () =>
    tableOf(
      ["loop", "for example", "gives"],
      Object.entries(MACRO_FORMS).map(([form, source]) => [code(form), code(source), resultOf(source)]),
    ),
  "functions of texts": () => tableOf(FUNCTION_HEADING, functionRows(namesWhere(isText))),
  "functions of lists": () => tableOf(FUNCTION_HEADING, functionRows(namesWhere(isList))),
  "other functions": () =>
    tableOf(FUNCTION_HEADING, functionRows(namesWhere((entry) => !isText(entry) && !isList(entry)))),
  "definitions that every package has": () =>
    tableOf(
      ["definition", "says"],
      Object.entries(PRELUDE).map(([name, { params, expression }]) => [
        code(`${name}(${params.join(", ")})`),
        code(expression),
      ]),
    ),
  "patterns, registries and others": () => tableOf(["expression", "gives"], exampleRows(OTHERS)),
  refused: () =>
    tableOf(
      ["expression", "why it is refused"],
      REFUSED.map((source) => {
        const made = compileExpression(source, scope);
        if (!("fault" in made)) throw new Error(`${source} is not refused`);
        return [code(source), made.fault.message];
      }),
    ),
});

test("every loop has an example", () => {
  const forms = Object.keys(MACRO_FORMS).join("\n");
  expect([...MACROS].filter((name) => !forms.includes(`.${name}(`))).toEqual([]);
});

describe("the page shows", () => {
  const blocksOf = (role: string): unknown[] =>
    [...text.matchAll(new RegExp(`^\`\`\`json ${role}\\n([\\s\\S]*?)^\`\`\``, "gm"))].map(([, json]) =>
      JSON.parse(json!),
    );

  test("the candidate of the tests", () => {
    expect(blocksOf("candidate")).toEqual([candidate]);
  });

  test("rules of the tests", () => {
    const rules = blocksOf("rule") as { code: string }[];
    expect(rules.length).toBeGreaterThan(3);
    for (const rule of rules) expect(document.rules.find(({ code }) => code === rule.code)).toEqual(rule);
  });
});
