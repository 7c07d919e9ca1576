#!/usr/bin/env node
/**
 * The command. The published package has its programs bundled; a clone runs the compiled sources. `serve` is a program
 * of its own, so that the service loads nothing of the command line, and `--version` needs neither.
 */
const { existsSync, readFileSync } = require("node:fs");
const { join } = require("node:path");
const { pathToFileURL } = require("node:url");

const root = join(__dirname, "..");
const bundle = join(root, "dist", "bundle");
const isClone = existsSync(join(root, "src", "tsconfig.json"));
const args = process.argv.slice(2);
const isOnly = (...words) => args.length === 1 && words.includes(args[0]);

if (isOnly("--version", "-V")) process.stdout.write(`${readVersion()}\n`);
else start();

async function start() {
  const { runProgram } = isOnly("serve") ? await startService() : await loadCommand();
  if (runProgram !== undefined) process.exitCode = await runProgram(args, readVersion());
}

function startService() {
  return load(isClone ? join(root, "dist", "server", "main.js") : join(bundle, "service.js"));
}

function loadCommand() {
  if (isClone) return load(join(root, "dist", "cli", "program.js"));
  require("./code-cache.cjs").keepCompiledCode(root, args[0]);
  return require(join(bundle, "preflight.cjs"));
}

async function load(path) {
  if (existsSync(path)) return import(pathToFileURL(path).href);
  console.error("preflight is not built yet. Run npm ci && npm run build in the folder of the project.");
  process.exitCode = 2;
  return {};
}

function readVersion() {
  return String(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version);
}
