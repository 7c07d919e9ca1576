/** Bundles TypeScript of test/ so that Node 20 runs it. */
import { spawnSync } from "node:child_process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL("../", import.meta.url));

/** Compiles the service too. `folder` is below test/, and the bundle as deep below dist-dev/, so relative URLs still hold. */
export async function bundleForNode(folder, ...sources) {
  const compiled = spawnSync("npm", ["run", "--silent", "build"], { cwd: root, stdio: "inherit" });
  if (compiled.status !== 0) process.exit(compiled.status ?? 1);
  const outDir = `${root}dist-dev/${folder}/`;
  for (const [index, source] of sources.entries())
    await build({
      root,
      configFile: false,
      logLevel: "warn",
      build: { ssr: `test/${folder}/${source}.ts`, outDir, target: "node20", emptyOutDir: index === 0 },
      resolve: { alias: { "proposal-preflight": `${root}dist/core/index.js` } },
    });
  return import(pathToFileURL(`${outDir}${sources[0]}.js`).href);
}
