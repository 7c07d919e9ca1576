/** Without a `blame`, a rule of `holds` reports the item at which a loop failed, where that can be told for sure. */
import { expect, test } from "vitest";
import { checkCandidate } from "../../../src/core/index.ts";
import { load } from "../datagen.ts";
import { context, objectOf, packageOf } from "../schema/small-package.ts";

const text = { type: "string", maxLength: 20 };
const part = {
  ...objectOf({ id: text, qty: { type: "integer" }, tags: { type: "array", maxItems: 9, items: text } }),
  required: ["id", "qty"],
};
const schema = objectOf({
  kind: text,
  parts: { type: "array", maxItems: 40, items: part },
  others: { type: "array", maxItems: 40, items: part },
  map: { type: "object", maxProperties: 9, additionalProperties: { type: "integer" } },
});

function reported(expression: string, candidate: unknown, at = "/parts", params = {}): string[] {
  const rule = { code: "own", check: "holds", at: [at], severity: "error", message: "No." };
  const spec = load(
    packageOf(
      schema,
      {},
      { rules: [{ ...rule, params: { expression, ...params } }], docs: { own: { summary: "s", fix: "f" } } },
    ),
  );
  const { diagnostics } = checkCandidate(spec, candidate, context);
  return diagnostics.flatMap(({ pointer, related = [] }) => [
    pointer,
    ...related.map((each) => each.pointer),
  ]);
}

const parts = [
  { id: "a", qty: 1, tags: ["x"] },
  { id: "b", qty: 0, tags: ["x", "y"] },
  { id: "a", qty: 0 },
];
const candidate = { kind: "box", parts, map: { one: 1, two: -2 } };

test.each([
  // Each item for which a loop over all fails: the first is reported, the others are named beside it.
  ["this.all(p, p.qty > 0)", ["/parts/1", "/parts/2"]],
  ["this.all(i, p, i == 0 || p.qty > 0)", ["/parts/1", "/parts/2"]],
  ["!this.exists(p, p.qty == 0)", ["/parts/1", "/parts/2"]],
  ["this.size() > 2 && this.all(p, p.qty > 0) && this.all(p, p.id != 'a')", ["/parts/1", "/parts/2"]],
  ["root.?kind.orValue('') == 'bag' || this.all(p, p.qty > 0)", ["/parts/1", "/parts/2"]],
  ["root.?kind.orValue('') == 'box' ? this.all(p, p.id != 'b') : true", ["/parts/1"]],
  ["cel.bind(all, this, all.all(p, p.id != 'b'))", ["/parts/1"]],
  // The innermost loop knows best.
  ["this.all(p, !has(p.tags) || p.tags.all(t, t == 'x'))", ["/parts/1/tags/1"]],
  ["this.all(p, p.?tags.orValue(['y']).all(t, t == 'x'))", ["/parts/1/tags/1", "/parts/2"]],
  ["this.all(a, this.exists_one(b, a.id == b.id))", ["/parts/2"]],
  ["!this.exists(i, a, this.exists(j, b, i < j && a.id == b.id))", ["/parts/2"]],
  // Lists made of the list.
  ["this.filter(p, p.id == 'a').all(p, p.qty > 0)", ["/parts/2"]],
  ["this.map(p, p.qty).all(n, n > 0)", ["/parts/1/qty", "/parts/2/qty"]],
  ["this.map(p, p.id == 'b', p.qty + 1).all(n, n > 1)", ["/parts/1"]],
  // No item is at fault, or nobody can tell which.
  ["this.exists(p, p.qty > 5)", ["/parts"]],
  ["this.exists_one(p, p.qty > 5)", ["/parts"]],
  ["this.all(p, p.qty > 0) || this.all(p, p.id != 'a')", ["/parts"]],
  ["this.map(p, p.qty).sum() > 3", ["/parts"]],
  // Under a failure that another item outweighs.
  ["this.all(p, 1 / p.qty > 5)", ["/parts/0"]],
])("%s", (expression, pointers) => {
  expect(reported(expression, candidate)).toEqual(pointers);
});

test("a map is blamed by its names, and an item for nothing that it was compared with", () => {
  expect(reported("this.all(name, this[name] > 0)", candidate, "/map")).toEqual(["/map/two"]);
  expect(
    reported("!root.?parts.orValue([]).exists(i, o, i < key && o.id == this.id)", candidate, "/parts/*"),
  ).toEqual(["/parts/2"]);
  expect(reported("root.?parts.orValue([]).all(p, p.qty > 0)", candidate, "/kind")).toEqual(["/kind"]);
});

test("a place that the rule names comes first", () => {
  expect(reported("this.all(p, p.qty > 0)", candidate, "/parts", { blame: "0" })).toEqual(["/parts"]);
  expect(reported("this.all(p, p.qty > 0)", candidate, "/parts", { blame: "/kind" })).toEqual(["/kind"]);
});

test("what would take too long is reported at the place of the rule", () => {
  const many = Array.from({ length: 40 }, (_, index) => ({ id: `x${index}`, qty: index, tags: [] }));
  const slow = "this.all(a, this.all(b, this.all(c, a.qty + b.qty + c.qty != 117)))";
  expect(reported(slow, { parts: many }).slice(0, 1)).toEqual(["/parts"]);
});
