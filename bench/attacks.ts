/** Bodies of 64 KiB that try to cost a check more than their size is worth. Used by `bench/hostile.ts` and the cost test. */

type Loose = Record<string, unknown>;

const MAX_BYTES = 65_000;

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const object = (count: number, make: (index: number) => [string, unknown]): Loose =>
  Object.fromEntries(times(count, make));
const fields = (count: number, name: string, type: string) =>
  times(count, (index) => ({ name: `${name}${index}`, type, description: "x" }));
const ideographs = (count: number) =>
  times(count, (index) => String.fromCharCode(0x4e00 + (index % 20_000))).join("");

/** Each makes a candidate that grows with `n` out of a valid one. */
const ATTACKS: Record<string, (valid: Loose, n: number) => unknown> = {
  "a URL with a long host": (valid, n) => ({
    ...valid,
    outputFields: [{ name: "u", type: "url", description: "x" }, ...fields(20, "w", "urll")],
    sampleRecords: [{ u: `http://${ideographs(n)}/` }],
  }),
  "nested empty lists": (valid, n) => ({
    ...valid,
    junk: times(n, () => [[[]]]),
    ...object(100, (index) => [`x${index}`, [[]]]),
  }),
  "a long list at the bottom of deep ones": (valid, n) => {
    let junk: unknown = times(n, () => []);
    for (let level = 0; level < 58; level++) junk = [junk];
    return { ...valid, junk, supportedStrategiese: times(400, () => "rea_listic") };
  },
  "combining marks in prose": (valid, n) => ({ ...valid, description: `a${"\u0316\u0301".repeat(n)}` }),
  "combining marks in the name": (valid, n) => ({ ...valid, generatorName: `a${"\u0316\u0301".repeat(n)}` }),
  "marks that decompose into two": (valid, n) => ({ ...valid, description: `a${"\u0f73".repeat(n)}` }),
  "wrong words": (valid, n) => ({ ...valid, supportedStrategies: times(n, (index) => `w${index}`) }),
  "unknown keys of a record": (valid, n) => ({
    ...valid,
    sampleRecords: [object(n, (index) => [`k${index}`, 1])],
  }),
  "unknown keys of many records": (valid, n) => ({
    ...valid,
    outputFields: fields(64, "field", "integer"),
    sampleRecords: times(n, (record) => object(64, (index) => [`feild${index}${record % 7}`, 1])),
  }),
  "unknown members": (valid, n) => ({ ...valid, ...object(n, (index) => [`k${index}`, 1]) }),
  "empty records": (valid, n) => ({
    ...valid,
    outputFields: fields(64, "field", "integer"),
    sampleRecords: times(n, () => ({})),
  }),
  "many fields and many empty records": (valid, n) => ({
    ...valid,
    outputFields: fields(n, "f", "integer"),
    sampleRecords: times(n, () => ({})),
  }),
  "dates in words": (valid, n) => ({
    ...valid,
    outputFields: fields(12, "f", "date"),
    sampleRecords: times(n, () => object(12, (index) => [`f${index}`, "5 Jan 2026"])),
  }),
  "numbers as text": (valid, n) => ({
    ...valid,
    outputFields: fields(12, "f", "integer"),
    sampleRecords: times(n, () => object(12, (index) => [`f${index}`, "12"])),
  }),
  "lone surrogates": (valid, n) => ({
    ...valid,
    sampleRecords: [object(n, (index) => [`k${index}`, "\ud800"])],
  }),
  "lone surrogates in names": (valid, n) => ({
    ...valid,
    sampleRecords: [object(n, (index) => [`\ud800${index}`, 1])],
  }),
  "misnamed members of fields": ({ outputFields: _, sampleRecords, ...rest }, n) => ({
    ...rest,
    fields: times(n, (index) => ({ nam: `f${index}`, typ: "int", desc: "x" })),
    samples: sampleRecords,
  }),
  "one field again and again": (valid, n) => ({
    ...valid,
    outputFields: times(n, () => ({ name: "f", type: "integer", description: "x" })),
  }),
  "one strategy again and again": (valid, n) => ({ ...valid, supportedStrategies: times(n, () => "fast") }),
  "a long member name": (valid, n) => ({
    ...valid,
    outputFields: [],
    sampleRecords: [],
    ["k".repeat(n)]: { a: 1 },
  }),
  "a list as JSON text": (valid, n) => ({
    ...valid,
    outputFields: JSON.stringify(times(n, (index) => ({ nam: `f${index}`, typ: "int" }))),
  }),
  "lists in lists as JSON text": (valid, n) => ({
    ...valid,
    outputFields: `${"[".repeat(n)}${"]".repeat(n)}`,
  }),
  "a list as text": (valid, n) => ({ ...valid, supportedStrategies: "fast,".repeat(n) }),
  "lists at the deepest level": (valid, n) => ({
    ...valid,
    junk: JSON.parse(`${"[".repeat(62)}${times(n, () => "[[]]").join()}${"]".repeat(62)}`),
  }),
  "hidden characters in prose": (valid, n) => ({ ...valid, description: `x${"\u200b".repeat(n)}` }),
  "hidden characters in the name": (valid, n) => ({ ...valid, generatorName: `x${"\u200b".repeat(n)}` }),
  "a long identifier": (valid, n) => ({ ...valid, generatorId: "a-".repeat(n) }),
  "a long email address": (valid, n) => ({
    ...valid,
    outputFields: [{ name: "u", type: "email", description: "x" }],
    sampleRecords: [{ u: `${"a.".repeat(n)}@x` }],
  }),
  "line breaks in the identifier": (valid, n) => ({ ...valid, generatorId: "\n- a".repeat(n) }),
  "blanks before a sign": (valid, n) => ({ ...valid, owner: { kind: `${" ".repeat(n)}!`, id: "x" } }),
  "blanks in a fence": (valid, n) => ({ ...valid, sampleRecords: `\`\`\`json\n${" ".repeat(n)}!` }),
  "blanks between words": (valid, n) => ({ ...valid, supportedStrategies: `- ${"\u3000".repeat(n)} b` }),
  "blanks in moments": (valid, n) => ({
    ...valid,
    outputFields: fields(1, "f", "datetime"),
    sampleRecords: times(n, (index) => ({ f0: `x${" ".repeat(250)}y${index}` })),
  }),
  "objects instead of words": (valid, n) => ({ ...valid, supportedStrategies: times(n, () => ({})) }),
  "fields to rename in every record": (valid, n) => ({
    ...valid,
    outputFields: fields(40, "field ", "integer"),
    sampleRecords: times(n, () => object(40, (index) => [`field ${index}`, 1])),
  }),
  "keys that share a long beginning": (valid, n) => ({
    ...valid,
    outputFields: fields(64, "a".repeat(50), "integer"),
    sampleRecords: times(n, (record) =>
      object(60, (index) => [`${"a".repeat(50)}${String.fromCharCode(97 + (record % 26))}${index}`, 1]),
    ),
  }),
  "hidden characters in the names of fields": (valid, n) => ({
    ...valid,
    outputFields: fields(40, "field\u200b", "integer"),
    sampleRecords: times(n, () => object(40, (index) => [`field\u200b${index}`, 1])),
  }),
  "misspelt members beside long notes": (valid, n) => ({
    ...valid,
    outputFields: times(100, (index) => ({ namee: `a${index}`, typee: "string", descriptionn: "b" })),
    rationaleNotes: "\u0f73".repeat(n),
  }),
  "long words of ligatures": (valid, n) => ({
    ...valid,
    outputFields: times(60, (index) => ({
      name: `f${index}`,
      type: "\ufdfa".repeat(n),
      description: "x",
    })),
  }),
  "a wrapper around a long word": (valid, n) => ({
    proposal: { ...valid, owner: { kind: `human${"\ufdfa".repeat(n)}`, id: "x" } },
  }),
  "a text": (_, n) => "x".repeat(n),
  "a text of opening brackets": (_, n) => "[".repeat(n),
  "a text of lists and objects that open": (_, n) => '[{"a":'.repeat(n),
  "a text of fences in fences": (_, n) => "```json\n{\n````\n".repeat(n),
  "a text of objects behind an open bracket": (_, n) => `{a ${"x".repeat(n)}${'{"b":1};'.repeat(29)}`,
  "a text of commas": (_, n) => `[${",".repeat(n)}`,
  "a text of numbers that does not end": (_, n) => `[${"1,".repeat(n)}`,
  "a text of long numbers": (_, n) => `[${"1.00000000000000000001,".repeat(n)}1]`,
  "a text of escaped quotes": (_, n) => '{\\" '.repeat(n),
  "a text of escaped members": (_, n) => '{\\"a\\":1,'.repeat(n),
  "a text with one name again and again": (_, n) => `{${'"a":1,'.repeat(n)}"a":1}`,
  "a list": (_, n) => times(n, () => 1),
};

/** Records that no value says: each is written as often as it fits. */
const WRITTEN_RECORDS: Record<string, string> = {
  "a name twice in each record": '{"a":1,"a":2}',
  "a number in other characters, and its name twice": '{"a":1e1,"a":2}',
  "a number of many digits in each record": '{"a":1.00000000000000000001}',
};

/** The largest body of each attack that fits, as JSON text. */
export function hostileBodies(valid: Loose): Map<string, string> {
  const bodies = new Map<string, string>();
  for (const [name, attack] of Object.entries(ATTACKS))
    bodies.set(
      name,
      largest((n) => JSON.stringify(attack(valid, n))),
    );
  const around = JSON.stringify({ ...valid, sampleRecords: [] });
  for (const [name, record] of Object.entries(WRITTEN_RECORDS))
    bodies.set(
      name,
      largest((n) =>
        around.replace('"sampleRecords":[]', `"sampleRecords":[${`${record},`.repeat(n)}${record}]`),
      ),
    );
  return bodies;
}

function largest(make: (n: number) => string): string {
  let body = "";
  for (let n = 1; ; n = Math.ceil(n * 1.2)) {
    const next = make(n);
    if (Buffer.byteLength(next) > MAX_BYTES) return body;
    body = next;
  }
}

/** A valid candidate of about 60 KB. */
export function largeCandidate(valid: Loose): Loose {
  const types = ["string", "integer", "date", "url"];
  const values = ["text ".padEnd(70, "x"), 5, "2026-01-01", `https://example.org/${"a".repeat(70)}`];
  return {
    ...valid,
    outputFields: times(12, (index) => ({
      name: `f${index}`,
      type: types[index % 4],
      description: `Field ${index}`,
    })),
    sampleRecords: times(100, () => object(12, (index) => [`f${index}`, values[index % 4]])),
  };
}
