/** The whole neighbourhood on loopback: identity and voting in this process, product and Preflight in their own. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startIdentity } from "../../neighbours/identity/server.ts";
import { startVoting } from "../../neighbours/voting/start.ts";
import { PROGRAMS } from "../support/built.ts";
import { freePort } from "../support/free-port.ts";
import { type Environment, type StartedProcess, startProcess } from "../support/processes.ts";
import { type RunningService, startService, untilReady } from "../support/service.ts";
import { freshDatabase } from "./fresh-database.ts";

export const tokens = { voting: "voting-token", operator: "operator-token", admin: "admin-token" };

export interface ProductProcess {
  url: string;
  /** As a crash or the kernel would end it. */
  kill(): Promise<void>;
  /** Starts it again on the same port, over the same data. */
  start(): Promise<void>;
}

export interface Stack {
  identity: Awaited<ReturnType<typeof startIdentity>>;
  voting: { url: string };
  product: ProductProcess;
  preflight: RunningService;
  /** One more Preflight over the same product. */
  startPreflight(environment?: Environment): Promise<RunningService>;
  close(): Promise<void>;
}

export async function startStack(): Promise<Stack> {
  const folder = mkdtempSync(join(tmpdir(), "preflight-stack-"));
  const identity = await startIdentity();
  const introspection = { url: identity.introspectionUrl, token: identity.token };
  const voting = await startVoting({
    dataDir: await freshDatabase(join(folder, "voting")),
    identity: introspection,
    serviceToken: tokens.voting,
    operatorToken: tokens.operator,
  });
  const product = await startProductProcess({
    DATA_DIR: await freshDatabase(join(folder, "product")),
    IDENTITY_URL: introspection.url,
    IDENTITY_TOKEN: introspection.token,
    VOTING_URL: voting.url,
    VOTING_TOKEN: tokens.voting,
    ADMIN_TOKEN: tokens.admin,
    ATTEND_MS: "300",
  });
  const domains = join(folder, "domains.json");
  writeFileSync(domains, JSON.stringify({ domains: [domainAt(product.url)] }));
  const services: RunningService[] = [];
  const startPreflight = async (environment: Environment = {}): Promise<RunningService> => {
    const service = await startService({
      PREFLIGHT_DOMAINS: domains,
      PREFLIGHT_REFRESH_SECONDS: "1",
      PREFLIGHT_IDENTITY_URL: introspection.url,
      PREFLIGHT_IDENTITY_TOKEN: introspection.token,
      PREFLIGHT_RATE_LIMIT: "1000000",
      ...environment,
    });
    services.push(service);
    return service;
  };
  const preflight = await startPreflight();
  await untilReady(preflight);
  const close = async (): Promise<void> => {
    await Promise.all([...services.map((service) => service.stop()), product.kill()]);
    await Promise.all([voting.close(), identity.stop()]);
    agent.destroy();
    rmSync(folder, { recursive: true, force: true });
  };
  return { identity, voting, product, preflight, startPreflight, close };
}

function domainAt(productUrl: string) {
  return {
    targetProduct: "datagen",
    domainId: "generator-option",
    specPackageUrl: `${productUrl}/spec-packages/generator-option`,
    registryUrl: `${productUrl}/registry`,
    submissionUrl: `${productUrl}/api/proposals`,
  };
}

async function startProductProcess(settings: Record<string, string>): Promise<ProductProcess> {
  let running: StartedProcess;
  const environment = { ...settings, PORT: String(await freePort()) };
  const start = async (): Promise<string> => {
    running = startProcess(process.execPath, [PROGRAMS.product], { environment });
    const [url] = await running.said(/http:\/\/\S+(?=\n)/);
    return url;
  };
  return { url: await start(), kill: () => running.kill(), start: async () => void (await start()) };
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers
  body: any;
}

export interface Call {
  key?: string;
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

const agent = new Agent({ keepAlive: true });

/** Over node:http, whose client costs a tenth of fetch: some tests make ten thousand calls. */
export function call(url: string, { key, method, body, headers }: Call = {}): Promise<Answer> {
  const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const options = {
    agent,
    method: method ?? (bytes === undefined ? "GET" : "POST"),
    headers: {
      ...headers,
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(bytes === undefined ? {} : { "Content-Type": "application/json", "content-length": bytes.length }),
    },
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        const { statusCode = 0, headers: received } = response;
        resolve({ status: statusCode, headers: received, body: text === "" ? undefined : JSON.parse(text) });
      });
    });
    outgoing.on("error", reject);
    outgoing.end(bytes);
  });
}
