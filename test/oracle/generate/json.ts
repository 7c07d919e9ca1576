/** Arbitraries and helpers for JSON values that have nothing to do with the rules. */
import fc from "fast-check";

export type JsonObject = Record<string, unknown>;

/** Sets an own member, whatever its name: an assignment to `__proto__` would not. */
export function setMember(object: object, name: string | number, value: unknown): void {
  Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** One item of a list, by a number that may be larger than the list. */
export function pick<T>(list: readonly T[], number: number): T | undefined {
  return list[number % list.length];
}

/** Equal chances for each, without the bias of fast-check towards the first and the last. */
export function oneOf<T>(...items: readonly T[]): fc.Arbitrary<T> {
  return fc.noBias(fc.nat({ max: items.length - 1 })).map((index) => items[index]!);
}

/** Names that objects of JavaScript have anyway, and names that pointers must escape. */
export const PROTOTYPE_NAMES = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"];
// biome-ignore format: one item a line would be pages long
export const STRANGE_NAMES = [...PROTOTYPE_NAMES, "", "a/b", "a~b", "~1", "0", "-", "x\ud800", "\udc00", "é", "e\u0301"];

/** Written as JSON, because some of them only come out of a parser. */
// biome-ignore format: one item a line would be pages long
const NUMBERS = [
  "0", "-0", "1", "-1", "5", "0.5", "-0.0", "1.0", "1e3", "1e21", "1e-7", "0.1", "123456789012345680000",
  "9007199254740990", "9007199254740991", "9007199254740992", "9007199254740993",
  "-9007199254740991", "-9007199254740992", "-9007199254740993", "9007199254740991.5", "4503599627370495.5",
  "4503599627370496.5", "1e308", "1.7976931348623157e308", "1.7976931348623159e308", "1e309", "1e400", "-1e400",
  "5e-324", "1e-400", "-1e-400", "333333333.33333329", "1E30", "4.50", "2e-3", "1e-27", "1e23", "9.5e20",
];

export const numbers: fc.Arbitrary<unknown> = oneOf(...NUMBERS).map((text) => JSON.parse(text) as unknown);

/** So many lists or objects inside one another. */
function nested(depth: number, kind: "list" | "object" | "mixed", inner: unknown): unknown {
  let value = inner;
  for (let level = 0; level < depth; level += 1) {
    const asList = kind === "list" || (kind === "mixed" && level % 2 === 0);
    value = asList ? [value] : { a: value };
  }
  return value;
}

/** Values around the deepest that a sample value may be, which are 61 levels inside a record. */
export const deepValues: fc.Arbitrary<unknown> = fc
  .tuple(
    oneOf(1, 2, 59, 60, 61, 61, 62, 62, 63, 64, 65, 200),
    oneOf("list" as const, "object" as const, "mixed" as const),
    oneOf<() => unknown>(
      () => 1,
      () => "x",
      () => null,
      () => "\ud800",
      () => [],
      () => ({}),
      () => [[]],
      () => [1, [2]],
      () => ({ b: 1, a: [{}] }),
      () => Number.POSITIVE_INFINITY,
    ),
  )
  .map(([depth, kind, makeInner]) => nested(depth, kind, makeInner()));

// biome-ignore format: one item a line would be pages long
const SCALARS: unknown[] = [
  null, true, false, "", " ", "x", "true", "FALSE", "null", "5", "5.5", "1e3", " 5 ", "NaN", "TODO", "todo", "\ud800",
  "fast", "human", "a,b", "fast, realistic", "[]", "{}", '["fast"]', '{"a":1}', '[{"name":"a"}]',
];

const CONTAINERS: (() => unknown)[] = [
  () => [],
  () => ({}),
  () => [null],
  () => [[]],
  () => [{}],
  () => ["fast"],
  () => ["x"],
  () => [1, "two", null, { three: 3 }, [4]],
  () => ({ a: 1 }),
  () => ({ a: [1, null, { b: true }], c: "x" }),
  () => ({ a: "\udfff" }),
  () => ({ "a\ud800": 1 }),
  () => ({ a: { "b\udc00": "\ud800" } }),
  () => [Number.POSITIVE_INFINITY],
  () => ({ a: { b: [Number.NEGATIVE_INFINITY] } }),
  () => JSON.parse('{"__proto__": 1, "constructor": {"toString": 2}}') as unknown,
  () => JSON.parse('{"__proto__": {"a": "\\ud800"}}') as unknown,
  () => ({ kind: "human", id: "ada" }),
  () => ({ name: "a", type: "string", description: "x" }),
  () => ({ "2": 1, "10": 2, "1": 3, b: 1, a: 2, "\u{1f600}": 1, "\ufb33": 2, é: 3 }),
];

export const scalars: fc.Arbitrary<unknown> = oneOf(...SCALARS);
export const containers: fc.Arbitrary<unknown> = oneOf(...CONTAINERS).map((make) => make());

/** Any JSON value, as a rule a small one. */
export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: scalars },
  { weight: 3, arbitrary: containers },
  { weight: 3, arbitrary: numbers },
  { weight: 1, arbitrary: deepValues },
);
