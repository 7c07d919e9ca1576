import type { Command } from "commander";
import type { Session } from "../../terminal/session.ts";

export function addSpecPreview(spec: Command, { terminal, finish }: Session): void {
  spec
    .command("preview")
    .summary("show what people who write proposals will see")
    .description("Prints the members, rules, example and messages of a spec package.")
    .argument("<file>", "the spec package; - reads standard input")
    .option("--watch", "print again whenever the file changes")
    .addHelpText(
      "after",
      `
Examples:
  preflight spec preview rules.json

Exit codes: 0 printed, 2 could not be read or used.`,
    )
    .action(async (file: string, options: { watch?: boolean }) => {
      const { runSpecPreview } = await import("../preview.ts");
      const run = () => runSpecPreview(file, terminal);
      if (options.watch !== true) return finish(await run());
      const { runWatching } = await import("../watch.ts");
      finish(await runWatching([file], run, terminal));
    });
}
