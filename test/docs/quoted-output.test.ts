/**
 * Pages quote the real output, to the byte. After an intended change, `npm run docs` updates them in one run and leaves
 * everything else on the pages as it is.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { legacyCall } from "../mcp/messages.ts";
import { post } from "../mcp/wire.ts";
import { type Client, createClient } from "../support/http.ts";
import { type RunningService, startService } from "../support/service.ts";
import { SHOWN_ADDRESS } from "./answers.ts";
import { isUpdating } from "./claim.ts";
import { fileOf, PAGES, type Pages, readPages, regenerate, type World } from "./quoted-output.ts";
import { runScripts } from "./scripts.ts";

const pages = readPages();
const [, readmeKey = ""] = /PREFLIGHT_API_KEYS=(\w+) npm start/.exec(pages["README.md"]) ?? [];

let service: RunningService;
let client: Client;
let made: Pages;

const world: World = {
  runScripts,
  async send({ path, file, key }) {
    const body = file === undefined ? undefined : readFileSync(fileOf(file), "utf8");
    const answer = await client({
      path,
      ...(key !== undefined && { key }),
      ...(body !== undefined && { body }),
    });
    return answer.json();
  },
  async post(path, body) {
    const headers = { authorization: `Bearer ${service.key}` };
    return (await post(`${service.url}${path}`, { body }, { headers })).text;
  },
  async callTool(name, args) {
    const headers = { authorization: `Bearer ${service.key}` };
    const { text } = await post(`${service.url}/mcp`, legacyCall({ name, arguments: args }), { headers });
    return JSON.parse(text).result.structuredContent;
  },
};

beforeAll(async () => {
  service = await startService({
    PREFLIGHT_API_KEYS: readmeKey,
    PREFLIGHT_BASE_URL: SHOWN_ADDRESS,
    PREFLIGHT_RATE_LIMIT: "100000",
  });
  client = createClient(service.url);
  made = await regenerate(pages, world);
});
afterAll(async () => {
  client.close();
  await service.stop();
});

test.each(PAGES)("%s quotes the real output (to update it, run npm run docs)", (page) => {
  if (isUpdating) writeFileSync(fileOf(page), made[page]);
  else expect(made[page]).toBe(pages[page]);
});
