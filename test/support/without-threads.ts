/**
 * Does the work of threads in this process, for tests of what comes of it: starting threads takes most of the time.
 * Threads themselves are tested with built-worker.ts. Import this module before the code under test.
 */
import { vi } from "vitest";
import { proveSpecPackage } from "../../src/service/catalogue/spec-packages/prove.ts";
import { readRegistry } from "../../src/service/upstream/registry.ts";

vi.mock(import("../../src/service/upstream/registry-thread.ts"), async () => ({
  createRegistryThread: () => ({ read: readRegistry, close: async () => {} }),
}));

vi.mock(import("../../src/service/catalogue/spec-packages/thread.ts"), async (load) => ({
  ...(await load()),
  createSpecPackageThread: () => ({
    prove: async (bytes: Uint8Array) => proveSpecPackage(bytes),
    close: async () => {},
  }),
}));
