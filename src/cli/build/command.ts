import type { Command } from "commander";
import { addCheckerOptions } from "../options.ts";
import type { Session } from "../terminal/terminal.ts";
import type { BuildOptions } from "./run.ts";

export function addBuild(program: Command, session: Session): void {
  const command = program
    .command("build")
    .summary("build the package to submit")
    .description(
      "Builds the normalized package of a valid proposal. The same proposal, rules and registry always give the same bytes.",
    )
    .argument("<file>", "the proposal; - reads standard input")
    .option(
      "-o, --output <file>",
      "where to write the package; - is standard output (default: FILE.package.json beside the proposal)",
    )
    .option("--force", "replace a file that is not a built package")
    .option("--submission-url <url>", "where the product accepts proposals, for a package of --spec");
  addCheckerOptions(command)
    .addHelpText(
      "after",
      `
Examples:
  preflight build proposal.yaml
  preflight build proposal.json -o - | jq .proposalPackage.digest

Exit codes: 0 built, 1 invalid, 2 could not be built.`,
    )
    .action(async (file: string, options: BuildOptions) => {
      const { buildPackage } = await import("./run.ts");
      session.finish(await buildPackage(file, options, session));
    });
}
