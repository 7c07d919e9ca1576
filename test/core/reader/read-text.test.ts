/** Texts that are no JSON: what is read in them is in corpus/repairs/text-forms.jsonl; here is what is said about them. */
import { afterAll, describe, expect, test } from "vitest";
import { checkCandidate } from "../../../src/core/index.ts";
import { Meter } from "../../../src/core/meter/meter.ts";
import { readText } from "../../../src/core/reader/read-text.ts";
import { createWorkCounter } from "../../support/count-work.ts";
import { context, spec } from "../datagen.ts";
import { expectTable } from "../table.ts";

test.each([
  [
    'Here:\n```json\n{"a": 1, // why\n "b": [1,],}\n```\nBye',
    {
      past: [
        "text at line 1, column 1",
        "a fence at line 2, column 1",
        "a comment at line 3, column 10",
        "a comma too many, behind the last entry at line 4, column 9 and 1 more",
        "text at line 6, column 1",
      ],
    },
  ],
  [
    "{'a': True}",
    {
      past: [
        "a text in single quotes instead of double ones at line 1, column 2",
        "True instead of true at line 1, column 7",
      ],
    },
  ],
  ['"{\\"a\\": 1}"', { past: ["quotes around it, as if it were encoded twice"] }],
  [
    'x {"a": 1}\n{"a": 2}',
    {
      reason: "there are two proposals in it, at line 1, column 3 and at line 2, column 1",
    },
  ],
  // Beside a fence, what says something else of a member is another version; a quotation or an example is not.
  [
    '```json\n{"a": 1, "b": 2}\n```\nOr rather {"a": 2}.',
    { reason: "there are two proposals in it, at line 2, column 1 and at line 4, column 11" },
  ],
  [
    'It has {"a": 1}\n```json\n{"a": 1, "b": 2}\n```\nIt answers {"ok": true}, {"a {b {c" or [{"a": 1}]',
    { past: ["text at line 1, column 1", "a fence at line 2, column 1", "text at line 5, column 1"] },
  ],
  // What is inside is not all that was meant.
  ['{d"ata": {"a": 1}}', { reason: "at line 1, column 3 there is a text where a colon is expected" }],
  ['{d"ata": [], "b": {"a": 1}', { reason: "at line 1, column 3 there is a text where a colon is expected" }],
  [
    'Use {name} in a { return {"a": 1}; }',
    { past: ["text at line 1, column 1", "text at line 1, column 34"] },
  ],
  ['Look:\n{"a": 1,\n "b": [1', { reason: "at line 3, column 9 it ends too early, inside a list" }],
  [
    '```\n{"a": 1 "b": 2}\n```',
    {
      reason: 'at line 2, column 9 there is a text where a comma or "}" is expected',
    },
  ],
  ['\u00a0{"a": 1}', { past: ["white space that JSON does not have"] }],
  ["{name: 'It''s'}", { reason: 'at line 1, column 12 there is "\'" where a comma or "}" is expected' }],
  ['{"a": None}', { past: ["None instead of null at line 1, column 7"] }],
  [
    '{/* why */ "a": 1, # this\n "b": 2, // and that\n "c": 3}',
    { past: ["a comment at line 1, column 2 and 2 more"] },
  ],
  ['{"a": 1 /*/ 2 */}', { past: ["a comment at line 1, column 9"] }],
  ['{"a": 1 # no end', { reason: "at line 1, column 17 it ends too early, inside an object" }],
  ['{"a": 1 /* no end}', { reason: "at line 1, column 19 it ends too early, inside a comment" }],
  ['{"a": 1 / 2}', { reason: 'at line 1, column 9 there is "/" where a comma or "}" is expected' }],
  ['{"a": "x', { reason: "at line 1, column 9 it ends too early, inside a text" }],
  ['{"a": "\u0001"}', { reason: "at line 1, column 8 there is a control character inside a text" }],
  ['{"a": "\\q"}', { reason: "at line 1, column 8 there is a backslash that escapes nothing inside a text" }],
  [
    '{"a": 1, 5: 2}',
    { reason: 'at line 1, column 10 there is "5" where a name in double quotes is expected' },
  ],
  [`{"a": ${"[".repeat(500)}`, { reason: "at line 1, column 506 more than 500 brackets are open" }],
  ['{"a": [1 2]}', { reason: 'at line 1, column 10 there is "2" where a comma or "]" is expected' }],
  [
    '{"a": 1 -012}',
    {
      reason:
        'at line 1, column 9 there is the number -012 with a zero in front where a comma or "}" is expected',
    },
  ],
  ['{"a": 1 012x}', { reason: 'at line 1, column 9 there is "012x" where a comma or "}" is expected' }],
  ['{"a": 1 x012}', { reason: 'at line 1, column 9 there is "x012" where a comma or "}" is expected' }],
  [
    `{"a": 1 ${"b".repeat(41)}}`,
    { reason: `at line 1, column 9 there is "${"b".repeat(40)}" where a comma or "}" is expected` },
  ],
  [
    '{"a": 1 “b”}',
    { reason: 'at line 1, column 9 there is the quotation mark “ where a comma or "}" is expected' },
  ],
  ["", { reason: "it is empty" }],
  ["12", { reason: "it is a number" }],
])("%j", (text, said) => {
  const read = readText(text, new Meter());
  expect({
    ...(read.kind === "found" && { past: read.past() }),
    ...(read.kind === "unread" && { reason: read.reason() }),
  }).toEqual(said);
});

test("what is found among other signs", async () => {
  const texts = [
    ...['```json\n{"a": 1}', 'text\n~~~\n{"a": 1}\n~~~~\n{"b": 2}\n~~~\n', "> ```\n> 5\n> ```\n{a: 1}"],
    ...[
      "{a ".repeat(30),
      `{x} ${"{a ".repeat(29)}`,
      `${"{x} ".repeat(29)}{"a": 1}`,
      `${"{x} ".repeat(30)}{"a": 1}`,
    ],
    ...['[1] {"a": 1}', '{x {"a": 1}', '{x {"a": 1} y', '{x {"a": 1}, y', '{x {"a": 1} ] y', '[x [{"a": 1}'],
    ...['{} [] {"a": 1}', '{ "x" } {"a": 1}', '[/* c */ {"a": 1}]', "x {# c\n a: 1}", "[ # c\n 1] {$a: 1}"],
    ...[
      '{/a/} {"a": 1}',
      '[ {"a": 1} ] [ {"a": 1} ]',
      '{"a": 1} {"a": 1}',
      '{"a": 1} {"b": ',
      "[{\n\t'a': 1}] x",
    ],
    ...[
      "[ # c\n 1]",
      "'a'",
      '```\n{"a": 1} {"b": 2}\n```',
      'a\n```\n{x} {"a": 1}\n```',
      '[5 {x} {"a": 1}, y',
    ],
    ...['[{}] {"a": 1}', "[{}]x", '{x} [[{"a": 1}], y'],
    ...['{"a": "\ty"}', '{"a": "xy\nz\\tq"}', `{'a': 'x\\'"y'}`, "{a: nullX}", '{"a": 1 #*/\n}', "{'a': ''}"],
  ];
  const rows = texts.map((text) => {
    const read = readText(text, new Meter());
    const shown = JSON.stringify(text);
    if (read.kind === "unread") return [shown, "=>", read.reason()];
    return [shown, "=>", read.value, ...(read.kind === "found" ? read.past() : [])];
  });
  await expectTable(import.meta.url, "./texts.txt", rows);
});

describe("64 KiB that only look like JSON", () => {
  const fill = (piece: string) => piece.repeat(Math.ceil(62_000 / piece.length));
  const counter = createWorkCounter((url) => url.includes("/src/core/"));
  afterAll(() => counter.stop());
  const workOf = (text: string) => counter.count(() => checkCandidate(spec, text, context));

  test.each([
    ["brackets", fill("[")],
    ["braces", fill("{")],
    ["names and brackets", fill('{"a":')],
    ["bare names and brackets", fill("{a:")],
    ["starts of objects", fill("{a ")],
    ["fences in fences", fill("````\n```json\n{\n```\n````\n")],
    ["a fence a line", fill('```json\n{"a":1}\n```\n')],
    ["commas", `{"a":1${fill(",")}`],
    ["objects", fill('{"a":1} ')],
    ["comments without end", fill("[/*")],
    ["line breaks", `x${fill("\n")}{`],
    ["escapes", `{\\"a\\":${fill('\\"')}`],
  ])("%s end in little work, with a message", (_, text) => {
    const [diagnostic] = checkCandidate(spec, text, context).diagnostics;
    expect(diagnostic?.message).toMatch(
      /^Expected an object, found a text in which none can be read: .{10,150}\.$/,
    );
    // A few blocks for each character, however they are arranged.
    expect(workOf(text)).toBeLessThan(10 * text.length);
  });
});

test("what is parsed exactly is charged for by its length", () => {
  const spentOn = (count: number) => {
    const meter = new Meter();
    expect(readText(`Here: {"list": [${"1, ".repeat(count)}],}`, meter)).toMatchObject({ kind: "found" });
    return meter.spent;
  };
  expect(spentOn(4_000) - spentOn(2_000)).toBeGreaterThan(700);
});
