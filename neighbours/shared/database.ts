/**
 * The neighbours' database: Postgres, compiled to WebAssembly (PGlite), in its own folder. A commit is in the
 * write-ahead log and passed to the operating system before the query's promise resolves, so a process that is
 * killed loses nothing it has acknowledged. PGlite does not flush the disk's own cache, so a power failure can lose
 * data.
 */
import { mkdirSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";

export type Database = PGlite;

/** Without a folder, the data is in memory and is lost when the process ends. */
export async function openDatabase(folder: string | undefined, schema: string): Promise<Database> {
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  const database = await PGlite.create(folder === undefined ? {} : { dataDir: folder });
  await database.exec(schema);
  return database;
}
