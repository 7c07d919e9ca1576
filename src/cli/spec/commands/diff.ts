import type { Command } from "commander";
import type { Session } from "../../terminal/session.ts";

export function addSpecDiff(spec: Command, { terminal, finish }: Session): void {
  spec
    .command("diff")
    .summary("compare two versions of a spec package")
    .description("Lists what a new version changes, and whether its version number says so.")
    .argument("<old>", "the version in use")
    .argument("<new>", "the version to publish")
    .addHelpText(
      "after",
      `
Examples:
  preflight spec diff rules-1.0.0.json rules.json

Exit codes: 0 the version number fits, 1 it is raised too little, 2 could not be read or used.`,
    )
    .action(async (old: string, now: string) => {
      const { runSpecDiff } = await import("../diff.ts");
      finish(await runSpecDiff(old, now, terminal));
    });
}
