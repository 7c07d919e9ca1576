/** `preflight validate`: checks every file and reports in the order of their paths. */
import { findFiles, type InputFile } from "../files/find.ts";
import { createReporters } from "../reports/outputs.ts";
import { addToSummary, type CodeText, emptySummary, exitCodeOf } from "../reports/report.ts";
import { Failure } from "../terminal/failure.ts";
import { catchInterrupt, INTERRUPTED } from "../terminal/interrupt.ts";
import { createProgress } from "../terminal/progress.ts";
import type { Session } from "../terminal/session.ts";
import { type CheckedFile, type CheckParts, checkFile } from "./check-file.ts";
import type { ValidateOptions } from "./options.ts";
import { type PartsOf, prepareRun, type Run } from "./prepare.ts";

/** The exit code. */
export async function runValidate(
  args: readonly string[],
  options: ValidateOptions,
  session: Session,
): Promise<number> {
  checkOptions(args, options, session);
  const { files, partsOf, command, baseline, settings } = await prepareRun(args, options, session);
  if (options.interactive === true)
    return (await import("./interactive.ts")).fixInteractively(files, partsOf, session.terminal, command);
  const run = { files, partsOf, command, baseline, settings };
  if (options.watch !== true) return checkAll(run, session);
  const { runWatching } = await import("../terminal/watch.ts");
  return runWatching(args, session.terminal, () => checkAll({ ...run, files: findFiles(args) }, session));
}

function checkOptions(args: readonly string[], options: ValidateOptions, { terminal }: Session): void {
  const {
    interactive = false,
    watch = false,
    fix,
    diff,
    format = ["pretty"],
    output = [],
    stdinFilename,
  } = options;
  if (format.length > 1)
    throw new Failure("--format is given twice.", "Use --output FORMAT=FILE for further reports.");
  if (interactive && !terminal.isInteractive)
    throw new Failure("--interactive needs a terminal.", "Use --fix in scripts.");
  if (interactive && (watch || fix !== undefined || diff === true))
    throw new Failure("--interactive goes with none of --fix, --diff and --watch.");
  if (watch && (format[0] !== "pretty" || output.length > 0))
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
  const { files, partsOf, command, baseline, settings } = run;
  const { maxWarnings, fix } = settings;
  // Filled while files are checked: reports need it at their end.
  const codes = new Map<string, CodeText>();
  const reporter = await createReporters(settings, { terminal, version, command, codes });
  const summary = emptySummary();
  const progress = createProgress(terminal, files.length);
  // Without fixes nothing is written, and Ctrl-C may end the process at any moment.
  const interrupt = fix === undefined ? undefined : catchInterrupt();
  let isInterrupted = false;
  let done = 0;
  for await (const { report: found } of inOrder(files, knowing(partsOf, codes), () =>
    progress.show(++done),
  )) {
    const report = baseline.filter(found);
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

/** Notes what the codes of each checker mean. */
function knowing(partsOf: PartsOf, codes: Map<string, CodeText>): PartsOf {
  const seen = new Set<unknown>();
  return async (file) => {
    const parts = await partsOf(file);
    if (parts !== undefined && !seen.has(parts.checker)) {
      seen.add(parts.checker);
      for (const [code, text] of parts.checker.codes()) codes.set(code, text);
    }
    return parts;
  };
}

/** Several at once where that helps, yet always in the order of the files. */
async function* inOrder(
  files: readonly InputFile[],
  partsOf: PartsOf,
  onDone: () => void,
): AsyncIterable<CheckedFile> {
  const running: Promise<CheckedFile>[] = [];
  const start = (file: InputFile, parts: CheckParts | undefined): void => {
    const work = checkFile(file, parts);
    // A failure is thrown where the result is awaited, in its turn.
    work.then(onDone, () => {});
    running.push(work);
  };
  for (const file of files) {
    const parts = await partsOf(file);
    start(file, parts);
    if (running.length >= (parts?.checker.concurrency ?? 1)) yield await running.shift()!;
  }
  for (const work of running) yield await work;
}
