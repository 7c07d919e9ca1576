/**
 * What is said about values that do not fit small schemas, and about schemas that are refused, word for word: see the
 * files under `answers`. After a change that is meant, run this with `-u` and read the difference.
 */
import { describe, expect, test } from "vitest";
import {
  buildProposal,
  checkCandidate,
  describeMembers,
  loadSpecPackage,
  type SpecPackage,
} from "../../../src/core/index.ts";
import { equalJson } from "../../../src/core/json/values.ts";
import { describeDiagnostic, shorten } from "../describe-diagnostic.ts";
import { showInvisible } from "../table.ts";
import { ANSWERS, type AnswerCase, REFUSALS } from "./answer-cases.ts";
import { context, load, objectOf, packageOf, type Schema } from "./small-package.ts";

const expectFile = (lines: readonly string[], file: string) =>
  expect(`${showInvisible(lines.join("\n"))}\n`).toMatchFileSnapshot(
    new URL(`answers/${file}.txt`, import.meta.url).pathname,
  );

describe("answers about", () => {
  test.each(Object.entries(ANSWERS))("%s", async (topic, cases) => {
    await expectFile(cases.flatMap(answersTo), topic);
  });
});

function answersTo({ x, whole, defs, more, valid, values }: AnswerCase): string[] {
  const schema = { ...(whole ?? objectOf({ x })), ...(defs && { $defs: defs }) };
  const spec = load(schema, valid, more);
  return [
    `# ${JSON.stringify(whole ?? x)}`,
    ...describeMembers(spec).map(
      ({ pointer, in: where, required, type, rule }) =>
        `  ${pointer}${where ? ` in ${where}` : ""} is ${type}${required ? ", required" : ""}: ${rule}`,
    ),
    ...values.flatMap((value) => {
      const candidate = whole ? value : { x: value };
      const { diagnostics, valid: isValid } = checkCandidate(spec, candidate, context);
      expect(isValid).toBe(diagnostics.every(({ severity }) => severity !== "error"));
      const built = isValid ? builtFrom(spec, candidate) : candidate;
      return [
        `${shorten(value)}${diagnostics.length === 0 ? " is good" : ""}`,
        ...(equalJson(built, candidate) ? [] : [`  is built as ${shorten(built)}`]),
        ...diagnostics.flatMap(describeDiagnostic),
      ];
    }),
    "",
  ];
}

function builtFrom(spec: SpecPackage, candidate: unknown): unknown {
  return buildProposal(spec, candidate, { ...context, submissionUrl: "https://shop.example/" })
    .proposalPackage!.candidate;
}

test("members are moved to their level beside up to 64 unknown ones, out of the first 64 of an object", () => {
  const text = { type: "string", maxLength: 20 };
  const spec = load(objectOf({ a: text, o: objectOf({ b: text, c: text }) }));
  const unknown = (length: number) => Object.fromEntries(Array.from({ length }, (_, at) => [`u${at}`, 1]));
  const isMoved = (candidate: unknown) =>
    checkCandidate(spec, candidate, context).diagnostics.some(
      ({ fixes = [] }) => fixes[0]?.title.startsWith("Move it") === true,
    );
  expect([63, 64].map((length) => isMoved({ o: { b: "1" }, c: "2", ...unknown(length) }))).toEqual([
    true,
    false,
  ]);
  expect([63, 64].map((length) => isMoved({ o: { ...unknown(length), a: "1" } }))).toEqual([true, false]);
});

describe("schemas with faults in", () => {
  test.each(Object.entries(REFUSALS))("%s", async (topic, schemas) => {
    const lines = schemas.flatMap((schema) => {
      const loaded = loadSpecPackage(packageOf(schema as Schema));
      return [
        `# ${shorten((schema as Schema).properties)}`,
        ...(loaded.ok
          ? ["  is accepted"]
          : loaded.reasons.map(({ code, pointer, message }) => `  ${code} at ${pointer}: ${message}`)),
      ];
    });
    await expectFile(lines, `refused-${topic}`);
  });
});
