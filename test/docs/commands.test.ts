/**
 * Runs the commands that docs/spec-packages.md shows, in order, in one folder, and compares what they print. After an
 * intended change, `UPDATE_DOCS=1 npx vitest run test/docs/commands.test.ts` updates the page.
 */
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { makeFolder } from "../cli/command.ts";
import { PROGRAMS } from "../support/built.ts";
import { runProcess } from "../support/processes.ts";
import { type Claim, isUpdating, withActual } from "./claim.ts";
import { type Block, readPage } from "./markdown.ts";
import { readTheme } from "./spec-packages-page.ts";

const page = readPage("spec-packages.md");
const folder = makeFolder();

test("the commands on the page print what it shows", async () => {
  folder.write("dashboard-theme.json", readTheme());
  const claims: Claim[] = [];
  let printed = "";
  for (const part of page.parts) {
    if (part.kind !== "block") continue;
    const { role, name, text, line } = part;
    if (role === "saved") folder.write(name, `${text}\n`);
    if (role === "command") printed = await run(part);
    if (role === "printed")
      claims.push({ title: `line ${line}`, line, shown: text, actual: printed, place: "block" });
  }
  expect(claims.length).toBeGreaterThanOrEqual(2);
  if (isUpdating)
    writeFileSync(new URL("../../docs/spec-packages.md", import.meta.url), withActual(page.text, claims));
  else expect(claims.map(({ actual }) => actual)).toEqual(claims.map(({ shown }) => shown));
});

async function run({ text }: Block): Promise<string> {
  const script = `preflight() { "$NODE" "$COMMAND" "$@"; }\n${text}\n`;
  const environment = { NODE: process.execPath, COMMAND: PROGRAMS.command };
  const { stdout, stderr } = await runProcess("sh", ["-c", script], { cwd: folder.path, environment });
  return `${stdout}${stderr}`.trimEnd();
}
