/** `preflight build`: writes the package of a valid proposal, with how to submit it. */
import { existsSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { nameOf } from "../../core/spec-package/spec-package.ts";
import type { Built } from "../../core/types.ts";
import type { CheckerOptions } from "../checker/checker.ts";
import { type Command, commandLine, explainBy, repairLine } from "../command-entry.ts";
import { namedFile } from "../files/find.ts";
import { holdsObject, isSameFile, writeFile } from "../files/read.ts";
import { createPrettyReporter } from "../reports/pretty.ts";
import { addToSummary, emptySummary } from "../reports/report.ts";
import { EXIT, Failure, onStandardError, type Terminal } from "../terminal/terminal.ts";
import { plural, visible } from "../terminal/text.ts";
import { checkFile } from "../validate/check-file.ts";
import { createParts } from "../validate/prepare.ts";

/** `output`: `-` is standard output. `force`: replaces a file that is not a package. */
type BuildOptions = CheckerOptions & { readonly output?: string; readonly force?: boolean };

export const buildPackage: Command<[string], BuildOptions> = async ([path], options, session) => {
  const { terminal } = session;
  const { output = outputFor(path), ...others } = options;
  const file = namedFile(path);
  const parts = await createParts(others, undefined, session)(file);
  const { report, address } = await checkFile(file, parts);
  refuseOverwriting(output, path, options.force === true);
  const explain = explainBy(options, terminal);
  if (report.status !== "valid") {
    const command = repairLine(terminal, [path], options);
    const reporter = createPrettyReporter({ terminal, command, explain });
    const summary = emptySummary();
    addToSummary(summary, report);
    reporter.file(report);
    if (report.status !== "skipped") reporter.end(summary);
    if (report.status !== "invalid") return EXIT.failed;
    removeStale(output, terminal);
    return EXIT.invalid;
  }
  const { targetProduct, domainId, candidate } = address!;
  const built = await parts!.checker.build({ targetProduct, domainId, candidate });
  // The registry of a service may have changed since it validated.
  if (!built.valid) throw new Failure("The proposal is no longer valid.", "Run `preflight validate` again.");
  const { proposalPackage, submission } = built;
  const text = `${JSON.stringify({ proposalPackage, submission }, null, 2)}\n`;
  if (output === "-") terminal.write(text);
  else {
    writeFile(output, text);
    createPrettyReporter({ terminal: onStandardError(terminal), command: "", explain }).file(report);
    terminal.write(builtText(output, built, report.diagnostics.length, terminal));
  }
  return EXIT.valid;
};

/** `card.json` becomes `card.package.json` beside it, and `card.yaml` `card.yaml.package.json`: no two share one. */
function outputFor(path: string): string {
  if (path === "-") return "-";
  return join(dirname(path), `${basename(path).replace(/\.json$/i, "")}.package.json`);
}

/** A proposal or any other file is not replaced by a package by mistake. Throws a Failure. */
function refuseOverwriting(output: string, path: string, isForced: boolean): void {
  if (output === "-" || !existsSync(output)) return;
  if (path !== "-" && isSameFile(path, output))
    throw new Failure(`${output} is the proposal itself; the package needs another file.`);
  const hint = "Use --force to replace it, or another name.";
  if (!isForced && !isBuiltPackage(output))
    throw new Failure(`${output} is there already and is not a built package.`, hint);
}

const isBuiltPackage = (path: string): boolean => holdsObject(path, "proposalPackage");

/** Nobody should submit the package of an earlier version by mistake. */
function removeStale(output: string, { note }: Terminal): void {
  if (output === "-" || !isBuiltPackage(output)) return;
  rmSync(output);
  note(`${visible(output)} was built from an earlier version of the proposal and was removed.\n`);
}

function builtText(output: string, built: Built, warnings: number, terminal: Terminal): string {
  const { style } = terminal;
  const { proposalPackage, submission, changes } = built;
  const places = [...new Set(changes.map(({ path }) => path))];
  const lines = [
    `✔ ${visible(output)}${warnings > 0 ? style.yellow(` · ${plural(warnings, "warning")}`) : ""}`,
    `  digest           ${proposalPackage.digest}`,
    `  idempotency key  ${submission.headers["Idempotency-Key"]}`,
    ...(places.length > 0 ? [style.dim(`  normalized       ${places.join(", ")}`)] : []),
    style.dim(`  rules            ${nameOf(proposalPackage)} ${proposalPackage.specPackage.version}`),
    style.dim(`  next             ${commandLine(terminal, "submit", [output])}`),
  ];
  return `${lines.join("\n")}\n`;
}
