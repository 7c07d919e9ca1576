/** Runs a limited number of tasks at once; the others wait in line. */
export type Slots = <T>(task: () => Promise<T>) => Promise<T>;

export function createSlots(size: number, before?: () => Promise<void>): Slots {
  const waiting: (() => void)[] = [];
  let free = size;
  return async (task) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      await before?.();
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    }
  };
}
