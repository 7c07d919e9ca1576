/** docs/api.md is what the declaration files say, and they say something about every export. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { builtFile } from "../support/built.ts";
// The declaration files are built for the lane that this import puts the test into.
import "../support/processes.ts";

interface Entry {
  readonly name: string;
  readonly exports: readonly { readonly name: string; readonly comment: string; readonly code: string }[];
}

const script = new URL("../../scripts/api-docs.mjs", import.meta.url).href;
const { PAGE, readApi, renderApi } = (await import(script)) as {
  PAGE: string;
  readApi(build: string): Entry[];
  renderApi(api: Entry[]): string;
};
const api = readApi(fileURLToPath(builtFile(".")));

test("there is a comment on every export", () => {
  expect(api.map(({ name, exports }) => [name, exports.length > 3])).toEqual([
    ["proposal-preflight", true],
    ["proposal-preflight/client", true],
    ["proposal-preflight/importing", true],
    ["proposal-preflight/proxy-signing", true],
  ]);
  const silent = api.flatMap(({ exports }) => exports.filter(({ comment }) => comment === ""));
  expect(silent.map(({ name }) => name)).toEqual([]);
});

test("nothing that can be imported is missing", async () => {
  const files = ["core", "client", "importing"].map((room) => `${room}/index.ts`);
  files.push("adapters/signed-calls/signing.ts");
  for (const [index, file] of files.entries()) {
    const values = Object.keys(await import(builtFile(file).href));
    const named = new Set(api[index]!.exports.map(({ name }) => name));
    expect(values.filter((name) => !named.has(name))).toEqual([]);
  }
});

test("the page is current (npm run docs -- api)", () => {
  if (process.env.UPDATE_DOCS === "1") writeFileSync(PAGE, renderApi(api));
  expect(readFileSync(PAGE, "utf8")).toBe(renderApi(api));
});
