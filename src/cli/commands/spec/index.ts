/** `preflight spec …`: commands for product teams. Add a command with one file here and one line below. */
import type { Command } from "commander";
import type { Session } from "../../terminal/session.ts";
import { addSpecCheck } from "./check.ts";

export function addSpec(program: Command, session: Session): void {
  const spec = program
    .command("spec")
    .summary("work on spec packages")
    .description("Commands for product teams that write the rules of their product.");
  addSpecCheck(spec, session);
}
