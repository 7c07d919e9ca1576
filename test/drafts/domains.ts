/** The domains of the corpus, with valid candidates to begin from. */
import { readDomains as readCorpusDomains, readCorpusFile } from "../../corpus/cases.mjs";
import type { PackageDocument, RegistryDocument } from "./places.ts";

export interface Domain {
  name: string;
  package: PackageDocument;
  registry: RegistryDocument;
  starts: { name: string; candidate: unknown }[];
}

export function readDomains(): Domain[] {
  return [...readCorpusDomains()].map(([name, { package: document, registry, starts }]) => ({
    name,
    package: document as PackageDocument,
    registry,
    starts: starts.map((start) => ({ name: start, candidate: readCorpusFile(`starts/${start}.json`) })),
  }));
}
