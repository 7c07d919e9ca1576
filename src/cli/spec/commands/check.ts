import type { Command } from "commander";
import { collecting } from "../../options.ts";
import type { Session } from "../../terminal/session.ts";

export function addSpecCheck(spec: Command, { terminal, finish }: Session): void {
  spec
    .command("check")
    .summary("check a spec package")
    .description("Compiles a spec package, proves it by its own examples, and gives advice.")
    .argument("<file>", "the spec package; - reads standard input")
    .addOption(collecting("--silence <code>", "leave out advice of this code (repeatable)"))
    .option("--watch", "check again whenever the file changes")
    .addHelpText(
      "after",
      `
Examples:
  preflight spec check rules.json
  preflight spec check rules.json --silence list-unbounded
  preflight spec check rules.json --watch

Exit codes: 0 usable, 1 refused, 2 could not be read.`,
    )
    .action(async (file: string, options: { silence?: string[]; watch?: boolean }) => {
      const { runSpecCheck } = await import("../check.ts");
      const run = () => runSpecCheck(file, options, terminal);
      if (options.watch !== true) return finish(await run());
      const { runWatching } = await import("../watch.ts");
      finish(await runWatching([file], run, terminal));
    });
}
