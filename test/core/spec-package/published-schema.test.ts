import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { CHECKS } from "../../../src/core/checks/catalogue.ts";
import { publishedSchema } from "../../support/published-schema.ts";
import { datagenDocument, readJson } from "../datagen.ts";

const published = "../../spec-packages/spec-package.schema.json";
const validate = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false }).compile(
  readJson(published) as object,
);

/** A package about to be spoiled. */
// biome-ignore lint/suspicious/noExplicitAny: edits reach into it at will
type Draft = any;

const HOLDS = {
  code: "x",
  check: "holds",
  at: ["/description"],
  severity: "error",
  params: { expression: "this != ''" },
};

function edited(edit: (document: Draft) => void): unknown {
  const document = structuredClone(datagenDocument()) as Draft;
  edit(document);
  return document;
}

test("the published schema of spec packages is the one that packages are held to", async () => {
  // Written anew by: npx vitest run test/core/spec-package -u
  await expect(`${JSON.stringify(publishedSchema(), null, 2)}\n`).toMatchFileSnapshot(`../${published}`);
});

describe("another validator understands it", () => {
  test.each([
    ["the embedded package", datagenDocument()],
    ["a second domain", readJson("../domains/berth-request.json")],
  ])("and accepts %s", (_, document) => {
    validate(document);
    expect(validate.errors).toBeNull();
  });

  test.each([
    ["a version of one number", (document: Draft) => (document.version = "1")],
    ["a check that does not exist", (document: Draft) => (document.rules[0].check = "no-such-check")],
    ["a parameter that the check does not have", (document: Draft) => (document.rules[0].params.clases = [])],
    ["a parameter of another type", (document: Draft) => (document.rules[0].params.classes = "control")],
    ["a rule without its parameters", (document: Draft) => delete document.rules[0].params],
    ["a rule that lacks one parameter", (document: Draft) => (document.rules[0].params = {})],
    ["a rule without a severity", (document: Draft) => delete document.rules[0].severity],
    ["an expression without a message", (document: Draft) => document.rules.push(HOLDS)],
    ["a misspelled member of a rule", (document: Draft) => (document.rules[0].serverity = "error")],
    [
      "a misspelled keyword in the schema of a candidate",
      (document: Draft) => (document.schema.properties.description.maxLenght = 5),
    ],
    [
      "a misspelled keyword deep inside",
      (document: Draft) => (document.schema.properties.outputFields.items.requird = []),
    ],
    [
      "a format that does not exist",
      (document: Draft) => (document.schema.properties.owner.format = "e-mail"),
    ],
    ["a length in words", (document: Draft) => (document.schema.properties.description.maxLength = "long")],
  ])("and refuses %s", (_, edit) => {
    expect(validate(edited(edit))).toBe(false);
  });

  test("and underlines what is wrong at its place, in the branch of the check", () => {
    validate(edited((document) => (document.rules[0].params.clases = [])));
    expect(validate.errors).toContainEqual(
      expect.objectContaining({
        instancePath: "/rules/0/params",
        params: { additionalProperty: "clases" },
      }),
    );
  });

  test.each(CHECKS.map(({ name }) => name))("and completes the check %s and its parameters", (name) => {
    const { oneOf } = (readJson(published) as Draft).properties.rules.items;
    const rule = oneOf.find(({ properties }: Draft) => properties.check.const === name);
    const check = CHECKS.find((each) => each.name === name)!;
    expect(rule.properties.params.properties ?? {}).toEqual(check.params.properties ?? {});
    expect(rule.description).toBe(check.summary);
    expect(
      validate(
        edited((document) => {
          document.rules.push({
            code: "x",
            check: name,
            at: ["/description"],
            severity: "error",
            params: { "no such": 1 },
          });
        }),
      ),
    ).toBe(false);
  });
});
