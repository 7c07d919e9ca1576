/** Files that are registered already: which entry is a file's own, and two files that are the same one. */

import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { makeFolder, preflight } from "./command.ts";
import { FAULTY, VALID } from "./files.ts";

const SPEC = fileURLToPath(new URL("../../spec-packages/datagen/generator-option.json", import.meta.url));
const folder = makeFolder();
const named = (id: string) => VALID.replace("loyalty-card", id).replace("Loyalty card", `The ${id}`);
const entries = ["loyalty-card", "gift-card"].map((id) => ({ id, name: `The ${id}` }));
folder.write("registry.json", JSON.stringify({ generators: entries }));
folder.write("files/loyalty-card.json", named("loyalty-card"));
folder.write("files/gift-card.json", named("gift-card"));

const configure = (identity?: object) =>
  folder.write(
    "preflight.config.json",
    JSON.stringify({ files: [{ include: ["files/**"], spec: SPEC, registry: "registry.json", identity }] }),
  );
async function codes(...args: string[]): Promise<string[]> {
  const { stdout } = await preflight(["validate", "--format", "json", ...args], { cwd: folder.path });
  const { files, findings = [] } = JSON.parse(stdout);
  return [...files, ...findings].flatMap(
    ({ path, diagnostics }: { path: string; diagnostics: { code: string }[] }) =>
      diagnostics.map(({ code }) => `${path} ${code}`),
  );
}

test("the own entry is not taken, another one is", async () => {
  configure();
  expect(await codes()).toEqual([
    "files/gift-card.json generator-id-taken",
    "files/gift-card.json generator-name-near-duplicate",
    "files/loyalty-card.json generator-id-taken",
    "files/loyalty-card.json generator-name-near-duplicate",
  ]);
  for (const by of ["/generatorId", "path"]) {
    configure({ by });
    expect(await codes()).toEqual([]);
  }
  folder.write("files/gift-card.json", named("loyalty-card"));
  expect(await codes("files/gift-card.json")).toContain("files/gift-card.json generator-id-taken");
  configure({ by: "/generatorId" });
  expect(await codes()).toEqual(["files/loyalty-card.json identity-repeated"]);
  // What is beside the run counts too.
  expect(await codes("files/gift-card.json")).toEqual(["files/gift-card.json identity-repeated"]);
  const { code, stdout } = await preflight(["validate", "files/gift-card.json"], { cwd: folder.path });
  expect(code).toBe(1);
  expect(stdout).toContain('"loyalty-card" is the identity of two files: files/loyalty-card.json and');
});

test("one entry is called an entry", async () => {
  folder.write("one.json", JSON.stringify({ generators: entries.slice(1) }));
  const args = ["files/loyalty-card.json", "--no-config", "--spec", SPEC, "--registry", "one.json"];
  const { code, stdout } = await preflight(["validate", ...args], { cwd: folder.path });
  expect(code).toBe(0);
  expect(stdout).toMatch(/registry 1 entry\n$/);
});

test("a registry that is not whole, or that no rule asks, is no pass", async () => {
  const spec = ["validate", "files/gift-card.json", "--no-config", "--spec", SPEC, "--registry"];
  const page = { generators: entries.slice(1), next: "https://datagen.example/registry?start=1" };
  folder.write("page.json", JSON.stringify(page));
  folder.write("latin.json", Buffer.from('[{"id": "café", "name": "Café"}]', "latin1"));
  folder.write("day=1/registry.json", JSON.stringify(entries));
  folder.write("last.json", JSON.stringify({ generators: entries.slice(1), next: null }));
  for (const [given, said] of [
    ["page.json", "page.json is one page of a registry"],
    ["day=1/registry.json", 'No rule asks a registry "day"'],
    ["own=registry.json", 'No rule asks a registry "own"'],
    ["latin.json", "latin.json cannot be read: it is not UTF-8 text."],
  ] as const)
    expect(await preflight([...spec, given], { cwd: folder.path })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(said),
    });
  const embedded = ["validate", "files/gift-card.json", "--no-config", "--registry", "own=registry.json"];
  expect(await preflight(embedded, { cwd: folder.path })).toMatchObject({ code: 2 });
  for (const given of ["./day=1/registry.json", "last.json"])
    expect(await preflight([...spec, given], { cwd: folder.path })).toMatchObject({
      code: given === "last.json" ? 0 : 1,
    });
});

test("build says what the product would say", async () => {
  const args = ["files/loyalty-card.json", "--spec", SPEC, "--registry", "registry.json"];
  const { code, stdout } = await preflight(["build", ...args], { cwd: folder.path });
  expect(code).toBe(1);
  expect(stdout).toContain("is taken");
});

test("an identity that nothing has is no pass", async () => {
  const args = ["validate", "files", "--no-config", "--format", "json", "--identity"];
  const misspelt = await preflight([...args, "/generatorid"], { cwd: folder.path });
  expect(misspelt).toMatchObject({ code: 2, stderr: expect.stringContaining("has an id at /generatorid") });
  expect(JSON.parse(misspelt.stdout).files).toHaveLength(2);
  expect((await preflight([...args, "/generatorId"], { cwd: folder.path })).stderr).toBe("");
});

test("what an identity is by has to be a pointer or the path", async () => {
  configure({ by: "name" });
  expect(await preflight(["validate"], { cwd: folder.path })).toMatchObject({ code: 2 });
});

test("what is wrong twice in the same words has two fingerprints, and a baseline knows both", async () => {
  folder.write("preflight.config.json", "{}");
  folder.write("remarks.json", VALID.replace("{\n", "{ // one\n // two\n"));
  const run = (...args: string[]) => preflight(["validate", "remarks.json", ...args], { cwd: folder.path });
  const [{ results }] = JSON.parse((await run("--format", "sarif")).stdout).runs;
  const comments: string[] = results.map(
    ({ partialFingerprints }: { partialFingerprints: object }) => Object.values(partialFingerprints)[0],
  );
  expect(new Set(comments).size).toBe(2);
  await run("--baseline", "known.json", "--write-baseline");
  expect(JSON.parse(folder.read("known.json")).files["remarks.json"]).toEqual(comments.toSorted());
  expect(await run("--baseline", "known.json", "--max-warnings", "0")).toMatchObject({ code: 0 });
});

test("a baseline knows what is wrong with a file beside whose id is taken twice", async () => {
  folder.write("ids.ndjson", `${JSON.stringify({ generatorId: "a" })}\n`.repeat(2));
  const run = (...args: string[]) =>
    preflight(["validate", "ids.ndjson", "--no-config", "--identity", "/generatorId", ...args], {
      cwd: folder.path,
    });
  expect(await run("--baseline", "ids.json", "--write-baseline")).toMatchObject({ code: 0 });
  expect(await run("--baseline", "ids.json")).toMatchObject({ code: 0 });
});

test("names of files cannot steer the terminal from printed commands", async () => {
  const name = folder.write("a\u001b[31m'b.json", FAULTY);
  const { stdout } = await preflight(["validate", name], { cwd: folder.path });
  expect(stdout).toContain("preflight validate $'a\\u001b[31m\\'b.json' --fix=suggested");
  expect(stdout).not.toContain("\u001b[31m");
});
