/** Products made for tests: a small spec package, and a server that behaves as badly as a test asks. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface TinyPackage {
  targetProduct?: string;
  domainId?: string;
  version?: string;
  title?: string;
}

/** Rules for `{ "id": … }`: not taken, lower case. */
export function tinyPackage({
  targetProduct = "acme",
  domainId = "widget",
  version = "1.0.0",
  title = "Widgets",
}: TinyPackage = {}) {
  return {
    format: "preflight-spec-package/1",
    targetProduct,
    domainId,
    version,
    title,
    schema: {
      type: "object",
      properties: { id: { type: "string", minLength: 1, maxLength: 64 } },
      required: ["id"],
      additionalProperties: false,
    },
    rules: [{ code: "id-taken", check: "not-in-registry", at: ["/id"], severity: "error" }],
    docs: { "id-taken": { summary: "The id is taken.", fix: "Choose another one." } },
    examples: {
      registry: [{ id: "bolt", name: "Bolt" }],
      valid: [{ title: "a free id", candidate: { id: "nut" } }],
      invalid: [
        { title: "a taken id", candidate: { id: "Bolt" }, expect: [{ code: "id-taken", pointer: "/id" }] },
      ],
    },
  };
}

export const bolts = [
  { id: "bolt", name: "Bolt" },
  { id: "screw", name: "Screw" },
];

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface Upstream {
  url: string;
  /** What was asked for, in order: path, and the tag where there was one. */
  asked: { path: string; ifNoneMatch: string | undefined }[];
  /** Replaces what a path answers. */
  on(path: string, handler: Handler): void;
  close(): Promise<void>;
}

export async function startUpstream(routes: Record<string, Handler> = {}): Promise<Upstream> {
  const handlers = new Map(Object.entries(routes));
  const asked: Upstream["asked"] = [];
  const server: Server = createServer((request, response) => {
    const path = request.url ?? "";
    asked.push({ path, ifNoneMatch: request.headers["if-none-match"] });
    const handler = handlers.get(path);
    if (handler === undefined) response.writeHead(404).end();
    else handler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    on: (path, handler) => void handlers.set(path, handler),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A well-behaved document: JSON with a tag, 304 where the tag is known. */
export function json(value: unknown, headers: Record<string, string> = {}): Handler {
  const body = typeof value === "string" ? value : JSON.stringify(value);
  let hash = 0;
  for (const character of body) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0;
  const etag = headers.etag ?? `"${hash}"`;
  return (request, response) => {
    if (request.headers["if-none-match"] === etag) return void response.writeHead(304, { etag }).end();
    response.writeHead(200, { "content-type": "application/json", etag, ...headers }).end(body);
  };
}
