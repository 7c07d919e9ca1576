/**
 * Fetches the official test suite of JSON Schema into the cache folder, out of the source distribution of the Python
 * package jsonschema, which publishes it at fixed versions. Without pip or a network, its tests are skipped.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const version = "4.25.1";
const cache = fileURLToPath(new URL("../.cache/", import.meta.url));
const suite = join(cache, "json-schema-test-suite");
const timeout = 300_000;

/** Returns why the suite is not there; undefined if it is. */
export function ensureJsonSchemaSuite() {
  const beside = ["../../shared", "../../../shared"].map((folder) =>
    fileURLToPath(new URL(`${folder}/json-schema-test-suite/draft2020-12`, import.meta.url)),
  );
  if ([...beside, join(suite, "draft2020-12")].some((folder) => existsSync(folder))) return undefined;
  const fresh = join(cache, "json-schema-test-suite.new");
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  const download = ["download", `jsonschema==${version}`, "--no-deps", "--no-binary", "jsonschema"];
  const pip = spawnSync("python3", ["-m", "pip", ...download, "--dest", fresh], {
    encoding: "utf8",
    timeout,
  });
  const archive = existsSync(fresh) ? readdirSync(fresh).find((name) => name.endsWith(".tar.gz")) : undefined;
  if (archive === undefined) {
    rmSync(fresh, { recursive: true, force: true });
    return `pip could not fetch jsonschema ${version}: ${pip.error?.message ?? pip.stderr?.trim().split("\n").at(-1)}`;
  }
  const tar = spawnSync("tar", ["-xzf", archive], { cwd: fresh, encoding: "utf8", timeout });
  const tests = join(fresh, archive.slice(0, -".tar.gz".length), "json", "tests");
  if (tar.status !== 0 || !existsSync(join(tests, "draft2020-12"))) {
    rmSync(fresh, { recursive: true, force: true });
    return `jsonschema ${version} has no test suite in it`;
  }
  rmSync(suite, { recursive: true, force: true });
  renameSync(tests, suite);
  rmSync(fresh, { recursive: true, force: true });
  return undefined;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const reason = ensureJsonSchemaSuite();
  if (reason !== undefined)
    console.error(`The test suite of JSON Schema is not there, so its tests are skipped: ${reason}`);
}
