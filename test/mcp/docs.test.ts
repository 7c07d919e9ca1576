/** The programs and settings that docs/agents.md shows work. What it quotes is checked in test/docs. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { projectFolder } from "../support/built.ts";
import { outputOf } from "../support/processes.ts";
import { sharedService } from "../support/shared-service.ts";

const documented = "http://127.0.0.1:8080";
const markdown = readFileSync(new URL("../../docs/agents.md", import.meta.url), "utf8");

const service = sharedService();

test("the configurations are JSON and name the endpoint or the command", () => {
  const blocks = [...markdown.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text]) => text!);
  for (const text of blocks) expect(() => JSON.parse(text)).not.toThrow();
  const byUrl = blocks.filter((text) => text.includes(`"${documented}/mcp"`));
  const byCommand = blocks.filter((text) => text.includes('["--yes", "proposal-preflight", "mcp"'));
  expect([byUrl.length, byCommand.length]).toEqual([4, blocks.length - 4]);
  expect(byCommand.length).toBeGreaterThanOrEqual(2);
});

test("the example program runs as it stands", async () => {
  const [, program = ""] = /```js\n([\s\S]*?)```/.exec(markdown) ?? [];
  const code = program.replace(documented, service.url);
  const printed = await outputOf(process.execPath, ["--input-type=module", "--eval", code], {
    cwd: projectFolder,
    environment: { PREFLIGHT_API_KEY: service.key },
  });
  expect(printed).toContain("generator-option");
});
