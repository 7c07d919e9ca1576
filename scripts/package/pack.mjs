/** `prepare`: everything that `npm pack`, `npm publish` and an installation from a Git repository need. */
import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isInstalled } from "./libraries.mjs";
import { BUILD, LICENCES, ROOT } from "./places.mjs";

// After `npm ci` in a clone nothing is packed, and from Git npm starts this a second time inside.
const { npm_package_resolved: packed, _PACOTE_NO_PREPARE_: outer } = process.env;
if (packed === undefined || outer !== undefined) process.exit(0);

// A global installation, such as that of pre-commit, would pass its own place on to every npm below.
process.env.npm_config_global = "false";

if (!["typescript", "vite"].every((name) => isInstalled(name, ROOT))) {
  const args = ["ci", "--include=dev", "--ignore-scripts", "--loglevel=error"];
  const { status } = spawnSync("npm", args, { cwd: ROOT, stdio: ["ignore", 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
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
