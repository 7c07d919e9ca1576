import type { Command } from "commander";
import type { Session } from "../terminal/terminal.ts";
import type { SubmitOptions } from "./run.ts";

export function addSubmit(program: Command, session: Session): void {
  program
    .command("submit")
    .summary("send a built package to its product")
    .description(
      "Sends a built package to the target product, with the idempotency key of the package: sending it again is safe. The key of the product is read from PREFLIGHT_API_KEY.",
    )
    .argument("<package>", "what `preflight build` wrote; - reads standard input")
    .option("--to <url>", "where to send it, if the package does not say")
    .option("--key-file <file>", "read the key from a file instead")
    .addHelpText(
      "after",
      `
Examples:
  preflight submit proposal.package.json
  preflight submit proposal.package.json --key-file ~/.preflight-key
  preflight build proposal.yaml -o - | preflight submit -

Exit codes: 0 recorded (now or before), 1 refused, 2 could not be sent.`,
    )
    .action(async (file: string, options: SubmitOptions) => {
      const { submitPackage } = await import("./run.ts");
      session.finish(await submitPackage(file, options, session));
    });
}
