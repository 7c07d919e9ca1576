/** A bar with count and rate, on a terminal only. It stands on one line that results push down. */
import type { Terminal } from "./terminal.ts";
import { grouped } from "./text.ts";

interface Progress {
  /** Shows how far the work is. */
  show(done: number): void;
  /** Takes the bar away, before anything else is written. */
  clear(): void;
}

const BAR_WIDTH = 20;
/** Shorter work needs no bar. */
const DELAY_MS = 300;
const INTERVAL_MS = 80;
const CLEAR_LINE = "\r\u001b[2K";

export function createProgress(terminal: Terminal, total: number, now = () => performance.now()): Progress {
  if (!terminal.showsProgress || total < 2) return { show() {}, clear() {} };
  const start = now();
  let shownAt = start + DELAY_MS - INTERVAL_MS;
  let isShown = false;
  return {
    show(done) {
      const at = now();
      if (at - shownAt < INTERVAL_MS) return;
      shownAt = at;
      isShown = true;
      terminal.note(CLEAR_LINE + barText(done, total, at - start, terminal));
    },
    clear() {
      if (isShown) terminal.note(CLEAR_LINE);
      isShown = false;
    },
  };
}

function barText(done: number, total: number, elapsed: number, { noteStyle }: Terminal): string {
  const filled = Math.round((done / total) * BAR_WIDTH);
  const bar = "█".repeat(filled) + noteStyle.dim("░".repeat(BAR_WIDTH - filled));
  const rate = grouped(Math.round((done / Math.max(elapsed, 1)) * 1000));
  return `${bar} ${grouped(done)}/${grouped(total)} · ${rate}/s`;
}
