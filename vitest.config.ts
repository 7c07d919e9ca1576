import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { ALL_TESTS, findProcessTests, LONELY_TESTS, THOROUGH_TESTS, VERIFY_TESTS } from "./test/lanes.ts";

const processTests = findProcessTests();
/** Builds what processes are started from. */
const globalSetup = ["test/support/process-lane.ts"];
const source = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url));

export default defineConfig({
  resolve: {
    // The exports of package.json, resolved to the sources, so that tests never run an old build.
    alias: [
      { find: /^proposal-preflight$/, replacement: source("core/index.ts") },
      { find: /^proposal-preflight\/client$/, replacement: source("client/index.ts") },
      { find: /^proposal-preflight\/fetch$/, replacement: source("fetch/index.ts") },
      {
        find: /^proposal-preflight\/spec-packages\//,
        replacement: fileURLToPath(new URL("spec-packages/", import.meta.url)),
      },
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
    maxWorkers: "100%",
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000, interval: 20 } },
    projects: [
      {
        extends: true,
        test: {
          name: "fast",
          include: ALL_TESTS,
          exclude: [...THOROUGH_TESTS, ...VERIFY_TESTS, ...processTests],
          // Starting a worker takes half of the time of a short test file, so files share workers here. They are
          // processes because tests of the command change the current folder.
          pool: "forks",
          isolate: false,
        },
      },
      { extends: true, test: { name: "thorough", include: THOROUGH_TESTS, exclude: processTests } },
      {
        extends: true,
        test: {
          name: "processes",
          include: processTests,
          exclude: [...LONELY_TESTS, ...VERIFY_TESTS],
          globalSetup,
        },
      },
      {
        extends: true,
        test: {
          name: "alone",
          include: LONELY_TESTS,
          globalSetup,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: "verify",
          include: VERIFY_TESTS,
          globalSetup,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
