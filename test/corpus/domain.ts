/** A domain of the corpus as the library needs it. */
import type { CorpusDomain } from "../../corpus/cases.mjs";
import { type CheckContext, createRegistry, type SpecPackage } from "../../src/core/index.ts";
import { load } from "../core/datagen.ts";

/** No case depends on today's date. */
const NOW = Date.parse("2026-11-15T00:00:00Z");

export function loadDomain({ package: document, registry }: CorpusDomain): {
  spec: SpecPackage;
  context: CheckContext;
} {
  const declared = (
    document as { registries?: Record<string, { case?: "exact" | "ignore" | "ignore-spaces" }> }
  ).registries;
  const registries = new Map(
    Object.entries(declared ?? {}).map(([name, form]) => [
      name,
      createRegistry(registry.registries?.[name] ?? [], registry.asOf, { case: form.case }),
    ]),
  );
  const own = createRegistry(registry.generators, registry.asOf);
  return { spec: load(document), context: { registry: own, registries, now: NOW } };
}
