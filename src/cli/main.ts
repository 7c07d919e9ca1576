#!/usr/bin/env node
/** The entry point of the command. It loads nothing that `--version` does not need. */
import { readFileSync } from "node:fs";
import module from "node:module";

const args = process.argv.slice(2);
if (args.length === 1 && (args[0] === "--version" || args[0] === "-V"))
  process.stdout.write(`${readVersion()}\n`);
else {
  // From Node 22.1 on, compiled code is kept between runs, so that the next one starts sooner.
  (module as { enableCompileCache?(): unknown }).enableCompileCache?.();
  const { runProgram } = await import("./program.ts");
  process.exitCode = await runProgram(args, readVersion());
}

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  return String(version);
}
