/**
 * Everything that the scenarios' answers say: expected and actual values, patches of fixes, and once for each kind the
 * words of messages and titles. The scenario files state what must hold; these files show what people read, so that a
 * change of any of it is seen in review. After a change that is meant: `npx vitest run test/core/wording.test.ts -u`.
 */
import { describe, expect, test } from "vitest";
import { checkCandidate } from "../../src/core/index.ts";
import { context, spec } from "./datagen.ts";
import { createDescriber } from "./describe-diagnostic.ts";
import { candidateOf, listScenarios } from "./scenario.ts";
import { showInvisible } from "./table.ts";

const scenarios = listScenarios();
const groups = [...new Set(scenarios.map(({ name }) => name.split("/")[0]!))];

describe("the words of the answers", () => {
  test.each(groups)("%s", async (group) => {
    const describeDiagnostic = createDescriber();
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
