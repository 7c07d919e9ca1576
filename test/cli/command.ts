/** Runs the real command in a folder of its own, as a user would. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";
import { PROGRAMS } from "../support/built.ts";
import { type Finished, type ProcessOptions, runProcess } from "../support/processes.ts";

/** Runs `preflight` in a pipe. */
export function preflight(args: readonly string[], options: ProcessOptions = {}): Promise<Finished> {
  return runProcess(process.execPath, [PROGRAMS.command, ...args], options);
}

export interface Folder {
  readonly path: string;
  write(name: string, content: string | Uint8Array): string;
  read(name: string): string;
}

/** A folder that is gone after the tests of the file. */
export function makeFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), "preflight-cli-"));
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  return {
    path,
    write(name, content) {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      writeFileSync(join(path, name), content);
      return name;
    },
    read: (name) => readFileSync(join(path, name), "utf8"),
  };
}
