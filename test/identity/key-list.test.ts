import { expect, test } from "vitest";
import { createKeyList } from "../../src/service/identity/key-list.ts";

const [first, second] = ["ai_0123456789abcdef", "ai_fedcba9876543210"];
const listed = (...keys: string[]) => createKeyList(keys);

test("each key is a caller of its own, whose name does not show the key", () => {
  const { verify } = listed(first, second);
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

test("a key has the same name and id in every process", () => {
  expect(listed(first).verify(first)).toEqual({
    status: "active",
    subject: "key:cv3DOzKpSkMf",
    id: "0q6ThSSEwX8roTKM",
  });
});
