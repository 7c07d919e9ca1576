/** What other tools make of the package. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectFolder } from "../support/built.ts";
import { outputOf, runProcess } from "../support/processes.ts";
import { installWithYarn, type Packed, packagesIn, packClone, withRegistry } from "./packed.ts";

const manifest = JSON.parse(readFileSync(join(projectFolder, "package.json"), "utf8"));

withRegistry("the package", () => {
  let packed: Packed;
  beforeAll(async () => {
    packed = await packClone();
  });
  afterAll(() => packed?.remove());

  test.each([
    ["publint", ["--strict"]],
    ["attw", ["--profile", "esm-only", "--no-color"]],
  ])("is what %s wants to see", async (tool, options) => {
    const args = [tool, packed.tarball, ...options];
    const { code, stdout, stderr } = await runProcess("npx", args, { cwd: projectFolder });
    expect(code, stdout + stderr).toBe(0);
  });

  test("can be installed with yarn 1", async () => {
    const project = await installWithYarn(packed);
    const libraries = Object.keys(manifest.dependencies);
    expect(packagesIn(project)).toEqual([...libraries, manifest.name].sort());
    const version = await outputOf(join(project, "node_modules", ".bin", "preflight"), ["--version"], {
      cwd: project,
    });
    expect(version).toBe(`${manifest.version}\n`);
  });
});
