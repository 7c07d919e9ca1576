/** What the answers of an identity service mean: a table, since one wrong cell lets somebody in. */
import { expect, test } from "vitest";
import { readIntrospection } from "../../src/service/identity/introspection.ts";

const forever = Number.POSITIVE_INFINITY;
const alice = { active: true, sub: "alice" };

test.each([
  [{ active: false }, { active: false }],
  [{ active: false, sub: 7, exp: "never" }, { active: false }],
  [alice, { active: true, subject: "alice", expiresAt: forever }],
  [
    { ...alice, exp: null, scope: null },
    { active: true, subject: "alice", expiresAt: forever },
  ],
  [
    { ...alice, exp: 0 },
    { active: true, subject: "alice", expiresAt: 0 },
  ],
  [
    { ...alice, exp: 1.5 },
    { active: true, subject: "alice", expiresAt: 1_500 },
  ],
  [
    { ...alice, scope: "" },
    { active: true, subject: "alice", scopes: [], expiresAt: forever },
  ],
  [
    { ...alice, scope: "a" },
    { active: true, subject: "alice", scopes: ["a"], expiresAt: forever },
  ],
  [
    { ...alice, scope: " a  b ", exp: 2 },
    { active: true, subject: "alice", scopes: ["a", "b"], expiresAt: 2_000 },
  ],
  [
    { ...alice, scope: "x".repeat(4_096) },
    { active: true, subject: "alice", scopes: ["x".repeat(4_096)], expiresAt: forever },
  ],
  [
    { active: true, sub: "x".repeat(256) },
    { active: true, subject: "x".repeat(256), expiresAt: forever },
  ],
  [
    { active: true, sub: "Zoë 🙂" },
    { active: true, subject: "Zoë 🙂", expiresAt: forever },
  ],
  // Nothing of this may count as absent, or as a key that is not active.
  [undefined, undefined],
  [null, undefined],
  [[], undefined],
  ["active", undefined],
  [{}, undefined],
  [{ active: "true", sub: "alice" }, undefined],
  [{ active: 1, sub: "alice" }, undefined],
  [{ active: null }, undefined],
  [{ active: true }, undefined],
  [{ active: true, sub: "" }, undefined],
  [{ active: true, sub: 7 }, undefined],
  [{ active: true, sub: "x".repeat(257) }, undefined],
  [{ active: true, sub: "a\nb" }, undefined],
  [{ active: true, sub: "a\u2028b" }, undefined],
  [{ active: true, sub: "\ud800" }, undefined],
  [{ ...alice, exp: "1900000000" }, undefined],
  [{ ...alice, exp: Number.NaN }, undefined],
  [{ ...alice, exp: forever }, undefined],
  [{ ...alice, exp: true }, undefined],
  [{ ...alice, scope: ["a"] }, undefined],
  [{ ...alice, scope: 0 }, undefined],
  [{ ...alice, scope: "x".repeat(4_097) }, undefined],
])("%j", (document, meaning) => {
  expect(readIntrospection(document)).toEqual(meaning);
});
