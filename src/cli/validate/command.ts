import { type Command, Option } from "commander";
import { addCheckerOptions, wholeNumber } from "../options.ts";
import { FORMATS } from "../reports/choose.ts";
import type { Session } from "../terminal/session.ts";
import type { ValidateOptions } from "./options.ts";

export function addValidate(program: Command, session: Session): void {
  const command = program
    .command("validate")
    .summary("check proposals and report every problem")
    .description(
      "Checks proposals in JSON or YAML and reports every problem with its place and how to fix it.",
    )
    .argument("<file...>", "files or directories; - reads standard input");
  addCheckerOptions(command)
    .addOption(new Option("--format <format>", "how to report").choices(FORMATS).default("pretty"))
    .addOption(
      new Option(
        "--fix [level]",
        "write safe fixes into the files; =suggested also writes guesses that lose nothing",
      )
        .choices(["safe", "suggested"])
        .preset("safe"),
    )
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
  preflight validate proposals/ --format sarif > report.sarif
  cat proposal.json | preflight validate -

Exit codes: 0 valid (warnings included), 1 invalid, 2 could not be checked.`,
    )
    .action(async (files: string[], options: ValidateOptions) => {
      const { runValidate } = await import("./run.ts");
      session.finish(await runValidate(files, options, session));
    });
}
