/** The registries that a command of `spec` was given as files. */

import type { SpecPackage } from "../../core/spec-package/spec-package.ts";
import type { Registry } from "../../core/types.ts";
import {
  OfflineFileError,
  openNamedRegistries,
  readRegistryFile,
  sortRegistryFiles,
} from "../../service/server/offline.ts";
import { Failure } from "../terminal/failure.ts";

/**
 * `given`: FILE for the product's own registry, name=FILE for one that a package declares. Throws a Failure if a file
 * cannot be used, or if one is not given that the rules ask and `fallback` does not have.
 */
export function openGivenRegistries(
  specs: readonly SpecPackage[],
  given: readonly string[],
  fallback: ReadonlyMap<string, Registry> = new Map(),
): { registry: Registry | undefined; registries: readonly ReadonlyMap<string, Registry>[] } {
  const { own, named } = sortRegistryFiles(given);
  if (own.length > 1)
    throw new Failure(
      "There are two --registry files for the product's own registry.",
      "Write name=FILE for a registry that the package declares by name.",
    );
  const known = new Set(specs.flatMap(({ rules }) => rules.registries.named));
  for (const name of named.keys())
    if (!known.has(name))
      throw new Failure(
        `No rule asks a registry "${name}".`,
        `The rules ask: ${[...known].join(", ") || "none by name"}.`,
      );
  try {
    return {
      // The product's own, if it was given.
      registry: own[0] === undefined ? undefined : readRegistryFile(own[0]),
      registries: specs.map((spec) => openNamedRegistries(spec, named, fallback)),
    };
  } catch (error) {
    throw error instanceof OfflineFileError ? new Failure(error.message) : error;
  }
}
