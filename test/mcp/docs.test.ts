/** What docs/agents.md shows is what happens. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectFolder } from "../support/built.ts";
import { outputOf } from "../support/processes.ts";
import { type RunningService, startService } from "../support/service.ts";
import { legacyCall } from "./messages.ts";
import { post } from "./wire.ts";

type Replay = (
  markdown: string,
  callTool: (name: string, args: object) => Promise<unknown>,
) => Promise<string>;
const script = new URL("../../scripts/mcp-conversation.mjs", import.meta.url).href;
const { page, replay } = (await import(script)) as { page: string; replay: Replay };
const documented = "http://127.0.0.1:8080";
const markdown = readFileSync(page, "utf8");

let service: RunningService;
beforeAll(async () => {
  const key = "ai_documentation_example";
  service = await startService({ PREFLIGHT_BASE_URL: documented, PREFLIGHT_API_KEYS: key });
});
afterAll(() => service.stop());

/** These change with every edit of the rules or the registry, which is no reason to rewrite the page. */
function withoutDigests(text: string): string {
  return text.replace(/\b(sha256:|pf1_)[0-9a-f]{64}/g, "$1…").replace(/"asOf": "[^"]*"/g, '"asOf": "…"');
}

test("the sample conversation is what a service answers (else: node scripts/mcp-conversation.mjs)", async () => {
  let calls = 0;
  const replayed = await replay(markdown, async (name, args) => {
    calls++;
    const sent = legacyCall({ name, arguments: args });
    const { text } = await post(`${service.url}/mcp`, sent, {
      headers: { authorization: `Bearer ${service.key}` },
    });
    return JSON.parse(text).result.structuredContent;
  });
  expect(calls).toBe(3);
  expect(withoutDigests(replayed)).toBe(withoutDigests(markdown));
});

test("the configurations are JSON and name the endpoint", () => {
  const blocks = [...markdown.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text]) => text!);
  expect(blocks).toHaveLength(4);
  for (const text of blocks) {
    expect(() => JSON.parse(text)).not.toThrow();
    expect(text).toContain(`"${documented}/mcp"`);
  }
});

test("the example program runs as it stands", async () => {
  const [, program = ""] = /```js\n([\s\S]*?)```/.exec(markdown) ?? [];
  const code = program.replace(documented, service.url);
  const printed = await outputOf(process.execPath, ["--input-type=module", "--eval", code], {
    cwd: projectFolder,
    environment: { PREFLIGHT_KEY: service.key },
  });
  expect(printed).toContain("generator-option");
});
