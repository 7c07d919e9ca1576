/** Packages of other products, each with a good candidate of about 60 KB and bodies that try to cost more than they are worth. */
import { objectOf, packageOf, type Schema } from "../test/support/package-around.ts";

export interface HostilePackage {
  readonly document: Schema & { targetProduct: string; domainId: string };
  /** What its registry answers. */
  readonly registry: Schema;
  /** A good candidate as large as a request may be, as JSON text. */
  readonly valid: string;
  /** Bodies as JSON text, by what they try. */
  readonly attacks: ReadonlyMap<string, string>;
}

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const object = (count: number, make: (index: number) => [string, unknown]): Schema =>
  Object.fromEntries(times(count, make));
/** Two letters that differ from number to number. */
const letters = (n: number): string => String.fromCharCode(97 + (n % 26), 97 + (Math.floor(n / 26) % 26));
const text = (maxLength: number): Schema => ({ type: "string", maxLength });
const listOf = (items: Schema): Schema => ({ type: "array", items, maxItems: 20_000 });

function hostilePackage(
  targetProduct: string,
  properties: Schema,
  required: readonly string[],
  valid: unknown,
  attacks: Record<string, unknown>,
  more: Schema = {},
): HostilePackage {
  const smallest = Object.fromEntries(required.map((name) => [name, name === "map" ? {} : []]));
  const document = packageOf(objectOf(properties, { required }), smallest, { ...more, targetProduct });
  return {
    document: document as HostilePackage["document"],
    registry: { generators: [] },
    valid: JSON.stringify(valid),
    attacks: new Map(
      Object.entries(attacks).map(([name, body]) => [`${targetProduct}: ${name}`, JSON.stringify(body)]),
    ),
  };
}

const rule = (check: string, at: string, params: Schema) => ({
  rules: [{ code: "the-rule", check, at: [at], severity: "error", params }],
  docs: { "the-rule": { summary: "It is wrong.", fix: "Write it otherwise." } },
});

/** A list of closed objects with sixty members. */
function closedObjects(): HostilePackage {
  const name = (index: number) => `member${letters(index)}name`;
  const items = listOf(objectOf(object(60, (index) => [name(index), { type: "integer" }])));
  const rows = (make: (row: number, index: number) => string, count = 60) => ({
    items: times(count, (row) => object(58, (index) => [make(row, index), 1])),
  });
  const right = rows((_, index) => name(index));
  return hostilePackage("closed-objects", { items }, ["items"], right, {
    "names that are one slip away": rows((_, index) => `member${letters(index)}nam`),
    "other names in every item": rows((row, index) => `member${letters(5 * index + row)}nme`),
    "few items, all names wrong": rows((row, index) => `memb${letters(index)}${row}name`, 15),
    "names in another case": rows((_, index) => name(index).toUpperCase()),
    "numbers as texts": {
      items: right.items
        .slice(0, 42)
        .map((item) => Object.fromEntries(Object.keys(item).map((key) => [key, "1,440"]))),
    },
  });
}

const WORDS = times(10_000, (index) => `sharedbeginning${letters(index)}${letters(3 * index + 1)}${index}`);

/** A list of ten thousand similar words. */
function longList(): HostilePackage {
  const wrong = (make: (index: number) => string, count = 2_300) => ({ tags: times(count, make) });
  const attacks = {
    "similar words": wrong((index) => `sharedbeginning${letters(11 * index)}${letters(index)}x`),
    "few enough to be repaired": wrong((index) => `sharedbeginnin${letters(index)}g${index}`, 900),
    "other first letters": wrong((index) => `${letters(index)}haredbeginning${index}`),
    "words in capitals": wrong((index) => WORDS[index]!.toUpperCase(), 1_900),
    "one text in place of the list": { tags: WORDS.slice(0, 1_900).join(", ") },
    "words twice": { tags: WORDS.slice(0, 1_000).flatMap((word) => [word, ` ${word}`]) },
  };
  return hostilePackage(
    "long-list",
    { tags: listOf(text(64)) },
    ["tags"],
    { tags: WORDS.slice(0, 2_300) },
    attacks,
    {
      lists: { words: { values: WORDS } },
      ...rule("in-list", "/tags/*", { list: "words" }),
    },
  );
}

/** An enumeration and a check of values against each other. */
function comparisons(): HostilePackage {
  const names = (count: number, make: (index: number) => string) => times(count, make);
  const good = names(1_400, (index) => `identifier-${letters(index)}-${index}`);
  const attacks = {
    "every value nearly one of the others": {
      known: good,
      used: good.map((name) => `${name.slice(0, -1)}x`),
    },
    "few values, many others": {
      known: names(2_500, (index) => `identifier-${letters(index)}-${index}`),
      used: names(90, (index) => `identifer-${letters(index)}-${index}`),
    },
    "every value in another case": { known: good, used: good.map((name) => name.toUpperCase()) },
  };
  const properties = {
    known: listOf(text(40)),
    used: listOf(text(40)),
    kind: { enum: WORDS.slice(0, 2_000) },
  };
  return hostilePackage(
    "comparisons",
    properties,
    ["known", "used"],
    { known: good, used: good },
    attacks,
    rule("compare", "/used/*", { is: "contained-in", to: "/known/*" }),
  );
}

const PATTERNS = 30;

/** Maps whose members are told apart by patterns, and alternatives. */
function patterns(): HostilePackage {
  const shape = {
    oneOf: times(8, (index) =>
      objectOf(
        { kind: { const: `kind-${letters(index)}` }, size: { type: "integer" } },
        { required: ["kind", "size"] },
      ),
    ),
  };
  const properties = {
    map: {
      type: "object",
      patternProperties: object(PATTERNS, (index) => [`^p${letters(index)}-`, { type: "integer" }]),
      additionalProperties: false,
    },
    shapes: listOf(shape),
  };
  const shapes = (make: (index: number) => unknown) => ({ map: {}, shapes: times(1_800, make) });
  const valid = {
    map: object(1_200, (index) => [`p${letters(index % PATTERNS)}-${index}`, 1]),
    shapes: shapes((index) => ({ kind: `kind-${letters(index % 8)}`, size: 1 })).shapes.slice(0, 1_400),
  };
  return hostilePackage("patterns", properties, ["map"], valid, {
    "names that match none": { map: object(3_500, (index) => [`q${letters(index)}-${index}`, 1]) },
    "alternatives of no kind": shapes((index) => ({ kid: `kind-${letters(index)}`, siz: 1 })),
    "alternatives with other members": shapes((index) => ({
      kind: `kin-${letters(index % 8)}`,
      [`s${letters(index)}`]: "1",
    })),
    "alternatives in lists": shapes((index) => [{ kind: `kind-${letters(index % 8)}`, size: "1" }]),
  });
}

/** Places at which a text may be meant as a word, a list, a tuple or an alternative. */
function readings(): HostilePackage {
  const word = { enum: WORDS.slice(0, 1_500) };
  const tested = object(60, (index) => [`m${letters(index)}`, { const: 1 }]);
  const properties = {
    lists: listOf({ type: "array", items: word, maxItems: 20 }),
    pairs: listOf({ type: "array", prefixItems: [word, { type: "number" }], items: false, maxItems: 2 }),
    rows: listOf(objectOf({ first: word, second: word, third: word })),
    either: listOf({ anyOf: [word, { type: "number" }, listOf({ type: "integer" })] }),
    shapes: listOf({
      oneOf: times(40, (index) =>
        objectOf(
          { kind: { const: `k${index}` }, [`a${index}`]: { type: "integer" } },
          { required: ["kind"] },
        ),
      ),
    }),
    some: {
      ...listOf({ type: "object", additionalProperties: { type: "integer" }, maxProperties: 100 }),
      contains: { properties: tested, required: ["maa"] },
      minContains: 0,
      maxContains: 1,
    },
  };
  const unknown = (index: number) => `sharedbeginnin${letters(index)}g${index}`;
  const valid = {
    lists: times(300, (index) => [WORDS[index], WORDS[index + 1]]),
    pairs: times(500, (index) => [WORDS[index], 1]),
    rows: times(300, (index) => ({ first: WORDS[index], second: WORDS[1] })),
  };
  return hostilePackage("readings", properties, [], valid, {
    "texts in place of lists": { lists: times(1_600, (index) => `${unknown(index)}, ${letters(index)}`) },
    "texts in place of tuples": { pairs: times(1_600, (index) => `${unknown(index)}, 1`) },
    "other names and words": {
      rows: times(600, (index) => ({
        frst: unknown(index),
        secnd: unknown(index + 7),
        thrd: letters(index),
      })),
    },
    "texts like no alternative": { either: times(2_000, (index) => `[1,2,${unknown(index)}`) },
    "alternatives without a name": { shapes: times(4_000, (index) => ({ [`a${index % 40}`]: "x" })) },
    "errors in a list that must contain": { some: times(1_990, () => ({ z: "x" })) },
    "one error in a list that must contain": { some: [{ maa: "x" }, ...times(19_000, () => ({}))] },
  });
}

/** Items that are one of many closed objects, told apart by `kind`. */
function alternatives(product: string, count: number, members: number, rows: number): HostilePackage {
  const name = (branch: number, index: number) => `member${letters(branch)}${letters(7 * index)}`;
  const shape = {
    oneOf: times(count, (branch) =>
      objectOf(
        {
          kind: { const: `kind-${letters(branch)}` },
          ...object(members - 1, (index) => [name(branch, index), { type: "integer" }]),
        },
        { required: ["kind"] },
      ),
    ),
  };
  const right = (index: number) => ({
    kind: `kind-${letters(index % count)}`,
    ...object(4, (member) => [name(index % count, member), 1]),
  });
  const unknown = (index: number) => object(8, (member) => [`x${letters(index)}${member}`, 1]);
  return hostilePackage(
    product,
    { items: listOf(shape) },
    ["items"],
    { items: times(Math.floor(rows), right) },
    {
      "names of no alternative": { items: times(rows, unknown) },
      "thousands of names of no alternative in one": { items: [object(5_500, (index) => [`x${index}`, 1])] },
      "names nearly of another": {
        items: times(rows, (index) => ({
          kind: `kind-${letters(index % count)}`,
          ...object(4, (member) => [`${name((index + 1) % count, member)}x`, 1]),
        })),
      },
    },
  );
}

/** Items with many members, of which one is a closed object. */
function innerObjects(members: number, rows: number): HostilePackage {
  const name = (index: number) => `member${letters(index)}${index}name`;
  const inner = objectOf({ first: { type: "integer" }, second: { type: "integer" } });
  const items = listOf(
    objectOf({ inner, ...object(members, (index) => [name(index), { type: "integer" }]) }),
  );
  const rowsOf = (make: (row: number) => unknown) => ({ items: times(rows, make) });
  return hostilePackage(
    `inner-${members}`,
    { items },
    ["items"],
    rowsOf(() => ({ inner: { first: 1, second: 2 }, ...object(8, (index) => [name(index), 1]) })),
    {
      "unknown names inside": rowsOf((row) => ({
        inner: object(16, (index) => [`x${letters(row)}${index}`, 1]),
      })),
      "misspelt names inside": rowsOf((row) => ({
        inner: object(10, (index) => [`member${letters(index + row)}${index}nam`, 1]),
      })),
      "the list as a text, with numbers as JSON does not write them": {
        ITEMS: [
          JSON.stringify(
            times(120, (row) => ({ inner: object(16, (index) => [`x${letters(row)}${index}`, 1]) })),
          ).replaceAll(":1", ":1e0"),
        ],
      },
    },
  );
}

/** Rows of closed objects with rules on the whole list. */
function ruledRows(): HostilePackage {
  const row = objectOf({ code: text(40), part: text(40), amount: { type: "integer" } });
  const rows = (make: (index: number) => unknown) => ({ rows: times(1_100, make) });
  const summary = { summary: "It is wrong.", fix: "Write it otherwise." };
  return hostilePackage(
    "ruled-rows",
    { rows: listOf(row) },
    ["rows"],
    rows((index) => ({ code: `c${index}`, part: `c${index}`, amount: index })),
    {
      "misspelt members": rows((index) => ({ codee: `c${index}`, partt: `d${index}`, amountt: index })),
      "some members misspelt": rows((index) => ({ code: `c${index}`, partt: `d${index}`, amount: index })),
      "values that are not there": rows((index) => ({
        code: `code${index}`,
        part: `cod${index}x`,
        amount: 1,
      })),
    },
    {
      rules: [
        {
          code: "unique-code",
          check: "unique",
          at: ["/rows"],
          severity: "error",
          params: { member: "code" },
        },
        {
          code: "known-part",
          check: "compare",
          at: ["/rows/*/part"],
          severity: "error",
          params: { is: "contained-in", to: "/rows/*/code" },
        },
      ],
      docs: { "unique-code": summary, "known-part": summary },
    },
  );
}

/** Rules in CEL: functions of lists and texts, and loops inside of loops. */
function expressions(): HostilePackage {
  const list = (items: Schema, maxItems: number): Schema => ({ type: "array", items, maxItems });
  const row = objectOf(
    { code: text(40), part: text(40), amount: { type: "integer" } },
    { required: ["code"] },
  );
  const asks: Record<string, [at: string, expression: string]> = {
    "few-codes": ["/rows", "this.map(row, row.code).distinct().size() == this.size()"],
    "in-order": ["/rows", "this.map(row, row.code).sort() == this.map(row, row.code)"],
    "known-part": ["/rows/*/part", "root.known.exists(word, this.startsWith(word) || this == word)"],
    "every-pair": ["/few", "this.all(one, this.exists_one(other, other.lowerAscii() == one.lowerAscii()))"],
    "no-marks": ["/few/*", "this.split('-').filter(part, part.matches('^[a-z0-9]+$')).join('-') == this"],
  };
  const word = (index: number) => `c${letters(index)}-${String(index).padStart(4, "0")}`;
  const inOrder = times(1_000, word).toSorted();
  const rows = (make: (index: number) => unknown) => ({
    known: inOrder.slice(0, 70),
    rows: times(1_000, make),
    few: inOrder.slice(0, 20),
  });
  const good = (index: number) => ({ code: inOrder[index]!, part: inOrder[0]!, amount: index });
  return hostilePackage(
    "expressions",
    { known: list(text(40), 70), rows: list(row, 1_000), few: list(text(20), 200) },
    ["known", "rows", "few"],
    rows(good),
    {
      "no part is known": rows((index) => ({ ...good(index), part: `d${index}` })),
      "codes twice, in the wrong order": rows((index) => good((7 * index) % 300)),
      "members misspelt": rows((index) => ({ codee: inOrder[index], partt: `d${index}` })),
      "too many words under a misspelt name": { fe_w: times(5_000, word) },
      "few words alike": {
        ...rows(good),
        few: inOrder.slice(0, 200).map((one, index) => (index % 2 ? one.toUpperCase() : one)),
      },
    },
    {
      rules: Object.entries(asks).map(([code, [at, expression]]) => ({
        ...{ code, check: "holds", at: [at], severity: "error", message: "{this} is wrong." },
        params: { expression },
      })),
      docs: Object.fromEntries(
        Object.keys(asks).map((code) => [code, { summary: "It is wrong.", fix: "Write it otherwise." }]),
      ),
    },
  );
}

/** Closed objects of sixty members, each one of ten thousand words. */
function manyWords(): HostilePackage {
  const name = (index: number) => `member${letters(index)}name`;
  const items = listOf(objectOf(object(60, (index) => [name(index), { $ref: "#/$defs/word" }])));
  const rows = (make: (row: number, index: number) => string) => ({
    items: times(20, (row) => object(60, (index) => [name(index), make(row, index)])),
  });
  const at = (row: number, index: number) => WORDS[(61 * row + index) % WORDS.length]!;
  const made = hostilePackage("many-words", { items }, ["items"], rows(at), {
    "one slip in every word": rows((row, index) => at(row, index).replace("beginning", "begining")),
    "one slip and names misspelt": {
      items: rows((row, index) => at(row, index).replace("beginning", "begining")).items.map((item) =>
        Object.fromEntries(Object.entries(item).map(([key, word]) => [`${key}e`, word])),
      ),
    },
  });
  Object.assign(made.document.schema as Schema, { $defs: { word: { enum: WORDS } } });
  return made;
}

export function hostilePackages(): HostilePackage[] {
  return [
    ...[closedObjects(), longList(), comparisons(), patterns(), readings()],
    ...[alternatives("union-90", 90, 18, 620), alternatives("union-8", 8, 10, 620)],
    ...[innerObjects(20, 300), innerObjects(600, 300), ruledRows(), manyWords(), expressions()],
  ];
}
