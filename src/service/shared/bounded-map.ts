/** A map that drops its oldest entry rather than grow past its limit. */
export interface BoundedMap<Value> {
  get(key: string): Value | undefined;
  /** Setting a key again makes it the newest. */
  set(key: string, value: Value): void;
  delete(key: string): void;
}

export function createBoundedMap<Value>(limit: number): BoundedMap<Value> {
  const entries = new Map<string, Value>();
  return {
    get: (key) => entries.get(key),
    set(key, value) {
      entries.delete(key);
      entries.set(key, value);
      if (entries.size > limit) entries.delete(entries.keys().next().value!);
    },
    delete: (key) => void entries.delete(key),
  };
}
