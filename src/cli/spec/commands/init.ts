import type { Command } from "commander";
import type { Session } from "../../terminal/session.ts";
import type { SpecInitOptions } from "../init.ts";

export function addSpecInit(spec: Command, { terminal, finish }: Session): void {
  spec
    .command("init")
    .summary("start a spec package")
    .description("Writes a small spec package that can be used, to start from.")
    .argument("[file]", "where to write it", "spec-package.json")
    .requiredOption("--product <name>", "the product that publishes the package")
    .requiredOption("--domain <name>", "what people propose, such as map-layer")
    .option("--title <text>", "what the domain is called")
    .option("--force", "replace the file if it is there")
    .addHelpText(
      "after",
      `
Examples:
  preflight spec init --product my-shop --domain item
  preflight spec init rules/item.json --product my-shop --domain item

Exit codes: 0 written, 2 could not be written.`,
    )
    .action(async (file: string, options: SpecInitOptions) => {
      const { runSpecInit } = await import("../init.ts");
      finish(await runSpecInit(file, options, terminal));
    });
}
