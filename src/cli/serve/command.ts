import type { Command } from "commander";
import { SETTINGS } from "../../server/config/settings.ts";
import { paragraph } from "../terminal/text.ts";

export function addServe(program: Command): void {
  program
    .command("serve")
    .summary("start the service")
    .description(
      "Starts the HTTP and MCP service. It is configured by environment variables, which docs/operating.md describes at length.",
    )
    .addHelpText(
      "after",
      `
Environment:
${Object.values(SETTINGS)
  .map(({ name, text }) => paragraph(firstSentence(text), 80, " ".repeat(31), `  ${name.padEnd(29)}`))
  .join("")}
Examples:
  preflight serve
  PORT=3000 PREFLIGHT_API_KEYS=ai_0123456789abcdef0123 preflight serve`,
    )
    // The service is a program of its own, which reads the environment and ends the process itself.
    .action(async () => {
      await import(new URL("../../server/main.js", import.meta.url).href);
    });
}

/** Of a text in Markdown. */
function firstSentence(text: string): string {
  return text.replace(/(?:, see [^.]*)?\.(?: .*)?$/s, "").replaceAll("`", "");
}
