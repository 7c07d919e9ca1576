/**
 * Installs the programs that the tests start, if they are missing and it is allowed to: as root, with apt-get.
 * Otherwise it only says what to install. The tests that need a missing program are then skipped (on CI they fail).
 */
import { spawnSync } from "node:child_process";
import { accessSync, constants, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";

const ofTests = JSON.parse(readFileSync(new URL("../test/support/programs.json", import.meta.url), "utf8"));

/** Program → the Debian package that contains it. */
const debianPackages = {
  ...ofTests,
  chromium: "chromium",
  "chromium-headless-shell": "chromium-headless-shell",
  wrk: "wrk",
  taskset: "util-linux",
};

/** Returns the programs that are still missing afterwards. */
export function ensurePrograms(programs) {
  const missing = programs.filter((program) => !isInstalled(program));
  if (missing.length === 0) return [];
  const packages = missing.map((program) => debianPackages[program]);
  if (process.getuid?.() !== 0 || !isInstalled("apt-get")) {
    console.error(`Missing: ${missing.join(", ")}. On Debian, run: apt-get install ${packages.join(" ")}`);
    return missing;
  }
  console.error(`Installing ${packages.join(", ")} …`);
  aptGet("update");
  // One by one, because a package that a mirror does not have would keep out the others.
  for (const name of packages) aptGet("install", "--yes", "--no-install-recommends", name);
  const left = missing.filter((program) => !isInstalled(program));
  if (left.length > 0) console.error(`Could not install ${left.join(", ")}`);
  return left;
}

function isInstalled(program) {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function aptGet(...args) {
  spawnSync("apt-get", ["--quiet", ...args], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  // Either browser will do; the one without windows takes half of the time.
  const hasBrowser = isInstalled("chromium") || isInstalled("chromium-headless-shell");
  const named = Object.keys(ofTests).filter((program) => program !== "chromium");
  const missing = ensurePrograms([...named, ...(hasBrowser ? [] : ["chromium-headless-shell"])]);
  if (missing.includes("chromium-headless-shell")) ensurePrograms(["chromium"]);
}
