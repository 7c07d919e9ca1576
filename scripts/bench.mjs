/**
 * `npm run bench [-- part …]`: builds, installs the peers, and runs the parts one after the other, each in its own
 * process. `BENCH_ROUNDS=1 BENCH_SECONDS=1` makes it quick.
 */
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ensurePrograms } from "./ensure-test-servers.mjs";

const parts = ["core", "hostile", "http", "mcp", "registry", "identity", "domains"];
const root = new URL("../", import.meta.url);
const file = (name) => fileURLToPath(new URL(name, root));

function run(command, ...args) {
  const { status } = spawnSync(command, args, { cwd: file("."), stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

const requested = process.argv.slice(2);
const unknown = requested.filter((part) => !parts.includes(part));
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(", ")}. Choose from: ${parts.join(", ")}`);
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
if (ensurePrograms(["wrk", "taskset"]).length > 0) process.exit(1);

for (const part of requested.length > 0 ? parts.filter((one) => requested.includes(one)) : parts) {
  const program = new URL(`dist-dev/bench/${part}.js`, root);
  if (!existsSync(program)) continue;
  console.log(`\n── ${part} ${"─".repeat(70 - part.length)}`);
  const start = `const { run } = await import(${JSON.stringify(program.href)}); await run();`;
  run(process.execPath, "--expose-gc", "--input-type=module", "--eval", start);
}
