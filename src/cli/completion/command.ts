import { Argument, type Command } from "commander";
import type { Session } from "../terminal/terminal.ts";

export function addCompletion(program: Command, session: Session): void {
  program
    .command("completion")
    .summary("print a completion script for a shell")
    .description("Prints a script that completes commands, options and file names.")
    .addArgument(new Argument("<shell>").choices(["bash", "zsh", "fish"]))
    .addHelpText(
      "after",
      `
Examples:
  source <(preflight completion bash)
  preflight completion zsh > "\${fpath[1]}/_preflight"
  preflight completion fish > ~/.config/fish/completions/preflight.fish`,
    )
    .action(async (shell: "bash" | "zsh" | "fish") => {
      const { completionScript } = await import("./scripts.ts");
      session.terminal.write(completionScript(shell, program));
    });
}
