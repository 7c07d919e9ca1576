/** `npm start`: builds what is out of date and serves. */
import { spawn, spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { buildWebIfStale } from "./build-web.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const main = fileURLToPath(new URL("../dist/service/server/main.js", import.meta.url));

function findCompiler() {
  try {
    return createRequire(import.meta.url)
      .resolve("typescript/package.json")
      .replace(/package\.json$/, "bin/tsc");
  } catch {
    return undefined;
  }
}

const compiler = findCompiler();
if (compiler === undefined) {
  console.error(
    `The service cannot be started from here: a clone compiles it, and the compiler is not installed.
Run npm ci, without --omit=dev and without NODE_ENV=production, and then npm start.
To run it without development dependencies, install the package instead: npm install proposal-preflight && npx preflight serve`,
  );
  process.exit(1);
}
// The compiler tracks what it has built, so this is quick if everything is up to date.
const { status } = spawnSync(process.execPath, [compiler, "-b", "src"], {
  cwd: root,
  stdio: ["ignore", 2, 2],
});
if (status !== 0) process.exit(status ?? 1);
await buildWebIfStale();

const service = spawn(process.execPath, [main], { stdio: "inherit" });
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => service.kill(signal));
service.on("exit", (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
