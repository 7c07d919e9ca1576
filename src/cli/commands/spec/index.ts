/** `preflight spec …`: commands for product teams. Add a command with one file here and one line below. */
import type { Command } from "commander";
import type { Session } from "../../terminal/session.ts";
import { addSpecCheck } from "./check.ts";
import { addSpecDiff } from "./diff.ts";
import { addSpecImpact } from "./impact.ts";
import { addSpecImport } from "./import.ts";
import { addSpecInit } from "./init.ts";
import { addSpecPreview } from "./preview.ts";
import { addSpecTest } from "./test.ts";

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
