/**
 * Everything that the scenarios' answers say, word for word: messages, expected and actual values, titles and patches
 * of fixes. The scenario files state what must hold; these files show what people read, so that a change of any of it
 * is seen in review. After a change that is meant: `npx vitest run test/core/wording.test.ts -u`.
 */
import { describe, expect, test } from "vitest";
import { checkCandidate, type Diagnostic, sha256Hex } from "../../src/core/index.ts";
import { context, spec } from "./datagen.ts";
import { candidateOf, listScenarios } from "./scenario.ts";
import { showInvisible } from "./table.ts";

const MAX_SHOWN = 240;

const scenarios = listScenarios();
const groups = [...new Set(scenarios.map(({ name }) => name.split("/")[0]!))];

describe("the words of the answers", () => {
  test.each(groups)("%s", async (group) => {
    const text = scenarios
      .filter(({ name }) => name.startsWith(`${group}/`))
      .map(({ name, scenario }) => {
        const { diagnostics } = checkCandidate(spec, candidateOf(scenario), context);
        return [name, ...diagnostics.flatMap(describeDiagnostic)].join("\n");
      })
      .join("\n\n");
    await expect(`${showInvisible(text)}\n`).toMatchFileSnapshot(`../scenarios/wording/${group}.txt`);
  });
});

function describeDiagnostic(diagnostic: Diagnostic): string[] {
  const { severity, code, pointer, message, expected, actual, fixes = [], related = [] } = diagnostic;
  return [
    `  ${severity} ${code} at ${JSON.stringify(pointer)}`,
    `    ${message}`,
    ...(expected === undefined ? [] : [`    expected ${shorten(expected)}`]),
    ...(actual === undefined ? [] : [`    actual ${shorten(actual)}`]),
    ...related.map((place) => `    see ${JSON.stringify(place.pointer)}: ${place.message}`),
    ...fixes.flatMap(({ applicability, decision, title, patch }) => [
      `    ${applicability}${decision === true ? " (decision)" : ""}: ${title}`,
      `      ${shorten(patch)}`,
    ]),
  ];
}

/** The rest of a long value is only compared. */
function shorten(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}… ${sha256Hex(text).slice(0, 16)}`;
}
