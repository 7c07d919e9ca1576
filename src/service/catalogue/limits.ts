/** How long reading from a product may take and how large its documents may be. Tests use lower limits. */
import type { FetchLimits } from "../shared/bounded-fetch.ts";
import type { RegistryLimits } from "../upstream/registry.ts";

export interface CatalogueLimits {
  specPackage: FetchLimits;
  /** For compiling a spec package and running its examples. */
  proofMs: number;
  registry: RegistryLimits;
}

const PACE = { headMs: 5_000, stallMs: 10_000, stallBytes: 1_024 };

export const CATALOGUE_LIMITS: CatalogueLimits = {
  specPackage: { ...PACE, totalMs: 20_000, maxBytes: 1_048_576 },
  proofMs: 10_000,
  registry: {
    ...PACE,
    totalMs: 180_000,
    maxBytes: 256 * 1_048_576,
    maxPages: 10_000,
    maxEntries: 2_000_000,
  },
};
