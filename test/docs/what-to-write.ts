/**
 * "I want to say X": the lines of the table on docs/spec-packages.md. Each is made into a package of its own, with a
 * candidate that passes and one that is reported.
 */

export interface Way {
  say: string;
  /** Members of the candidate. They are what to write, unless there is a rule. */
  properties: Readonly<Record<string, object>>;
  rule?: { check: string; at: readonly string[]; [member: string]: unknown };
  passes: object;
  fails: object;
  /** The code that is reported; for a rule its own. */
  code?: string;
}

const TEXT = { type: "string", maxLength: 60 };
const DATE = { type: "string", format: "date", maxLength: 10 };
const LIST = { type: "array", maxItems: 9, items: TEXT };
const items = (properties: object, required = Object.keys(properties)) => ({
  type: "array",
  maxItems: 9,
  items: { type: "object", properties, required, additionalProperties: false },
});
const INTEGER = { type: "integer" };
const holds = (at: string, expression: string) => ({ check: "holds", at: [at], params: { expression } });

export const LISTS = {
  modes: { values: ["light", "dark"], aliases: { night: "dark" } },
  types: { values: ["integer", "boolean"] },
};
export const REGISTRY = [{ id: "midnight", name: "Midnight blue" }];
export const REGISTRIES = {
  declared: { licences: { member: "licences", key: "spdx", case: "exact" } },
  entries: { licences: [{ id: "MIT" }] },
};

export const WAYS: readonly Way[] = [
  {
    say: "a text of 1 to 60 characters",
    properties: { name: { type: "string", minLength: 1, maxLength: 60 } },
    passes: { name: "Deep sea" },
    fails: { name: "" },
    code: "text-too-short",
  },
  {
    say: "a text of a certain form",
    properties: {
      colour: { type: "string", maxLength: 7, pattern: "^#[0-9a-f]{6}$", form: "a colour such as #0b1d3a" },
    },
    passes: { colour: "#0b1d3a" },
    fails: { colour: "blue" },
    code: "text-pattern",
  },
  {
    say: "a date, an address, a version …",
    properties: { since: { type: "string", format: "date" } },
    passes: { since: "2027-01-31" },
    fails: { since: "2027-02-31" },
    code: "text-format",
  },
  {
    say: "a price in cents",
    properties: { price: { type: "number", minimum: 0, multipleOf: 0.01 } },
    passes: { price: 9.99 },
    fails: { price: 0.005 },
    code: "number-not-multiple",
  },
  {
    say: "one of a few words",
    properties: { density: { enum: ["compact", "cosy"] } },
    passes: { density: "cosy" },
    fails: { density: "wide" },
    code: "value-not-allowed",
  },
  {
    say: "a text, or null",
    properties: { note: { type: ["string", "null"], maxLength: 60 } },
    passes: { note: null },
    fails: { note: 5 },
    code: "type-mismatch",
  },
  {
    say: "exactly these members, all required",
    properties: {
      size: {
        type: "object",
        properties: { w: INTEGER, h: INTEGER },
        required: ["w", "h"],
        additionalProperties: false,
      },
    },
    passes: { size: { w: 4, h: 3 } },
    fails: { size: { w: 4 } },
    code: "member-missing",
  },
  {
    say: "a map from names to numbers",
    properties: {
      weights: {
        type: "object",
        propertyNames: { maxLength: 9, pattern: "^[a-z]+$" },
        additionalProperties: { type: "number" },
      },
    },
    passes: { weights: { text: 400 } },
    fails: { weights: { Text: 400 } },
    code: "member-name",
  },
  {
    say: "a pair",
    properties: {
      at: { type: "array", prefixItems: [{ type: "number" }, { type: "number" }], minItems: 2, maxItems: 2 },
    },
    passes: { at: [52.4, 4.9] },
    fails: { at: [52.4] },
    code: "list-too-short",
  },
  {
    say: "this or that, told apart by a member",
    properties: {
      source: {
        type: "object",
        oneOf: [
          { properties: { kind: { const: "git" }, url: { type: "string" } }, required: ["kind", "url"] },
          { properties: { kind: { const: "zip" }, file: { type: "string" } }, required: ["kind", "file"] },
        ],
      },
    },
    passes: { source: { kind: "zip", file: "a.zip" } },
    fails: { source: { kind: "git", file: "a.zip" } },
    code: "member-missing",
  },
  {
    say: "a word of a list, with other words for it",
    properties: { mode: TEXT },
    rule: { check: "in-list", at: ["/mode"], params: { list: "modes" } },
    passes: { mode: "dark" },
    fails: { mode: "night" },
  },
  {
    say: "an identifier that is free",
    properties: { id: TEXT },
    rule: { check: "not-in-registry", at: ["/id"] },
    passes: { id: "deep-sea" },
    fails: { id: "Midnight" },
  },
  {
    say: "a licence that is registered",
    properties: { licence: TEXT },
    rule: { check: "in-registry", at: ["/licence"], params: { registry: "licences" } },
    passes: { licence: "MIT" },
    fails: { licence: "mit" },
  },
  {
    say: "no identifier that looks like another",
    properties: { id: TEXT },
    rule: { check: "unlike-registered-ids", at: ["/id"] },
    passes: { id: "deep-sea" },
    fails: { id: "mid-night" },
  },
  {
    say: "no name that is nearly another",
    properties: { name: TEXT },
    rule: { check: "unlike-registered-names", at: ["/name"] },
    passes: { name: "Deep sea" },
    fails: { name: "Blue midnight" },
  },
  {
    say: "no invisible characters",
    properties: { name: TEXT },
    rule: { check: "no-unsafe-characters", at: ["/name"], params: { classes: ["invisible", "control"] } },
    passes: { name: "Deep sea" },
    fails: { name: "Deep\u200bsea" },
  },
  {
    say: "no spaces at the ends",
    properties: { author: TEXT },
    rule: { check: "no-edge-whitespace", at: ["/author"] },
    passes: { author: "noor" },
    fails: { author: "noor " },
  },
  {
    say: "at least one letter in it",
    properties: { name: TEXT },
    rule: { check: "matches", at: ["/name"], params: { pattern: "\\p{L}", form: "at least one letter" } },
    passes: { name: "Sea 7" },
    fails: { name: "777" },
  },
  {
    say: "no version number in it",
    properties: { name: TEXT },
    rule: {
      check: "does-not-match",
      at: ["/name"],
      params: { pattern: "\\bv[0-9]", form: "a version", case: "ignore" },
    },
    passes: { name: "Deep sea" },
    fails: { name: "Deep sea V2" },
  },
  {
    say: "each role once",
    properties: { colours: items({ role: TEXT }) },
    rule: { check: "unique", at: ["/colours"], params: { member: "role" } },
    passes: { colours: [{ role: "text" }, { role: "accent" }] },
    fails: { colours: [{ role: "text" }, { role: "text" }] },
  },
  {
    say: "words in alphabetical order",
    properties: { tags: LIST },
    rule: { check: "sorted", at: ["/tags"] },
    passes: { tags: ["calm", "dark"] },
    fails: { tags: ["dark", "calm"] },
  },
  {
    say: "one date not after another",
    properties: { since: DATE, until: DATE },
    rule: { check: "compare", at: ["/since"], params: { is: "not-after", to: "/until" } },
    passes: { since: "2027-01-01", until: "2027-01-01" },
    fails: { since: "2027-01-02", until: "2027-01-01" },
  },
  {
    say: "a value that another list has",
    properties: { main: TEXT, tags: LIST },
    rule: { check: "compare", at: ["/main"], params: { is: "contained-in", to: "/tags" } },
    passes: { main: "calm", tags: ["calm"] },
    fails: { main: "loud", tags: ["calm"] },
  },
  {
    say: "required if another member has a value",
    properties: { mode: { enum: ["light", "dark"] }, glow: INTEGER },
    rule: { check: "required-when", at: ["/glow"], when: { at: "/mode", equals: "dark" } },
    passes: { mode: "light" },
    fails: { mode: "dark" },
  },
  {
    say: "not allowed beside another member",
    properties: { file: TEXT, url: TEXT },
    rule: { check: "forbidden-when", at: ["/file"], when: { at: "/url", present: true } },
    passes: { file: "a.png" },
    fails: { file: "a.png", url: "https://a.example/" },
  },
  {
    say: "exactly one of two members",
    properties: { editors: items({ name: TEXT, team: TEXT }, []) },
    rule: {
      check: "one-of-members",
      at: ["/editors/*"],
      params: { members: ["name", "team"], count: "exactly-one" },
    },
    passes: { editors: [{ team: "Maps" }] },
    fails: { editors: [{}] },
  },
  {
    say: "a limit that only warns",
    properties: { contrast: { type: "number", minimum: 1 } },
    rule: {
      check: "compare",
      at: ["/contrast"],
      severity: "warning",
      params: { is: "greater-or-equal", value: 3 },
    },
    passes: { contrast: 3 },
    fails: { contrast: 2 },
  },
  {
    say: "a description that is long enough",
    properties: { description: TEXT },
    rule: {
      check: "enough-text",
      at: ["/description"],
      severity: "warning",
      params: { min: 20, required: true },
    },
    passes: { description: "Calm, for dark rooms." },
    fails: {},
  },
  {
    say: "a web address",
    properties: { preview: TEXT },
    rule: { check: "value-type", at: ["/preview"], params: { type: "url" } },
    passes: { preview: "https://example.org/" },
    fails: { preview: "ftp://example.org/" },
  },
  {
    say: "records that have the declared fields",
    properties: {
      fields: items({ name: TEXT, type: TEXT }),
      rows: { type: "array", maxItems: 9, items: { type: "object" } },
    },
    rule: {
      check: "records-match-fields",
      at: ["/rows"],
      params: { fields: "/fields", name: "name", type: "type", types: "types" },
    },
    passes: { fields: [{ name: "n", type: "integer" }], rows: [{ n: 4 }] },
    fails: { fields: [{ name: "n", type: "integer" }], rows: [{ n: true }] },
  },
  {
    say: "a date that is not in the future",
    properties: { since: DATE },
    rule: holds("/since", "date(this) <= today"),
    passes: { since: "2027-01-15" },
    fails: { since: "2027-01-16" },
  },
  {
    say: "a date at least 14 days ahead",
    properties: { launch: DATE },
    rule: holds("/launch", "date(this) >= today + days(14)"),
    passes: { launch: "2027-01-29" },
    fails: { launch: "2027-01-28" },
  },
  {
    say: "shares that add up to 100",
    properties: { parts: items({ share: INTEGER }) },
    rule: holds("/parts", "this.map(p, p.share).sum() == 100"),
    passes: { parts: [{ share: 60 }, { share: 40 }] },
    fails: { parts: [{ share: 60 }, { share: 60 }] },
  },
  {
    say: "two lists of the same length",
    properties: { names: LIST, values: LIST },
    rule: holds("/names", "sameLength(this, root.?values.orValue([]))"),
    passes: { names: ["a"], values: ["1"] },
    fails: { names: ["a"], values: [] },
  },
  {
    say: "no two items with the same two members",
    properties: { hours: items({ day: TEXT, from: TEXT }) },
    rule: { check: "unique", at: ["/hours"], params: { by: "[this.day, this.from]" } },
    passes: {
      hours: [
        { day: "mon", from: "9" },
        { day: "tue", from: "9" },
      ],
    },
    fails: {
      hours: [
        { day: "mon", from: "9" },
        { day: "mon", from: "9" },
      ],
    },
  },
  {
    say: "a value of its own, or of the whole",
    properties: { kind: TEXT, files: items({ kind: TEXT }, []) },
    rule: holds("/files/*", "has(this.kind) || has(root.kind)"),
    passes: { kind: "zip", files: [{}] },
    fails: { files: [{}] },
  },
  {
    say: "a path that stays in its folder",
    properties: { file: TEXT },
    rule: holds("/file", "!this.startsWith('/') && this.split('/').all(part, part != '..')"),
    passes: { file: "img/a.png" },
    fails: { file: "img/../../a.png" },
  },
  {
    say: "an https address that everyone can reach",
    properties: { site: TEXT },
    rule: holds("/site", "isUrl(this) && url(this).scheme == 'https' && url(this).isPublic"),
    passes: { site: "https://cafe.org/" },
    fails: { site: "https://localhost/" },
  },
  {
    say: "what a text refers to is listed",
    properties: { story: TEXT, sources: { type: "object", maxProperties: 9, additionalProperties: TEXT } },
    rule: holds(
      "/story",
      "!has(root.sources) || references(this, r'\\[\\w+\\]').all(r, r.substring(1, r.size() - 1) in root.sources)",
    ),
    passes: { story: "See [R1].", sources: { R1: "a book" } },
    fails: { story: "See [R2].", sources: { R1: "a book" } },
  },
  {
    say: "a check digit, as of an ISBN",
    properties: { isbn: { type: "string", maxLength: 13, pattern: "^[0-9]{13}$" } },
    rule: holds("/isbn", "this.split('').transformList(i, d, int(d) * (i % 2 == 0 ? 1 : 3)).sum() % 10 == 0"),
    passes: { isbn: "9780306406157" },
    fails: { isbn: "9780306406158" },
  },
];
