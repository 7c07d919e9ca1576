/**
 * `npm run bench [-- section …]`: builds, installs the peers, runs the sections one after the other, each in its own
 * process, and writes down what they measured. Every file in bench/sections is a section. `operating/overload` runs one
 * part of a section that has parts. `BENCH_ROUNDS=1 BENCH_SECONDS=1` makes it quick. In both cases nothing is written.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ensurePrograms } from "./ensure-test-servers.mjs";

const root = new URL("../", import.meta.url);
const sections = readdirSync(new URL("bench/sections/", root)).map((name) => name.replace(/\.ts$/, ""));
const file = (name) => fileURLToPath(new URL(name, root));

function run(command, ...args) {
  const { status } = spawnSync(command, args, { cwd: file("."), stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !sections.includes(name.split("/")[0]));
if (unknown.length > 0) {
  console.error(`No such section: ${unknown.join(", ")}. Choose from: ${sections.join(", ")}`);
  process.exit(2);
}

run("npm", "run", "--silent", "build");

const installed = "bench/node_modules/.package-lock.json";
if (
  !existsSync(file(installed)) ||
  statSync(file(installed)).mtimeMs < statSync(file("bench/package-lock.json")).mtimeMs
) {
  run("npm", "ci", "--silent", "--prefix", "bench");
}
if (ensurePrograms(["wrk", "taskset", "chromium", "nginx", "redis-server"]).length > 0) process.exit(1);

const load = (program) => `await import(${JSON.stringify(new URL(`dist-dev/bench/${program}`, root).href)})`;
const evaluate = (code) => run(process.execPath, "--expose-gc", "--input-type=module", "--eval", code);

for (const section of requested.length > 0 ? requested : sections) {
  console.log(`\n── ${section} ${"─".repeat(Math.max(0, 70 - section.length))}`);
  const args = section.split("/").map((name) => JSON.stringify(name));
  evaluate(`const { runSection } = ${load("run-section.js")}; await runSection(${args});`);
}
evaluate(`const { writeResults } = ${load("write-results.js")}; writeResults();`);
