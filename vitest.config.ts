import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { ALL_TESTS, findProcessTests, THOROUGH_TESTS } from "./test/lanes.ts";

const processTests = findProcessTests();
const source = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url));

export default defineConfig({
  resolve: {
    // The exports of package.json, resolved to the sources, so that tests never run an old build.
    alias: [
      { find: /^proposal-preflight$/, replacement: source("core/index.ts") },
      { find: /^proposal-preflight\/client$/, replacement: source("client/index.ts") },
      { find: /^proposal-preflight\/importing$/, replacement: source("importing/index.ts") },
      {
        find: /^proposal-preflight\/proxy-signing$/,
        replacement: source("adapters/signed-calls/signing.ts"),
      },
    ],
  },
  test: {
    setupFiles: ["test/support/random.ts"],
    // In watch mode, changes to the data that tests read rerun them too.
    forceRerunTriggers: [
      ...configDefaults.forceRerunTriggers,
      "**/spec-packages/**",
      "**/test/{checks,domains,scenarios}/**",
    ],
    // How soon something happens depends on the machine, so time limits only end what hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000, interval: 20 } },
    projects: [
      {
        extends: true,
        test: {
          name: "fast",
          include: ALL_TESTS,
          exclude: [...THOROUGH_TESTS, ...processTests],
          // Starting a worker takes half of the time of a short test file, so files share workers here. They are
          // processes because tests of the command change the current folder.
          pool: "forks",
          isolate: false,
          maxWorkers: "100%",
        },
      },
      {
        extends: true,
        test: {
          name: "thorough",
          include: THOROUGH_TESTS,
          exclude: processTests,
          maxWorkers: "100%",
        },
      },
      {
        extends: true,
        test: {
          name: "processes",
          include: processTests,
          globalSetup: ["test/support/process-lane.ts"],
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          // Real processes on a busy machine: what passes only at the second attempt is named at the end of the run.
          retry: process.env.CI ? 1 : 0,
        },
      },
    ],
  },
});
