/**
 * The tests that run against a mutant: the fast ones that do not read the sources as text, and the slower ones of the
 * adapters. Random cases by the thousand are left out: a survivor would wait for all of them.
 */
import { defineConfig } from "vitest/config";
import base from "../../vitest.config.ts";
import { ALL_TESTS, findProcessTests, THOROUGH_TESTS } from "../lanes.ts";

const READ_SOURCES = ["test/boundaries.test.ts", "test/readme.test.ts", "test/docs/**"];
const OF_ADAPTERS = [
  "test/http/limits.test.ts",
  "test/identity/keys-remote.test.ts",
  "test/products/registry-thread.test.ts",
];

export default defineConfig({
  resolve: base.resolve ?? {},
  test: {
    setupFiles: ["test/support/random.ts"],
    include: ALL_TESTS,
    exclude: [
      ...READ_SOURCES,
      ...THOROUGH_TESTS.filter((pattern) => !OF_ADAPTERS.includes(pattern)),
      ...findProcessTests(),
    ],
    pool: "threads",
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 10_000, interval: 20 } },
  },
});
