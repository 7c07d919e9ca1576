/** Starts every service of the demo, each on a free port. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startIdentity } from "../identity/server.ts";
import { startProduct } from "../product/start.ts";
import { startVoting } from "../voting/start.ts";

export interface Neighbourhood {
  identity: Awaited<ReturnType<typeof startIdentity>>;
  voting: { url: string; operatorToken: string };
  product: { url: string; adminToken: string };
  preflight: { url: string };
  close(): Promise<void>;
}

export async function startNeighbourhood(folder: string): Promise<Neighbourhood> {
  const [serviceToken, operatorToken, adminToken] = [makeToken(), makeToken(), makeToken()];
  const identity = await startIdentity();
  const introspection = { url: identity.introspectionUrl, token: identity.token };
  const voting = await startVoting({
    dataDir: join(folder, "voting"),
    identity: introspection,
    serviceToken,
    operatorToken,
  });
  const product = await startProduct({
    dataDir: join(folder, "product"),
    identity: introspection,
    voting: { url: voting.url, token: serviceToken },
    adminToken,
  });
  const domains = join(folder, "domains.json");
  writeFileSync(domains, JSON.stringify({ domains: [domainAt(product.url)] }));
  const preflight = await startPreflight({
    PORT: "0",
    LOG_LEVEL: "warn",
    PREFLIGHT_DOMAINS: domains,
    PREFLIGHT_REFRESH_SECONDS: "2",
    PREFLIGHT_IDENTITY_URL: identity.introspectionUrl,
    PREFLIGHT_IDENTITY_TOKEN: identity.token,
    PREFLIGHT_PROXY_JWKS: identity.jwksUrl,
  });
  identity.connect(preflight.url);

  const close = async (): Promise<void> => {
    await preflight.stop();
    await Promise.all([product.close(), voting.close(), identity.stop()]);
  };
  return {
    identity,
    voting: { url: voting.url, operatorToken },
    product: { url: product.url, adminToken },
    preflight,
    close,
  };
}

function makeToken(): string {
  return randomBytes(18).toString("base64url");
}

function domainAt(url: string) {
  return {
    targetProduct: "datagen",
    domainId: "generator-option",
    specPackageUrl: `${url}/spec-packages/generator-option`,
    registryUrl: `${url}/registry`,
    submissionUrl: `${url}/api/proposals`,
  };
}

/** Runs Preflight as in production: in its own process, configured by environment variables. */
async function startPreflight(settings: Record<string, string>) {
  const main = fileURLToPath(new URL("../service/server/main.js", import.meta.resolve("proposal-preflight")));
  const child: ChildProcess = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  });
  process.once("exit", () => void child.kill("SIGKILL"));
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`Preflight exited with code ${code}`)));
    child.stdout?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      const found = /http:\/\/\S+/.exec(output)?.[0];
      if (found !== undefined) resolve(found);
    });
  });
  // It listens before it has read the product's rules.
  while (!(await fetch(`${url}/readyz`)).ok) await sleep(50);
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  };
  return { url, stop };
}
