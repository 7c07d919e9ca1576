/** `preflight validate`: checks every file and reports in the order of their paths. */
import { statSync } from "node:fs";
import { didYouMean } from "../../core/similar/matcher.ts";
import type { CodeEntry } from "../../core/spec-package/codes.ts";
import type { Checker } from "../checker/checker.ts";
import { isNameless, type ValidateOptions } from "../command-entry.ts";
import type { InputFile } from "../files/find.ts";
import { blocksIn, isStream } from "../files/records.ts";
import { createReporters, type Format } from "../reports/outputs.ts";
import { addSummary, addToSummary, emptySummary, exitCodeOf, ofCandidate } from "../reports/report.ts";
import { catchInterrupt, createProgress, EXIT, Failure, type Session } from "../terminal/terminal.ts";
import { leftAlone, type Work } from "./check-file.ts";
import { createClaims } from "./identity.ts";
import { createPool, type Pool, reported } from "./pool.ts";
import { prepareRun, type Run } from "./prepare.ts";

/** The exit code. */
export async function runValidate([args]: [string[]], options: ValidateOptions, session: Session) {
  checkOptions(args, options);
  const run = await prepareRun(args, options, session);
  if (options.watch !== true) return checkAll(run, session);
  const { runWatching } = await import("../terminal/watch.ts");
  return runWatching(run.places, session.terminal, () => checkAll(run, session));
}

type Names = readonly (keyof ValidateOptions)[];

const CHANGING: Names = ["fix", "diff", "watch"];
const RESTAGE = "What is staged may differ from the file; fix the file, and stage it again.";

/** Options, those that make no sense beside them, and what to do. */
const EXCLUSIVE: readonly (readonly [names: Names, others: Names, hint?: string])[] = [
  [["staged"], [...CHANGING, "changed", "stdinFilename"], RESTAGE],
  [["changed"], ["watch", "stdinFilename"]],
  [["only", "skip"], CHANGING],
  [["writeBaseline"], ["diff", "watch"]],
];

function checkOptions(args: readonly string[], options: ValidateOptions): void {
  const { watch, format = "pretty", output = [], stdinFilename, staged, changed } = options;
  const hasInput = args.includes("-");
  const isGiven = (names: Names) => names.some((name) => options[name]);
  for (const [names, others, hint] of EXCLUSIVE) {
    if (!isGiven(names) || !isGiven(others)) continue;
    const go = names.length === 1 ? "goes" : "go";
    throw new Failure(`${flagsOf(names)} ${go} with none of ${flagsOf(others)}.`, hint);
  }
  if (hasInput && (staged || changed !== undefined))
    throw new Failure("Git knows nothing about standard input; --staged and --changed are about files.");
  if (watch && (format !== "pretty" || output.length > 0))
    throw new Failure("--watch goes with --format pretty only.");
  if (stdinFilename !== undefined && args.some((path) => path !== "-"))
    throw new Failure("--stdin-filename names standard input; no other file can be given.");
  if (hasInput && watch) throw new Failure("Standard input can be checked and fixed, but not watched.");
  const hint = "Name it with --stdin-filename, such as draft.yaml; the fixed text goes to standard output.";
  if (options.fix !== undefined && isNameless(args, stdinFilename))
    throw new Failure("Standard input is fixed only if its language is known.", hint);
}

function flagsOf(names: readonly string[]): string {
  const flags = names.map((name) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
  return flags.join(", ").replace(/, ([^,]*)$/, " and $1");
}

/** A code that none of the rules has would leave out nothing, or everything. */
function refuseUnknownCodes(asked: readonly string[], entries: readonly CodeEntry[]): void {
  const known = new Set(entries.map(({ code }) => code));
  const unknown = asked.find((code) => !known.has(code));
  if (unknown === undefined) return;
  const why = `There is no code ${JSON.stringify(unknown)} in these rules${didYouMean(unknown, known, ".")}`;
  throw new Failure(why, "`preflight explain` lists them.");
}

/** Formats that say something as soon as a file is checked, and nothing about most files. Others hold all of the run. */
const STREAMED: readonly Format[] = ["pretty", "ndjson", "github"];

async function checkAll(run: Run, session: Session): Promise<number> {
  const { terminal, version } = session;
  const { command, explain, baseline, reports, fixing } = run;
  const { each = false, identity } = run.given.options;
  const files = run.files();
  const checkers = new Set<Checker>();
  const codes = () => [...checkers].flatMap((checker) => checker.codes());
  const reporter = await createReporters(reports, { terminal, version, command, explain, codes });
  const summary = emptySummary();
  const claims = createClaims(files, each);
  const streams = files.filter((file) => isStream(file, each));
  const bytes = streams.reduce((sum, file) => sum + sizeOf(file), 0);
  let [read, hasIds] = [0, false];
  const progress = createProgress(terminal, streams.length > 0 ? Number.NaN : files.length);
  // Without fixes nothing is written, and Ctrl-C may end the process at any moment.
  const interrupt = fixing === undefined ? undefined : catchInterrupt();
  const isThreaded = () =>
    fixing === undefined &&
    baseline === undefined &&
    reports.outputs.length === 0 &&
    STREAMED.includes(reports.format) &&
    [...checkers].every(({ here }) => here !== undefined);
  const isStopped = async () => (await interrupt?.code()) !== undefined;
  const pool = createPool({ ...run, fixing: fixing && { ...fixing, isStopped } }, session, isThreaded);
  try {
    for await (const { works, answer } of pool.inOrder(worksOf(files, run, checkers, pool))) {
      addSummary(summary, answer.summary);
      for (const { block } of works) read += block?.bytes.length ?? 0;
      progress.show(summary.files + summary.skipped, streams.length > 0 ? read / bytes : undefined);
      for (const report of answer.reports) {
        if (report.diagnostics.length > 0 || report.failure !== undefined) progress.clear();
        reporter.file(report);
      }
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
      const interrupted = await interrupt?.code();
      if (interrupted !== undefined) return interrupted;
    }
  } finally {
    await pool.close();
    interrupt?.stop();
    progress.clear();
  }
  for (const { path, finding, omitted } of claims.findings()) {
    const diagnostics = [ofCandidate([])(finding)];
    const report = reported({ path, status: "run", diagnostics, omitted, fixed: 0, text: "" }, run);
    if (report.diagnostics.length === 0) continue;
    addToSummary(summary, report);
    reporter.file(report);
  }
  refuseUnknownCodes(run.codes, codes());
  if (summary.files === 0) {
    const mayBeOther = (file: InputFile) =>
      file.mayBeOther || (run.mayBeNone && file.isFound) || (summary.skipped === 0 && streams.includes(file));
    if (!files.every(mayBeOther)) {
      const what = files.length === 1 ? `${files[0]!.path} is` : `all ${summary.skipped} files are`;
      const other = (await run.partsOf(files[0]!)) ? "something else" : "not in the configuration";
      throw new Failure(`There are no proposals here: ${what} ${other}.`);
    }
    terminal.note("There are no proposals among these files.\n");
  } else baseline?.save();
  reporter.end(summary);
  if (summary.files === 0) return EXIT.valid;
  if (identity !== undefined && !hasIds && summary.valid > 0)
    throw new Failure(`Nothing that was checked has an id at ${identity}, so none was compared.`);
  return exitCodeOf(summary, run.maxWarnings);
}

/** Not a number if it is not known. */
function sizeOf({ path, isStdin }: InputFile): number {
  const stats = isStdin ? undefined : statSync(path, { throwIfNoEntry: false });
  return stats?.size ?? Number.NaN;
}

/** What there is to check, in order: files one by one or, where threads check, some at once, and streams block by block. */
async function* worksOf(files: readonly InputFile[], run: Run, checkers: Set<Checker>, pool: Pool) {
  let works: Work[] = [];
  for (const file of files) {
    const parts = await run.partsOf(file);
    if (parts !== undefined) checkers.add(parts.checker);
    const isRead =
      run.fixing !== undefined || file.read !== undefined || !isStream(file, run.given.options.each === true);
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
