import type { Command } from "commander";
import { addCheckerOptions, collecting } from "../options.ts";
import type { Session } from "../terminal/terminal.ts";
import type { StartOptions } from "./run.ts";

export function addInit(program: Command, session: Session): void {
  const command = program
    .command("init")
    .summary("start a proposal")
    .description(
      "Writes a proposal to start from: every required member, with TODO where something has to be written. Asks on a terminal.",
    )
    .argument("[file]", "the file to write, JSON or YAML by its name (default: proposal.json)")
    .addOption(collecting("--set <member=value>", "fill in a member, by name or JSON Pointer (repeatable)"))
    .option("--example", "write the example of the rules instead")
    .option("--force", "replace a file that exists");
  addCheckerOptions(command)
    .addHelpText(
      "after",
      `
Examples:
  preflight init
  preflight init proposal.yaml --set /owner/id=ada@example.org
  preflight init example.json --example`,
    )
    .action(async (file: string | undefined, options: StartOptions) => {
      const { startProposal } = await import("./run.ts");
      session.finish(await startProposal(file, options, session));
    });
}
