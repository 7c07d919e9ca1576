/** A thread of a run: it reads the same options, and checks what it is given. */
import { workerData } from "node:worker_threads";
import { serveJobs } from "../../service/shared/thread.ts";
import { createTerminal, Failure } from "../terminal/terminal.ts";
import type { Work } from "./check-file.ts";
import { type Answer, checkWorks, condensed, type ThreadData } from "./pool.ts";
import { prepareRun } from "./prepare.ts";

const { given, environment, version } = workerData as ThreadData;
/** What there is to say about the options, the run itself has said. */
const nowhere = { write() {}, on() {} };
const terminal = createTerminal({ stdout: nowhere, stderr: nowhere, env: {} }, () => {});
const run = prepareRun(given.args, given.options, { terminal, environment, version });

serveJobs<readonly Work[], Answer | string>(async (works) => {
  try {
    return { answer: condensed(await checkWorks(works, await run), await run) };
  } catch (error) {
    if (error instanceof Failure) return { answer: error.message.replace(/\.$/, "") };
    throw error;
  }
}, false);
