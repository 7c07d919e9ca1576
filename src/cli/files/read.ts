/** Reads a file, standard input or an address as text, or says in plain words why it is none; and writes files. */
import { isUtf8 } from "node:buffer";
import {
  chmodSync,
  chownSync,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { child, isPlainObject } from "../../core/json/values.ts";
import { readJson, readKnownJson } from "../../core/reader/read-json.ts";
import { attempt, Failure } from "../terminal/terminal.ts";
import { grouped } from "../terminal/text.ts";
import type { InputFile } from "./find.ts";

/** The API accepts 64 KiB. A file of this size is checked in a few seconds and a few hundred megabytes. */
const MAX_FILE_BYTES = 16_777_216;

export interface ReadText {
  readonly text: string;
  /** Files of Windows editors may start with a byte order mark. It is kept when the file is written. */
  readonly hasMark: boolean;
}

const MARK = "\ufeff";

/** Throws a Failure. */
export async function readText({ path, isStdin, read }: InputFile): Promise<ReadText> {
  const bytes = isStdin ? await readStream(process.stdin) : (read?.() ?? readBounded(path));
  refuseTooLarge(bytes.length);
  return textOf(bytes);
}

/** Throws a Failure. */
export function textOf(bytes: Uint8Array): ReadText {
  if (bytes.includes(0) || !isUtf8(bytes))
    throw new Failure("The file is not UTF-8 text, but binary or in another encoding such as UTF-16.");
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
  const hasMark = text.startsWith(MARK);
  return { text: hasMark ? text.slice(1) : text, hasMark };
}

/** The text of a file. Throws a Failure that names the file as `shown`. */
export async function readNamed(file: InputFile, shown: string): Promise<string> {
  try {
    return (await readText(file)).text;
  } catch (error) {
    throw error instanceof Failure ? new Failure(`${shown}: ${error.message}`, error.hint) : error;
  }
}

/** Throws a Failure. */
export function refuseTooLarge(bytes: number, advice = ""): void {
  if (bytes > MAX_FILE_BYTES)
    throw new Failure(
      `The file is too large: files of more than ${grouped(MAX_FILE_BYTES)} bytes are not read.${advice}`,
    );
}

/** Throws a Failure if it cannot be read as a file. */
export function sizeOf(path: string): number {
  const stats = statSync(path);
  // A named pipe that nobody writes to would never be opened, and a device may never end.
  if (!stats.isFile() && !stats.isDirectory())
    throw new Failure(`${path} is not a file.`, "Use - to read what another program writes.");
  return stats.size;
}

function readBounded(path: string): Buffer {
  return attempt("The file cannot be read", () => {
    refuseTooLarge(sizeOf(path));
    return readFileSync(path);
  });
}

/** What is no proposal, such as rules or a key. A pipe is read to its end, a device may have none. Throws a Failure. */
export function readBytes(path: string): Buffer {
  return attempt(`${path} cannot be read`, () => {
    if (statSync(path).isCharacterDevice()) throw new Error("it is a device");
    return readFileSync(path);
  });
}

/** The same as text, without a byte order mark. */
export const readOther = (path: string): string => String(readBytes(path)).replace(/^\ufeff/, "");

/** Throws a Failure. */
export function readJsonFile(path: string): unknown {
  const bytes = readBytes(path);
  // What is not read as it was meant is not found either.
  if (!isUtf8(bytes)) throw new Failure(`${path} cannot be read: it is not UTF-8 text.`);
  const read = readJson(bytes.toString().replace(/^\ufeff/, ""));
  if (!read.ok) throw new Failure(`${path} cannot be read: it is not JSON.`);
  return read.value;
}

/** What the other pages of a registry hold would not be taken. Throws a Failure. */
export function refusePage(place: string, document: unknown): void {
  const hint = "Write the entries of all pages into one file, without next.";
  if ((child(document, "next") ?? null) !== null)
    throw new Failure(`${place} is one page of a registry: its "next" names another one.`, hint);
}

/** Whether a file of JSON has an object as this member. One that is not there or cannot be read has none. */
export function holdsObject(path: string, member: string): boolean {
  try {
    // A device may never end.
    const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true;
    return isFile && isPlainObject(child(readKnownJson(readFileSync(path, "utf8")), member));
  } catch {
    return false;
  }
}

/** To its end, or until it is too large. */
async function readStream(stream: AsyncIterable<Uint8Array> | readonly []): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    length += chunk.length;
    // Leaving the loop ends a transfer.
    if (length > MAX_FILE_BYTES) break;
  }
  return Buffer.concat(chunks);
}

const TIMEOUT_MS = 10_000;

/** However slow or long the answer is. Redirects are followed: a person gave the address. */
export async function fetchText(url: string): Promise<{ text: string } | { reason: string }> {
  try {
    const headers = { Accept: "application/json" };
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!answer.ok) return { reason: `the answer was ${answer.status}` };
    const bytes = await readStream(answer.body ?? []);
    if (bytes.length > MAX_FILE_BYTES) return { reason: "it is too large" };
    return isUtf8(bytes) ? { text: new TextDecoder().decode(bytes) } : { reason: "it is not UTF-8 text" };
  } catch (error) {
    const isLate = error instanceof Error && error.name === "TimeoutError";
    return { reason: isLate ? "there was no answer in time" : "it cannot be reached" };
  }
}

/** Whether two paths lead to one file, which is there. */
export function isSameFile(one: string, other: string): boolean {
  return existsSync(one) && existsSync(other) && realpathSync(one) === realpathSync(other);
}

/** Replaces a file that exists. `before`: what it must still say. Throws a Failure. */
export function replaceFile(path: string, text: string, before?: string): void {
  const replace = () => {
    const target = realpathSync(path);
    const stats = statSync(target);
    // A new file would take the place of the device or pipe itself.
    if (!stats.isFile()) throw new Failure(`${path} is not a file and was not changed.`);
    // A new file beside it would get around this, and root gets around everything.
    if ((stats.mode & 0o222) === 0) throw new Failure(`${path} is read-only and was not changed.`);
    if (before !== undefined && readFileSync(target, "utf8") !== before)
      throw new Failure(`${path} has changed meanwhile and was not written.`, "Run the command again.");
    if (before !== undefined && stats.nlink > 1)
      throw new Failure(`${path} has other names (hard links) and was not changed.`, "Fix a copy of it.");
    writeBeside(target, text, stats);
  };
  attempt(`${path} cannot be written`, replace, " It was not changed.");
}

/** Throws a Failure if a file is there and may not be replaced. */
export function refuseExisting(path: string, isForced: boolean): void {
  // Elsewhere it is standard input or output, so that no command could name the file.
  if (path === "-") throw new Failure("- is not the name of a file.", "Name the file to write.");
  if (existsSync(path) && !isForced)
    throw new Failure(`${path} is there already.`, "Use --force to replace it, or another name.");
}

/** Creates or replaces a file. Throws a Failure. */
export function writeFile(path: string, text: string): void {
  const isNew = statSync(path, { throwIfNoEntry: false }) === undefined;
  if (isNew && !existsSync(dirname(path)))
    throw new Failure(`${path} cannot be written: there is no folder ${dirname(path)}.`);
  if (isNew) attempt(`${path} cannot be written`, () => writeBeside(path, text));
  else replaceFile(path, text);
}

/** A new file takes the old one's name in one step, so no reader ever sees half of it. */
function writeBeside(target: string, text: string, old?: Stats): void {
  const beside = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`);
  try {
    writeFileSync(beside, text, { flag: "wx" });
    if (old !== undefined) {
      chownSync(beside, old.uid, old.gid);
      chmodSync(beside, old.mode & 0o7777);
    }
    renameSync(beside, target);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}
