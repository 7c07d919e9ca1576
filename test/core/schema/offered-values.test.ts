/** A value that a fix would put in is asked of the other rules of its place first. */
import { describe, expect, test } from "vitest";
import { diagnosticsOf, load, objectOf, type Schema } from "./small-package.ts";

const WORD_OR_CODE = {
  type: "string",
  maxLength: 7,
  anyOf: [{ enum: ["red", "blue"] }, { pattern: "^#[0-9a-f]{6}$", maxLength: 7 }],
};

describe.each<[string, Schema, unknown, string, unknown]>([
  ["a word in other case", { enum: ["red", "blue"] }, "Red", "^red$", "red"],
  ["a word with a typing error", { enum: ["red", "blue"] }, "bleu", "^blue$", "blue"],
  ["the only value there is", { enum: ["red"] }, "something", "^red$", "red"],
  ["a word in other case beside a pattern", WORD_OR_CODE, "Red", "^red$", "red"],
  ["a word with a typing error beside a pattern", WORD_OR_CODE, "bleu", "^blue$", "blue"],
  ["a number where a text belongs", { type: "string", maxLength: 20 }, 7, "^7$", "7"],
])("%s", (_name, schema, sent, pattern, offered) => {
  const offers = (rules: Schema[]) => {
    const spec = load(
      objectOf({ x: schema }),
      {},
      {
        rules,
        docs: rules.length === 0 ? {} : { refused: { summary: "It is refused.", fix: "Use another." } },
      },
    );
    return diagnosticsOf(spec, { x: sent }).flatMap(({ fixes = [] }) =>
      fixes.flatMap(({ patch }) => patch.flatMap((step) => (step.op === "replace" ? [step.value] : []))),
    );
  };
  const refusing = {
    code: "refused",
    check: "does-not-match",
    at: ["/x"],
    severity: "error",
    params: { pattern, form: "anything else" },
  };

  test("is offered where nothing speaks against it", () => {
    expect(offers([])).toContainEqual(offered);
  });

  test("is not offered where a rule refuses it", () => {
    expect(offers([refusing])).not.toContainEqual(offered);
  });

  test("is offered where a rule only warns of it", () => {
    expect(offers([{ ...refusing, severity: "warning" }])).toContainEqual(offered);
  });
});
