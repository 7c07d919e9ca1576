/**
 * A server with many products for the domains benchmark. `/<n>/spec` is the reference package under another product's
 * name, `/<n>/own-spec` is one whose rules differ from all others in a detail, and `/<n>/registry/<size>` is a registry
 * of that size. After POST /restless, a registry changes on every request, until POST /calm. GET /unchanged returns how
 * many requests in a row were answered with 304.
 */
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { announce } from "./announce.ts";

const { resolve } = createRequire(import.meta.url);
const reference = JSON.parse(
  readFileSync(resolve("proposal-preflight/spec-packages/datagen/generator-option.json"), "utf8"),
);
const kinds = [
  "annual",
  "broken",
  "coastal",
  "digital",
  "expired",
  "frozen",
  "hidden",
  "legacy",
  "marine",
  "nested",
];
const things = [
  "account",
  "badge",
  "battery",
  "carrier",
  "delivery",
  "engine",
  "forecast",
  "genome",
  "harbour",
];
const traits = [
  "age",
  "balance",
  "capacity",
  "density",
  "expiry",
  "grade",
  "height",
  "income",
  "label",
  "motto",
];

/** All entries except the first, which holds the version, so that a change costs this process nothing. */
const bodies = new Map<number, Buffer>();
let version = 1;
let restless = false;
let unchanged = 0;

function bodyOf(size: number): Buffer {
  let body = bodies.get(size);
  if (body === undefined) {
    const entries: string[] = [];
    for (let n = 1; n < size; n++) {
      const words = [kinds[n % 10], things[((n / 10) % 9) | 0], traits[((n / 90) % 10) | 0]].join(" ");
      entries.push(`{"id":"registered-${n}","name":"${words} ${((n / 900) | 0).toString(36)}"}`);
    }
    body = Buffer.from(`${entries.length > 0 ? "," : ""}${entries.join(",")}]}`);
    bodies.set(size, body);
  }
  return body;
}

const server = createServer((request, response) => {
  const [, first = "", document, size] = (request.url ?? "").split("/");
  if (request.method === "POST") {
    restless = first === "restless";
    unchanged = 0;
    response.writeHead(204).end();
  } else if (first === "unchanged") {
    response.end(String(unchanged));
  } else if (document === "spec" || document === "own-spec") {
    sendSpec(request, response, first, document === "own-spec");
  } else {
    sendRegistry(request, response, Number(size));
  }
});
announce(server);

function sendSpec(request: IncomingMessage, response: ServerResponse, product: string, own: boolean): void {
  const etag = '"spec"';
  if (request.headers["if-none-match"] === etag) return void response.writeHead(304, { etag }).end();
  response.writeHead(200, { "content-type": "application/json", etag });
  const specPackage = { ...reference, targetProduct: `product-${product}` };
  if (own) {
    const { strategies } = specPackage.lists;
    const aliases = { ...strategies.aliases, [`product-${product}-quick`]: "fast" };
    specPackage.lists = { ...specPackage.lists, strategies: { ...strategies, aliases } };
  }
  response.end(JSON.stringify(specPackage));
}

function sendRegistry(request: IncomingMessage, response: ServerResponse, size: number): void {
  if (restless) version++;
  const etag = `"${version}"`;
  if (request.headers["if-none-match"] === etag) {
    unchanged++;
    return void response.writeHead(304, { etag }).end();
  }
  unchanged = 0;
  response.writeHead(200, { "content-type": "application/json", etag });
  response.write(`{"generators":[{"id":"version-${version}","name":"Version ${version}"}`);
  response.end(bodyOf(size));
}
