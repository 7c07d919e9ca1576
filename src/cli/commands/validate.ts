import type { Command } from "commander";
import type { Session } from "../terminal/session.ts";
import type { ValidateOptions } from "../validate/options.ts";
import { addCheckerOptions, wholeNumber } from "./options.ts";

export function addValidate(program: Command, session: Session): void {
  const command = program
    .command("validate")
    .summary("check proposals and report every problem")
    .description(
      "Checks proposals in JSON or YAML and reports every problem with its place and how to fix it.",
    )
    .argument("<file...>", "files or directories; - reads standard input");
  addCheckerOptions(command)
    .option("--max-warnings <n>", "exit with 1 if there are more warnings than this", wholeNumber)
    .addHelpText(
      "after",
      `
Examples:
  preflight validate proposal.json
  preflight validate proposals/ --max-warnings 0
  cat proposal.yaml | preflight validate -

Exit codes: 0 valid (warnings included), 1 invalid, 2 could not be checked.`,
    )
    .action(async (files: string[], options: ValidateOptions) => {
      const { runValidate } = await import("../validate/run.ts");
      session.finish(await runValidate(files, options, session));
    });
}
