/** Runs as many tasks at once as there are slots; the others wait in line. */
export type Slots = <T>(task: (slot: Slot) => Promise<T>) => Promise<T>;

/** What a running task holds. */
export interface Slot {
  /** The task waits for somebody else, so the next one in line may start. */
  leave(): void;
  /** It goes on at once, even if more than the limit run then. */
  take(): void;
}

export function createSlots(size: number): Slots {
  const waiting: (() => void)[] = [];
  let taken = 0;
  return async (task) => {
    let isHeld = false;
    const slot: Slot = {
      leave() {
        if (!isHeld) return;
        isHeld = false;
        if (--taken < size) waiting.shift()?.();
      },
      take() {
        if (isHeld) return;
        isHeld = true;
        taken++;
      },
    };
    if (taken < size) slot.take();
    else
      await new Promise<void>((resolve) => {
        waiting.push(() => {
          slot.take();
          resolve();
        });
      });
    try {
      return await task(slot);
    } finally {
      slot.leave();
    }
  };
}
