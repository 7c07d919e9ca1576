import { type Command, Option } from "commander";
import { addCheckerOptions } from "../options.ts";
import type { Session } from "../terminal/terminal.ts";
import type { ValidateOptions } from "../validate/prepare.ts";

export function addLsp(program: Command, session: Session): void {
  const command = program
    .command("lsp")
    .summary("serve an editor: problems while typing, fixes, help")
    .description(
      "Speaks the Language Server Protocol over standard input and output. It checks the files that preflight.config.json names, the configuration itself, and spec packages.",
    );
  addCheckerOptions(command)
    .option("--config <file>", "use this configuration; otherwise it is looked for above each file")
    .addOption(new Option("--stdio", "the only way to talk to it, which editors may name").hideHelp())
    .addHelpText(
      "after",
      `
Examples:
  preflight lsp
  preflight lsp --spec rules.json

docs/editors.md shows how to set up VS Code, Neovim, Helix and Zed.`,
    )
    .action(async (options: ValidateOptions) => {
      const { serveLsp } = await import("./serve.ts");
      session.finish(await serveLsp(options, session));
    });
}
