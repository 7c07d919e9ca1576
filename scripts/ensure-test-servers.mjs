/**
 * Installs the programs that the tests start, if they are missing and it is allowed to: as root, with apt-get.
 * Otherwise it only says what to install. The tests that need a missing program are then skipped (on CI they fail).
 */
import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";

/** Program → the Debian package that contains it. */
export const debianPackages = {
  "redis-server": "redis-server",
  chromium: "chromium",
  openssl: "openssl",
  nginx: "nginx-light",
  haproxy: "haproxy",
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
  aptGet("install", "--yes", "--no-install-recommends", ...packages);
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
  ensurePrograms(["redis-server", "chromium", "openssl", "nginx", "haproxy"]);
}
