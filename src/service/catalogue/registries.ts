/** The registries of products: read and indexed page by page in a thread of their own, and shared between domains. */
import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { escapeToken, isPlainObject } from "../../core/json/values.ts";
import { endOfText, lacksMembers } from "../../core/reader/read-json.ts";
import { MAX_ID_LENGTH, MAX_NAME_LENGTH, readKeyedEntry } from "../../core/registry/entries.ts";
import type { RegistryBuilder, RegistryData, RegistryForm } from "../../core/registry/registry.ts";
import { createRegistryBuilder, openRegistry } from "../../core/registry/registry.ts";
import type { createShared } from "../../core/schema/sharing.ts";
import type { Registry } from "../../core/types.ts";
import type { FetchFailure, FetchHead, FetchLimits } from "../shared/bounded-fetch.ts";
import { failed, fetchBytes, parseJson, sameTag } from "../shared/bounded-fetch.ts";
import { createThread } from "../shared/thread.ts";
import type { Follower, Reading } from "./follower.ts";

export type RegistryLimits = FetchLimits & { maxPages: number; maxEntries: number };

/** What makes the next read conditional. */
export interface RegistryTrace {
  pages: readonly { url: string; etag: string | undefined }[];
  /** Of the bodies of all pages, as sent. */
  bodyHash: string;
}

export interface RegistrySource {
  url: string;
  /** The member of the response that lists the entries. */
  member: string;
  /** For a registry that a spec package declares: the member of an entry that is looked up. */
  key?: string | undefined;
  /** Whether case makes a difference. */
  case?: RegistryForm["case"];
}

export interface RegistryJob extends RegistrySource {
  limits: RegistryLimits;
  previous?: RegistryTrace | undefined;
  /** Fetch the pages even if their tags have not changed. */
  unconditional?: boolean;
}

export type RegistryAnswer =
  | (({ status: "unchanged" } | { status: "loaded"; data: RegistryData; asOf: string }) & {
      trace: RegistryTrace;
      ageMs: number;
    })
  | FetchFailure;

export async function readRegistry(job: RegistryJob): Promise<RegistryAnswer> {
  const deadline = performance.now() + job.limits.totalMs;
  const within: Budget = (maxBytes) => {
    const totalMs = Math.max(1, Math.round(deadline - performance.now()));
    return { ...job.limits, totalMs, maxBytes };
  };
  if (job.previous !== undefined && !job.unconditional) {
    const answer = await confirmPages(job.previous, within);
    if (answer !== "changed") return answer;
  }
  let last: Extract<RegistryAnswer, { status: "loaded" }> | undefined;
  for (let reads = 0; reads < MAX_READS; reads++) {
    const answer = await readPages({ ...job, previous: last?.trace ?? job.previous }, within);
    // Twice the same bytes: nothing was moved.
    if (answer.status === "unchanged" && last !== undefined) return { ...last, ...answer, status: "loaded" };
    if (answer.status !== "loaded") return answer;
    // Meanwhile an entry may have moved to a page that was read before it got there, and would then be missing.
    const { trace } = answer;
    const earlier = await confirmPages({ ...trace, pages: trace.pages.slice(0, -1) }, within);
    if (earlier !== "changed") return earlier.status === "failed" ? earlier : answer;
    last = answer;
  }
  return failed("pages-changed", `pages have changed while others were read, ${MAX_READS} times in a row`);
}

/** How often the pages are read before the registry counts as one that is never still. */
const MAX_READS = 3;

/** The limits of a page of so many bytes, by the time that is left. */
type Budget = (maxBytes: number) => FetchLimits;

/** Every page is checked: the tag of the first one says nothing about the others. */
async function confirmPages(previous: RegistryTrace, within: Budget): Promise<RegistryAnswer | "changed"> {
  const heads: FetchHead[] = [];
  for (const { url, etag } of previous.pages) {
    if (etag === undefined) return "changed";
    // Whatever has a body is another page.
    const answer = await fetchBytes({ url: new URL(url), limits: within(0), etag });
    if (answer.status === "ok") return "changed";
    if (answer.status === "failed") return answer.problem.code === "too-large" ? "changed" : answer;
    // A 304 with a tag other than ours confirms nothing.
    if (answer.head.etag !== undefined && !sameTag(answer.head.etag, etag)) return "changed";
    heads.push(answer.head);
  }
  return { status: "unchanged", trace: previous, ageMs: ageOf(heads) };
}

/** The oldest page decides. */
const ageOf = (heads: readonly FetchHead[]): number =>
  Math.max(0, ...heads.map((head) => head.ageSeconds)) * 1_000;

/** So many characters of a list are read in one turn of the event loop: 80 million brackets must not hold up others. */
const PIECE = 1_048_576;

async function readPages(job: RegistryJob, within: Budget): Promise<RegistryAnswer> {
  const { limits, previous } = job;
  const builder = createRegistryBuilder({ case: job.case });
  const entries = checkRegistryEntries(job.member, limits.maxEntries, builder, job.key);
  const hash = createHash("sha256");
  const pages: { url: string; etag: string | undefined }[] = [];
  const heads: FetchHead[] = [];
  const seen = new Set<string>();
  let bytes = 0;
  let url = new URL(job.url);

  for (;;) {
    if (seen.has(url.href)) return failed("next-loop", "next leads back to a page already read");
    if (seen.size >= limits.maxPages) return failed("too-many-pages", `more than ${limits.maxPages} pages`);
    seen.add(url.href);
    const answer = await fetchBytes({ url, limits: within(limits.maxBytes - bytes) });
    if (answer.status === "failed") return answer;
    const { head, body } = answer;
    bytes += body.length;
    hash.update(body).update("\n");
    pages.push({ url: url.href, etag: head.etag });
    heads.push(head);
    const trace = { pages, bodyHash: hash.copy().digest("hex") };
    if (pages.length === previous?.pages.length && trace.bodyHash === previous.bodyHash)
      return { status: "unchanged", trace, ageMs: ageOf(heads) };
    const page = readPage(body, job.member);
    if ("status" in page) return page;
    for (const piece of page.pieces) {
      if (page.pieces.length > 1) await nextTurn();
      const failure = readPiece(piece, page.pieces.length === 1, entries.add);
      if (failure !== undefined) return failure;
    }
    if (page.next === undefined) break;
    if (!URL.canParse(page.next, url.href)) return failed("invalid-shape", "next is not a URL");
    const next = new URL(page.next, url);
    next.hash = "";
    // Not by their origins: that of `blob:https://…` is the one it holds.
    if (next.protocol !== url.protocol || next.host !== url.host)
      return failed("foreign-next", "next leads to another origin than that of the registry");
    url = next;
  }

  const failure = entries.finish();
  if (failure !== undefined) return failure;
  const asOf = snapshotTime(heads);
  const trace = { pages, bodyHash: hash.digest("hex") };
  return { status: "loaded", data: builder.finish(asOf), asOf, trace, ageMs: ageOf(heads) };
}

const invalid = (message: string) => failed("invalid-shape", message);
const INVALID_JSON = failed("invalid-json", "the response is not JSON in UTF-8");
/** An id that was lost would not be taken. */
const NAMED_TWICE = invalid("an object in the response has the same name twice");

/** `{ "<member>": [ … ], "next"?: … }`. The list is returned in pieces of JSON, which are still to be read. */
function readPage(body: Uint8Array, member: string) {
  const cut = parseJson(body, (text) => cutList(text, member)) as ReturnType<typeof cutList> | undefined;
  if (cut === undefined) return INVALID_JSON;
  const { around, pieces } = cut;
  if (around.length > PIECE || pieces.some((piece) => piece.length > 2 * PIECE))
    return failed("too-large", `an entry, or what is beside the list, has more than ${PIECE} characters`);
  const page = parseJson(around);
  if (page === undefined) return INVALID_JSON;
  if (lacksMembers(page, around)) return NAMED_TWICE;
  if (!isPlainObject(page)) return invalid("the response is not a JSON object");
  const { [member]: list, next } = page;
  if (!Array.isArray(list)) return invalid(`the response has no list named ${JSON.stringify(member)}`);
  if (next === undefined || next === null) return { pieces, next: undefined };
  return typeof next === "string" && next !== "" ? { pieces, next } : invalid("next is not a URL");
}

/** Adds the entries. `isWhole`: the list is in one piece; otherwise a comma too many must not get lost where it was cut. */
function readPiece(piece: string, isWhole: boolean, add: RegistryEntries["add"]): FetchFailure | undefined {
  const text = isWhole ? `[${piece}]` : `[0,${piece}]`;
  const list = parseJson(text) as unknown[] | undefined;
  if (list === undefined) return INVALID_JSON;
  if (lacksMembers(list, text)) return NAMED_TWICE;
  return add(isWhole ? list : list.slice(1));
}

const [QUOTE, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d];

/** Cuts the list with that name out of a JSON object, and between entries. Nothing is checked: what is no JSON stays none. */
function cutList(text: string, member: string): { around: string; pieces: string[] } {
  const pieces: string[] = [];
  let around = "";
  let keptTo = 0;
  let depth = 0;
  let name = "";
  let start: number | undefined;
  const take = (end: number): void => void pieces.push(text.slice(start, end));
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfText(text, at);
      if (depth === 1) name = text.slice(at, end + 1);
      at = end;
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if (++depth !== 2) continue;
      const isList = code === OPEN_LIST && pieces.length === 0 && name !== "" && JSON.parse(name) === member;
      name = "";
      if (!isList) continue;
      start = at + 1;
      around += text.slice(keptTo, start);
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      if (--depth !== 1 || start === undefined) continue;
      take(at);
      keptTo = at;
      start = undefined;
    } else if (code === COMMA && depth === 2 && start !== undefined && at - start >= PIECE) {
      take(at);
      start = at + 1;
    }
  }
  if (start !== undefined) throw new SyntaxError("the list has no end");
  return { around: around + text.slice(keptTo), pieces };
}

/**
 * When the registry last changed according to the product, so that every replica gives the same time. Otherwise the
 * product's clock at the time of the read, and if that is missing too, ours.
 */
function snapshotTime(heads: readonly FetchHead[]): string {
  const now = Date.now();
  const changes = heads.map((head) => head.lastModified);
  const known = changes.every((time) => time !== undefined) ? Math.max(...(changes as number[])) : undefined;
  return new Date(Math.min(known ?? heads[0]?.date ?? now, now)).toISOString();
}

/** Enough to tell a registry that is wrong throughout from one with a few bad entries. */
const MAX_REASONS = 20;

type RegistryEntries = ReturnType<typeof checkRegistryEntries>;

/** Adds entries to the index, and collects why some are refused. `key`: of a registry that a spec package declares. */
export function checkRegistryEntries(
  member: string,
  maxEntries: number,
  builder: Pick<RegistryBuilder, "add">,
  key?: string,
) {
  const reasons: { pointer: string; code: string; message: string }[] = [];
  let count = 0;

  /** Where in the entry, under which code and why it is refused. */
  const refuse = (value: unknown): [at: string, code: string, message: string] | undefined => {
    if (key !== undefined) {
      const entry = readKeyedEntry(value, key);
      if (entry !== undefined) return void builder.add(entry);
      const message = `an entry must have a text of 1 to ${MAX_ID_LENGTH} characters or a number in the member that is looked up`;
      return [isPlainObject(value) ? `/${escapeToken(key)}` : "", "entry-key", message];
    }
    if (!isPlainObject(value)) return ["", "entry-type", "an entry must be an object with id and name"];
    const { id, name } = value;
    if (typeof id !== "string" || id === "" || id.length > MAX_ID_LENGTH || !id.isWellFormed())
      return ["/id", "entry-id", `id must be a string of 1 to ${MAX_ID_LENGTH} characters`];
    if (typeof name !== "string" || name.length > MAX_NAME_LENGTH || !name.isWellFormed())
      return ["/name", "entry-name", `name must be a string of at most ${MAX_NAME_LENGTH} characters`];
    if (builder.add({ id, name })) return undefined;
    return ["/id", "duplicate-id", "an earlier entry has the same id (case is ignored)"];
  };

  const finish = (): FetchFailure | undefined => {
    if (reasons.length === 0) return undefined;
    const areDuplicates = reasons.every(({ code }) => code === "duplicate-id");
    const number = reasons.length < MAX_REASONS ? reasons.length : `${MAX_REASONS} or more`;
    const message = `the registry has ${number} invalid ${number === 1 ? "entry" : "entries"}`;
    return failed(areDuplicates ? "duplicate-ids" : "invalid-entries", message, reasons);
  };

  return {
    /** Returns a failure when reading any further is pointless. */
    add(values: readonly unknown[]): FetchFailure | undefined {
      for (const value of values) {
        if (count >= maxEntries) return failed("too-large", `more than ${maxEntries} entries`);
        const reason = refuse(value);
        if (reason !== undefined) {
          const [at, code, message] = reason;
          reasons.push({ pointer: `/${escapeToken(member)}/${count}${at}`, code, message });
          if (reasons.length >= MAX_REASONS) return finish();
        }
        count++;
      }
      return undefined;
    },
    finish,
  };
}

/** `concurrency`: of reads, even those without an answer. `graceMs`: after a job's own limit, until the thread counts as hung. */
export function createRegistryThread({
  concurrency = 64,
  graceMs = 30_000,
  script = new URL("./worker.js", import.meta.url),
} = {}) {
  return createThread<RegistryJob, RegistryAnswer>({
    name: "registry",
    script,
    concurrency,
    resourceLimits: { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 2 },
    timeLimitMs: ({ limits }) => limits.totalMs + graceMs,
    failed: (message) => failed("registry-thread", message),
  });
}

export type RegistryCopy = { registry: Registry; trace: RegistryTrace };

/** `run`: reads in the registry thread. `indexes`: those in use, which products that start with the same entries share. */
export const createRegistryReader =
  (
    source: RegistrySource,
    limits: RegistryLimits,
    run: (job: RegistryJob) => Promise<RegistryAnswer>,
    indexes: ReturnType<typeof createShared<RegistryData>>,
  ) =>
  async (current: RegistryCopy | undefined, unconditional: boolean): Promise<Reading<RegistryCopy>> => {
    const answer = await run({ ...source, limits, previous: current?.trace, unconditional });
    if (answer.status === "failed") return answer;
    const { trace, ageMs } = answer;
    if (answer.status === "loaded") {
      const key = `${answer.data.digest} ${source.case ?? "ignore"}`;
      const index = indexes.find(key) ?? indexes.keep(key, answer.data);
      const registry = openRegistry(index, answer.asOf);
      if (registry.digest !== current?.registry.digest) {
        const value = { registry, trace };
        const [before, after] = [current?.registry.size ?? 0, registry.size];
        if (after * 2 >= before) return { status: "replaced", value, ageMs };
        const message = `the registry shrank from ${before} to ${after} ${after === 1 ? "entry" : "entries"}`;
        // Nothing is taken in an empty registry, so every identifier would pass: only a restart makes it count.
        if (after === 0) return { ...failed("registry-empty", message), ageMs };
        return { status: "replaced", value, despite: { code: "registry-shrunken", message }, ageMs };
      }
    }
    if (current === undefined) throw new Error("a first read cannot be unchanged");
    // Other bytes but the same entries: the snapshot in use stays, and so does its time.
    return { status: "confirmed", value: { registry: current.registry, trace }, ageMs };
  };

/** By the name that rules ask. */
export type RegistryFollowers = ReadonlyMap<string, Follower<RegistryCopy>>;
