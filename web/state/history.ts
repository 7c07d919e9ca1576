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

const MAX_STEPS = 200;
const SAME_STEP_MS = 1_000;
const NEVER = { place: "", at: Number.NEGATIVE_INFINITY };

export function createHistory() {
  let past: Step[] = [];
  let future: Step[] = [];
  let last = NEVER;

  function step(from: Step[], to: Step[], text: string): Step | undefined {
    const taken = from.pop();
    if (taken !== undefined) to.push({ text, about: taken.about });
    last = NEVER;
    return taken;
  }

  return {
    /** Call before a change. `place` names what is being edited; another place starts another step. */
    record(text: string, place: string, about: string, now: number): void {
      const continues = place !== "" && place === last.place && now - last.at < SAME_STEP_MS;
      last = { place, at: now };
      future = [];
      if (continues || past.at(-1)?.text === text) return;
      past = [...past.slice(-MAX_STEPS + 1), { text, about }];
    },
    undo: (text: string) => step(past, future, text),
    redo: (text: string) => step(future, past, text),
    /** What undo and redo would take back or bring back. */
    next: () => ({ undo: past.at(-1)?.about, redo: future.at(-1)?.about }),
    /** As much of it as fits into a number of characters, the newest steps first. */
    save(maxLength: number): Steps {
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
    restore(steps: Steps = { past: [], future: [] }): void {
      past = [...steps.past];
      future = [...steps.future];
      last = NEVER;
    },
  };
}
