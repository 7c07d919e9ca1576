/** Everything the operations need, from files alone: the embedded product, or spec packages and registries that are given. */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { isPlainObject } from "../../core/json/pointer.ts";
import { loadSpecPackage } from "../../core/publishing/load.ts";
import { createRegistry } from "../../core/registry/registry.ts";
import { nameOf, type SpecPackage } from "../../core/spec-package/spec-package.ts";
import type { Registry, RegistryEntry } from "../../core/types.ts";
import { createEmbeddedCatalogue } from "../catalogue/embedded.ts";
import { createGivenCatalogue, type GivenRegistry, openNamedRegistry } from "../catalogue/given.ts";
import type { OperationContext } from "../operations/operation.ts";
import type { Catalogue } from "../operations/ports.ts";
import { DEFAULT_REGISTRY_MEMBER } from "../settings/domains-file.ts";

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
export class OfflineFileError extends Error {
  /** Its path, if it is a spec package that is refused. */
  readonly specPackage: string | undefined;

  constructor(message: string, specPackage?: string) {
    super(message);
    this.specPackage = specPackage;
  }
}

/** Throws an OfflineFileError. */
export function createOfflineContext(files: OfflineFiles): OperationContext {
  const catalogue =
    files.specs.length === 0 ? createEmbeddedCatalogue(undefined, DEFAULT_REGISTRY_MEMBER) : fromFiles(files);
  const { at, simulate } = files;
  return { catalogue, rulesUrl: "/rules", now: at === undefined ? Date.now : () => at, simulate };
}

function fromFiles({ specs, registries, submissionUrl = "" }: OfflineFiles): Catalogue {
  const { own, named } = sortRegistryFiles(registries);
  return createGivenCatalogue(
    specs.map((path, index) => {
      const loaded = loadSpecPackage(readJson(path));
      if (!loaded.ok) {
        const [first] = loaded.reasons;
        const more = loaded.reasons.length > 1 ? ` (and ${loaded.reasons.length - 1} more reasons)` : "";
        throw new OfflineFileError(
          `${path} is not a spec package that can be used: ${first?.pointer || "it"}: ${first?.message}${more}`,
          path,
        );
      }
      const { spec } = loaded;
      const registry = own[index];
      return {
        spec,
        submissionUrl,
        specPackageUrl: pathToFileURL(path).href,
        registry: registry === undefined ? undefined : readRegistryFile(registry),
        registries: openNamedRegistries(spec, named),
      };
    }),
  );
}

/** Throws an OfflineFileError. */
export function readRegistryFile(path: string): Registry {
  const document = readJson(path);
  const lists = (isPlainObject(document) ? Object.values(document) : [document]).filter(Array.isArray);
  const [entries] = lists;
  if (entries === undefined || lists.length > 1 || !entries.every(isEntry))
    throw new OfflineFileError(
      `${path} is not a registry: it must hold one list of objects with the texts "id" and "name".`,
    );
  return createRegistry(entries, asOfIn(document));
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
  spec: SpecPackage,
  files: RegistryFiles["named"],
  fallback: ReadonlyMap<string, Registry> = new Map(),
): ReadonlyMap<string, Registry> {
  return new Map(
    spec.rules.registries.named.map((name) => {
      const path = files.get(name);
      const other = fallback.get(name);
      if (path === undefined && other !== undefined) return [name, other];
      if (path === undefined)
        throw new OfflineFileError(
          `The rules of ${nameOf(spec)} ask the registry "${name}": give it as --registry ${name}=FILE.`,
        );
      return [name, readNamedRegistry(path, spec, name)];
    }),
  );
}

function readNamedRegistry(path: string, spec: SpecPackage, name: string): Registry {
  const { member, key = "id" } = spec.document.registries![name]!;
  const document = readJson(path);
  const list = isPlainObject(document) ? document[member] : document;
  const given: GivenRegistry<unknown> | undefined = Array.isArray(list)
    ? { entries: list, asOf: asOfIn(document) }
    : undefined;
  const registry = given && openNamedRegistry(spec, name, given);
  if (registry !== undefined) return registry;
  throw new OfflineFileError(
    `${path} is not the registry that the package declares: it must hold the list "${member}" of entries with "${key}".`,
  );
}

function asOfIn(document: unknown): string | undefined {
  return isPlainObject(document) && typeof document.asOf === "string" ? document.asOf : undefined;
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
