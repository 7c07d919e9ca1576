/**
 * Stands in for the core's Unicode tables and its list of ordinary words in a worker (see vite.config.ts). Most drafts need
 * none of them, so they are fetched when something asks for one: until then each is undefined, and reading it fails.
 */

import type * as Lexicon from "../../src/core/similar/lexicon.ts";
import type * as Tables from "../../src/core/unicode/unicode-tables.ts";
import { loadReader, readText } from "../json/reader.ts";

export let INVISIBLE: typeof Tables.INVISIBLE;
export let EMOJI: typeof Tables.EMOJI;
export let PICTOGRAPHIC: typeof Tables.PICTOGRAPHIC;
export let CATEGORY_NAMES: typeof Tables.CATEGORY_NAMES;
export let CATEGORY_RUNS: typeof Tables.CATEGORY_RUNS;
export let SCRIPTS: typeof Tables.SCRIPTS;
export let ORDINARY_WORDS: typeof Lexicon.ORDINARY_WORDS;

export async function loadUnicodeTables(): Promise<void> {
  // All at once: what runs meanwhile must find none of them.
  const [tables, lexicon] = await Promise.all([
    import("../../src/core/unicode/unicode-tables.ts"),
    import("../../src/core/similar/lexicon.ts"),
  ]);
  ({ INVISIBLE, EMOJI, PICTOGRAPHIC, CATEGORY_NAMES, CATEGORY_RUNS, SCRIPTS } = tables);
  ({ ORDINARY_WORDS } = lexicon);
}

/** Runs it, and once more with the tables if it failed without them. */
export async function withUnicodeTables<Value>(run: () => Value): Promise<Awaited<Value>> {
  try {
    return await run();
  } catch (error) {
    if (SCRIPTS !== undefined && readText !== undefined) throw error;
    await Promise.all([loadUnicodeTables(), loadReader()]);
    return await run();
  }
}
