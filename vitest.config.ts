import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/support/random.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Tests start real servers; two at a time keep a small machine honest.
    maxWorkers: 2,
  },
});
