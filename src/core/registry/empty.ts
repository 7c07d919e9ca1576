import type { Registry } from "../types.ts";

/** A registry without entries. */
export const EMPTY_REGISTRY: Registry = {
  digest: "",
  size: 0,
  findById: () => undefined,
  findNearId: () => undefined,
  findNearName: () => undefined,
  suggest: () => [],
  entries: () => [],
};
