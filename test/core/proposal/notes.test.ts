/** What has no place of its own can be moved to the notes that the package declares, if its author wants that. */
import { describe, expect, test } from "vitest";
import { repairCandidate } from "../../../src/core/index.ts";
import { applyPatches } from "../../../src/core/proposal/repair.ts";
import { context, datagenDocument, spec } from "../datagen.ts";

const { examples } = datagenDocument() as { examples: { valid: { candidate: Record<string, unknown> }[] } };
const { rationaleNotes: notes, ...rest } = examples.valid[0]!.candidate;
const example = { ...rest, rationaleNotes: notes };

/** The candidate after the fix that moves the member at a pointer to the notes. */
function moved(candidate: Record<string, unknown>, pointer: string): Record<string, unknown> | undefined {
  const { diagnostics } = repairCandidate(spec, candidate, context, "suggested");
  const { fixes = [] } = diagnostics.find((diagnostic) => diagnostic.pointer === pointer)!;
  const fix = fixes.find(({ title }) => title === 'Move it to "rationaleNotes"');
  if (fix === undefined) return undefined;
  expect(fix).toMatchObject({ applicability: "suggested", decision: true });
  const { document, applied } = applyPatches(candidate, [fix.patch]);
  expect(applied).toBe(1);
  return document as Record<string, unknown>;
}

describe("an unknown member", () => {
  test.each([
    ["a text", "MIT", `${notes}\n\nlicence: MIT`],
    ["a list of texts", ["MIT", "CC0-1.0"], `${notes}\n\nlicence:\n- MIT\n- CC0-1.0`],
  ])("with %s can go to the notes", (_, licence, rationaleNotes) => {
    expect(moved({ ...example, licence }, "/licence")).toEqual({ ...example, rationaleNotes });
  });

  test("makes the notes where there are none", () => {
    expect(moved({ ...rest, licence: "MIT" }, "/licence")).toEqual({
      ...rest,
      rationaleNotes: "licence: MIT",
    });
  });

  test("is named with where it was", () => {
    const owner = { kind: "human", id: "ada@example.org" };
    expect(moved({ ...example, owner: { ...owner, team: "Retail" } }, "/owner/team")).toEqual({
      ...example,
      rationaleNotes: `${notes}\n\nowner/team: Retail`,
    });
  });

  test.each([
    ["a number", 5],
    ["an object", { spdx: "MIT" }],
    ["a list with something else in it", ["MIT", 5]],
    ["a blank text", " "],
    ["half of a surrogate pair", "\ud800"],
    ["more than the notes may hold", "x".repeat(4_000)],
  ])("with %s cannot", (_, licence) => {
    expect(moved({ ...example, licence }, "/licence")).toBeUndefined();
  });

  test.each(["__proto__", "constructor", "toString", "length", "a/b~c", ""])("may be called %j", (name) => {
    const draft = JSON.parse(JSON.stringify(example).replace("{", `{${JSON.stringify(name)}:"MIT",`));
    const pointer = `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    expect(moved(draft, pointer)).toEqual({ ...example, rationaleNotes: `${notes}\n\n${name}: MIT` });
  });

  test("is offered it beside another one, and a repair moves neither", () => {
    const draft = { ...example, licence: "MIT", tags: ["retail"] };
    for (const pointer of ["/licence", "/tags"]) expect(moved(draft, pointer), pointer).toBeDefined();
    expect(repairCandidate(spec, draft, context, "suggested").repaired?.candidate).toEqual(draft);
  });
});
