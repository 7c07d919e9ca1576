import { expect, test } from "vitest";
import { createEmbeddedKeyVerifier, makeKey } from "../../src/adapters/keys/embedded.ts";

test("a key that is made has the form of the keys of an identity service, and is another one each time", () => {
  const keys = Array.from({ length: 50 }, makeKey);
  for (const key of keys) expect(key).toMatch(/^ai_[A-Za-z0-9_-]{32}$/);
  expect(new Set(keys).size).toBe(keys.length);
});

test("each key is a caller of its own, whose name does not show the key", () => {
  const [first, second] = [makeKey(), makeKey()];
  const { verify } = createEmbeddedKeyVerifier([first, second]);
  const verdicts = [verify(first), verify(second)] as { status: string; subject: string }[];
  for (const { status, subject } of verdicts) {
    expect(status).toBe("active");
    expect(subject).toMatch(/^key:[A-Za-z0-9_-]{12}$/);
  }
  expect(verdicts[0]!.subject).not.toBe(verdicts[1]!.subject);
  expect(first).not.toContain(verdicts[0]!.subject.slice(4));
  expect(verify(`${first}x`)).toEqual({ status: "inactive" });
  expect(verify("")).toEqual({ status: "inactive" });
});
