/**
 * Typing in the workbench with a candidate of 60 KB, in a real browser: the processor time that a keystroke costs the
 * page in script, style and layout, showing the diagnostics included, and how long after it they are there. A keystroke may
 * cost one frame of 60 a second, and the diagnostics may take 100 ms, which people take as at once. The check itself runs
 * in a worker, so it never holds up the typing.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { chromium, type Page } from "playwright-core";
import { candidates } from "../candidates.ts";
import { type Report, spread } from "../report.ts";

const KEYSTROKES = Number(process.env.BENCH_KEYSTROKES ?? 40);
const WARM_UP = 5;
const FRAME_MS = 16.7;
const DIAGNOSTICS_MS = 100;
const TASK_MS = 16;
/** Without painting, which a machine without a graphics processor does in software; and all tasks of the page's thread. */
const PARTS = ["ScriptDuration", "LayoutDuration", "RecalcStyleDuration"];
const TASKS = ["TaskDuration"];

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
  const text = JSON.stringify(candidates.large(), null, 2);
  try {
    const rows: string[][] = [];
    for (const view of ["Form", "JSON"]) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      const { busy, tasks, answered } = await measure(page, url, view, text);
      await page.close();
      report.figure(`workbench, ${view}, script and layout of a keystroke`, "ms", busy, { atMost: FRAME_MS });
      report.figure(`workbench, ${view}, tasks of a keystroke`, "ms", tasks, { atMost: TASK_MS });
      report.figure(`workbench, ${view}, until the diagnostics`, "ms", answered, { atMost: DIAGNOSTICS_MS });
      rows.push([view, ...[busy, tasks, answered].map((times) => `${spread(times, 1)} ms`)]);
    }
    report.table(
      `Typing in a candidate of ${(text.length / 1024).toFixed(0)} KB; budgets: ${FRAME_MS}, ${TASK_MS} and ${DIAGNOSTICS_MS} ms`,
      ["view", "script and layout of a keystroke", "all its tasks", "until the diagnostics"],
      rows,
    );
  } finally {
    await browser.close();
    service.kill();
  }
}

interface Times {
  busy: number[];
  tasks: number[];
  answered: number[];
}

async function measure(page: Page, url: string, view: string, text: string): Promise<Times> {
  await page.addInitScript(WATCH);
  await page.goto(url);
  await page.getByRole("button", { name: "Start with an empty form" }).waitFor();
  await page
    .getByLabel("Open a file")
    .setInputFiles({ name: "large.json", mimeType: "application/json", buffer: Buffer.from(text) });
  await page.locator(".form").waitFor();
  await page.getByRole("tab", { name: view }).click();
  const field = view === "Form" ? page.getByLabel("Generator name") : page.locator(".cm-content");
  await field.click();
  if (view === "JSON") await page.keyboard.press("Control+Home");
  const client = await page.context().newCDPSession(page);
  await client.send("Performance.enable", { timeDomain: "threadTicks" });
  const spent = async () => {
    const { metrics } = await client.send("Performance.getMetrics");
    const sum = (names: readonly string[]) =>
      metrics.reduce((total, { name, value }) => (names.includes(name) ? total + value * 1_000 : total), 0);
    return { busy: sum(PARTS), tasks: sum(TASKS) };
  };
  const times: Times = { busy: [], tasks: [], answered: [] };
  for (let stroke = 0; stroke < KEYSTROKES + WARM_UP; stroke++) {
    const before = await spent();
    // White space is allowed at the start of a JSON text.
    await page.keyboard.press(view === "Form" ? "x" : "Space");
    const answered = (await page.evaluate("keystroke()")) as number;
    const after = await spent();
    if (stroke < WARM_UP) continue;
    times.busy.push(after.busy - before.busy);
    times.tasks.push(after.tasks - before.tasks);
    times.answered.push(answered);
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
