/** The scripts of docs/spec-packages.md, each in its own process, print what the page says. */
import { expect, test } from "vitest";
import { type Claim, updatePage } from "./claim.ts";
import { type Block, readPage } from "./markdown.ts";
import { replay } from "./replay.ts";
import { runScripts } from "./scripts.ts";

const page = readPage("spec-packages.md");
const runs = await runScripts(replay(page).files);
const outputs = page.parts.filter((part): part is Block => part.kind === "block" && part.role === "output");
const claims = outputs.map(({ name, line, text }): Claim => {
  const { ok, output } = runs.get(name) ?? { ok: false, output: "there is no such script" };
  return { title: name, line, shown: text, actual: output, ...(ok && { place: "block" }) };
});
updatePage("spec-packages.md", claims);

test.each(claims)("$title", ({ shown, actual }) => {
  expect(actual).toBe(shown);
});

test("the page shows the output of every script", () => {
  expect(outputs.map(({ name }) => name)).toEqual([...runs.keys()]);
});
