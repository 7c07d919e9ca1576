/** What a GET reads: with an ETag, which spares whoever has it the rest, and compressed where it is longer than a kibibyte. */
import { sha256Hex } from "../../core/json/digest.ts";
import { remember } from "../../core/json/values.ts";
import type { Answer, Head } from "./call.ts";

type Coding = "br" | "gzip";
type Parts = { readonly tag: string } & Partial<Record<Coding, Uint8Array>>;

/** Undefined in runtimes whose hosts compress by themselves. */
export type Compress = ((text: string, coding: Coding) => Uint8Array) | undefined;

/** Shorter answers are cheaper as they are. */
const MIN_LENGTH = 1_024;
/** Most GETs read the same few documents, and the files of the page. */
const MAX_KEPT = 128;

/** Returns what completes the answers to GET and HEAD. */
export function createRepresentations(compress: Compress): (head: Head, answer: Answer) => Answer {
  /** What belongs to a body: its tag, and what it was compressed to. */
  const partsOf = remember(MAX_KEPT, Number.POSITIVE_INFINITY, (body): Parts => {
    return { tag: `"${sha256Hex(body).slice(0, 32)}"` };
  });

  return ({ method, headers: sent }, answer) => {
    const { status, body } = answer;
    if (method !== "GET" && method !== "HEAD") return answer;
    if (status !== 200 || typeof body !== "string" || body.length <= MIN_LENGTH) return answer;
    const parts = partsOf(body);
    const coding = compress && codingFor(String(sent["accept-encoding"] ?? ""));
    const own = headerIn(answer.headers, "ETag") ?? parts.tag;
    // RFC 9110 section 8.8.3: a strong tag is of these very bytes.
    const etag = coding === undefined ? own : `W/${own}`;
    const vary = [headerIn(answer.headers, "Vary"), "Accept-Encoding"].filter(Boolean).join(", ");
    const headers = [...without(answer.headers, "ETag", "Vary"), "ETag", etag, "Vary", vary];
    if (isKnown(sent["if-none-match"], own))
      return { status: 304, headers: without(headers, "Content-Type"), body: "" };
    if (coding === undefined) return { status, headers, body };
    parts[coding] ??= compress!(body, coding);
    return { status, headers: [...headers, "Content-Encoding", coding], body: parts[coding] };
  };
}

/** The first one that a caller takes; `q=0` refuses it, and `*` stands for those that are not named. */
function codingFor(header: string): Coding | undefined {
  const takes = new Map(
    header
      .toLowerCase()
      .split(",")
      .map((range) => {
        const [coding = "", ...parameters] = range.split(";").map((part) => part.trim());
        return [coding, !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))];
      }),
  );
  return (["br", "gzip"] as const).find((coding) => takes.get(coding) ?? takes.get("*"));
}

/** RFC 9110 section 13.1.2, by weak comparison. */
function isKnown(header: string | readonly string[] = "", etag: string): boolean {
  const tags = String(header).split(",");
  return tags.some((tag) => ["*", etag].includes(tag.trim().replace(/^W\//, "")));
}

const headerIn = (headers: readonly string[], name: string): string | undefined =>
  headers.find((_, at) => at % 2 === 1 && headers[at - 1] === name);

const without = (headers: readonly string[], ...names: readonly string[]): string[] =>
  headers.filter((_, at) => !names.includes(headers[at - (at % 2)]!));
