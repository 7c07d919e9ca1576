/**
 * The client of all tests over HTTP. It holds every answer it meets against the OpenAPI document that the same
 * service publishes, and fails the test when an answer is not as described there.
 */
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { connect, type Socket } from "node:net";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { expect } from "vitest";
import { problemSchema } from "../../src/service/describe/openapi.ts";
import { problemCodes, problemKinds } from "../../src/service/operations/problems.ts";
import { resolveReferences } from "./resolve-references.ts";

/** No operation answers with more, whatever it was sent. */
const MAX_RESULT_BYTES = 1_048_576;

export interface Call {
  readonly method?: string;
  readonly path: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** An object is sent as JSON. */
  readonly body?: object | string | Buffer;
  readonly localAddress?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers; the document says what they hold.
  json(): any;
}

export interface Client {
  (call: Call | string): Promise<Answer>;
  close(): void;
}

export function createClient(url: string): Client {
  const agent = new Agent({ keepAlive: true });
  // Another service may have used this port before.
  descriptions.delete(url);
  const client = async (given: Call | string): Promise<Answer> => {
    const call = typeof given === "string" ? { path: given } : given;
    const answer = await send(url, call, agent);
    await checkAnswer(url, call.method ?? defaultMethod(call), call.path, answer);
    return answer;
  };
  return Object.assign(client, { close: () => agent.destroy() });
}

/** With a body, a call is a POST unless it says otherwise. */
function defaultMethod({ body }: Call): string {
  return body === undefined ? "GET" : "POST";
}

export function send(url: string, call: Call, agent?: Agent): Promise<Answer> {
  const { key, body, path, localAddress } = call;
  const isJson = typeof body === "object" && !Buffer.isBuffer(body);
  const bytes =
    body === undefined ? undefined : Buffer.from(isJson ? JSON.stringify(body) : (body as string));
  const headers = {
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
    ...(bytes && { "content-type": "application/json", "content-length": String(bytes.length) }),
    ...call.headers,
  };
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const outgoing = request(
      {
        host: hostname.replace(/^\[|\]$/g, ""),
        port,
        path,
        method: call.method ?? defaultMethod(call),
        headers,
        ...(agent && { agent }),
        ...(localAddress && { localAddress }),
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.once("error", reject);
        incoming.once("end", () => {
          const text = Buffer.concat(chunks).toString();
          const { statusCode: status = 0, headers } = incoming;
          resolve({ status, headers, text, json: () => JSON.parse(text) });
        });
      },
    );
    outgoing.once("error", reject);
    outgoing.end(bytes);
  });
}

/** What a raw socket got back, as text, until the other side closed or `until` matched. */
export function exchange(
  url: string,
  bytes: string | Buffer | readonly (string | Buffer)[],
  { until, end = false }: { until?: RegExp; end?: boolean } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = openSocket(url);
    let received = "";
    const finish = (): void => {
      socket.destroy();
      resolve(received);
    };
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
      if (until?.test(received)) finish();
    });
    socket.once("close", finish);
    // A reset after the answer is how some refusals end; before it there is nothing to read, and the test says so.
    socket.on("error", () => undefined);
    socket.once("connect", () => {
      for (const part of [bytes].flat()) socket.write(part as string);
      if (end) socket.end();
    });
    socket.setTimeout(60_000, () => reject(new Error(`silence after: ${received}`)));
  });
}

export function openSocket(url: string): Socket {
  const { hostname, port } = new URL(url);
  return connect(Number(port), hostname);
}

/** One answer out of what `exchange` returned. */
export function parseAnswer(received: string): Answer {
  const [head = "", ...rest] = received.split("\r\n\r\n");
  const [line = "", ...fields] = head.split("\r\n");
  const headers: IncomingHttpHeaders = {};
  for (const field of fields) {
    const colon = field.indexOf(":");
    headers[field.slice(0, colon).toLowerCase()] = field.slice(colon + 1).trim();
  }
  const text = rest.join("\r\n\r\n").slice(0, Number(headers["content-length"] ?? Number.POSITIVE_INFINITY));
  return { status: Number(line.split(" ")[1]), headers, text, json: () => JSON.parse(text) };
}

interface DescribedResponse {
  headers: Record<string, { required: boolean; schema: { pattern: string } }>;
  /** A 304 has none. */
  content?: Record<string, { schema: object }>;
}

interface Description {
  paths: Record<string, Record<string, { responses: Record<string, DescribedResponse> }>>;
}

const descriptions = new Map<string, Promise<Description>>();
const ajv = new Ajv2020({ allErrors: true, strict: false });
const validators = new Map<string, ValidateFunction>();

function describe(url: string): Promise<Description> {
  let description = descriptions.get(url);
  if (description === undefined) {
    description = send(url, { path: "/openapi.json" }).then((answer) => resolveReferences(answer.json()));
    descriptions.set(url, description);
  }
  return description;
}

export async function checkAnswer(url: string, method: string, path: string, answer: Answer): Promise<void> {
  const { status, headers, text } = answer;
  const where = `${method} ${path} → ${status}`;
  expect(headers["x-request-id"], `${where}: X-Request-Id`).toMatch(/^[A-Za-z0-9-]{1,64}$/);
  expect(headers["x-content-type-options"], `${where}: nosniff`).toBe("nosniff");
  expect(headers["content-security-policy"], `${where}: CSP`).toContain("default-src 'none'");
  const type = headers["content-type"]?.split(";")[0];
  const isReadiness = path === "/readyz";
  const isMcp = path === "/mcp";
  if (status >= 400 && method !== "HEAD" && !isReadiness && !isMcp) {
    expect(type, `${where}: media type`).toBe("application/problem+json");
    checkSchema(`problem ${status}`, anyProblem(status), answer.json(), where);
    expect(answer.json().requestId, `${where}: requestId`).toBe(headers["x-request-id"]);
  }
  if (status === 405) expect(headers.allow, `${where}: Allow`).toBeDefined();

  const [pathname = ""] = path.split("?");
  const described = (await describe(url)).paths[pathname]?.[method.toLowerCase()];
  if (described === undefined) return;
  expect(Buffer.byteLength(text), `${where}: bytes`).toBeLessThanOrEqual(MAX_RESULT_BYTES);
  const response = described.responses[status];
  if (response === undefined) throw new Error(`${where} is not in the API description: ${text}`);
  for (const [name, header] of Object.entries(response.headers)) {
    const value = headers[name.toLowerCase()];
    if (header.required) expect(value, `${where}: ${name}`).toBeDefined();
    if (value !== undefined) expect(value, `${where}: ${name}`).toMatch(new RegExp(header.schema.pattern));
  }
  if (response.content === undefined) return expect([text, type], where).toEqual(["", undefined]);
  const content = response.content[type ?? ""];
  if (content === undefined) throw new Error(`${where}: ${type} is not in the API description`);
  checkSchema(JSON.stringify(content.schema), content.schema, answer.json(), where);
}

/** Pages have one more, which the API does not describe: OAuth clients are told in their own words (RFC 6749 section 5.2). */
function anyProblem(status: number): object {
  const codes = problemCodes.filter((code) => problemKinds[code].status === status);
  const { properties, ...schema } = problemSchema(status, codes) as { properties: object };
  const text = { type: "string" };
  const words = codes.includes("not-found") && { error: text, error_description: text };
  return { ...schema, properties: { ...properties, ...words } };
}

function checkSchema(name: string, schema: object, value: unknown, where: string): void {
  let validate = validators.get(name);
  if (validate === undefined) {
    validate = ajv.compile(closed(schema));
    validators.set(name, validate);
  }
  if (!validate(value)) throw new Error(`${where} is not as described: ${ajv.errorsText(validate.errors)}`);
}

/** Published schemas leave room for members to come; here, one that nobody described is a fault. */
function closed(schema: unknown): object {
  if (Array.isArray(schema)) return schema.map((item) => (typeof item === "object" ? closed(item) : item));
  const copy: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(schema as object))
    copy[name] = typeof value === "object" && value !== null ? closed(value) : value;
  if (copy.type === "object" && copy.properties !== undefined) copy.additionalProperties = false;
  return copy;
}
