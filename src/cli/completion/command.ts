import { type Command, InvalidArgumentError } from "commander";
import type { Session } from "../terminal/terminal.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;

type Shell = (typeof SHELLS)[number];

export function addCompletion(program: Command, session: Session): void {
  program
    .command("completion")
    .summary("print a completion script for a shell")
    .description("Prints a script that completes commands, options and file names.")
    .argument("<shell>", SHELLS.join(", "), readShell)
    .addHelpText(
      "after",
      `
Examples:
  source <(preflight completion bash)
  preflight completion zsh > "\${fpath[1]}/_preflight"
  preflight completion fish > ~/.config/fish/completions/preflight.fish`,
    )
    .action(async (shell: Shell) => {
      const { completionScript } = await import("./scripts.ts");
      session.terminal.write(completionScript(shell, program));
    });
}

function readShell(text: string): Shell {
  const shell = SHELLS.find((name) => name === text);
  if (shell === undefined) throw new InvalidArgumentError(`Choose from ${SHELLS.join(", ")}.`);
  return shell;
}
