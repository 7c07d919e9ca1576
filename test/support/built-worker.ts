/**
 * For tests of code that works in threads. A thread needs a JavaScript file, which the sources do not have,
 * so it runs the built one. Import this module before the code under test.
 */
import { vi } from "vitest";
import { builtFile } from "./built.ts";
import "./processes.ts";

vi.mock(import("../../src/service/catalogue/registries.ts"), async (load) => {
  const registries = await load();
  const script = builtFile("service/catalogue/worker.ts");
  return {
    ...registries,
    createRegistryThread: (options) => registries.createRegistryThread({ script, ...options }),
  };
});

vi.mock(import("../../src/service/catalogue/packages.ts"), async (load) => {
  const packages = await load();
  const script = builtFile("service/catalogue/worker.ts");
  return {
    ...packages,
    createSpecPackageThread: (limit, given) => packages.createSpecPackageThread(limit, given ?? script),
  };
});
