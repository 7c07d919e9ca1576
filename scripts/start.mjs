/** `npm start`: builds what is out of date and serves. Without the development dependencies, it only serves. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { buildWebIfStale } from "./build-web.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const main = fileURLToPath(new URL("../dist/main.js", import.meta.url));

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
const hasSources = existsSync(new URL("../src/tsconfig.json", import.meta.url));
if (compiler !== undefined && hasSources) {
  // The compiler tracks what it has built, so this is quick if everything is up to date.
  const { status } = spawnSync(process.execPath, [compiler, "-b", "src"], {
    cwd: root,
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0) process.exit(status ?? 1);
  await buildWebIfStale();
} else if (!existsSync(main)) {
  console.error(
    "There is nothing to run: dist/ is missing, and so is the compiler that creates it. Run npm ci.",
  );
  process.exit(1);
}

const service = spawn(process.execPath, [main], { stdio: "inherit" });
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => service.kill(signal));
service.on("exit", (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
