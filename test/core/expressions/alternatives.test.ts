/** What expressions know about a value that may be one of several alternatives. */
import { expect, test } from "vitest";
import { checkCandidate, loadSpecPackage } from "../../../src/core/index.ts";
import "../datagen.ts";
import { context, objectOf, packageOf } from "../schema/small-package.ts";

const text = { type: "string", maxLength: 50 };
const remote = (type: string, more: object) =>
  objectOf({ type: { const: type }, url: text, ...more }, { required: ["type", "url"] });

function load(expression: string) {
  const schema = objectOf({
    a: {
      oneOf: [remote("sse", { vars: { type: "object", additionalProperties: text } }), remote("http", {})],
    },
  });
  return loadSpecPackage(
    packageOf(
      schema,
      {},
      {
        rules: [
          {
            code: "told",
            check: "holds",
            at: ["/a"],
            severity: "error",
            message: "No.",
            params: { expression },
          },
        ],
        docs: { told: { summary: "It is wrong.", fix: "Put it right." } },
      },
    ),
  );
}

const refusal = (expression: string) => {
  const loaded = load(expression);
  return loaded.ok ? "accepted" : loaded.reasons[0]!.message;
};

test("members that all have are known, with their types", () => {
  expect(refusal("this.url.startsWith('https')")).toBe("accepted");
  expect(refusal("this.type == 'sse' || this.url != ''")).toBe("accepted");
  expect(refusal("this.type == 'stdio'")).toContain('it is never "stdio"; it can be sse, http');
  expect(refusal("this.url > 5")).toContain("a text cannot be compared with a whole number");
  expect(refusal("this.uri == ''")).toContain('there is no member "uri"; did you mean "url"?');
});

test("members that only some have may be absent", () => {
  expect(refusal("'x' in this.vars")).toContain('"vars" may be absent');
  const loaded = load("!this.url.contains('{x}') || (has(this.vars) && 'x' in this.vars)");
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.reasons));
  const isValid = (a: object) => checkCandidate(loaded.spec, { a }, context).valid;
  expect(isValid({ type: "http", url: "/{x}" })).toBe(false);
  expect(isValid({ type: "sse", url: "/{x}", vars: { x: "1" } })).toBe(true);
});
