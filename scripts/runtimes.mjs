/** Other runtimes and frameworks that the fetch handler is run under. */
import { ensureNpmTools } from "./npm-tools.mjs";

export const RUNTIME_VERSIONS = {
  workerd: "1.20261104.1",
  deno: "2.9.6",
  bun: "1.4.4",
  hono: "4.13.17",
  "@hono/node-server": "2.1.6",
  "@hono/zod-validator": "0.9.1",
  zod: "4.6.7",
  express: "5.3.0",
};

export const ensureRuntimes = () => ensureNpmTools("runtimes", RUNTIME_VERSIONS);
