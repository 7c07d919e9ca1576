/** Undo and redo of the draft's text. Changes of one place that follow each other quickly are one step. */

export interface History {
  /** Call before a change. `place` names what is being edited; another place starts another step. */
  record(text: string, place: string, now: number): void;
  undo(text: string): string | undefined;
  redo(text: string): string | undefined;
  canUndo(): boolean;
  canRedo(): boolean;
  clear(): void;
}

const MAX_STEPS = 200;
const SAME_STEP_MS = 1_000;

export function createHistory(): History {
  let past: string[] = [];
  let future: string[] = [];
  let last = { place: "", at: Number.NEGATIVE_INFINITY };

  return {
    record(text, place, now) {
      const continues = place !== "" && place === last.place && now - last.at < SAME_STEP_MS;
      last = { place, at: now };
      future = [];
      if (continues || past.at(-1) === text) return;
      past = [...past.slice(-MAX_STEPS + 1), text];
    },
    undo(text) {
      const before = past.pop();
      if (before === undefined) return undefined;
      future.push(text);
      last = { place: "", at: Number.NEGATIVE_INFINITY };
      return before;
    },
    redo(text) {
      const after = future.pop();
      if (after === undefined) return undefined;
      past.push(text);
      last = { place: "", at: Number.NEGATIVE_INFINITY };
      return after;
    },
    canUndo: () => past.length > 0,
    canRedo: () => future.length > 0,
    clear() {
      past = [];
      future = [];
    },
  };
}
