/** docs/expressions.md: every expression gives what the page says, and every rule is one that is tested elsewhere. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compileExpression, writeValue } from "../../src/core/expressions/expression.ts";
import { MAX_STEPS } from "../../src/core/expressions/frame.ts";
import { FUNCTIONS } from "../../src/core/expressions/functions.ts";
import type { SpecPackageDocument } from "../../src/core/index.ts";
import { checkSpecPackage } from "../../src/core/publishing/advice.ts";
import { exampleContext } from "../../src/core/publishing/examples.ts";
import { createTypes } from "../../src/core/schema/value-type-of.ts";
import { load, readJson } from "../core/datagen.ts";

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
  registries: new Set(["licences"]),
};

/** The rows of the tables behind a comment. */
function rowsOf(name: string): [string, string][] {
  return text
    .split(`<!-- ${name} -->\n`)
    .slice(1)
    .flatMap((part) => {
      const table = part.split("\n\n")[0]!.trim().split("\n").slice(2);
      return table.map((row): [string, string] => {
        const [, source, result] = /^\| `(.*?)` \| (.*) \|$/.exec(row)!;
        return [source!.replaceAll("\\|", "|"), result!];
      });
    });
}

function blocksOf(role: string): unknown[] {
  return [...text.matchAll(new RegExp(`^\`\`\`json ${role}\\n([\\s\\S]*?)^\`\`\``, "gm"))].map(([, json]) =>
    JSON.parse(json!),
  );
}

const expressions = rowsOf("expressions");

test.each(expressions)("%s", (source, expected) => {
  const made = compileExpression(source, scope);
  if ("fault" in made) throw new Error(made.fault.message);
  const { now, registries } = exampleContext(spec);
  const outcome = made.run([candidate, candidate], {
    now,
    registry: (name) => registries!.get(name!)!,
    steps: MAX_STEPS,
  });
  expect("value" in outcome ? writeValue(outcome.value, made.type) : outcome.why).toBe(expected);
});

test.each(rowsOf("refused"))("%s is refused", (source, why) => {
  const made = compileExpression(source, scope);
  expect("fault" in made && made.fault.message).toBe(why);
});

test("every function has an example", () => {
  const shown = expressions.map(([source]) => source).join("\n");
  const names = [...FUNCTIONS.map(({ name }) => name), "has", "matches", "references", "registry", "orValue"];
  expect(names.filter((name) => !new RegExp(`\\b${name}\\(`).test(shown))).toEqual([]);
});

describe("the page shows", () => {
  test("the candidate of the tests", () => {
    expect(blocksOf("candidate")).toEqual([candidate]);
  });

  test("rules of the tests", () => {
    const rules = blocksOf("rule") as { code: string }[];
    expect(rules.length).toBeGreaterThan(5);
    for (const rule of rules) expect(document.rules.find(({ code }) => code === rule.code)).toEqual(rule);
  });

  test("rules of a format under examples/", () => {
    const format = readJson("../../examples/eip/spec-package.json") as SpecPackageDocument;
    const rules = blocksOf("rule of=eip");
    expect(rules.length).toBeGreaterThan(1);
    for (const rule of rules) expect(format.rules).toContainEqual(rule);
  });

  test("a package that does what its examples say", () => {
    const packages = blocksOf("package");
    expect(packages).toHaveLength(1);
    for (const one of packages) expect(checkSpecPackage(one).findings).toEqual([]);
  });
});
