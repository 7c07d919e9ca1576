/**
 * `npm run docs`: updates what the pages quote and docs/api.md; read the difference afterwards. `npm run docs -- api` writes
 * docs/api.md alone, `npm run docs -- images [folder]` the pictures and the recording of docs/images.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const [what = "all", ...args] = process.argv.slice(2);

const steps = {
  all: [
    () =>
      run(
        "node_modules/vitest/vitest.mjs",
        "run",
        // Two of them write to the same page.
        "--no-file-parallelism",
        "test/docs",
        "test/cli/docs.test.ts",
        "test/cli/neovim.test.ts",
      ),
  ],
  api: [() => run("node_modules/typescript/bin/tsc", "-b"), () => run("scripts/api-docs.mjs")],
  images: [() => run("scripts/screenshots.mjs", ...args)],
};

function run(program, ...words) {
  const env = { ...process.env, UPDATE_DOCS: "1" };
  return spawnSync(process.execPath, [program, ...words], { cwd: root, stdio: "inherit", env }).status ?? 1;
}

if (!Object.hasOwn(steps, what)) {
  console.error("Usage: npm run docs [-- api | images [folder]]");
  process.exit(2);
}
for (const step of steps[what]) {
  const status = step();
  if (status !== 0) process.exit(status);
}
