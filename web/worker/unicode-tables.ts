/**
 * Stands in for the core's Unicode tables in a worker (see vite.config.ts). Texts in ASCII need none of them, so they are
 * fetched when something asks for one: until then each is undefined, and reading it fails.
 */

import type * as Tables from "../../src/core/unicode/unicode-tables.ts";
import { loadReader, readText } from "../json/reader.ts";

export let INVISIBLE: typeof Tables.INVISIBLE;
export let EMOJI: typeof Tables.EMOJI;
export let PICTOGRAPHIC: typeof Tables.PICTOGRAPHIC;
export let CATEGORY_NAMES: typeof Tables.CATEGORY_NAMES;
export let CATEGORY_RUNS: typeof Tables.CATEGORY_RUNS;
export let SCRIPTS: typeof Tables.SCRIPTS;

export async function loadUnicodeTables(): Promise<void> {
  ({ INVISIBLE, EMOJI, PICTOGRAPHIC, CATEGORY_NAMES, CATEGORY_RUNS, SCRIPTS } = await import(
    "../../src/core/unicode/unicode-tables.ts"
  ));
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
