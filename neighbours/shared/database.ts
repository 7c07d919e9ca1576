/**
 * The neighbours' database: Postgres itself, compiled to WebAssembly (PGlite), in a folder of its own. A commit is
 * in the write-ahead log, handed to the operating system, before the query's promise resolves: a process that is
 * killed loses nothing it has acknowledged. PGlite does not flush the disk's own cache, so a power cut may.
 */
import { mkdirSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";

export type Database = PGlite;

/** Without a folder the data lives in memory and goes with the process. */
export async function openDatabase(folder: string | undefined, schema: string): Promise<Database> {
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  const database = await PGlite.create(folder === undefined ? {} : { dataDir: folder });
  await database.exec(schema);
  return database;
}
