/** Edits of JSON and YAML files: right for every repair of the corpus, and nothing else changes. */
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { openJson } from "../../src/cli/documents/json/json.ts";
import { openYaml } from "../../src/cli/documents/yaml/yaml.ts";
import { createRegistry, loadSpecPackage, repairCandidate } from "../../src/core/index.ts";
import { draftOf, listCases, readDomains } from "../corpus/corpus.ts";

const domains = new Map(
  [...readDomains()].map(([name, { package: document, registry }]) => {
    const loaded = loadSpecPackage(document);
    if (!loaded.ok) throw new Error(name);
    return [name, { spec: loaded.spec, registry: createRegistry(registry.generators, registry.asOf) }];
  }),
);

const WAYS = [
  ["JSON", (value: unknown) => JSON.stringify(value, null, 2), openJson],
  ["JSON on one line", (value: unknown) => JSON.stringify(value), openJson],
  ["YAML", (value: unknown) => stringify(value), openYaml],
  ["YAML in flow style", (value: unknown) => stringify(value, { collectionStyle: "flow" }), openYaml],
] as const;

describe.each(WAYS)("a repair written into %s", (_, write, open) => {
  test.each(listCases().map(({ name, repairCase }) => [name, repairCase] as const))("%s", (_, repairCase) => {
    const { spec, registry } = domains.get(repairCase.domain)!;
    const candidate = draftOf(repairCase);
    const context = { registry, now: Date.UTC(2026, 10, 15) };
    const { repaired } = repairCandidate(spec, candidate, context, repairCase.repair);
    const document = open(write(candidate));
    expect(document.value).toEqual(candidate);
    if (repaired === undefined) return;
    const edited = document.edit(repaired.patch);
    expect(edited).toBeDefined();
    expect(open(edited!).value).toEqual(repaired.candidate);
  });
});
