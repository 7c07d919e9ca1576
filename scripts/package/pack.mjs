/** `prepack`: everything that `npm pack` and `npm publish` need, from a clean clone after `npm ci`. */
import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isInstalled } from "./libraries.mjs";
import { BUILD, LICENCES, ROOT } from "./places.mjs";

if (!["typescript", "vite"].every((name) => isInstalled(name, ROOT))) {
  console.error(
    "The package cannot be built: its tools are missing. Run npm ci first, with development dependencies.",
  );
  process.exit(1);
}

// What was compiled from sources that no longer exist must not be in the package.
rmSync(BUILD, { recursive: true, force: true });
const compiler = join(ROOT, "node_modules", "typescript", "bin", "tsc");
const { status } = spawnSync(process.execPath, [compiler, "-b", "src"], {
  cwd: ROOT,
  stdio: ["ignore", 2, 2],
});
if (status !== 0) process.exit(status ?? 1);

const { bundle } = await import("./bundle.mjs");
const { findRestricted, licenceFile } = await import("./libraries.mjs");
const libraries = await bundle();
const restricted = findRestricted(libraries);
if (restricted.length > 0) {
  for (const { name, version, licence } of restricted)
    console.error(`${name} ${version} must not be bundled: its licence is ${licence}.`);
  process.exit(1);
}
writeFileSync(LICENCES, licenceFile(libraries));
const { writeSbom } = await import("./sbom.mjs");
writeSbom(libraries);
