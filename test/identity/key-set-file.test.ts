import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { keySetSource } from "../../src/service/identity/key-set.ts";
import { SMALL_DOCUMENT_LIMITS } from "../../src/service/shared/bounded-fetch.ts";

const folder = mkdtempSync(join(tmpdir(), "preflight-key-set-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, "jwks.json");

async function read(text: string): Promise<unknown> {
  writeFileSync(file, text);
  return keySetSource(file).read();
}

const ofSize = (bytes: number) => `{"keys":[]}${" ".repeat(bytes - 11)}`;

test("a key set is read from a file", async () => {
  expect(await read('{"keys":[]}')).toHaveProperty("body");
});

test("a file as large as allowed is read, and one byte more is too large", async () => {
  expect(await read(ofSize(SMALL_DOCUMENT_LIMITS.maxBytes))).toHaveProperty("body");
  expect(await read(ofSize(SMALL_DOCUMENT_LIMITS.maxBytes + 1))).toMatchObject({
    problem: { code: "too-large" },
  });
});

test("a file that is not JSON, and one that is not there", async () => {
  expect(await read("keys")).toHaveProperty("problem");
  expect(await keySetSource(join(folder, "absent.json")).read()).toMatchObject({
    problem: { code: "unreachable" },
  });
  expect(await keySetSource(folder).read()).toHaveProperty("problem");
});
