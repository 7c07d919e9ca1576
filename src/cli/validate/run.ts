/** `preflight validate`: checks every file and reports in the order of their paths. */
import { closest } from "../../core/similar/matcher.ts";
import type { CodeEntry } from "../../core/spec-package/codes.ts";
import type { Checker } from "../checker/checker.ts";
import { createReporters } from "../reports/outputs.ts";
import { addToSummary, emptySummary, exitCodeOf, keepOf } from "../reports/report.ts";
import { EXIT, Failure } from "../terminal/failure.ts";
import { catchInterrupt, createProgress, INTERRUPTED, type Session } from "../terminal/terminal.ts";
import { checkFile } from "./check-file.ts";
import { createClaims } from "./identity.ts";
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
    staged = false,
    changed,
    only,
    skip,
  } = options;
  const changes = interactive || watch || fix !== undefined || diff === true;
  if (staged && (changes || changed !== undefined || stdinFilename !== undefined))
    throw new Failure(
      "--staged goes with none of --fix, --diff, --interactive, --watch, --changed and --stdin-filename.",
      "What is staged may differ from the file; fix the file, and stage it again.",
    );
  if (changed !== undefined && (watch || interactive || stdinFilename !== undefined))
    throw new Failure("--changed goes with none of --watch, --interactive and --stdin-filename.");
  if ((only ?? skip) !== undefined && changes)
    throw new Failure("--only and --skip go with none of --fix, --diff, --interactive and --watch.");
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

async function checkAll(run: Run, { terminal, version }: Session): Promise<number> {
  const { partsOf, command, explain, baseline, isReported, reports, fixing, maxWarnings } = run;
  const files = run.files();
  const checkers = new Set<Checker>();
  const codes = () => [...checkers].flatMap((checker) => checker.codes());
  const reporter = await createReporters(reports, { terminal, version, command, explain, codes });
  const summary = emptySummary();
  const claim = createClaims(files);
  const progress = createProgress(terminal, files.length);
  // Without fixes nothing is written, and Ctrl-C may end the process at any moment.
  const interrupt = fixing === undefined ? undefined : catchInterrupt();
  let isInterrupted = false;
  // One after the other: a service tells with each answer whether the next call is within its call rate.
  for (const [index, file] of files.entries()) {
    const parts = await partsOf(file);
    if (parts !== undefined) checkers.add(parts.checker);
    const { report: whole } = await checkFile(file, parts, fixing, claim);
    const report = keepOf(baseline.filter(whole), ({ diagnostic }) => isReported(diagnostic));
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
  refuseUnknownCodes(run.codes, codes());
  if (
    summary.files === 0 &&
    files.every(({ isFound, mayBeOther }) => mayBeOther || (run.mayBeNone && isFound))
  ) {
    terminal.note("There are no proposals among these files.\n");
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
  return exitCodeOf(summary, maxWarnings);
}
