/** Collects JSON values and finds those that are equal, in time that grows linearly with their size. */
import { canonicalize } from "./canonical.ts";
import { isSafeJson } from "./safety.ts";

/** Values that no product can store are equal to nothing. */
export function createValueMap<Item>() {
  const scalars = new Map<unknown, Item>();
  /** By canonical form, apart from texts, which may look the same. */
  const containers = new Map<string, Item>();
  const formOf = (value: unknown) => (isSafeJson(value, 0) ? canonicalize(value) : undefined);
  return {
    /** What was kept for an equal value. */
    get(value: unknown): Item | undefined {
      if (typeof value !== "object" || value === null) return scalars.get(value);
      const form = containers.size === 0 ? undefined : formOf(value);
      return form === undefined ? undefined : containers.get(form);
    },
    set(value: unknown, item: Item): void {
      if (typeof value !== "object" || value === null) {
        scalars.set(value, item);
        return;
      }
      const form = formOf(value);
      if (form !== undefined) containers.set(form, item);
    },
    values: () => [...scalars.values(), ...containers.values()],
  };
}
