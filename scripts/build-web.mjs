/**
 * `node scripts/build-web.mjs`: builds the workbench into dist/web and prints how much a browser loads before the editor is
 * opened. With `--if-stale`, it does so only if a source is newer than the last build.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const root = fileURLToPath(new URL("..", import.meta.url));
const MANIFEST = join(root, "dist/web/manifest.json");
/** What the workbench is made of. */
const SOURCES = ["web", "src/core", "src/authoring", "examples", "package-lock.json"];
/** A browser test holds it. The exact parser and the reader of other texts are loaded later (web/json/reader.ts). */
export const MAX_GZIP_BYTES = 170_000;

export async function buildWeb() {
  const { build } = await import("vite");
  await build({ configFile: join(root, "web/vite.config.ts") });
  const weights = weighWeb();
  const first = weights.filter(({ isFirst }) => isFirst).reduce((sum, { bytes }) => sum + bytes, 0);
  return { first, weights };
}

export async function buildWebIfStale() {
  const builtAt = modified(MANIFEST);
  if (builtAt > Math.max(...SOURCES.map(newest))) return false;
  await buildWeb();
  return true;
}

function newest(path) {
  const here = join(root, path);
  if (!statSync(here, { throwIfNoEntry: false })?.isDirectory()) return modified(here);
  return Math.max(...readdirSync(here, { recursive: true }).map((name) => modified(join(here, name))));
}

function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/**
 * Bytes of each file, compressed as the service sends it. First is what the page imports, its style and its worker. The
 * browser tests see that it loads nothing else up to its first verdict.
 */
export function weighWeb() {
  const manifest = JSON.parse(readFileSync(MANIFEST, "utf8"));
  const first = new Set();
  const add = (name) => {
    const { file, imports = [], css = [] } = manifest[name];
    for (const one of [file, ...css]) first.add(one);
    for (const one of imports) add(one);
  };
  add("main.tsx");
  const names = readdirSync(join(root, "dist/web/assets"));
  // The worker is not in the manifest: its files are found by what they import at once.
  const waiting = names.filter((name) => /^checker-/.test(name));
  for (const name of waiting) {
    first.add(`assets/${name}`);
    const code = readFileSync(join(root, "dist/web/assets", name), "utf8");
    for (const [, imported] of code.matchAll(/\b(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g))
      if (!waiting.includes(imported)) waiting.push(imported);
  }
  return names.map((name) => {
    const file = `assets/${name}`;
    const bytes = gzipSync(readFileSync(join(root, "dist/web", file)), { level: 9 }).length;
    return { file, bytes, isFirst: first.has(file) };
  });
}

const isCalled = process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href;
if (isCalled && process.argv.includes("--if-stale")) await buildWebIfStale();
else if (isCalled) {
  const { first, weights } = await buildWeb();
  for (const { file, bytes, isFirst } of weights)
    console.log(
      `${(bytes / 1_000).toFixed(1).padStart(8)} KB gzip  ${file}${isFirst ? "" : "  (loaded later)"}`,
    );
  console.log(
    `${(first / 1_000).toFixed(1).padStart(8)} KB gzip  before the editor is opened (limit ${MAX_GZIP_BYTES / 1_000} KB)`,
  );
}
