import { type Command, Option } from "commander";
import { addCheckerOptions } from "../options.ts";
import type { Session } from "../terminal/terminal.ts";
import type { DomainsOptions } from "./run.ts";

export function addDomains(program: Command, session: Session): void {
  const command = program
    .command("domains")
    .summary("list what can be proposed")
    .description("Lists the kinds of proposal. With --domain, also how a candidate is written.");
  addCheckerOptions(command)
    .addOption(new Option("--format <format>", "how to report").choices(["pretty", "json"]).default("pretty"))
    .addHelpText(
      "after",
      `
Examples:
  preflight domains
  preflight domains --server https://preflight.example --format json`,
    )
    .action(async (options: DomainsOptions) => {
      const { listDomains } = await import("./run.ts");
      session.finish(await listDomains(options, session));
    });
}
