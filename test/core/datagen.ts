/** The embedded product, loaded once for the tests of the core. */
import { readFileSync } from "node:fs";
import {
  createRegistry,
  loadSpecPackage,
  type RegistryEntry,
  type SpecPackage,
} from "../../src/core/index.ts";

export function readJson(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
}

/** A fresh copy each time: tests may alter it. */
export function datagenDocument(): Record<string, unknown> {
  return readJson("../../spec-packages/datagen/generator-option.json") as Record<string, unknown>;
}

export function load(document: unknown): SpecPackage {
  const loaded = loadSpecPackage(document);
  if (!loaded.ok) throw new Error(`refused: ${JSON.stringify(loaded.reasons, null, 2)}`);
  return loaded.spec;
}

const registryFile = readJson("../../spec-packages/datagen/registry.json") as {
  asOf: string;
  generators: RegistryEntry[];
};

export const registered: readonly RegistryEntry[] = registryFile.generators;

export const spec = load(datagenDocument());
export const registry = createRegistry(registered, registryFile.asOf);
export const context = {
  registry,
  now: Date.parse("2026-11-15T00:00:00Z"),
  rulesUrl: "https://preflight.example/rules",
};
export const buildContext = { ...context, submissionUrl: "https://datagen.example/api/proposals" };
