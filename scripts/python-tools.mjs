/**
 * Tools from PyPI that tests use, at fixed versions, each group in a virtual environment of its own under .cache.
 * Where Python or PyPI is missing, the reason is returned, and the tests that need the tools are skipped.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const installTimeout = 300_000;

/** Returns the path of the environment's Python and a function that gives the path of a command, or why not. */
export function ensurePythonTools(group, requirements) {
  const folder = fileURLToPath(new URL(`../.cache/${group}`, import.meta.url));
  const marker = join(folder, "requirements.txt");
  const wanted = `${requirements.join("\n")}\n`;
  if (!existsSync(marker) || readFileSync(marker, "utf8") !== wanted) {
    const reason = install(folder, requirements);
    if (reason !== undefined) return { ok: false, reason };
    // Written last: it says that everything is there.
    writeFileSync(marker, wanted);
  }
  const command = (name) => join(folder, "bin", name);
  return { ok: true, python: command("python"), command };
}

/** An environment cannot be moved, so an incomplete one is removed instead. */
function install(folder, requirements) {
  mkdirSync(join(folder, ".."), { recursive: true });
  const stale = `${folder}.old`;
  if (existsSync(folder)) renameSync(folder, stale);
  rmSync(stale, { recursive: true, force: true });
  const steps = [
    ["python3", ["-m", "venv", folder]],
    [join(folder, "bin", "python"), ["-m", "pip", "install", "--quiet", ...requirements]],
  ];
  for (const [program, args] of steps) {
    const { status, stderr, error } = spawnSync(program, args, { encoding: "utf8", timeout: installTimeout });
    if (status === 0) continue;
    rmSync(folder, { recursive: true, force: true });
    return `${requirements.join(", ")} cannot be installed: ${(stderr || String(error)).trim().split("\n").at(-1)}`;
  }
  return undefined;
}
