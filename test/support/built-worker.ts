/**
 * For tests of code that reads registries in a thread. A thread runs a file of its own, and beside the sources there
 * is none that Node could run: it gets the built one. Import this module before what it is for.
 */
import { vi } from "vitest";
import { builtFile } from "./built.ts";
import "./processes.ts";

vi.mock(import("../../src/adapters/upstream/registry-thread.ts"), async (load) => {
  const { createRegistryThread } = await load();
  const script = builtFile("adapters/upstream/registry-worker.ts");
  return { createRegistryThread: (options) => createRegistryThread({ script, ...options }) };
});
