/**
 * Reads a whole registry, page by page, into the index. Runs inside the registry thread: see registry-worker.ts.
 */
import { createHash } from "node:crypto";
import { createRegistryBuilder, type RegistryData, type RegistryForm } from "../../core/registry/registry.ts";
import {
  type FetchHead,
  type FetchLimits,
  fetchStream,
  sameTag,
  type UpstreamProblem,
} from "../shared/bounded-fetch.ts";
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
}

export type RegistryAnswer =
  | { status: "unchanged"; trace: RegistryTrace }
  | { status: "loaded"; data: RegistryData; trace: RegistryTrace }
  | { status: "failed"; problem: UpstreamProblem };

export async function readRegistry(job: RegistryJob): Promise<RegistryAnswer> {
  const deadline = performance.now() + job.limits.totalMs;
  if (job.previous !== undefined && job.unconditional !== true) {
    const verdict = await confirmPages(job.previous, job.limits, deadline);
    if (verdict === "unchanged") return { status: "unchanged", trace: job.previous };
    if (verdict !== "changed") return { status: "failed", problem: verdict };
  }
  return readPages(job, deadline);
}

function remaining(limits: RegistryLimits, deadline: number): RegistryLimits {
  return { ...limits, totalMs: Math.max(1, Math.round(deadline - performance.now())) };
}

/** Every page is checked: the tag of the first page says nothing about the others. */
async function confirmPages(
  previous: RegistryTrace,
  limits: RegistryLimits,
  deadline: number,
): Promise<"unchanged" | "changed" | UpstreamProblem> {
  const changed: UpstreamProblem = { code: "changed", message: "the page has changed" };
  for (const page of previous.pages) {
    if (page.etag === undefined) return "changed";
    const answer = await fetchStream(
      { url: new URL(page.url), limits: remaining(limits, deadline), etag: page.etag },
      () => changed,
    );
    if (answer.status === "ok") return "changed";
    if (answer.status === "failed") return answer.problem === changed ? "changed" : answer.problem;
    // A 304 with a tag other than ours confirms nothing.
    if (answer.head.etag !== undefined && !sameTag(answer.head.etag, page.etag)) return "changed";
  }
  return "unchanged";
}

async function readPages(job: RegistryJob, deadline: number): Promise<RegistryAnswer> {
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
    const limits = { ...remaining(job.limits, deadline), maxBytes: job.limits.maxBytes - bytes };
    const answer = await fetchStream({ url, limits }, (chunk) => {
      hash.update(chunk);
      return parser.feed(chunk);
    });
    if (answer.status === "failed") return { status: "failed", problem: answer.problem };
    if (answer.status === "not-modified")
      return failed("unexpected-304", "answered 304 although no entity tag was sent");
    const page = parser.finish();
    if (!page.ok) return { status: "failed", problem: page.problem };
    hash.update("\n");
    bytes += answer.body;
    pages.push({ url: url.href, etag: answer.head.etag });
    heads.push(answer.head);
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
  if (trace.bodyHash === job.previous?.bodyHash) return { status: "unchanged", trace };
  return { status: "loaded", data: builder.finish(snapshotTime(heads)), trace };
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
