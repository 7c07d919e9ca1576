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

test("from the moment keys are replaced, the new ones are accepted and no others", () => {
  const [first, second] = [makeKey(), makeKey()];
  const verifier = createEmbeddedKeyVerifier([first]);
  verifier.replace([second]);
  expect(verifier.verify(first)).toEqual({ status: "inactive" });
  expect(verifier.verify(second)).toMatchObject({ status: "active" });
});

test("a key has the same name and id in every process", () => {
  expect(createEmbeddedKeyVerifier(["ai_0123456789abcdef"]).verify("ai_0123456789abcdef")).toEqual({
    status: "active",
    subject: "key:cv3DOzKpSkMf",
    id: "0q6ThSSEwX8roTKM",
  });
});
