import type { Command } from "commander";

export function addServe(program: Command): void {
  program
    .command("serve")
    .summary("start the service")
    .description(
      "Starts the HTTP and MCP service. It is configured by environment variables; docs/operating.md describes them.",
    )
    .addHelpText(
      "after",
      `
Examples:
  preflight serve
  PORT=3000 PREFLIGHT_API_KEYS=ai_0123456789abcdef0123 preflight serve`,
    )
    // The service is a program of its own, which reads the environment and ends the process itself.
    .action(async () => {
      await import(new URL("../../server/main.js", import.meta.url).href);
    });
}
