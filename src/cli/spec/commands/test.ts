import type { Command } from "commander";
import { collecting } from "../../options.ts";
import type { Session } from "../../terminal/session.ts";

export function addSpecTest(spec: Command, { terminal, finish }: Session): void {
  spec
    .command("test")
    .summary("run the examples of a spec package, and your own cases")
    .description(
      'Runs the examples of a spec package, and candidates in files and folders. A file with "candidate" and "expect" must give exactly those diagnostics. Any other file is a candidate: in a folder called "invalid" it must fail, everywhere else it must pass.',
    )
    .argument("<file>", "the spec package")
    .argument("[cases...]", "files or folders")
    .addOption(
      collecting(
        "--registry <file>",
        "the product's registry for the cases, or name=file for one that the package declares; the examples' own if it is not given",
      ),
    )
    .option("--watch", "run again whenever one of the files changes")
    .addHelpText(
      "after",
      `
Examples:
  preflight spec test rules.json
  preflight spec test rules.json cases/ --watch
  preflight spec test rules.json cases/ --registry registry.json

Exit codes: 0 everything as expected, 1 not, 2 could not be read.`,
    )
    .action(async (file: string, cases: string[], options: { watch?: boolean; registry?: string[] }) => {
      const { runSpecTest } = await import("../test.ts");
      const run = () => runSpecTest(file, cases, options, terminal);
      if (options.watch !== true) return finish(await run());
      const { runWatching } = await import("../watch.ts");
      const { filesOf } = await import("../test.ts");
      finish(await runWatching([file, ...filesOf(cases)], run, terminal));
    });
}
