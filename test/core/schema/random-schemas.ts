/** Random schemas of all keywords, and values with a fair chance to pass them. */

export type Schema = Record<string, unknown> | boolean;
export type Roll = (below: number) => number;

const NAMES = ["a", "b", "c", "constructor", "a/b"];
const VALUES: unknown[] = [
  "a",
  "b",
  "2024-02-29",
  "::1",
  0,
  1,
  2.5,
  6,
  -1,
  true,
  false,
  null,
  [],
  [1],
  [1, 1],
  {},
  { a: 1 },
];
// Formats whose grammar in ajv-formats is the same as ours on these values.
const FORMATS = ["date", "ipv6", "uuid", "json-pointer"];
const PATTERNS = ["^[a-z]$", "b", "^\\d", "\\s"];
const TYPES = ["object", "array", "string", "integer", "number", "boolean", "null"];

export const pick = <T>(list: readonly T[], roll: Roll): T => list[roll(list.length)]!;

export function createRoll(seed: number): Roll {
  let state = seed >>> 0 || 1;
  return (below) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    state ^= state >>> 12;
    return (state >>> 0) % below;
  };
}

export const several = <T>(roll: Roll, least: number, most: number, make: () => T): T[] =>
  Array.from({ length: least + roll(most - least + 1) }, make);

/** Each gives one keyword, or a few that belong together. */
const KEYWORDS: ((roll: Roll, inner: () => Schema) => Record<string, unknown>)[] = [
  (roll) => ({
    type: roll(2) === 0 ? pick(TYPES, roll) : [...new Set(several(roll, 1, 3, () => pick(TYPES, roll)))],
  }),
  (roll) => ({ enum: several(roll, 1, 4, () => pick(VALUES, roll)) }),
  (roll) => ({ const: pick(VALUES, roll) }),
  (roll) => ({ minLength: roll(3), maxLength: 1 + roll(9) }),
  (roll) => ({ pattern: pick(PATTERNS, roll) }),
  (roll) => ({ format: pick(FORMATS, roll) }),
  (roll) => ({ minimum: roll(4) - 2, maximum: roll(8) }),
  (roll) => ({ exclusiveMinimum: roll(3) - 2, exclusiveMaximum: 1 + roll(6) }),
  (roll) => ({ multipleOf: pick([1, 2, 3, 0.5], roll) }),
  (roll) => ({ minItems: roll(2), maxItems: roll(4) }),
  () => ({ uniqueItems: true }),
  (_, inner) => ({ items: inner() }),
  (roll, inner) => ({ prefixItems: several(roll, 1, 2, inner), ...(roll(2) === 0 && { items: inner() }) }),
  (roll, inner) => ({
    contains: inner(),
    ...(roll(2) === 0 && { minContains: roll(3) }),
    ...(roll(3) === 0 && { maxContains: roll(3) }),
  }),
  (roll, inner) => ({
    properties: Object.fromEntries(several(roll, 1, 3, () => [pick(NAMES, roll), inner()])),
    ...(roll(2) === 0 && { additionalProperties: pick<Schema>([false, true, inner()], roll) }),
  }),
  (roll) => ({ required: [...new Set(several(roll, 1, 2, () => pick(NAMES, roll)))] }),
  (roll, inner) => ({
    patternProperties: { [pick(PATTERNS, roll)]: inner() },
    ...(roll(2) === 0 && { additionalProperties: inner() }),
  }),
  (roll) => ({
    propertyNames: pick<Schema>([{ maxLength: 1 }, { pattern: "^[a-c]" }, { enum: NAMES.slice(0, 3) }], roll),
  }),
  (roll) => ({ minProperties: roll(2), maxProperties: roll(4) }),
  (roll) => ({ dependentRequired: { [pick(NAMES, roll)]: [pick(NAMES, roll)] } }),
  (roll, inner) => ({ dependentSchemas: { [pick(NAMES, roll)]: inner() } }),
  (roll, inner) => ({ oneOf: several(roll, 1, 3, inner) }),
  (roll, inner) => ({ anyOf: several(roll, 1, 3, inner) }),
  (roll, inner) => ({ allOf: several(roll, 1, 2, inner) }),
  (_, inner) => ({ not: inner() }),
  (roll, inner) => ({
    if: inner(),
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword.
    ...(roll(4) > 0 && { then: inner() }),
    ...(roll(2) === 0 && { else: inner() }),
  }),
  (roll) => ({ $ref: pick(["#/$defs/small", "#/$defs/open"], roll) }),
];

export function randomSchema(roll: Roll, depth: number): Schema {
  if (roll(12) === 0) return roll(2) === 0;
  const inner = () => (depth >= 2 ? randomLeaf(roll) : randomSchema(roll, depth + 1));
  return Object.assign({}, ...several(roll, 1, 3, () => pick(KEYWORDS, roll)(roll, inner)));
}

function randomLeaf(roll: Roll): Schema {
  const leaf = pick(KEYWORDS.slice(0, 9), roll);
  return leaf(roll, () => true) as Schema;
}

export function randomValue(roll: Roll, depth: number): unknown {
  const kind = roll(depth > 1 ? 3 : 6);
  if (kind < 3) return pick(VALUES, roll);
  if (kind === 3) return several(roll, 0, 3, () => randomValue(roll, depth + 1));
  return Object.fromEntries(several(roll, 0, 3, () => [pick(NAMES, roll), randomValue(roll, depth + 1)]));
}
