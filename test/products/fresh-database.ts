/**
 * Setting a Postgres data folder up takes seconds, opening one a fraction. So one is made the first time, kept beside
 * the installed packages, and copied for each test.
 */
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { PGlite } from "@electric-sql/pglite";

const installed = dirname(createRequire(import.meta.url).resolve("@electric-sql/pglite"));
const template = join(installed, "..", ".empty-database");

export async function freshDatabase(folder: string): Promise<string> {
  if (!existsSync(template)) {
    const made = mkdtempSync(`${template}-`);
    await (await PGlite.create(made)).close();
    try {
      renameSync(made, template);
    } catch {
      // Another test was first.
      rmSync(made, { recursive: true, force: true });
    }
  }
  cpSync(template, folder, { recursive: true });
  return folder;
}
