/**
 * `node scripts/package/installed.mjs`: the programs as an installed package has them, in dist-dev/installed, for tests that
 * start them: bundled ones start in half of the time. Nothing is done if they are newer than what they are made of.
 */
import { cpSync, readdirSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { BUILD, BUNDLE, ROOT } from "./places.mjs";

const FOLDER = join(ROOT, "dist-dev", "installed");
const COMMAND = join(FOLDER, "bin", "preflight.mjs");

if (modified(COMMAND) < newestSource()) {
  const { bundlePrograms } = await import("./bundle.mjs");
  await bundlePrograms({ outDir: join(FOLDER, "dist", "bundle") });
  cpSync(join(ROOT, "package.json"), join(FOLDER, "package.json"));
  cpSync(join(ROOT, "bin", "preflight.mjs"), COMMAND);
  const now = new Date();
  utimesSync(COMMAND, now, now);
}

function newestSource() {
  const files = readdirSync(BUILD, { recursive: true })
    .filter((path) => path.endsWith(".js"))
    .map((path) => join(BUILD, path))
    .filter((path) => !path.startsWith(BUNDLE));
  const others = ["package.json", "package-lock.json", "bin/preflight.mjs", "scripts/package/bundle.mjs"];
  return Math.max(...[...files, ...others.map((path) => join(ROOT, path))].map(modified));
}

function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
