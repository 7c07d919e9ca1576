/**
 * Reads a whole registry, page by page, into the index. Runs inside the registry thread: see registry-worker.ts.
 */
import { createHash } from "node:crypto";
import { createRegistryBuilder, type RegistryData, type RegistryForm } from "../../core/registry/registry.ts";
import {
  type FetchFailure,
  type FetchHead,
  type FetchLimits,
  fetchStream,
  sameTag,
  type UpstreamProblem,
} from "../shared/bounded-fetch.ts";
import type { BoundedMap } from "../shared/bounded-map.ts";
import type { Slot } from "../shared/slots.ts";
import { checkRegistryEntries } from "./registry-entries.ts";
import { createRegistryPageParser } from "./registry-page-parser.ts";

export interface RegistryLimits extends FetchLimits {
  maxPages: number;
  maxEntries: number;
}

/** What makes the next read conditional. */
export interface RegistryTrace {
  pages: readonly { url: string; etag: string | undefined }[];
  /** Of the bodies of all pages, as sent. */
  bodyHash: string;
}

/** Where a registry is and how it is read. */
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
  unconditional?: boolean | undefined;
  /** Index the entries even if another registry has the same. */
  unshared?: boolean | undefined;
}

export type RegistryAnswer =
  | { status: "unchanged"; trace: RegistryTrace; ageSeconds: number }
  | { status: "loaded"; data: RegistryData; asOf: string; trace: RegistryTrace; ageSeconds: number }
  /** The bytes are those of a registry that was loaded before, perhaps from elsewhere. */
  | { status: "known"; digest: string; asOf: string; trace: RegistryTrace; ageSeconds: number }
  | { status: "failed"; problem: UpstreamProblem; retryAfterMs?: number | undefined };

/** A first page up to this size is looked at as a whole: if its bytes are known, they are not indexed again. */
const MAX_HELD_BYTES = 1_048_576;

/** `loaded`: the digests of registries that were loaded before, by how and from which bytes. */
export async function readRegistry(
  job: RegistryJob,
  loaded?: BoundedMap<string>,
  slot?: Slot,
): Promise<RegistryAnswer> {
  const deadline = performance.now() + job.limits.totalMs;
  if (job.previous !== undefined && job.unconditional !== true) {
    const answer = await confirmPages(job, job.previous, deadline, slot);
    if (answer !== "changed") return answer;
  }
  return readPages(job, deadline, loaded, slot);
}

function remaining(limits: RegistryLimits, deadline: number): RegistryLimits {
  return { ...limits, totalMs: Math.max(1, Math.round(deadline - performance.now())) };
}

/** Every page is checked: the tag of the first one says nothing about the others. */
async function confirmPages(
  { limits }: RegistryJob,
  previous: RegistryTrace,
  deadline: number,
  slot: Slot | undefined,
): Promise<RegistryAnswer | "changed"> {
  const changed: UpstreamProblem = { code: "changed", message: "the page has changed" };
  const heads: FetchHead[] = [];
  for (const page of previous.pages) {
    if (page.etag === undefined) return "changed";
    const answer = await fetchStream(
      { url: new URL(page.url), limits: remaining(limits, deadline), etag: page.etag, slot },
      () => changed,
    );
    if (answer.status === "ok") return "changed";
    if (answer.status === "failed") return answer.problem === changed ? "changed" : failure(answer);
    // A 304 with a tag other than ours confirms nothing.
    if (answer.head.etag !== undefined && !sameTag(answer.head.etag, page.etag)) return "changed";
    heads.push(answer.head);
  }
  return { status: "unchanged", trace: previous, ageSeconds: ageOf(heads) };
}

/** The oldest page decides. */
function ageOf(heads: readonly FetchHead[]): number {
  return Math.max(0, ...heads.map((head) => head.ageSeconds));
}

async function readPages(
  job: RegistryJob,
  deadline: number,
  loaded: BoundedMap<string> | undefined,
  slot: Slot | undefined,
): Promise<RegistryAnswer> {
  const origin = new URL(job.url).origin;
  const builder = createRegistryBuilder({ case: job.case });
  const entries = checkRegistryEntries(job.member, job.limits.maxEntries, builder, job.key);
  const hash = createHash("sha256");
  const pages: { url: string; etag: string | undefined }[] = [];
  const heads: FetchHead[] = [];
  const seen = new Set<string>();
  let bytes = 0;
  let url: URL | undefined = new URL(job.url);

  while (url !== undefined) {
    if (seen.has(url.href)) return failed("next-loop", "next leads back to a page already read");
    if (seen.size >= job.limits.maxPages)
      return failed("too-many-pages", `more than ${job.limits.maxPages} pages`);
    seen.add(url.href);
    const parser = createRegistryPageParser(job.member, entries.add);
    let held: Buffer[] | undefined = pages.length === 0 ? [] : undefined;
    let heldBytes = 0;
    const feed = (chunk: Buffer): UpstreamProblem | undefined => {
      hash.update(chunk);
      if (held === undefined) return parser.feed(chunk);
      held.push(chunk);
      heldBytes += chunk.byteLength;
      return heldBytes > MAX_HELD_BYTES ? feedHeld() : undefined;
    };
    const feedHeld = (): UpstreamProblem | undefined => {
      const chunks = held ?? [];
      held = undefined;
      for (const chunk of chunks) {
        const problem = parser.feed(chunk);
        if (problem !== undefined) return problem;
      }
      return undefined;
    };
    const limits = { ...remaining(job.limits, deadline), maxBytes: job.limits.maxBytes - bytes };
    const answer = await fetchStream({ url, limits, slot }, feed);
    if (answer.status === "failed") return failure(answer);
    if (answer.status === "not-modified")
      return failed("unexpected-304", "answered 304 although no entity tag was sent");
    hash.update("\n");
    bytes += answer.body;
    pages.push({ url: url.href, etag: answer.head.etag });
    heads.push(answer.head);
    if (held !== undefined) {
      const trace = { pages, bodyHash: hash.copy().digest("hex") };
      const { previous, unshared } = job;
      if (previous?.pages.length === 1 && previous.bodyHash === trace.bodyHash)
        return { status: "unchanged", trace, ageSeconds: ageOf(heads) };
      const digest = unshared === true ? undefined : loaded?.get(contentKey(job, trace));
      if (digest !== undefined)
        return { status: "known", digest, asOf: snapshotTime(heads), trace, ageSeconds: ageOf(heads) };
      const problem = feedHeld();
      if (problem !== undefined) return { status: "failed", problem };
    }
    const page = parser.finish();
    if (!page.ok) return { status: "failed", problem: page.problem };
    const next: URL | undefined | "invalid" = page.next === undefined ? undefined : resolve(page.next, url);
    if (next === "invalid") return failed("invalid-shape", "next is not a URL");
    if (next !== undefined && next.origin !== origin) {
      return failed("foreign-next", "next leads to another origin than that of the registry");
    }
    url = next;
  }

  const problem = entries.finish();
  if (problem !== undefined) return { status: "failed", problem };
  const trace = { pages, bodyHash: hash.digest("hex") };
  if (trace.bodyHash === job.previous?.bodyHash)
    return { status: "unchanged", trace, ageSeconds: ageOf(heads) };
  const asOf = snapshotTime(heads);
  const data = builder.finish(asOf);
  // Of several pages, the first one alone does not tell what the others hold.
  if (pages.length === 1) loaded?.set(contentKey(job, trace), data.digest);
  return { status: "loaded", data, asOf, trace, ageSeconds: ageOf(heads) };
}

/** How the bytes of a registry were read, and which they are. */
function contentKey({ member, key, case: caseRule }: RegistryJob, { bodyHash }: RegistryTrace): string {
  return JSON.stringify([member, key, caseRule, bodyHash]);
}

function failure({ problem, retryAfterSeconds }: FetchFailure): RegistryAnswer {
  return { status: "failed", problem, retryAfterMs: retryAfterSeconds && retryAfterSeconds * 1_000 };
}

function failed(code: string, message: string): RegistryAnswer {
  return { status: "failed", problem: { code, message } };
}

function resolve(next: string, page: URL): URL | "invalid" {
  try {
    const url = new URL(next, page);
    url.hash = "";
    return url;
  } catch {
    return "invalid";
  }
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
