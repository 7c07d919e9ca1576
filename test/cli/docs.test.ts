/** Commands that the pages show are run, and what they print is what the pages show. `UPDATE_DOCS=1` updates them. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isMap, parseDocument } from "yaml";
import { isUpdating } from "../docs/claim.ts";
import { projectFolder } from "../support/built.ts";
import { makeFolder, preflight } from "./command.ts";
import { VALID } from "./files.ts";

const QUOTED = /^```console\n\$ preflight ([^\n]+)\n([\s\S]*?)^```$/gm;

function readPage(name: string): string {
  return readFileSync(join(projectFolder, "docs", name), "utf8");
}

describe.each(["cli.md", "ci.md"])("docs/%s", (name) => {
  test("quotes the real output", async () => {
    const folder = makeFolder();
    folder.write("proposals/faulty.json", VALID.replace('"description": "Mem', '"descripton": "Mem'));
    folder.write("proposals/valid.json", VALID);
    const page = readPage(name);
    let made = page;
    const quoted = [...page.matchAll(QUOTED)];
    expect(quoted.length).toBeGreaterThan(0);
    for (const [block, command = "", output = ""] of quoted) {
      const { stdout, stderr } = await preflight(command.split(" "), { cwd: folder.path });
      expect(stderr).toBe("");
      made = made.replace(block, () => block.replace(output, () => stdout));
    }
    if (isUpdating) writeFileSync(join(projectFolder, "docs", name), made);
    else expect(made).toBe(page);
  });
});

test("the examples of docs/ci.md are YAML, and name options that there are", async () => {
  const blocks = [...readPage("ci.md").matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, text]) => text!);
  expect(blocks.length).toBeGreaterThanOrEqual(4);
  const { stdout } = await preflight(["validate", "--help"]);
  for (const block of blocks) {
    const document = parseDocument(block);
    expect(document.errors).toEqual([]);
    expect(isMap(document.contents) || document.contents !== null).toBe(true);
    for (const [option] of block.matchAll(/(?<=preflight\S* validate.*)--[a-z-]+/g))
      expect(stdout).toContain(option);
  }
});
