/** Runs the scripts of a page as a reader would: in a folder of their own, with Preflight installed. */
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectFolder } from "../support/built.ts";
import { runProcess } from "../support/processes.ts";

export interface Run {
  ok: boolean;
  /** What the script printed, or how it failed. */
  output: string;
}

/** The scripts share a folder, because later ones read what earlier ones wrote. */
export async function runScripts(files: ReadonlyMap<string, string>): Promise<Map<string, Run>> {
  const folder = await mkdtemp(join(tmpdir(), "preflight-docs-"));
  try {
    await mkdir(join(folder, "node_modules"));
    await symlink(projectFolder, join(folder, "node_modules", "proposal-preflight"), "dir");
    for (const [name, text] of files) await writeFile(join(folder, name), text);
    const runs = new Map<string, Run>();
    for (const name of files.keys()) {
      if (!name.endsWith(".mjs")) continue;
      const { code, stdout, stderr } = await runProcess(process.execPath, [name], { cwd: folder });
      const ok = code === 0;
      runs.set(name, { ok, output: ok ? stdout.trimEnd() : `ended with ${code}: ${stderr}` });
    }
    return runs;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
