import type { Registry } from "../types.ts";

/** Where nothing is registered. */
export const EMPTY_REGISTRY: Registry = {
  digest: "",
  asOf: "",
  size: 0,
  findById: () => undefined,
  findNearName: () => undefined,
};
