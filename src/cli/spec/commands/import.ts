import type { Command } from "commander";
import { collecting } from "../../options.ts";
import type { Session } from "../../terminal/session.ts";
import type { SpecImportOptions } from "../import.ts";

export function addSpecImport(spec: Command, { terminal, finish }: Session): void {
  spec
    .command("import")
    .summary("turn a JSON Schema into a spec package")
    .description(
      "Turns a JSON Schema (draft-07 or 2020-12, JSON or YAML) into a spec package, and reports what was kept, translated and left out.",
    )
    .argument("<schema>", "the schema; - reads standard input")
    .requiredOption("--product <name>", "the product that publishes the package")
    .option("--domain <name>", "the domain; made from the file's name if it is not given")
    .option("--title <text>", "what the domain is called; the schema's title if it is not given")
    .addOption(
      collecting(
        "--example <file>",
        "a candidate that should pass (repeatable); one is made if none is given",
      ),
    )
    .option("--out <file>", "where to write the package; standard output if it is not given")
    .option("--force", "replace the file if it is there")
    .addHelpText(
      "after",
      `
Examples:
  preflight spec import server.schema.json --product registry --out server.json
  preflight spec import schema.json --product shop --domain item --example good.json > item.json

Exit codes: 0 imported, 1 the schema cannot be used, 2 could not be read or written.`,
    )
    .action(async (file: string, options: SpecImportOptions) => {
      const { runSpecImport } = await import("../import.ts");
      finish(await runSpecImport(file, options, terminal));
    });
}
