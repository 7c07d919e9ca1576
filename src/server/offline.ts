/** Everything the operations need, from files alone: the embedded product, or spec packages and registries that are given. */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { createEmbeddedCatalogue } from "../adapters/catalogue/embedded.ts";
import { isPlainObject } from "../core/json/pointer.ts";
import { loadSpecPackage } from "../core/publishing/load.ts";
import { readKeyedEntry } from "../core/registry/entries.ts";
import { createRegistry } from "../core/registry/registry.ts";
import type { RegistryDocument } from "../core/spec-package/format/document.ts";
import type { SpecPackage } from "../core/spec-package/spec-package.ts";
import type { Registry, RegistryEntry } from "../core/types.ts";
import type { OperationContext } from "../operations/operation.ts";
import type { Catalogue, ReadyDomain } from "../operations/ports.ts";
import { DEFAULT_REGISTRY_MEMBER } from "./config/domains-file.ts";

interface OfflineFiles {
  /** Spec packages. None: the embedded product. */
  readonly specs: readonly string[];
  /**
   * The registry of each spec package, in the same order; a package without one gets an empty registry. `name=FILE` is
   * a registry that a package declares by this name.
   */
  readonly registries: readonly string[];
  readonly submissionUrl?: string | undefined;
  /** The moment for which rules are judged, in milliseconds; now if it is left out. */
  readonly at?: number | undefined;
  /** Judges as if every rule were in force. */
  readonly simulate?: boolean | undefined;
}

/** A file that cannot be used, and why. */
export class OfflineFileError extends Error {}

/** Throws an OfflineFileError. */
export function createOfflineContext(files: OfflineFiles): OperationContext {
  const catalogue = files.specs.length === 0 ? embedded() : fromFiles(files);
  const { at, simulate } = files;
  return { catalogue, rulesUrl: "/rules", now: at === undefined ? Date.now : () => at, simulate };
}

function embedded(): Catalogue {
  return createEmbeddedCatalogue(undefined, DEFAULT_REGISTRY_MEMBER);
}

function fromFiles({ specs, registries, submissionUrl = "" }: OfflineFiles): Catalogue {
  const { own, named } = sortRegistryFiles(registries);
  const states = specs.map((path, index): ReadyDomain => {
    const loaded = loadSpecPackage(readJson(path));
    if (!loaded.ok) {
      const [first] = loaded.reasons;
      const more = loaded.reasons.length > 1 ? ` (and ${loaded.reasons.length - 1} more reasons)` : "";
      throw new OfflineFileError(
        `${path} is not a spec package that can be used: ${first?.pointer || "it"}: ${first?.message}${more}`,
      );
    }
    const { spec } = loaded;
    const { targetProduct, domainId, title } = spec;
    const specPackageUrl = pathToFileURL(path).href;
    const registry = own[index];
    return {
      status: "ready",
      description: { targetProduct, domainId, title, specPackageUrl, submissionUrl },
      spec,
      registry: registry === undefined ? createRegistry([], NO_DATE) : readRegistryFile(registry),
      registries: openNamedRegistries(spec, named),
    };
  });
  return {
    list: () => states,
    find: (product, domain) =>
      states.find(
        ({ description }) => description.targetProduct === product && description.domainId === domain,
      ),
  };
}

/** Of a registry that does not say when it was taken. */
const NO_DATE = "1970-01-01T00:00:00Z";

/** Throws an OfflineFileError. */
export function readRegistryFile(path: string): Registry {
  const document = readJson(path);
  const isListed = isPlainObject(document);
  const lists = isListed ? Object.values(document).filter(Array.isArray) : [document].filter(Array.isArray);
  const [entries] = lists;
  if (entries === undefined || lists.length > 1 || !entries.every(isEntry))
    throw new OfflineFileError(
      `${path} is not a registry: it must hold one list of objects with the texts "id" and "name".`,
    );
  const asOf = isListed && typeof document.asOf === "string" ? document.asOf : NO_DATE;
  return createRegistry(entries, asOf);
}

interface RegistryFiles {
  readonly own: readonly string[];
  /** By the name that packages declare. */
  readonly named: ReadonlyMap<string, string>;
}

/** Tells `name=FILE` from the files of products' own registries. */
export function sortRegistryFiles(given: readonly string[]): RegistryFiles {
  const own: string[] = [];
  const named = new Map<string, string>();
  for (const text of given) {
    const [, name, path] = /^([a-z0-9]+(?:-[a-z0-9]+)*)=(.+)$/s.exec(text) ?? [];
    if (name === undefined || path === undefined) own.push(text);
    else named.set(name, path);
  }
  return { own, named };
}

/**
 * The registries that the rules of a package ask by name. Throws an OfflineFileError if one is neither given nor in
 * `fallback`.
 */
export function openNamedRegistries(
  { document, rules, targetProduct, domainId }: SpecPackage,
  files: RegistryFiles["named"],
  fallback: ReadonlyMap<string, Registry> = new Map(),
): ReadonlyMap<string, Registry> {
  return new Map(
    rules.registries.named.map((name) => {
      const path = files.get(name);
      const other = fallback.get(name);
      if (path === undefined && other !== undefined) return [name, other];
      if (path === undefined)
        throw new OfflineFileError(
          `The rules of ${targetProduct}/${domainId} ask the registry "${name}": give it as --registry ${name}=FILE.`,
        );
      return [name, readNamedRegistry(path, document.registries![name]!)];
    }),
  );
}

function readNamedRegistry(path: string, { member, key = "id", case: caseRule }: RegistryDocument): Registry {
  const document = readJson(path);
  const list = isPlainObject(document) ? document[member] : document;
  const entries = Array.isArray(list) ? list.map((entry) => readKeyedEntry(entry, key)) : [undefined];
  if (entries.includes(undefined))
    throw new OfflineFileError(
      `${path} is not the registry that the package declares: it must hold the list "${member}" of entries with "${key}".`,
    );
  const asOf = isPlainObject(document) && typeof document.asOf === "string" ? document.asOf : NO_DATE;
  return createRegistry(entries as RegistryEntry[], asOf, { case: caseRule });
}

function isEntry(value: unknown): value is RegistryEntry {
  return isPlainObject(value) && typeof value.id === "string" && typeof value.name === "string";
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8").replace(/^\ufeff/, ""));
  } catch (error) {
    const reason = error instanceof SyntaxError ? "it is not JSON" : (error as Error).message;
    throw new OfflineFileError(`${path} cannot be read: ${reason}`);
  }
}
