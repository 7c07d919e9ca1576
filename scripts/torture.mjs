/**
 * `npm run verify -- torture [seconds] [seed]`: random calls against two replicas behind nginx while the replicas, Redis, the
 * identity service and the product are killed, stopped and restarted. Exits with 1 if any answer is wrong. See test/torture.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "vite";
import { ensurePrograms } from "./ensure-test-servers.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const outDir = fileURLToPath(new URL("../dist-dev/torture/", import.meta.url));
const seconds = Number(process.argv[2] ?? 60);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
if (![seconds, seed].every(Number.isSafeInteger) || seconds < 1) {
  console.error("Usage: npm run verify -- torture [seconds] [seed]");
  process.exit(2);
}
if (ensurePrograms(["redis-server", "nginx"]).length > 0) process.exit(1);
const compiled = spawnSync("npm", ["run", "--silent", "build"], { cwd: root, stdio: "inherit" });
if (compiled.status !== 0) process.exit(compiled.status ?? 1);
// Bundled because Node 20 does not run TypeScript; the folder is as deep as test/torture, so relative URLs still hold.
for (const [index, source] of ["torture", "upstream"].entries())
  await build({
    root,
    configFile: false,
    logLevel: "warn",
    build: { ssr: `test/torture/${source}.ts`, outDir, target: "node20", emptyOutDir: index === 0 },
  });
const { torture } = await import(pathToFileURL(`${outDir}torture.js`).href);
process.exit((await torture({ seconds, seed, print: console.log })) ? 0 : 1);
