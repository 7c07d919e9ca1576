/** The README's walkthrough with real output: sends each command and compares the answer with the block below it. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { applyFixes, type Diagnostic } from "../src/core/index.ts";
import { type Client, createClient } from "./support/http.ts";
import { type RunningService, startService } from "./support/service.ts";

const readText = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
const readme = readText("README.md");
const shownAt = "http://127.0.0.1:8080";

/** Path, body file and key of each curl command, with the JSON block that follows it. */
const steps = [...readme.matchAll(/```sh\n(curl [^`]+)```\n+```json\n([^`]+)```/g)].map(
  ([, command, block]) => ({
    path: /127\.0\.0\.1:8080(\S+)/.exec(command!)![1]!,
    file: /-d @(\S+)/.exec(command!)?.[1],
    key: /Bearer (\w+)/.exec(command!)?.[1],
    shown: block!,
  }),
);

describe("the README", () => {
  let service: RunningService;
  let client: Client;
  beforeAll(async () => {
    const key = /PREFLIGHT_API_KEYS=(\w+) npm start/.exec(readme)![1]!;
    service = await startService({ PREFLIGHT_API_KEYS: key, PREFLIGHT_BASE_URL: shownAt });
    client = createClient(service.url);
  });
  afterAll(async () => {
    client.close();
    await service.stop();
  });

  it("walks through all three operations", () => {
    expect(steps.map((step) => step.path)).toEqual(["/api/domains", "/api/validate", "/api/build"]);
  });

  it.each(steps)("shows what $path answers", async ({ path, file, key, shown }) => {
    const answer = await client({
      path,
      ...(key !== undefined && { key }),
      ...(file !== undefined && { body: readText(file) }),
    });
    expect(answer.json()).toEqual(JSON.parse(shown));
  });

  it("fixes the faulty example with the patches shown", () => {
    const { diagnostics } = JSON.parse(steps[1]!.shown) as { diagnostics: Diagnostic[] };
    const { candidate } = JSON.parse(readText("examples/faulty.json")) as { candidate: unknown };
    const fixed = JSON.parse(readText("examples/fixed.json")) as { candidate: unknown };
    expect(applyFixes(candidate, diagnostics, "suggested").candidate).toEqual(fixed.candidate);
  });

  it("links to files that exist", () => {
    const links = [...readme.matchAll(/\]\((?!http)([^)#]+)\)/g)].map(([, path]) => path!);
    const missing = links.filter((path) => {
      try {
        readFileSync(new URL(`../${path}`, import.meta.url));
        return false;
      } catch (error) {
        return (error as NodeJS.ErrnoException).code !== "EISDIR";
      }
    });
    expect(missing).toEqual([]);
  });
});
