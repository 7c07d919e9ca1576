/** `preflight validate`: checks every file and reports in the order of their paths. */
import type { Checker } from "../checker/checker.ts";
import { chooseChecker } from "../checker/choose.ts";
import { readDomain } from "../checker/domain.ts";
import { findFiles, type InputFile } from "../files/find.ts";
import { createReporter } from "../reports/choose.ts";
import { addToSummary, emptySummary, type Summary } from "../reports/report.ts";
import { EXIT, Failure } from "../terminal/failure.ts";
import { catchInterrupt, INTERRUPTED } from "../terminal/interrupt.ts";
import { createProgress } from "../terminal/progress.ts";
import type { Session } from "../terminal/session.ts";
import { type CheckedFile, type CheckParts, checkFile } from "./check-file.ts";
import type { ValidateOptions } from "./options.ts";

/** The exit code. */
export async function runValidate(
  args: readonly string[],
  options: ValidateOptions,
  session: Session,
): Promise<number> {
  checkOptions(args, options, session);
  const files = findFiles(args);
  const checker = await chooseChecker(options, session);
  const domains = await checker.domains();
  const chosen = options.domain === undefined ? undefined : readDomain(options.domain, domains);
  const parts: CheckParts = { checker, domains, chosen, fix: options.fix };
  if (options.interactive === true)
    return (await import("./interactive.ts")).fixInteractively(files, parts, session.terminal);
  const code = await checkAll(files, parts, options, session);
  if (options.watch !== true) return code;
  const { watchFiles } = await import("./watch.ts");
  return watchFiles(args, session.terminal, async () => {
    await checkAll(findFiles(args), parts, options, session);
  });
}

function checkOptions(args: readonly string[], options: ValidateOptions, { terminal }: Session): void {
  const { interactive = false, watch = false, fix, format } = options;
  if (interactive && !terminal.isInteractive)
    throw new Failure("--interactive needs a terminal.", "Use --fix in scripts.");
  if (interactive && (watch || fix !== undefined))
    throw new Failure("--interactive goes with neither --fix nor --watch.");
  if (watch && format !== "pretty") throw new Failure("--watch goes with --format pretty only.");
  if (args.includes("-") && (fix !== undefined || interactive || watch))
    throw new Failure("Standard input can be checked, but neither fixed nor watched.");
}

async function checkAll(
  files: readonly InputFile[],
  parts: CheckParts,
  { format, maxWarnings }: ValidateOptions,
  { terminal, version }: Session,
): Promise<number> {
  const reporter = await createReporter(format, { terminal, version, command: "preflight validate" });
  const summary = emptySummary();
  const progress = createProgress(terminal, files.length);
  // Without fixes nothing is written, and Ctrl-C may end the process at any moment.
  const interrupt = parts.fix === undefined ? undefined : catchInterrupt();
  let isInterrupted = false;
  let done = 0;
  for await (const { report } of inOrder(files, parts, () => progress.show(++done))) {
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
      `There are no proposals here: all ${summary.skipped} files are spec packages or built packages.`,
    );
  reporter.end(summary);
  return exitCodeOf(summary, maxWarnings);
}

/** Several at once where that helps, yet always in the order of the files. */
async function* inOrder(
  files: readonly InputFile[],
  parts: CheckParts,
  onDone: () => void,
): AsyncIterable<CheckedFile> {
  const { concurrency }: Checker = parts.checker;
  const running: Promise<CheckedFile>[] = [];
  const start = (file: InputFile): void => {
    const work = checkFile(file, parts);
    // A failure is thrown where the result is awaited, in its turn.
    work.then(onDone, () => {});
    running.push(work);
  };
  for (const file of files) {
    start(file);
    if (running.length >= concurrency) yield await running.shift()!;
  }
  for (const work of running) yield await work;
}

function exitCodeOf({ failed, invalid, warnings }: Summary, maxWarnings: number | undefined): number {
  if (failed > 0) return EXIT.failed;
  const hasTooManyWarnings = maxWarnings !== undefined && warnings > maxWarnings;
  return invalid > 0 || hasTooManyWarnings ? EXIT.invalid : EXIT.valid;
}
