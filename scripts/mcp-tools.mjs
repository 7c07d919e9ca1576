/**
 * Installs the two official tools that test the MCP endpoint, the conformance suite and the Inspector, at fixed
 * versions in a cache folder. Both need a newer Node than this project does, so it is installed as well if necessary.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";

const versions = {
  "@modelcontextprotocol/conformance": "0.2.0-alpha.12",
  "@modelcontextprotocol/inspector": "2.12.0",
};
const newerNode = { node: "24.21.0" };
const lowestNode = 24;

const cache = fileURLToPath(new URL("../.cache/mcp-tools", import.meta.url));
const installTimeout = 300_000;

/** Returns the paths of node, conformance and inspector, or why they could not be installed. */
export async function ensureMcpTools() {
  const ownNode = Number(process.versions.node.split(".")[0]) >= lowestNode;
  const wanted = ownNode ? versions : { ...versions, ...newerNode };
  const reason = await withLock(() => (isInstalled(wanted) ? undefined : install(wanted)));
  if (reason !== undefined) return { ok: false, reason };
  const bin = (name) => join(cache, "node_modules", ".bin", name);
  return {
    ok: true,
    node: ownNode ? process.execPath : bin("node"),
    conformance: bin("conformance"),
    inspector: bin("mcp-inspector"),
  };
}

/** Extra packages are fine: one version of Node may need more than another. */
function isInstalled(wanted) {
  const path = join(cache, "package.json");
  if (!existsSync(path)) return false;
  const { dependencies } = JSON.parse(readFileSync(path, "utf8"));
  return Object.entries(wanted).every(([name, version]) => dependencies[name] === version);
}

/** Installs next to the cache and renames, so that an incomplete install is never used. */
function install(dependencies) {
  const fresh = `${cache}.new`;
  for (const folder of [fresh, cache]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  writeFileSync(join(fresh, "package.json"), JSON.stringify({ private: true, dependencies }, null, 2));
  const npm = spawnSync(
    "npm",
    ["install", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"],
    {
      cwd: fresh,
      encoding: "utf8",
      timeout: installTimeout,
    },
  );
  if (npm.status !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    return `npm could not install ${Object.keys(versions).join(", ")}: ${(npm.stderr || String(npm.error)).trim()}`;
  }
  renameSync(fresh, cache);
  return undefined;
}

/** Test files run in parallel, and each of them needs the tools. */
async function withLock(work) {
  const lock = `${cache}.lock`;
  mkdirSync(join(cache, ".."), { recursive: true });
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

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const tools = await ensureMcpTools();
  console.log(tools.ok ? `MCP tools are in ${cache}` : tools.reason);
  // Without the tools, their tests are skipped. On CI nobody would notice that.
  process.exitCode = tools.ok || process.env.CI !== "true" ? 0 : 1;
}
