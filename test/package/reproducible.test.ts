/** Whoever builds the package from the same sources and tools gets the same bytes, so that anybody can check what was published. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { outputOf } from "../support/processes.ts";
import { type Packed, packClone } from "./packed.ts";

test("two packages from two clean folders are the same file", async () => {
  const packed = [await packClone(), await packClone()];
  try {
    const [one, other] = await Promise.all(packed.map(digestsOf));
    // First by file, so that a failure names the file.
    expect(one!.files).toEqual(other!.files);
    expect(one!.files.length).toBeGreaterThan(100);
    expect(one!.whole).toBe(other!.whole);
    console.log(`${one!.files.length} files, sha256 ${one!.whole}`);
  } finally {
    for (const each of packed) each.remove();
  }
});

async function digestsOf({ tarball, newFolder }: Packed) {
  const folder = newFolder("opened");
  await outputOf("tar", ["-xzf", tarball, "-C", folder]);
  const listed = await outputOf("sh", ["-c", "find . -type f | LC_ALL=C sort | xargs -d '\\n' sha256sum"], {
    cwd: folder,
  });
  return {
    files: listed.trim().split("\n"),
    whole: createHash("sha256").update(readFileSync(tarball)).digest("hex"),
  };
}
