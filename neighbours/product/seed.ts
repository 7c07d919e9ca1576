/** The initial data of a new product: the package and the generators that come with Preflight. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Generator } from "./store.ts";

export interface Seed {
  targetProduct: string;
  specPackage: string;
  generators: Generator[];
}

export function readSeed(): Seed {
  const { resolve } = createRequire(import.meta.url);
  const read = (name: string): string =>
    readFileSync(resolve(`proposal-preflight/spec-packages/datagen/${name}`), "utf8");
  const { generators } = JSON.parse(read("registry.json")) as { generators: Generator[] };
  return { targetProduct: "datagen", specPackage: read("generator-option.json"), generators };
}
