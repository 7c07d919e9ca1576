/** Packages of other products, each with a good candidate of about 60 KB and bodies that try to cost more than they are worth. */

type Loose = Record<string, unknown>;

export interface HostilePackage {
  readonly document: Loose & { targetProduct: string; domainId: string };
  /** A good candidate as large as a request may be. */
  readonly valid: unknown;
  readonly attacks: Readonly<Record<string, unknown>>;
}

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const object = (count: number, make: (index: number) => [string, unknown]): Loose =>
  Object.fromEntries(times(count, make));
/** Two letters that differ from number to number. */
const letters = (n: number): string => String.fromCharCode(97 + (n % 26), 97 + (Math.floor(n / 26) % 26));
const text = (maxLength: number, more: Loose = {}): Loose => ({ type: "string", maxLength, ...more });
const closed = (properties: Loose, more: Loose = {}): Loose => ({
  type: "object",
  properties,
  additionalProperties: false,
  ...more,
});
const listOf = (items: Loose): Loose => ({ type: "array", items, maxItems: 20_000 });

function specPackage(targetProduct: string, schema: Loose, valid: unknown, more: Loose = {}) {
  return {
    format: "preflight-spec-package/1",
    targetProduct,
    domainId: "thing",
    version: "1.0.0",
    title: "Thing",
    schema,
    rules: [],
    docs: {},
    examples: {
      valid: [{ title: "One", candidate: valid }],
      invalid: [{ title: "None", candidate: 5, expect: [{ code: "type-mismatch", pointer: "" }] }],
    },
    ...more,
  };
}

const rule = (check: string, at: string, params?: Loose) => ({
  rules: [{ code: "the-rule", check, at: [at], severity: "error", ...(params && { params }) }],
  docs: { "the-rule": { summary: "It is wrong.", fix: "Write it otherwise." } },
});

/** A list of closed objects with sixty members. */
function closedObjects(): HostilePackage {
  const name = (index: number) => `member${letters(index)}name`;
  const items = listOf(closed(object(60, (index) => [name(index), { type: "integer" }])));
  const rows = (make: (row: number, index: number) => string, count = 60) => ({
    items: times(count, (row) => object(58, (index) => [make(row, index), 1])),
  });
  return {
    document: specPackage("closed-objects", closed({ items }, { required: ["items"] }), { items: [] }),
    valid: rows((_, index) => name(index)),
    attacks: {
      "closed objects: names that are one slip away": rows((_, index) => `member${letters(index)}nam`),
      "closed objects: other names in every item": rows(
        (row, index) => `member${letters(5 * index + row)}nme`,
      ),
      "closed objects: few items, all names wrong": rows(
        (row, index) => `memb${letters(index)}${row}name`,
        15,
      ),
    },
  };
}

const WORDS = times(10_000, (index) => `sharedbeginning${letters(index)}${letters(3 * index + 1)}${index}`);

/** A list of ten thousand similar words. */
function longList(): HostilePackage {
  const schema = closed({ tags: listOf(text(64)) }, { required: ["tags"] });
  const wrong = (make: (index: number) => string, count = 2_300) => ({ tags: times(count, make) });
  return {
    document: specPackage(
      "long-list",
      schema,
      { tags: [] },
      {
        lists: { words: { values: WORDS } },
        ...rule("in-list", "/tags/*", { list: "words" }),
      },
    ),
    valid: { tags: WORDS.slice(0, 2_300) },
    attacks: {
      "long list: similar words": wrong((index) => `sharedbeginning${letters(11 * index)}${letters(index)}x`),
      "long list: few enough to be repaired": wrong(
        (index) => `sharedbeginnin${letters(index)}g${index}`,
        900,
      ),
      "long list: other first letters": wrong((index) => `${letters(index)}haredbeginning${index}`),
    },
  };
}

/** An enumeration and a check of values against each other. */
function comparisons(): HostilePackage {
  const schema = closed(
    { known: listOf(text(40)), used: listOf(text(40)), kind: { enum: WORDS.slice(0, 2_000) } },
    { required: ["known", "used"] },
  );
  const names = (count: number, make: (index: number) => string) => times(count, make);
  const good = names(1_400, (index) => `identifier-${letters(index)}-${index}`);
  return {
    document: specPackage(
      "comparisons",
      schema,
      { known: [], used: [] },
      rule("compare", "/used/*", {
        is: "contained-in",
        to: "/known/*",
      }),
    ),
    valid: { known: good, used: good },
    attacks: {
      "comparisons: every value nearly one of the others": {
        known: good,
        used: good.map((name) => `${name.slice(0, -1)}x`),
      },
      "comparisons: few values, many others": {
        known: names(2_500, (index) => `identifier-${letters(index)}-${index}`),
        used: names(90, (index) => `identifer-${letters(index)}-${index}`),
      },
    },
  };
}

/** Maps whose members are told apart by patterns, and alternatives. */
function patterns(): HostilePackage {
  const patternProperties = object(100, (index) => [`^p${letters(index)}-`, { type: "integer" }]);
  const shape = {
    oneOf: times(8, (index) =>
      closed(
        { kind: { const: `kind-${letters(index)}` }, size: { type: "integer" } },
        { required: ["kind", "size"] },
      ),
    ),
  };
  const schema = closed(
    { map: { type: "object", patternProperties, additionalProperties: false }, shapes: listOf(shape) },
    { required: ["map"] },
  );
  const shapes = (make: (index: number) => Loose) => times(1_000, make);
  return {
    document: specPackage("patterns", schema, { map: {} }),
    valid: {
      map: object(1_200, (index) => [`p${letters(index % 100)}-${index}`, 1]),
      shapes: shapes((index) => ({ kind: `kind-${letters(index % 8)}`, size: 1 })),
    },
    attacks: {
      "patterns: names that match none": {
        map: object(3_500, (index) => [`q${letters(index)}-${index}`, 1]),
      },
      "patterns: alternatives of no kind": {
        map: {},
        shapes: shapes((index) => ({ kid: `kind-${letters(index)}`, siz: 1 })),
      },
      "patterns: alternatives with other members": {
        map: {},
        shapes: shapes((index) => ({ kind: `kin-${letters(index % 8)}`, [`s${letters(index)}`]: "1" })),
      },
    },
  };
}

export function hostilePackages(): HostilePackage[] {
  return [closedObjects(), longList(), comparisons(), patterns()];
}
