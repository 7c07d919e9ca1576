/** The HTTP helpers that this service needs in addition to Better Auth's own handler. */
import { hash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export function reply(status: number, body: unknown, headers?: Reply["headers"]): Reply {
  return headers === undefined ? { status, body } : { status, body, headers };
}

export function refuse(status: number, error: string): Reply {
  return reply(status, { error });
}

const MAX_BODY_BYTES = 16_384;

export async function readText(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) {
    text += chunk;
    if (text.length > MAX_BODY_BYTES) throw new Error("body too large");
  }
  return text;
}

export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  return new URLSearchParams(await readText(request));
}

export async function readJson(request: IncomingMessage): Promise<unknown> {
  const value: unknown = JSON.parse((await readText(request)) || "{}");
  if (typeof value !== "object" || value === null) throw new Error("not an object");
  return value;
}

/** Takes the same time for every wrong value, so that timing reveals nothing. */
export function sameSecret(given: string | undefined, wanted: string): boolean {
  const digest = (text: string) => hash("sha256", text, "buffer");
  return timingSafeEqual(digest(given ?? ""), digest(wanted));
}
