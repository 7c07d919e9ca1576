/** The same texts through every surface: each reads the same proposal in them, or none. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { draftOf, listCases, readDomains, repairedOf } from "../../corpus/cases.mjs";
import { repairCandidate } from "../../src/core/index.ts";
import { readText } from "../../web/start/read-text.ts";
import { makeFolder, preflight } from "../cli/command.ts";
import { type InProcessService, startServiceHere } from "../support/service-here.ts";
import { loadDomain } from "./domain.ts";

const read = (text: string) => JSON.parse(text.replace(/^\uFEFF/, ""));
const forms = listCases()
  .filter(({ id }) => id.startsWith("text-forms/"))
  .map((form) => {
    const [text, repaired] = [draftOf(form) as string, repairedOf(form)];
    // JSON as text is valid as it is.
    const meant = typeof repaired === "string" && form.repaired.valid ? read(repaired) : repaired;
    return { id: form.id, text, expected: form.repaired.valid ? meant : undefined };
  });
/** Texts in which a name stands twice: no surface chooses a value, and each says where. */
const repeated = readFileSync(new URL("../../corpus/repeated.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as { id: string; text: string; find: { code: string; pointer: string } });
/** Written as JSON, a file would lose its comments, which only its author can decide. */
const WITH_COMMENTS = ["text-forms/hash-comments", "text-forms/several-at-once"];
const [targetProduct, domainId] = ["datagen", "generator-option"];
const { spec, context } = loadDomain(readDomains().get(`${targetProduct}/${domainId}`)!);
const folder = makeFolder();
let service: InProcessService;

beforeAll(async () => {
  service = await startServiceHere({ environment: { PREFLIGHT_RATE_LIMIT: "100000" } });
});
afterAll(() => service.stop());

/** What a surface made of a text; undefined if it read no proposal in it. */
type Read = (text: string) => Promise<unknown>;

function repair(sent: unknown): unknown {
  const { valid, repaired } = repairCandidate(spec, sent, context, "suggested");
  if (!valid) return repaired?.valid === true ? repaired.candidate : undefined;
  return typeof sent === "string" ? read(sent) : sent;
}

// biome-ignore lint/suspicious/noExplicitAny: each test says what it expects
async function post(path: string, body: unknown): Promise<any> {
  const answer = await fetch(`${service.url}${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${service.key}`,
    },
    body: JSON.stringify(body),
  });
  return answer.json();
}

const SURFACES: Record<string, Read> = {
  library: async (text) => repair(text),
  REST: async (text) => {
    const answer = await post("/api/build", {
      targetProduct,
      domainId,
      candidate: text,
      repair: "suggested",
    });
    const { repaired, proposalPackage } = answer;
    return (proposalPackage ?? repaired?.proposalPackage)?.candidate;
  },
  MCP: async (text) => {
    const answer = await post("/mcp", {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name: "buildProposal",
        arguments: { targetProduct, domainId, candidate: text, repair: "suggested" },
      },
    });
    const { repaired, proposalPackage } = answer.result.structuredContent;
    return (proposalPackage ?? repaired?.proposalPackage)?.candidate;
  },
  command: async (text) => {
    folder.write("form.txt", text);
    const { code } = await preflight(["validate", "form.txt", "--fix=suggested"], { cwd: folder.path });
    return code === 0 ? repair(folder.read("form.txt")) : undefined;
  },
  page: async (text) => {
    const found = await readText(text);
    if (found.kind === "nothing") return undefined;
    const value = found.kind === "rows" ? found.rows : found.value;
    return repair(value);
  },
};

describe.each(Object.keys(SURFACES))("%s", (name) => {
  test.each(forms)("$id", async ({ id, text, expected }) => {
    const isForAuthor = name === "command" && WITH_COMMENTS.includes(id);
    expect(await SURFACES[name]!(text)).toEqual(isForAuthor ? undefined : expected);
  });

  test.each(repeated)("$id", async ({ text }) => {
    expect(await SURFACES[name]!(text)).toBeUndefined();
  });
});

test("there are at least 40", () => expect(forms.length).toBeGreaterThanOrEqual(40));

test.each(repeated)(
  "$id is said with its place, in the text and in the body itself",
  async ({ text, find }) => {
    const { code, pointer } = find;
    const found = {
      code,
      pointer,
      fixes: expect.arrayContaining([expect.objectContaining({ decision: true })]),
    };
    const { diagnostics } = repairCandidate(spec, text, context, "suggested");
    expect(diagnostics).toMatchObject([found]);
    const answer = await fetch(`${service.url}/api/validate`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${service.key}` },
      body: `{"targetProduct":"${targetProduct}","domainId":"${domainId}","candidate":${text}}`,
    });
    expect(((await answer.json()) as { diagnostics: unknown }).diagnostics).toMatchObject([found]);
  },
);
