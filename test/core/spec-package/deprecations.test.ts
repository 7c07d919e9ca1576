/** Words and members that are on their way out: what authors are told, and what the list of domains shows. */
import { expect, test } from "vitest";
import { checkCandidate, describeMembers, repairCandidate } from "../../../src/core/index.ts";
import { isClean } from "../../../src/core/proposal/check.ts";
import { context, load, objectOf } from "../schema/small-package.ts";

const text = { type: "string", maxLength: 50 };
const LISTS = {
  sizes: {
    values: [
      "S",
      { value: "M", title: "Medium", description: "fits most" },
      { value: "L", title: "Large" },
      { value: "Big", deprecated: { use: "L", repair: true } },
      { value: "Huge", deprecated: { message: "Nobody makes it any more." } },
      { value: "Old", deprecated: true },
    ],
  },
};

function packageWith(schema: object, rule: object = {}) {
  return load(
    schema as Record<string, unknown>,
    {},
    {
      lists: LISTS,
      rules: [
        {
          code: "size",
          check: "in-list",
          at: ["/size"],
          severity: "error",
          params: { list: "sizes" },
          ...rule,
        },
      ],
      docs: { size: { summary: "There is no such size.", fix: "Use another." } },
    },
  );
}

const spec = packageWith(
  objectOf({
    size: { ...text, title: "Size", description: "How large it is." },
    colour: { ...text, deprecated: { message: "It is called color now.", use: "color" } },
    color: { ...text, minLength: 2 },
    legacy: { type: "boolean", deprecated: true },
    hue: { ...text, deprecated: { use: "color" } },
    flag: { type: "boolean", deprecated: false },
  }),
);
const remarks = (candidate: unknown, by = spec) =>
  checkCandidate(by, candidate, context).diagnostics.map(({ code, severity, pointer, message, fixes = [] }) =>
    [
      `${severity} ${code} ${pointer}: ${message}`,
      ...fixes.map(
        ({ title, applicability, decision }) => `${title} (${applicability}${decision ? ", decision" : ""})`,
      ),
    ].join(" | "),
  );

test("a deprecated word is a warning with its message and its replacement", () => {
  expect(remarks({ size: "S" })).toEqual([]);
  expect(remarks({ size: "Big" })).toEqual([
    'warning value-deprecated /size: "Big" is deprecated; use "L". | Use "L" (suggested)',
  ]);
  expect(remarks({ size: "Huge" })).toEqual([
    'warning value-deprecated /size: "Huge" is deprecated: Nobody makes it any more.',
  ]);
  expect(remarks({ size: "Old" })).toEqual(['warning value-deprecated /size: "Old" is deprecated.']);
  expect(isClean(spec, { size: "Old" }, context)).toBe(false);
  expect(remarks({ size: "XXL" })).toEqual([expect.stringContaining("error size /size")]);
});

test("what to use instead is expected", () => {
  const expected = checkCandidate(spec, { size: "Big", colour: "r", legacy: true }, context).diagnostics.map(
    (diagnostic) => ("expected" in diagnostic ? diagnostic.expected : "nothing"),
  );
  expect(expected).toEqual(["L", "color", "nothing"]);
});

test("a deprecated member is a warning, and its replacement takes the value if it can", () => {
  const message = 'warning member-deprecated /colour: "colour" is deprecated: It is called color now.';
  expect(remarks({ colour: "red" })).toEqual([`${message} | Rename it to "color" (suggested, decision)`]);
  expect(remarks({ colour: "red", color: "blue" })).toEqual([message]);
  expect(remarks({ colour: "r" })).toEqual([message]);
  expect(remarks({ legacy: true, flag: true })).toEqual([
    'warning member-deprecated /legacy: "legacy" is deprecated.',
  ]);
});

test("a repair replaces only what the package lets it", () => {
  const { repaired } = repairCandidate(spec, { size: "Big", colour: "red" }, context, "suggested");
  expect(repaired?.candidate).toEqual({ size: "L", colour: "red" });
});

test("under the condition of the rule that names the list, and only there", () => {
  const conditional = packageWith(objectOf({ size: text, kind: text }), {
    when: { at: "/kind", equals: "shirt" },
  });
  expect(remarks({ size: "Old", kind: "shirt" }, conditional)).toEqual([
    'warning value-deprecated /size: "Old" is deprecated.',
  ]);
  expect(remarks({ size: "Old", kind: "mug" }, conditional)).toEqual([]);
});

test("the list of domains shows labels, and says what is deprecated", () => {
  const members = Object.fromEntries(describeMembers(spec).map(({ pointer, ...rest }) => [pointer, rest]));
  expect(members["/size"]).toEqual({
    required: false,
    type: "string",
    rule: 'One of "S", "M" (Medium: fits most) or "L" (Large).',
    description: "How large it is.",
  });
  expect(members["/colour"]!.rule).toBe("Deprecated: It is called color now. At most 50 characters.");
  expect(members["/hue"]!.rule).toBe('Deprecated; use "color". At most 50 characters.');
  expect(members["/legacy"]!.rule).toBe("Deprecated.");
  expect(members["/color"]).not.toHaveProperty("description");
});
