#!/usr/bin/env node
/**
 * The command. The published package has its programs bundled; a clone runs the compiled sources. `serve` is a program
 * of its own, so that the service loads nothing of the command line.
 */
import { existsSync } from "node:fs";

const isClone = existsSync(new URL("../src/tsconfig.json", import.meta.url));
const isServe = process.argv.length === 3 && process.argv[2] === "serve";
const path = isClone
  ? `../dist/${isServe ? "server/main.js" : "cli/main.js"}`
  : `../dist/bundle/${isServe ? "service.js" : "preflight.js"}`;
const program = new URL(path, import.meta.url);

if (existsSync(program)) await import(program.href);
else {
  console.error("preflight is not built yet. Run npm ci && npm run build in the folder of the project.");
  process.exitCode = 2;
}
