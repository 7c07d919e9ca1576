/** Rules and registries behind a URL: fetched for each run, and kept for a run without network. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { writeFile } from "../files/write.ts";
import { Failure } from "../terminal/failure.ts";
import type { Session } from "../terminal/terminal.ts";
import { isUrl } from "./config.ts";

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 16_777_216;

/** The path of a file that is given by path or URL. Throws a Failure: what cannot be had is never a pass. */
export async function fileOf(place: string, folder: string, session: Session): Promise<string> {
  if (!isUrl(place)) return resolve(folder, place);
  const kept = join(cacheFolder(folder, session), `${createHash("sha256").update(place).digest("hex")}.json`);
  const reason = await fetchInto(place, kept);
  if (reason === undefined) return kept;
  if (!existsSync(kept)) throw new Failure(`${place} cannot be fetched: ${reason}.`, "Nothing was checked.");
  const { terminal } = session;
  const date = statSync(kept).mtime.toISOString().slice(0, 10);
  terminal.note(
    `${terminal.noteStyle.yellow("warning")}  ${place} cannot be fetched: ${reason}. What it said on ${date} is used.\n`,
  );
  return kept;
}

/** Why not; undefined if it is there now. */
async function fetchInto(url: string, path: string): Promise<string | undefined> {
  try {
    const answer = await fetch(url, {
      headers: { Accept: "application/json" },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!answer.ok) return `the answer was ${answer.status}`;
    const text = await answer.text();
    if (text.length > MAX_BYTES) return "it is too large";
    JSON.parse(text);
    writeFile(path, text);
    return undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return "it is not JSON";
    return error instanceof Error && error.name === "TimeoutError"
      ? "there was no answer in time"
      : "it cannot be reached";
  }
}

function cacheFolder(folder: string, { environment }: Session): string {
  const modules = join(folder, "node_modules");
  const own = environment.XDG_CACHE_HOME ?? join(environment.HOME ?? homedir(), ".cache");
  const cache = existsSync(modules)
    ? join(modules, ".cache", "proposal-preflight")
    : join(own, "proposal-preflight");
  mkdirSync(cache, { recursive: true });
  return cache;
}
