/** `preflight validate`: checks every file and reports in the order of their paths. */
import { statSync } from "node:fs";
import { closest } from "../../core/similar/matcher.ts";
import type { CodeEntry } from "../../core/spec-package/codes.ts";
import type { Checker } from "../checker/checker.ts";
import { isNameless } from "../command-entry.ts";
import type { InputFile } from "../files/find.ts";
import { blocksIn, isStream } from "../files/records.ts";
import { createReporters, type Format } from "../reports/outputs.ts";
import { addSummary, addToSummary, emptySummary, exitCodeOf, type FileReport } from "../reports/report.ts";
import { EXIT, Failure } from "../terminal/failure.ts";
import { catchInterrupt, createProgress, type Session } from "../terminal/terminal.ts";
import { fromFileFinding, leftAlone, type Work } from "./check-file.ts";
import { createClaims } from "./identity.ts";
import { createPool, type Pool, reported } from "./pool.ts";
import { NO_BASELINE, prepareRun, type Run, type ValidateOptions } from "./prepare.ts";

/** The exit code. */
export async function runValidate(
  [args]: readonly [paths: readonly string[]],
  options: ValidateOptions,
  session: Session,
): Promise<number> {
  checkOptions(args, options, session);
  const run = await prepareRun(args, options, session);
  if (options.interactive === true)
    await (await import("./interactive.ts")).fixInteractively(run, session.terminal);
  if (options.watch !== true) return checkAll(run, session);
  const { runWatching } = await import("../terminal/watch.ts");
  return runWatching(run.places, session.terminal, () => checkAll(run, session));
}

function checkOptions(args: readonly string[], options: ValidateOptions, { terminal }: Session): void {
  const {
    interactive = false,
    watch = false,
    fix,
    diff,
    format = "pretty",
    output = [],
    stdinFilename,
    staged = false,
    changed,
    only,
    skip,
    writeBaseline = false,
  } = options;
  const changes = interactive || watch || fix !== undefined || diff === true;
  if (staged && (changes || changed !== undefined || stdinFilename !== undefined))
    throw new Failure(
      "--staged goes with none of --fix, --diff, --interactive, --watch, --changed and --stdin-filename.",
      "What is staged may differ from the file; fix the file, and stage it again.",
    );
  if (args.includes("-") && (staged || changed !== undefined))
    throw new Failure("Git knows nothing about standard input; --staged and --changed are about files.");
  if (changed !== undefined && (watch || interactive || stdinFilename !== undefined))
    throw new Failure("--changed goes with none of --watch, --interactive and --stdin-filename.");
  if ((only ?? skip) !== undefined && changes)
    throw new Failure("--only and --skip go with none of --fix, --diff, --interactive and --watch.");
  if (writeBaseline && (diff === true || interactive || watch))
    throw new Failure("--write-baseline goes with none of --diff, --interactive and --watch.");
  if (interactive && !terminal.isInteractive)
    throw new Failure("--interactive needs a terminal.", "Use --fix in scripts.");
  if (interactive && (watch || fix !== undefined || diff === true))
    throw new Failure("--interactive goes with none of --fix, --diff and --watch.");
  if (watch && (format !== "pretty" || output.length > 0))
    throw new Failure("--watch goes with --format pretty only.");
  if (stdinFilename !== undefined && args.some((path) => path !== "-"))
    throw new Failure("--stdin-filename names standard input; no other file can be given.");
  if (args.includes("-") && (interactive || watch))
    throw new Failure("Standard input can be checked and fixed, but not watched or gone through.");
  if (fix !== undefined && isNameless(args, stdinFilename))
    throw new Failure(
      "Standard input is fixed only if its language is known.",
      "Name it with --stdin-filename, such as draft.yaml; the fixed text is written to standard output.",
    );
}

/** A code that none of the rules has would leave out nothing, or everything. */
function refuseUnknownCodes(asked: readonly string[], entries: readonly CodeEntry[]): void {
  const known = new Set(entries.map(({ code }) => code));
  const unknown = asked.find((code) => !known.has(code));
  if (unknown === undefined) return;
  const meant = closest(unknown, known);
  throw new Failure(
    `There is no code ${JSON.stringify(unknown)} in these rules.`,
    meant === undefined ? "`preflight explain` lists them." : `Did you mean ${meant}?`,
  );
}

/** Formats that say something as soon as a file is checked, and nothing about most files. Others hold all of the run. */
const STREAMED: readonly Format[] = ["pretty", "ndjson", "github"];

async function checkAll(run: Run, session: Session): Promise<number> {
  const { terminal, version } = session;
  const { command, explain, baseline, reports, fixing, maxWarnings } = run;
  const files = run.files();
  const checkers = new Set<Checker>();
  const codes = () => [...checkers].flatMap((checker) => checker.codes());
  const reporter = await createReporters(reports, { terminal, version, command, explain, codes });
  const summary = emptySummary();
  const claims = createClaims(files, run.each);
  const streams = files.filter((file) => isStream(file, run.each));
  const bytes = streams.reduce((sum, file) => sum + (streamSize(file) ?? Number.NaN), 0);
  let [read, hasIds] = [0, false];
  const progress = createProgress(terminal, streams.length > 0 ? Number.NaN : files.length);
  // Without fixes nothing is written, and Ctrl-C may end the process at any moment.
  const interrupt = fixing === undefined ? undefined : catchInterrupt();
  let interrupted: number | undefined;
  const isThreaded = () =>
    fixing === undefined &&
    baseline === NO_BASELINE &&
    reports.outputs.length === 0 &&
    STREAMED.includes(reports.format) &&
    [...checkers].every(({ here }) => here !== undefined);
  const pool = createPool(run, session, isThreaded);
  const show = (report: FileReport): void => {
    if (report.diagnostics.length > 0 || report.failure !== undefined) progress.clear();
    reporter.file(report);
  };
  try {
    for await (const { works, answer } of pool.inOrder(worksOf(files, run, checkers, pool))) {
      addSummary(summary, answer.summary);
      for (const { block } of works) read += block?.bytes.length ?? 0;
      progress.show(summary.files + summary.skipped, streams.length > 0 ? read / bytes : undefined);
      answer.reports.forEach(show);
      if (answer.text !== "") {
        progress.clear();
        terminal.write(answer.text);
      }
      for (const [work, claimed] of answer.claims.entries()) {
        if (claimed.length === 0) continue;
        hasIds = true;
        const { file } = works[work]!;
        await claims.add((await run.partsOf(file))!.identity!, file, claimed);
      }
      await terminal.drained();
      interrupted = await interrupt?.code();
      if (interrupted !== undefined) break;
    }
  } finally {
    await pool.close();
    interrupt?.stop();
    progress.clear();
  }
  if (interrupted !== undefined) return interrupted;
  for (const { path, finding, omitted } of claims.findings()) {
    const diagnostics = [fromFileFinding(finding)];
    const report = reported({ path, status: "run", diagnostics, omitted, fixed: 0, text: "" }, run);
    if (report.diagnostics.length === 0) continue;
    addToSummary(summary, report);
    reporter.file(report);
  }
  refuseUnknownCodes(run.codes, codes());
  if (
    summary.files === 0 &&
    files.every(
      (file) =>
        file.mayBeOther ||
        (run.mayBeNone && file.isFound) ||
        (summary.skipped === 0 && streams.includes(file)),
    )
  ) {
    terminal.note("There are no proposals among these files.\n");
    reporter.end(summary);
    return EXIT.valid;
  }
  if (summary.files === 0)
    throw new Failure(
      files.length === 1
        ? `There are no proposals here: ${files[0]!.path} is something else.`
        : `There are no proposals here: all ${summary.skipped} files are something else.`,
    );
  baseline.save();
  reporter.end(summary);
  const { identity } = run.given.options;
  if (identity !== undefined && !hasIds && summary.valid > 0)
    throw new Failure(`Nothing that was checked has an id at ${identity}, so none was compared.`);
  return exitCodeOf(summary, maxWarnings);
}

/** Undefined: it is not known. */
function streamSize({ path, isStdin }: InputFile): number | undefined {
  return isStdin ? undefined : statSync(path, { throwIfNoEntry: false })?.size;
}

/** What there is to check, in order: files one by one or, where threads check, some at once, and streams block by block. */
async function* worksOf(
  files: readonly InputFile[],
  run: Run,
  checkers: Set<Checker>,
  pool: Pool,
): AsyncIterable<readonly Work[]> {
  let works: Work[] = [];
  for (const file of files) {
    const parts = await run.partsOf(file);
    if (parts !== undefined) checkers.add(parts.checker);
    const isRead = run.fixing !== undefined || file.read !== undefined || !isStream(file, run.each);
    if (isRead || leftAlone(file, parts) !== undefined) {
      works.push({ file });
      if (works.length < pool.filesAtOnce() && file.read === undefined) continue;
    }
    if (works.length > 0) yield works;
    works = [];
    if (isRead) continue;
    try {
      for await (const block of blocksIn(file)) yield [{ file, block }];
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      yield [{ file, failure: error.message }];
    }
  }
  if (works.length > 0) yield works;
}
