/**
 * Tools from npm that the project uses but does not depend on, because they need a newer Node or bring hundreds of
 * packages: each group is installed at fixed versions into a folder of its own under .cache.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const newerNode = { node: "24.21.0" };
const newerNodeMajor = 24;
const installTimeout = 300_000;

/**
 * Installs the packages if necessary. Returns the folder, the path of a Node that is new enough and a function that
 * gives the path of a command; or why they could not be installed.
 */
export async function ensureNpmTools(group, versions) {
  const folder = fileURLToPath(new URL(`../.cache/${group}`, import.meta.url));
  const ownNode = Number(process.versions.node.split(".")[0]) >= newerNodeMajor;
  const wanted = ownNode ? versions : { ...versions, ...newerNode };
  const reason = await withLock(folder, () =>
    isInstalled(folder, wanted) ? undefined : install(folder, wanted),
  );
  if (reason !== undefined) return { ok: false, reason };
  const command = (name) => join(folder, "node_modules", ".bin", name);
  return { ok: true, folder, node: ownNode ? process.execPath : command("node"), command };
}

/** Extra packages are fine: one version of Node may need more than another. */
function isInstalled(folder, wanted) {
  const path = join(folder, "package.json");
  if (!existsSync(path)) return false;
  const { dependencies } = JSON.parse(readFileSync(path, "utf8"));
  return Object.entries(wanted).every(([name, version]) => dependencies[name] === version);
}

/** Installs next to the folder and renames, so that an incomplete install is never used. */
function install(folder, dependencies) {
  const fresh = `${folder}.new`;
  for (const stale of [fresh, folder]) rmSync(stale, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  writeFileSync(join(fresh, "package.json"), JSON.stringify({ private: true, dependencies }, null, 2));
  const npm = spawnSync(
    "npm",
    ["install", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"],
    { cwd: fresh, encoding: "utf8", timeout: installTimeout },
  );
  if (npm.status !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    return `npm could not install ${Object.keys(dependencies).join(", ")}: ${(npm.stderr || String(npm.error)).trim()}`;
  }
  renameSync(fresh, folder);
  return undefined;
}

/** Test files run in parallel, and several of them may need the same tools. */
async function withLock(folder, work) {
  const lock = `${folder}.lock`;
  mkdirSync(join(folder, ".."), { recursive: true });
  for (;;) {
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      if (isStale(lock)) rmSync(lock, { recursive: true, force: true });
      else await sleep(200);
    }
  }
  try {
    writeFileSync(join(lock, "pid"), String(process.pid));
    return work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/** True if the process that created the lock no longer exists. */
function isStale(lock) {
  try {
    process.kill(Number(readFileSync(join(lock, "pid"), "utf8")), 0);
    return false;
  } catch (error) {
    return error.code === "ESRCH" || isOlderThan(lock, installTimeout);
  }
}

function isOlderThan(path, milliseconds) {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && Date.now() - found.mtimeMs > milliseconds;
}
