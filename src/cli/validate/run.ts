/** `preflight validate`: checks every file and reports in the order of their paths. */
import { chooseChecker } from "../checker/choose.ts";
import { readDomain } from "../checker/domain.ts";
import { findFiles } from "../files/find.ts";
import { createPrettyReporter } from "../reports/pretty.ts";
import { addToSummary, emptySummary, type Summary } from "../reports/report.ts";
import { EXIT } from "../terminal/failure.ts";
import type { Session } from "../terminal/session.ts";
import { checkFile } from "./check-file.ts";
import type { ValidateOptions } from "./options.ts";

/** The exit code. */
export async function runValidate(
  args: readonly string[],
  options: ValidateOptions,
  { terminal, version }: Session,
): Promise<number> {
  const files = findFiles(args);
  const checker = await chooseChecker(options);
  const domains = await checker.domains();
  const chosen = options.domain === undefined ? undefined : readDomain(options.domain, domains);
  const reporter = createPrettyReporter({ terminal, version, command: "preflight validate" });
  const summary = emptySummary();
  for (const file of files) {
    const report = await checkFile(file, { checker, domains, chosen });
    addToSummary(summary, report);
    reporter.file(report);
  }
  reporter.end(summary);
  return exitCodeOf(summary, options);
}

function exitCodeOf({ unchecked, invalid, warnings }: Summary, { maxWarnings }: ValidateOptions): number {
  if (unchecked > 0) return EXIT.failed;
  const hasTooManyWarnings = maxWarnings !== undefined && warnings > maxWarnings;
  return invalid > 0 || hasTooManyWarnings ? EXIT.invalid : EXIT.valid;
}
