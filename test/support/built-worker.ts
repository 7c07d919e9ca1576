/**
 * For tests of code that works in threads. A thread needs a JavaScript file, which the sources do not have,
 * so it runs the built one. Import this module before the code under test.
 */
import { vi } from "vitest";
import { builtFile } from "./built.ts";
import "./processes.ts";

vi.mock(import("../../src/service/upstream/registry-thread.ts"), async (load) => {
  const { createRegistryThread } = await load();
  const script = builtFile("service/upstream/registry-worker.ts");
  return { createRegistryThread: (options) => createRegistryThread({ script, ...options }) };
});

vi.mock(import("../../src/service/catalogue/spec-packages/thread.ts"), async (load) => {
  const thread = await load();
  const script = builtFile("service/catalogue/spec-packages/worker.ts");
  return {
    ...thread,
    createSpecPackageThread: (limit, given) => thread.createSpecPackageThread(limit, given ?? script),
  };
});
