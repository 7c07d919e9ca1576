#!/usr/bin/env node
/**
 * The command. The published package has its programs bundled; a clone runs the compiled sources. `serve` is a program
 * of its own, so that the service loads nothing of the command line, and `--version` needs neither.
 */
import { existsSync, readFileSync } from "node:fs";

const inPackage = (path) => new URL(`../${path}`, import.meta.url);
const { version } = JSON.parse(readFileSync(inPackage("package.json"), "utf8"));
const isClone = existsSync(inPackage("src/tsconfig.json"));
const args = process.argv.slice(2);
const isOnly = (...words) => args.length === 1 && words.includes(args[0]);

if (isOnly("--version", "-V")) console.log(version);
else if (isOnly("serve")) await load(isClone ? "dist/service/server/main.js" : "dist/bundle/service.js");
else {
  const command = await load(isClone ? "dist/cli/program.js" : "dist/bundle/preflight.js");
  if (command !== undefined) process.exitCode = await command.runProgram(args, version);
}

async function load(path) {
  const program = inPackage(path);
  if (existsSync(program)) return import(program.href);
  console.error("preflight is not built yet. Run npm ci && npm run build in the folder of the project.");
  process.exitCode = 2;
}
