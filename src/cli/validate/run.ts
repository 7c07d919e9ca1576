/** `preflight validate`: checks every file and reports in the order of their paths. */
import type { Checker } from "../checker/checker.ts";
import { createReporters } from "../reports/outputs.ts";
import { addToSummary, emptySummary, exitCodeOf } from "../reports/report.ts";
import { Failure } from "../terminal/failure.ts";
import { catchInterrupt, createProgress, INTERRUPTED, type Session } from "../terminal/terminal.ts";
import { checkFile } from "./check-file.ts";
import { prepareRun, type Run, type ValidateOptions } from "./prepare.ts";

/** The exit code. */
export async function runValidate(
  args: readonly string[],
  options: ValidateOptions,
  session: Session,
): Promise<number> {
  checkOptions(args, options, session);
  const run = await prepareRun(args, options, session);
  if (options.interactive === true)
    return (await import("./interactive.ts")).fixInteractively(run, session.terminal);
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
  } = options;
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
  if (args.includes("-") && fix !== undefined && stdinFilename === undefined)
    throw new Failure(
      "Standard input is fixed only if its language is known.",
      "Name it with --stdin-filename, such as draft.yaml; the fixed text is written to standard output.",
    );
}

async function checkAll(run: Run, { terminal, version }: Session): Promise<number> {
  const { partsOf, command, explain, baseline, reports, fixing, maxWarnings } = run;
  const files = run.files();
  const checkers = new Set<Checker>();
  const codes = () => [...checkers].flatMap((checker) => checker.codes());
  const reporter = await createReporters(reports, { terminal, version, command, explain, codes });
  const summary = emptySummary();
  const progress = createProgress(terminal, files.length);
  // Without fixes nothing is written, and Ctrl-C may end the process at any moment.
  const interrupt = fixing === undefined ? undefined : catchInterrupt();
  let isInterrupted = false;
  // One after the other: a service tells with each answer whether the next call is within its call rate.
  for (const [index, file] of files.entries()) {
    const parts = await partsOf(file);
    if (parts !== undefined) checkers.add(parts.checker);
    const report = baseline.filter((await checkFile(file, parts, fixing)).report);
    progress.show(index + 1);
    if (report.diagnostics.length > 0 || report.failure !== undefined) progress.clear();
    addToSummary(summary, report);
    reporter.file(report);
    isInterrupted = (await interrupt?.isRequested()) === true;
    if (isInterrupted) break;
  }
  interrupt?.stop();
  progress.clear();
  if (isInterrupted) return INTERRUPTED;
  if (summary.files === 0)
    throw new Failure(
      files.length === 1
        ? `There are no proposals here: ${files[0]!.path} is something else.`
        : `There are no proposals here: all ${summary.skipped} files are something else.`,
    );
  baseline.save();
  reporter.end(summary);
  return exitCodeOf(summary, maxWarnings);
}
