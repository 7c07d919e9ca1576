/** `preflight spec …`: commands for product teams. Add a command with one file here and one line below. */
import type { Command } from "commander";
import type { Session } from "../terminal/session.ts";
import { addSpecCheck } from "./commands/check.ts";
import { addSpecDiff } from "./commands/diff.ts";
import { addSpecImpact } from "./commands/impact.ts";
import { addSpecImport } from "./commands/import.ts";
import { addSpecInit } from "./commands/init.ts";
import { addSpecPreview } from "./commands/preview.ts";
import { addSpecTest } from "./commands/test.ts";

export function addSpec(program: Command, session: Session): void {
  const spec = program
    .command("spec")
    .summary("work on spec packages")
    .description("Commands for product teams that write the rules of their product.");
  addSpecInit(spec, session);
  addSpecImport(spec, session);
  addSpecCheck(spec, session);
  addSpecTest(spec, session);
  addSpecPreview(spec, session);
  addSpecDiff(spec, session);
  addSpecImpact(spec, session);
}
