import type { Command } from "commander";
import type { CheckerOptions } from "../checker/checker.ts";
import { addSpecOptions } from "../options.ts";
import type { Session } from "../terminal/terminal.ts";

export function addExplain(program: Command, session: Session): void {
  const command = program
    .command("explain")
    .summary("explain a diagnostic code")
    .description(
      "Says what a diagnostic code means, how to fix it, and shows an example that fails and one that passes.",
    )
    .argument("[code]", "such as member-unknown; all codes are listed without one");
  addSpecOptions(command)
    .addHelpText(
      "after",
      `
Examples:
  preflight explain member-unknown
  preflight explain --spec rules.json`,
    )
    .action(async (code: string | undefined, options: CheckerOptions) => {
      const { explainCode } = await import("./run.ts");
      session.finish(await explainCode(code, options, session));
    });
}
