/** Writes a file so that it is either the old one or the new one, whenever the process ends. */
import { chmodSync, existsSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Failure, systemReason } from "../terminal/failure.ts";

const ANY_WRITE = 0o222;

/** Replaces a file that exists. Throws a Failure. */
export function replaceFile(path: string, text: string): void {
  try {
    const target = realpathSync(path);
    const { mode } = statSync(target);
    // A new file beside it would get around this, and root gets around everything.
    if ((mode & ANY_WRITE) === 0) throw new Failure(`${path} is read-only and was not changed.`);
    writeBeside(target, text, mode & 0o7777);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`${path} cannot be written: ${systemReason(error)}. It was not changed.`);
  }
}

/** Throws a Failure if a file is there and may not be replaced. */
export function refuseExisting(path: string, isForced: boolean): void {
  if (existsSync(path) && !isForced)
    throw new Failure(`${path} is there already.`, "Use --force to replace it, or another name.");
}

/** Creates or replaces a file. Throws a Failure. */
export function writeFile(path: string, text: string): void {
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) {
    replaceFile(path, text);
    return;
  }
  try {
    writeBeside(path, text, undefined);
  } catch (error) {
    throw new Failure(`${path} cannot be written: ${systemReason(error)}.`);
  }
}

/** A new file takes the old one's name in one step, so no reader ever sees half of it. */
function writeBeside(target: string, text: string, mode: number | undefined): void {
  const beside = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`);
  try {
    writeFileSync(beside, text, { flag: "wx" });
    if (mode !== undefined) chmodSync(beside, mode);
    renameSync(beside, target);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}
