/** Replicas with everyone they ask: products and an identity service that count what they are asked, and Redis. */
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, createServer, request, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { tinyPackage } from "../products/support.ts";
import { freePort } from "../support/free-port.ts";
import { createPlayer, type Player } from "../support/player.ts";

const service = fileURLToPath(new URL("../../dist/service/server/main.js", import.meta.url));
const documents = new URL("../../spec-packages/datagen/", import.meta.url);

export interface WorldOptions {
  readonly replicas: number;
  /** Beside the embedded product's, which is published by the first of them. */
  readonly domains: number;
  readonly refreshSeconds: number;
}

export interface CallOptions {
  readonly key?: string;
  /** Without it, the request is a GET. */
  readonly body?: string | undefined;
  /** The tag of the copy that the caller has. */
  readonly etag?: string;
}

export interface World {
  readonly replicas: readonly (Player & { readonly url: string })[];
  /** How often each document of each product was asked for. */
  readonly questions: ReadonlyMap<string, number>;
  readonly bytes: () => number;
  readonly introspections: () => number;
  redis(): Promise<{ commands: number; connections: number }>;
  /** The status. */
  call(replica: number, path: string, request: CallOptions): Promise<number>;
  close(): Promise<void>;
}

export async function startWorld({ replicas: count, domains, refreshSeconds }: WorldOptions): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), "preflight-scale-"));
  const questions = new Map<string, number>();
  const sockets = new Set<Socket>();
  const products = await listen((url) => {
    questions.set(url, (questions.get(url) ?? 0) + 1);
    const [, name, document] = url.split("/");
    return documentOf(name!, document!);
  });
  products.on("connection", (socket) => sockets.add(socket));
  let introspections = 0;
  const identity = await listen(() => {
    introspections++;
    return { active: true, sub: "caller" };
  });
  const [redisPort, ...ports] = await Promise.all(Array.from({ length: 1 + count }, freePort));
  const redis = createPlayer(
    "redis",
    "redis-server",
    ["--bind", "127.0.0.1", "--port", String(redisPort), "--dir", folder, "--save", "", "--appendonly", "no"],
    {},
    /Ready to accept connections/,
  );
  await redis.start();
  const file = join(folder, "domains.json");
  writeFileSync(file, JSON.stringify({ domains: namesOf(domains).map((name) => domainOf(name, products)) }));
  const replicas = ports.map((port, index) =>
    Object.assign(
      createPlayer(
        `replica ${index + 1}`,
        process.execPath,
        [service],
        {
          PORT: String(port),
          PREFLIGHT_DOMAINS: file,
          PREFLIGHT_REFRESH_SECONDS: String(refreshSeconds),
          PREFLIGHT_REDIS_URL: `redis://127.0.0.1:${redisPort}`,
          PREFLIGHT_IDENTITY_URL: urlOf(identity),
          PREFLIGHT_IDENTITY_TOKEN: "token",
          PREFLIGHT_RATE_LIMIT: "1000000000",
          PREFLIGHT_ADMIN_PORT: "0",
        },
        /Metrics:/,
      ),
      { url: `http://127.0.0.1:${port}` },
    ),
  );
  await Promise.all(replicas.map((replica) => replica.start()));
  for (const { url } of replicas)
    while (!(await fetch(`${url}/readyz`).then(isAllReady)))
      await new Promise((next) => setTimeout(next, 50));
  const agent = new Agent({ keepAlive: true });
  return {
    replicas,
    questions,
    bytes: () => [...sockets].reduce((sum, socket) => sum + socket.bytesRead + socket.bytesWritten, 0),
    introspections: () => introspections,
    async redis() {
      const info = await askRedis(redisPort!, "INFO");
      const stats = await askRedis(redisPort!, "INFO commandstats");
      const commands = [...stats.matchAll(/^cmdstat_(?!info)\S+?:calls=(\d+)/gm)];
      return {
        commands: commands.reduce((sum, [, calls]) => sum + Number(calls), 0),
        connections: Number(/^connected_clients:(\d+)/m.exec(info)?.[1]) - 1,
      };
    },
    call: (replica, path, options) => send(replicas[replica]!.url + path, options, agent),
    async close() {
      agent.destroy();
      for (const replica of replicas) replica.signal("SIGTERM");
      await Promise.all(replicas.map((replica) => replica.ended()));
      redis.signal("SIGKILL");
      for (const server of [products, identity]) {
        server.close();
        server.closeAllConnections();
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The first one is the embedded product's, so that there are large candidates. */
const namesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => (index === 0 ? "datagen" : `product-${index}`));

function domainOf(name: string, products: Server) {
  const url = `${urlOf(products)}/${name}`;
  const domainId = name === "datagen" ? "generator-option" : "widget";
  return {
    ...{ targetProduct: name, domainId, specPackageUrl: `${url}/spec`, registryUrl: `${url}/registry` },
    submissionUrl: `${url}/api/proposals`,
  };
}

function documentOf(name: string, document: string): unknown {
  const read = (file: string) => JSON.parse(readFileSync(new URL(file, documents), "utf8"));
  if (name === "datagen") return read(document === "spec" ? "generator-option.json" : "registry.json");
  return document === "spec"
    ? tinyPackage({ targetProduct: name })
    : { generators: [{ id: "bolt", name: "Bolt" }] };
}

/** Answers with JSON under a tag that never changes. */
async function listen(answer: (url: string) => unknown): Promise<Server> {
  const server = createServer((request, response) => {
    const value = answer(request.url!);
    if (request.headers["if-none-match"] !== undefined) response.writeHead(304, { etag: '"v1"' }).end();
    else
      response
        .writeHead(200, { "content-type": "application/json", etag: '"v1"' })
        .end(JSON.stringify(value));
    request.resume();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

async function isAllReady(response: Response): Promise<boolean> {
  const { domains } = (await response.json()) as { domains: { status: string }[] };
  return domains.every(({ status }) => status === "ready");
}

async function askRedis(port: number, command: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(`${command}\r\nQUIT\r\n`);
  let text = "";
  for await (const chunk of socket.setEncoding("utf8")) text += chunk;
  return text.replaceAll("\r", "");
}

function send(url: string, { key, body, etag }: CallOptions, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(etag !== undefined && { "if-none-match": etag }),
    };
    request(url, { agent, method: body === undefined ? "GET" : "POST", headers }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode!));
    })
      .once("error", reject)
      .end(body);
  });
}

/** Processor time of all threads of a process so far, in microseconds. */
export function cpuMicros(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");
  return (Number(stat[11]) + Number(stat[12])) * 10_000;
}

/** What a process holds, in megabytes. */
export function residentMegabytes(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) / 256;
}

export const keyOf = (index: number) => `ai_scale_${String(index).padStart(16, "0")}`;
