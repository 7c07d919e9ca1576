/**
 * Typing in the workbench with a draft of just over 60 KB, in a real browser: the processor time that a key costs the page's
 * thread, from the browser's own trace. Every task counts, whatever it does: the script, the layout and the paint of the frame
 * that shows the key, and after it the diagnostics and the saved draft. No task may take longer than a frame of 60 a second,
 * and neither may all those up to the frame together. The diagnostics may take 100 ms, which people take as at once. The
 * check itself runs in a worker, so it never holds up the typing.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { candidates } from "../candidates.ts";
import { type Report, spread } from "../report.ts";

const KEYSTROKES = Number(process.env.BENCH_KEYSTROKES ?? 40);
const WARM_UP = 5;
const DRAFT_LENGTH = 60 * 1_024;
const TASK_MS = 16;
const DIAGNOSTICS_MS = 100;
/** Until the draft is saved, which is the last that a key asks for. */
const IDLE_MS = 600;

/** Where somebody types: in a field, in a cell of the table, and in a text of the JSON. */
const PLACES = {
  "form, field": async (page: Page) => page.getByLabel("Generator name").click(),
  "form, table": async (page: Page) =>
    page.getByLabel("holderName, sample record 2", { exact: true }).click(),
  JSON: async (page: Page) => {
    await page.getByRole("tab", { name: "JSON" }).click();
    await page.locator(".cm-content").getByText("Loyalty membership ledger").click();
  },
};

export const title = "Workbench";

export async function run(report: Report): Promise<void> {
  const service = spawn(
    process.execPath,
    [fileURLToPath(new URL("../../../dist/service/server/main.js", import.meta.url))],
    {
      env: { ...process.env, PORT: "0", LOG_LEVEL: "error" },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const [said] = (await once(service.stdout, "data")) as [Buffer];
  const [url = ""] = /http:\/\/[\d.:]+/.exec(String(said)) ?? [];
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const text = draftText();
  try {
    const rows: string[][] = [];
    for (const [place, enter] of Object.entries(PLACES)) {
      const { shown, longest, all, answered } = await measure(browser, url, enter, text);
      report.figure(`workbench, ${place}, tasks of a key until it is shown`, "ms", shown, {
        atMost: TASK_MS,
      });
      report.figure(`workbench, ${place}, longest task of a key`, "ms", longest, { atMost: TASK_MS });
      report.figure(`workbench, ${place}, all tasks of a key`, "ms", all);
      report.figure(`workbench, ${place}, until the diagnostics`, "ms", answered, { atMost: DIAGNOSTICS_MS });
      rows.push([place, ...[shown, longest, all, answered].map((times) => `${spread(times, 1)} ms`)]);
    }
    report.table(
      `Typing in a draft of ${(text.length / 1_024).toFixed(1)} KB; budgets: ${TASK_MS} ms for the first two, ${DIAGNOSTICS_MS} ms for the diagnostics`,
      [
        "place",
        "tasks until the key is shown",
        "longest task",
        "all tasks until idle",
        "until the diagnostics",
      ],
      rows,
    );
  } finally {
    await browser.close();
    service.kill();
  }
}

/** As the page writes it, with as many records as it takes. */
function draftText(): string {
  const draft = candidates.large();
  const write = (records: number) =>
    JSON.stringify({ ...draft, sampleRecords: draft.sampleRecords.slice(0, records) }, null, 2);
  let records = 1;
  while (write(records).length < DRAFT_LENGTH) records++;
  return write(records);
}

interface Times {
  /** Of all tasks up to the frame that shows the key, of the longest task until the page is idle, and of all. */
  shown: number[];
  longest: number[];
  all: number[];
  answered: number[];
}

async function measure(
  browser: Browser,
  url: string,
  enter: (page: Page) => Promise<void>,
  text: string,
): Promise<Times> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.addInitScript(WATCH);
  await page.goto(url);
  await page.getByRole("button", { name: "Start with an empty form" }).waitFor();
  await page
    .getByLabel("Open a file")
    .setInputFiles({ name: "large.json", mimeType: "application/json", buffer: Buffer.from(text) });
  await page.locator(".form").waitFor();
  await enter(page);
  const answered: number[] = [];
  const press = async () => {
    await page.keyboard.press("x");
    answered.push((await page.evaluate("keystroke()")) as number);
    await pause(IDLE_MS);
  };
  for (let stroke = 0; stroke < WARM_UP; stroke++) await press();
  answered.length = 0;
  await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline"] });
  for (let stroke = 0; stroke < KEYSTROKES; stroke++) await press();
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
  await page.close();
  return { ...tasksOf(traceEvents), answered };
}

/** Times are in microseconds. `tdur` is the processor time of the thread: what other programs take does not count. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly data?: { readonly type?: string } };
}

function tasksOf(events: readonly TraceEvent[]): Omit<Times, "answered"> {
  const isKey = ({ name, args }: TraceEvent) => name === "EventDispatch" && args?.data?.type === "keydown";
  const key = events.find(isKey);
  if (key === undefined) throw new Error("The trace has no key.");
  const own = events
    .filter(({ pid, tid, ph }) => pid === key.pid && tid === key.tid && ph === "X")
    .toSorted((a, b) => a.ts - b.ts);
  const endOf = ({ ts, dur = 0 }: TraceEvent) => ts + dur;
  const tasks = own.filter(({ name }) => name.endsWith("RunTask"));
  const keys = own.filter(isKey);
  const times: Omit<Times, "answered"> = { shown: [], longest: [], all: [] };
  for (const [at, { ts }] of keys.entries()) {
    const until = keys[at + 1]?.ts ?? Number.POSITIVE_INFINITY;
    const ofKey = tasks.filter((task) => endOf(task) > ts && endOf(task) <= until);
    const input = own.find(
      ({ name, args, ts: then }) => name === "EventDispatch" && args?.data?.type === "input" && then > ts,
    );
    const paint = own.find(({ name, ts: then }) => name === "Paint" && then > (input?.ts ?? ts));
    const spent = ofKey.map((task) => ({ task, ms: (task.tdur ?? task.dur ?? 0) / 1_000 }));
    const sum = (some: typeof spent) => some.reduce((total, { ms }) => total + ms, 0);
    times.shown.push(sum(spent.filter(({ task }) => task.ts <= (paint?.ts ?? ts))));
    times.longest.push(Math.max(...spent.map(({ ms }) => ms)));
    times.all.push(sum(spent));
  }
  return times;
}

/** Runs in the page: milliseconds from a key event until its check is answered and shown. */
const WATCH = `{
  let answer, onAnswer;
  addEventListener("keydown", () => {
    const started = performance.now();
    answer = new Promise((done) => { onAnswer = () => setTimeout(() => done(performance.now() - started)); });
  }, true);
  const Plain = Worker;
  globalThis.Worker = class extends Plain {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", () => onAnswer?.());
    }
  };
  globalThis.keystroke = () => answer;
}`;
