import type { Command } from "commander";
import { collecting, moment } from "../../options.ts";
import type { Session } from "../../terminal/session.ts";

interface Options {
  registry?: string[];
  at?: number;
  simulate?: boolean;
  json?: boolean;
}

export function addSpecImpact(spec: Command, { terminal, finish }: Session): void {
  spec
    .command("impact")
    .summary("tell which verdicts a new version changes")
    .description(
      "Checks candidates by two versions of a spec package and tells which verdicts change, and by which rule.",
    )
    .argument("<old>", "the version in use")
    .argument("<new>", "the version to publish")
    .argument("<candidates...>", "files or folders")
    .addOption(
      collecting(
        "--registry <file>",
        "the product's registry, empty if it is not given, or name=file for one that the package declares",
      ),
    )
    .option("--at <date>", "judge as of this moment, such as 2027-01-01", moment)
    .option("--simulate", "judge as if every rule were in force")
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      `
Examples:
  preflight spec impact rules-1.0.0.json rules.json proposals/
  preflight spec impact rules-1.0.0.json rules.json proposals/ --at 2027-01-01

Exit codes: 0 everything that passes still passes, 1 not, 2 could not be checked.`,
    )
    .action(async (old: string, now: string, candidates: string[], options: Options) => {
      const { runSpecImpact } = await import("../impact.ts");
      finish(await runSpecImpact(old, now, candidates, options, terminal));
    });
}
