/**
 * Does the work of threads in this process, for tests of what comes of it: starting threads takes most of the time.
 * Threads themselves are tested with built-worker.ts. Import this module before the code under test.
 */
import { vi } from "vitest";

vi.mock(import("../../src/service/catalogue/registries.ts"), async (load) => {
  const registries = await load();
  return {
    ...registries,
    createRegistryThread: () => ({ run: (job) => registries.readRegistry(job), close: async () => {} }),
  };
});

vi.mock(import("../../src/service/catalogue/packages.ts"), async (load) => {
  const packages = await load();
  return {
    ...packages,
    createSpecPackageThread: () => ({
      run: async (bytes) => packages.proveSpecPackage(bytes),
      close: async () => {},
    }),
  };
});
