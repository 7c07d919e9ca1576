/**
 * The build that processes are started from. It is made once, before all tests that need it, and only this module
 * knows where it is: tests say what they want to start or read.
 */
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";

export const projectFolder = fileURLToPath(new URL("../../", import.meta.url));

/** Of `src`. */
const SERVICE_FOLDER = join(projectFolder, "dist");
/** The programs as they are installed. */
const INSTALLED_FOLDER = join(projectFolder, "dist-dev", "installed");
/** Of `neighbours`. */
const NEIGHBOURS_FOLDER = join(projectFolder, "dist-dev", "neighbours");

/** What tests start, with `process.execPath`. */
export const PROGRAMS = {
  service: join(INSTALLED_FOLDER, "dist", "bundle", "service.js"),
  command: join(INSTALLED_FOLDER, "bin", "preflight.mjs"),
  product: join(NEIGHBOURS_FOLDER, "product", "main.js"),
  demo: join(NEIGHBOURS_FOLDER, "demo.js"),
};

/** The built file of a source file, as in `builtFile("core/index.ts")`. */
export function builtFile(source: string): URL {
  return pathToFileURL(join(SERVICE_FOLDER, source.replace(/\.ts$/, ".js")));
}

export const COMPILER = join(
  dirname(createRequire(import.meta.url).resolve("typescript/package.json")),
  "bin/tsc",
);

/** Compiles and bundles what is stale, and the workbench at the same time; an up-to-date tree costs half a second. */
export async function build(): Promise<void> {
  const compileAndBundle = async () => {
    await run(COMPILER, "-b");
    await run(join("scripts", "package", "installed.mjs"));
  };
  await Promise.all([compileAndBundle(), run(join("scripts", "build-web.mjs"), "--if-stale")]);
}

async function run(...args: string[]): Promise<void> {
  // Vitest sets NODE_ENV, and Vite would make another build of it.
  const env = { ...process.env, NODE_ENV: "production" };
  await promisify(execFile)(process.execPath, args, { cwd: projectFolder, env }).catch(
    ({ stdout, stderr }) => {
      throw new Error(`the build failed:\n${stdout}${stderr}`);
    },
  );
}
