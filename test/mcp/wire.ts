/** Sends messages and reads answers as bytes, with nothing of a client in between. */
import { request } from "node:http";
import type { Sent } from "./messages.ts";

export interface Received {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
}

export interface PostOptions {
  readonly headers?: Record<string, string>;
  readonly method?: string;
  /** Sent as it is, in place of the message. */
  readonly raw?: string;
}

const defaults = { accept: "application/json, text/event-stream", "content-type": "application/json" };

/** `node:http` rather than `fetch`, which would not let `Host` and `Origin` be chosen. */
export function post(url: string, sent: Sent | undefined, options: PostOptions = {}): Promise<Received> {
  const { method = "POST", raw = sent === undefined ? "" : JSON.stringify(sent.body) } = options;
  const headers = { ...defaults, ...sent?.headers, ...options.headers };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      );
      response.on("error", reject);
    });
    outgoing.on("error", reject).end(raw);
  });
}

/** The messages of an answer, whether it came as JSON or as an event stream; those of a batch in a fixed order. */
export function messagesIn({ headers, text }: Received): string[] {
  if (text === "") return [];
  if (!String(headers["content-type"]).startsWith("text/event-stream"))
    return text.startsWith("[")
      ? (JSON.parse(text) as unknown[]).map((each) => JSON.stringify(each)).sort()
      : [text];
  return text
    .split("\n")
    .filter((line) => line.startsWith("data: "))
    .map((line) => line.slice("data: ".length))
    .sort();
}
