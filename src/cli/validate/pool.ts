/** Checks files and blocks of records, here or in threads, and gives the answers in order. */
import { availableParallelism } from "node:os";
import { createThread } from "../../service/shared/thread.ts";
import { createNdjsonReporter } from "../reports/formats.ts";
import { addToSummary, emptySummary, type FileReport, keepOf, type Summary } from "../reports/report.ts";
import { Failure, type Session } from "../terminal/terminal.ts";
import { checkEach, type Work } from "./check-file.ts";
import type { Claim } from "./identity.ts";
import type { Run } from "./prepare.ts";

export interface Answer {
  readonly summary: Summary;
  /** All of them; of a thread, those that say something. */
  readonly reports: readonly FileReport[];
  /** What a thread has written already. */
  readonly text: string;
  /** Of each work. */
  readonly claims: readonly (readonly Claim[])[];
}

/** What a thread is told at its start. */
export type ThreadData = Pick<Run, "given"> & Pick<Session, "environment" | "version">;

/** As the options have it. */
export function reported(report: FileReport, { baseline, isReported }: Run): FileReport {
  const found = baseline?.filter(report) ?? report;
  const errors = found.diagnostics.filter(({ diagnostic }) => diagnostic.severity === "error");
  const leftOut = errors.filter(({ diagnostic }) => !isReported(diagnostic)).length;
  return { ...keepOf(found, ({ diagnostic }) => isReported(diagnostic)), leftOut };
}

export async function checkWorks(works: readonly Work[], run: Run): Promise<Answer> {
  const summary = emptySummary();
  const reports: FileReport[] = [];
  const claims: Claim[][] = [];
  for (const work of works) {
    const claimed: Claim[] = [];
    claims.push(claimed);
    const checked = await checkEach(work, await run.partsOf(work.file), run.fixing);
    for (const { report: whole, own } of checked) {
      const report = reported(whole, run);
      addToSummary(summary, report);
      reports.push(report);
      if (own !== undefined) claimed.push({ own, line: report.before ? report.before.lines + 1 : 0 });
    }
  }
  return { summary, reports, claims, text: "" };
}

/** What a thread sends: lines where they are the report, and otherwise what a report would show. */
export function condensed(answer: Answer, { reports: { format } }: Run): Answer {
  if (format === "ndjson") {
    const lines: string[] = [];
    const write = (line: string) => void lines.push(line);
    answer.reports.forEach(createNdjsonReporter({ terminal: { write } }).file);
    return { ...answer, reports: [], text: lines.join("") };
  }
  const bases = new Set<string | undefined>();
  const reports = answer.reports.flatMap((report) => {
    const { diagnostics, failure, skipped, basis, omitted } = report;
    const digest = basis?.specPackage.digest;
    const isKept = diagnostics.length + omitted > 0 || failure || skipped?.isNamed || !bases.has(digest);
    bases.add(digest);
    if (!isKept) return [];
    // Functions cannot be sent, and of an error only the message.
    const why = failure && { failure: { message: failure.message, hint: failure.hint } };
    return [{ ...report, ...why, replacementOf: undefined }];
  });
  return { ...answer, reports };
}

/** Less is checked sooner here: every thread compiles the rules and the program for itself. */
const MIN_THREADED = { bytes: 4_194_304, files: 20_000 };
/** Their texts are held together, and what is done for each group costs as much as a small file. */
const FILES_AT_ONCE = 16;
const MAX_MEGABYTES = 1_024;
/** For each thread: one that it works on, and one that waits for it. */
const JOBS = 2;

export type Pool = ReturnType<typeof createPool>;

/** `isAllowed`: whether threads give the same answers, and a group of files is as good as each of them. */
export function createPool(run: Run, { environment, version }: Session, isAllowed: () => boolean) {
  const count = run.given.options.threads ?? availableParallelism();
  let threads: ReturnType<typeof start>[] = [];
  let [next, bytes, files] = [0, 0, 0];

  const start = () =>
    createThread<readonly Work[], Answer | string>({
      name: "validate",
      script: new URL("./thread.js", import.meta.url),
      data: { given: run.given, environment: { ...environment }, version } satisfies ThreadData,
      concurrency: JOBS,
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES, maxYoungGenerationSizeMb: 4 },
      timeLimitMs: () => 2 ** 31 - 1,
      failed: (message) => message,
    });

  async function check(works: readonly Work[]): Promise<Answer> {
    for (const { block } of works) bytes += block?.bytes.length ?? 0;
    files += works.length;
    const isMuch = bytes >= MIN_THREADED.bytes || files >= MIN_THREADED.files;
    // How to read what is staged cannot be sent.
    const isHere = works.some(({ file }) => file.read !== undefined);
    if (threads.length === 0 && !isHere && count > 1 && isMuch && isAllowed())
      threads = Array.from({ length: count }, start);
    if (threads.length === 0 || isHere) {
      const answer = await checkWorks(works, run);
      // The lines of a block are written at once.
      return run.reports.format === "ndjson" && isAllowed() ? condensed(answer, run) : answer;
    }
    const answer = await threads[next++ % count]!.run(works);
    if (typeof answer === "string") throw new Failure(`The check was not finished: ${answer}.`);
    return answer;
  }

  return {
    filesAtOnce: () => (isAllowed() ? FILES_AT_ONCE : 1),
    async *inOrder(all: AsyncIterable<readonly Work[]>) {
      const pending: Promise<{ works: readonly Work[]; answer: Answer }>[] = [];
      for await (const works of all) {
        const done = check(works).then((answer) => ({ works, answer }));
        // It is asked for later, in its turn.
        done.catch(() => undefined);
        pending.push(done);
        while (pending.length > threads.length * JOBS) yield await pending.shift()!;
      }
      yield* pending;
    },
    close: async () => void (await Promise.all(threads.map((thread) => thread.close()))),
  };
}
