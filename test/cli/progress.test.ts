/** The bar by a clock of its own: how long real work takes depends on the machine. */
import { expect, test } from "vitest";
import { createProgress, type Terminal } from "../../src/cli/terminal/terminal.ts";

function barAt(times: readonly number[], { showsProgress = true, total = 3_000 } = {}) {
  const notes: string[] = [];
  const terminal = {
    showsProgress,
    note: (text: string) => void notes.push(text),
    noteStyle: { dim: (text: string) => text },
  } as unknown as Terminal;
  let time = 0;
  const progress = createProgress(terminal, total, () => time);
  for (const at of times) {
    time = at;
    progress.show(at);
  }
  progress.clear();
  return notes;
}

const CLEAR = "\r\u001b[2K";

test("shows count and rate after a moment, not too often, and is taken away", () => {
  expect(barAt([100, 299, 300, 350, 1_500])).toEqual([
    `${CLEAR}██░░░░░░░░░░░░░░░░░░ 300/3,000 · 1,000/s`,
    `${CLEAR}██████████░░░░░░░░░░ 1,500/3,000 · 1,000/s`,
    CLEAR,
  ]);
});

test("is not shown for short work, for one file and in a pipe", () => {
  expect(barAt([100, 200])).toEqual([]);
  expect(barAt([400], { total: 1 })).toEqual([]);
  expect(barAt([400], { showsProgress: false })).toEqual([]);
});
