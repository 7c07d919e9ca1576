import type { Command } from "commander";
import type { CheckerOptions } from "../checker/checker.ts";
import { addServerOptions, addSpecOptions } from "../options.ts";
import type { Session } from "../terminal/terminal.ts";

export function addMcp(program: Command, session: Session): void {
  const command = program
    .command("mcp")
    .summary("serve the tools to an agent host")
    .description(
      "Serves the three tools and the spec packages over standard input and output, for agent hosts that start MCP servers as a command.",
    );
  addServerOptions(addSpecOptions(command))
    .addHelpText(
      "after",
      `
Examples:
  preflight mcp
  preflight mcp --server https://preflight.example --key-file ~/.preflight-key
  claude mcp add preflight -- npx --yes proposal-preflight mcp`,
    )
    .action(async (options: CheckerOptions) => {
      const { serveMcp } = await import("./serve.ts");
      session.finish(await serveMcp(options, session));
    });
}
