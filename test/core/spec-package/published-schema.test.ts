import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { SPEC_PACKAGE_SCHEMA } from "../../../src/core/index.ts";
import { datagenDocument, readJson } from "../datagen.ts";

const published = "../../spec-packages/spec-package.schema.json";

test("the published schema of spec packages is the one that packages are held to", async () => {
  // Written anew by: npx vitest run test/core/spec-package -u
  await expect(`${JSON.stringify(SPEC_PACKAGE_SCHEMA, null, 2)}\n`).toMatchFileSnapshot(`../${published}`);
});

test("it is JSON Schema 2020-12 that another validator understands, and the packages here pass", () => {
  const validate = new Ajv2020({ strict: true, allErrors: true }).compile(readJson(published) as object);
  for (const document of [datagenDocument(), readJson("../domains/berth-request.json")]) {
    validate(document);
    expect(validate.errors).toBeNull();
  }
  expect(validate({ ...datagenDocument(), version: "1" })).toBe(false);
});
