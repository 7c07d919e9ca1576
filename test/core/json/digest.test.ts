import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { draws } from "../../support/random.ts";

type Digest = typeof import("../../../src/core/json/digest.ts");

/** The module as it is where there is such a module of the runtime, and where there is none, as in a browser. */
async function load(isNative: boolean): Promise<Digest> {
  const given = process.getBuiltinModule;
  const asked = vi.spyOn(process, "getBuiltinModule");
  asked.mockImplementation(((id: string) =>
    id === "node:crypto" && !isNative ? undefined : given.call(process, id)) as typeof given);
  vi.resetModules();
  try {
    return await import("../../../src/core/json/digest.ts");
  } finally {
    asked.mockRestore();
  }
}

const text = fc.string({ unit: fc.oneof(fc.constantFrom("é", "漢", "\ud800", "😀"), fc.string()) });

describe.each([true, false])("digests, of the runtime's own: %s", async (isNative) => {
  const { sha256Base64Url, sha256Hex } = await load(isNative);
  const expected = (value: string | Uint8Array) => createHash("sha256").update(value);

  test("are those of a text or of bytes", () => {
    fc.assert(
      fc.property(text, fc.uint8Array(), (value, bytes) => {
        expect(sha256Hex(value)).toBe(expected(value).digest("hex"));
        expect(sha256Hex(bytes)).toBe(expected(bytes).digest("hex"));
        expect(sha256Base64Url(value)).toBe(expected(value).digest("base64url"));
      }),
      { numRuns: draws(100) },
    );
  });
});
