import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import picomatch from "picomatch";
import { configDefaults, defineConfig } from "vitest/config";
import { ALL_TESTS, findMockingTests, findProcessTests, THOROUGH_TESTS, VERIFY_TESTS } from "./test/lanes.ts";
import { LongestFirst } from "./test/support/longest-first.ts";

const slowTests = [...THOROUGH_TESTS, ...findProcessTests()];
const mockingTests = findMockingTests();
const isSlow = picomatch(slowTests);
/** Builds what processes are started from, and ends them. */
const forProcesses = {
  globalSetup: ["test/support/process-lane.ts"],
  setupFiles: ["test/support/end-processes.ts"],
};
/**
 * Starting a worker and loading the modules takes half of the time of a short test file, so files share workers. They are
 * processes because tests of the command change the current folder.
 */
const shared = { pool: "forks", isolate: false } as const;
const source = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url));

export default defineConfig({
  resolve: {
    // The exports of package.json, resolved to the sources, so that tests never run an old build.
    alias: [
      { find: /^proposal-preflight$/, replacement: source("core/index.ts") },
      { find: /^proposal-preflight\/client$/, replacement: source("client/index.ts") },
      { find: /^proposal-preflight\/fetch$/, replacement: source("service/fetch/index.ts") },
      {
        find: /^proposal-preflight\/spec-packages\//,
        replacement: fileURLToPath(new URL("spec-packages/", import.meta.url)),
      },
      { find: /^proposal-preflight\/importing$/, replacement: source("authoring/importing/index.ts") },
      {
        find: /^proposal-preflight\/proxy-signing$/,
        replacement: source("service/identity/signing.ts"),
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
    // How soon something happens depends on the machine, so time limits only end what hangs. More draws may take hours.
    testTimeout: Number(process.env.SHARE_OF_DRAWS ?? 1) > 1 ? 36_000_000 : 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000, interval: 20 } },
    // One more than there are cores: many tests wait for a process that they have started.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    // Lanes, and the runs of CI, compile each file once for all of them; what was compiled goes by its content.
    experimental: { fsModuleCache: true },
    projects: [
      {
        extends: true,
        test: {
          name: "fast",
          include: ALL_TESTS,
          exclude: [...slowTests, ...VERIFY_TESTS],
          ...shared,
        },
      },
      {
        extends: true,
        test: {
          name: "slow",
          include: slowTests,
          exclude: [...VERIFY_TESTS, ...mockingTests],
          ...shared,
          ...forProcesses,
        },
      },
      {
        extends: true,
        test: {
          name: "mocking",
          include: mockingTests.filter((path) => isSlow(path)),
          exclude: VERIFY_TESTS,
          ...forProcesses,
        },
      },
      {
        extends: true,
        test: {
          name: "verify",
          include: VERIFY_TESTS,
          ...shared,
          ...forProcesses,
          setupFiles: [...forProcesses.setupFiles, "test/support/while-there-is-time.ts"],
        },
      },
    ],
  },
});
