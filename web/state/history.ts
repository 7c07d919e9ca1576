/** Undo and redo of the draft's text. Changes of one place that follow each other quickly are one step. */

export interface Step {
  /** The text before the change; in the future, after it. */
  readonly text: string;
  /** What changed, for people: "Generator name". */
  readonly about: string;
}

export interface Steps {
  readonly past: readonly Step[];
  readonly future: readonly Step[];
}

export interface History {
  /** Call before a change. `place` names what is being edited; another place starts another step. */
  record(text: string, place: string, about: string, now: number): void;
  undo(text: string): Step | undefined;
  redo(text: string): Step | undefined;
  /** What undo and redo would take back or bring back. */
  next(): { readonly undo: string | undefined; readonly redo: string | undefined };
  /** As much of it as fits into a number of characters, the newest steps first. */
  save(maxLength: number): Steps;
  restore(steps: Steps): void;
}

const MAX_STEPS = 200;
const SAME_STEP_MS = 1_000;
const NEVER = { place: "", at: Number.NEGATIVE_INFINITY };

export function createHistory(): History {
  let past: Step[] = [];
  let future: Step[] = [];
  let last = NEVER;

  return {
    record(text, place, about, now) {
      const continues = place !== "" && place === last.place && now - last.at < SAME_STEP_MS;
      last = { place, at: now };
      future = [];
      if (continues || past.at(-1)?.text === text) return;
      past = [...past.slice(-MAX_STEPS + 1), { text, about }];
    },
    undo(text) {
      const step = past.pop();
      if (step !== undefined) future.push({ text, about: step.about });
      last = NEVER;
      return step;
    },
    redo(text) {
      const step = future.pop();
      if (step !== undefined) past.push({ text, about: step.about });
      last = NEVER;
      return step;
    },
    next: () => ({ undo: past.at(-1)?.about, redo: future.at(-1)?.about }),
    save(maxLength) {
      let left = maxLength;
      const newest = (steps: readonly Step[]): Step[] => {
        const kept: Step[] = [];
        for (const step of steps.toReversed()) {
          left -= step.text.length;
          if (left < 0) break;
          kept.unshift(step);
        }
        return kept;
      };
      return { past: newest(past), future: newest(future) };
    },
    restore(steps) {
      past = [...steps.past];
      future = [...steps.future];
      last = NEVER;
    },
  };
}
