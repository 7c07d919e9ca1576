/**
 * Finds the official test suite of JSON Schema. It is not part of this project: it is read from a folder beside the
 * project, from the one that JSON_SCHEMA_TEST_SUITE names, or from where scripts/json-schema-suite.mjs put it.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export interface SuiteGroup {
  description: string;
  schema: unknown;
  tests: { description: string; data: unknown; valid: boolean }[];
}

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const DRAFT = "draft2020-12";
const FOLDER = "json-schema-test-suite";

export function findSuite(): string | undefined {
  const folders = [
    process.env.JSON_SCHEMA_TEST_SUITE,
    join(root, "..", "shared", FOLDER),
    join(root, "..", "..", "shared", FOLDER),
    join(root, ".cache", FOLDER),
  ];
  return folders.find((folder) => folder !== undefined && existsSync(join(folder, DRAFT)));
}

/** The names of the suite's files below a folder of the draft, without their ending. */
export function listSuite(suite: string, folder: string): string[] {
  return readdirSync(join(suite, DRAFT, folder))
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -".json".length))
    .sort();
}

export function readSuite(suite: string, name: string): SuiteGroup[] {
  return JSON.parse(readFileSync(join(suite, DRAFT, `${name}.json`), "utf8")) as SuiteGroup[];
}
