/** docs/releasing.md says what package.json holds, and what only its owner can put there. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readPage } from "../docs/markdown.ts";

const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
const page = readPage("releasing.md");

/** The rows of a table, each with the names in backquotes of its cells. */
function rowsOf(role: string): string[][][] {
  const table = page.parts.find((part) => part.kind === "table" && part.role === role);
  if (table?.kind !== "table") throw new Error(`docs/releasing.md has no table "${role}".`);
  return table.rows.map((row) =>
    row.map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)),
  );
}

/** The packages that the files of a folder import. */
function importedBy(folder: string): string[] {
  const root = new URL(`../../${folder}/`, import.meta.url);
  const names = new Set<string>();
  for (const path of readdirSync(root, { recursive: true, encoding: "utf8" })) {
    if (!/\.tsx?$/.test(path) || path === "vite.config.ts") continue;
    const text = readFileSync(new URL(path, root), "utf8");
    for (const [, name] of text.matchAll(
      /^(?:import|export|\} from).*?["']((?:@[^/"']+\/)?[^./"'][^/"':]*)(?:\/[^"']*)?["'];$/gm,
    ))
      names.add(name!);
    for (const [, name] of text.matchAll(/\bimport\("((?:@[^/"]+\/)?[^./":][^/":]*)(?:\/[^"]*)?"\)/g))
      names.add(name!);
  }
  return [...names].sort();
}

test("what the owner has to set is either set or on the list", () => {
  const open = rowsOf("open").map(([field]) => field![0]!);
  for (const field of ["repository", "bugs", "homepage", "publishConfig"])
    expect({ field, isOpen: open.includes(field) }).toEqual({ field, isOpen: !(field in manifest) });
  expect(manifest).toMatchObject({ author: expect.any(String), keywords: expect.any(Array) });
});

test("every override has its reason", () => {
  expect(rowsOf("overrides").map(([name]) => name![0])).toEqual(Object.keys(manifest.overrides));
});

test("the libraries that are shipped are those that the code imports", () => {
  const [installed, programs, pages] = rowsOf("shipped").map(([, names]) => names!);
  expect(installed).toEqual(Object.keys(manifest.dependencies));
  const own = (name: string) => !installed!.includes(name) && name in manifest.devDependencies;
  expect(programs).toEqual(importedBy("src").filter(own));
  expect(pages).toEqual(importedBy("web").filter(own));
});
