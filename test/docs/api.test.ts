/** docs/api.md is what the declaration files say, and they say something about every export. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
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
const FILES = [
  "core/index",
  "client/index",
  "service/fetch/index",
  "authoring/importing/index",
  "service/identity/signing",
];
const api = readApi(fileURLToPath(builtFile(".")));

test("there is a comment on every export", () => {
  const { exports: entries } = JSON.parse(
    readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
  );
  const modules = Object.entries<string | object>(entries).filter(
    ([, file]) => typeof file === "object" || file.endsWith(".js"),
  );
  expect(api.map(({ name }) => name)).toEqual(
    modules.map(([entry]) => entry.replace(".", "proposal-preflight")),
  );
  expect(api.filter(({ exports }) => exports.length === 0)).toEqual([]);
  const silent = api.flatMap(({ exports }) => exports.filter(({ comment }) => comment === ""));
  expect(silent.map(({ name }) => name)).toEqual([]);
});

test("nothing that can be imported is missing", async () => {
  for (const [index, file] of FILES.entries()) {
    const values = Object.keys(await import(builtFile(`${file}.ts`).href));
    // What one entry exports again is described with the first.
    const named = new Set(api.slice(0, index + 1).flatMap(({ exports }) => exports.map(({ name }) => name)));
    expect(values.filter((name) => !named.has(name))).toEqual([]);
  }
});

test("what follows an interface of the file's own is not lost", () => {
  const build = mkdtempSync(join(tmpdir(), "preflight-api-"));
  for (const file of FILES) {
    mkdirSync(dirname(join(build, file)), { recursive: true });
    writeFileSync(
      join(build, `${file}.d.ts`),
      "interface Own {\n  a: 1;\n}\n/** Ours. */\nexport type Given = Own;\n",
    );
  }
  expect(readApi(build)[0]?.exports).toMatchObject([{ name: "Given", code: "export type Given = Own;" }]);
});

test("the page is current (npm run docs -- api)", () => {
  if (process.env.UPDATE_DOCS === "1") writeFileSync(PAGE, renderApi(api));
  expect(readFileSync(PAGE, "utf8")).toBe(renderApi(api));
});
