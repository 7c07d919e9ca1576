import { type Command, InvalidArgumentError, Option } from "commander";
import { addCheckerOptions, collecting, wholeNumber } from "../options.ts";
import { FORMATS, isFormat } from "../reports/outputs.ts";
import type { Session } from "../terminal/terminal.ts";
import type { ValidateOptions } from "./prepare.ts";

export function addValidate(program: Command, session: Session): void {
  const command = program
    .command("validate")
    .summary("check proposals and report every problem")
    .description(
      "Checks proposals in JSON or YAML and reports every problem with its place and how to fix it.",
    )
    .argument(
      "[file...]",
      "files, directories or quoted globs; - reads standard input; none: those of the configuration",
    );
  addCheckerOptions(command)
    .addOption(
      new Option("--format <format>", "how to report on standard output")
        .choices(FORMATS)
        .argParser(readFormat),
    )
    .addOption(
      collecting(
        "--output <format=file>",
        "write a further report into a file; - is standard output (repeatable)",
      ),
    )
    .addOption(
      new Option(
        "--fix [level]",
        "write safe fixes into the files; =suggested also writes guesses that lose nothing",
      )
        .choices(["safe", "suggested"])
        .argParser(readLevel),
    )
    .option("--diff", "show what --fix would change, and change nothing")
    .option(
      "--stdin-filename <name>",
      "read standard input as this file; with --fix, write the fixed text to standard output",
    )
    .option("--baseline <file>", "do not report the faults that this file lists")
    .option("--write-baseline", "write what is wrong now into the baseline")
    .option(
      "--config <file>",
      "use this configuration; otherwise preflight.config.json is looked for upwards",
    )
    .option("--no-config", "use no configuration")
    .option("--interactive", "go through the fixes one by one")
    .option("--watch", "check again whenever a file changes")
    .option("--max-warnings <n>", "exit with 1 if there are more warnings than this", wholeNumber)
    .addHelpText(
      "after",
      `
Examples:
  preflight validate proposal.json
  preflight validate proposals/ --fix --max-warnings 0
  preflight validate proposal.yaml --fix=suggested
  preflight validate "proposals/**/*.yaml" --fix --diff
  preflight validate proposals/ --output sarif=report.sarif
  preflight validate --stdin-filename draft.yaml --fix < draft.yaml

Exit codes: 0 valid (warnings included), 1 invalid, 2 could not be checked.`,
    )
    .action(async (files: string[], options: ValidateOptions) => {
      const { runValidate } = await import("./run.ts");
      session.finish(await runValidate(files, options, session));
    });
}

function readFormat(text: string, before: string | undefined): string {
  if (before !== undefined)
    throw new InvalidArgumentError("It is given twice. Use --output FORMAT=FILE for further reports.");
  if (!isFormat(text)) throw new InvalidArgumentError(`Choose from ${FORMATS.join(", ")}.`);
  return text;
}

function readLevel(text: string): string {
  if (!["safe", "suggested", "default"].includes(text))
    throw new InvalidArgumentError("Choose from safe, suggested.");
  return text;
}
