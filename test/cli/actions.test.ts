/** What an editor offers waits to be chosen, and the rules may change meanwhile: no other fix is made in its place. */
import { expect, test } from "vitest";
import { actionsAt, editsOf } from "../../src/cli/lsp/fixes.ts";
import type { Judged } from "../../src/cli/lsp/reading.ts";

const start = (line: number) => ({ offset: line * 10, line, column: 1 });

/** A diagnostic with a safe fix at the start of each of these lines. */
function judged(...lines: number[]): Judged {
  const verdict: Judged["verdict"] = {
    diagnostics: lines.map((line) => ({
      diagnostic: {
        ...{ code: "word-unknown", severity: "error", pointer: `/${line}`, message: "", docs: "" },
        fixes: [{ title: "Use lower case", applicability: "safe", patch: [] }],
      },
      range: { start: start(line), end: start(line) },
      related: [],
    })),
    replacementOf: (_, { range, diagnostic }) => ({ range, text: diagnostic.pointer }),
  };
  return { uri: "file:///a.json", version: 1, parts: undefined, verdict } as Judged;
}

test("a fix is found again by its place, and is gone if there is none any more", async () => {
  const offered = actionsAt(judged(1, 2), 0, 99, ["quickfix"]);
  const texts = async (now: Judged) => {
    const made = await Promise.all(offered.map((action) => editsOf(action, now)));
    return made.map((edits) => edits?.map(({ newText }) => newText));
  };
  expect(await texts(judged(1, 2))).toEqual([["/1"], ["/2"]]);
  expect(await texts(judged(2, 3))).toEqual([undefined, ["/2"]]);
  expect(await texts(judged())).toEqual([undefined, undefined]);
});
