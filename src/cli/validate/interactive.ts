/** Goes through the fixes of each file, one by one, and writes those that the user chooses. */
import { text as askText, isCancel, select } from "@clack/prompts";
import type { Fix } from "../../core/types.ts";
import type { InputFile } from "../files/find.ts";
import { createPrettyReporter } from "../reports/pretty.ts";
import type { LocatedDiagnostic } from "../reports/report.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { visible } from "../terminal/text.ts";
import { type CheckedFile, checkFile } from "./check-file.ts";
import { withFix } from "./fix.ts";
import { reported } from "./pool.ts";
import type { Run } from "./prepare.ts";
import { createWriter } from "./write-fixed.ts";

type Answer = Fix | "leave" | "stop";

/** What is left is for the report of the run. */
export async function fixInteractively(run: Run, terminal: Terminal): Promise<void> {
  const { files, partsOf, explain } = run;
  const show = createPrettyReporter({ terminal, command: "", explain }).file;
  for (const file of files()) {
    const parts = await partsOf(file);
    const seen = new Set<string>();
    let checked = await checkFile(file, parts);
    if (checked.report.failure !== undefined)
      terminal.note(`${visible(`${file.path}: ${checked.report.failure.message}`)}\n`);
    for (;;) {
      const report = reported(checked.report, run);
      const next = report.diagnostics.find((located) => !seen.has(keyOf(located)));
      if (next === undefined) break;
      seen.add(keyOf(next));
      show({ ...report, diagnostics: [next], omitted: 0 });
      const answer = await askAbout(next);
      if (answer === "stop") return;
      if (answer === "leave" || !write(file, checked, next, answer, terminal)) continue;
      checked = await checkFile(file, parts);
    }
  }
}

/** A fix may move what comes after it, so places alone do not identify a diagnostic. */
function keyOf({ diagnostic: { code, pointer, message }, range }: LocatedDiagnostic): string {
  return JSON.stringify([code, pointer, message, pointer === "" ? range.start.offset : 0]);
}

async function askAbout({ diagnostic: { fixes = [] } }: LocatedDiagnostic): Promise<Answer> {
  if (fixes.length === 0) return "leave";
  const answer = await select<Answer>({
    message: "What should be done?",
    options: [
      ...fixes.map((fix) => ({ value: fix, label: labelOf(fix), hint: hintOf(fix) })),
      { value: "leave" as const, label: "Leave it" },
      { value: "stop" as const, label: "Stop here" },
    ],
  });
  if (isCancel(answer)) return "stop";
  return typeof answer === "object" && answer.applicability === "placeholder" ? withText(answer) : answer;
}

/** What a placeholder stands for is written by whoever is asked. Undefined where it has no text to be written. */
function placeOfText({ patch }: Fix): number | undefined {
  const index = patch.findIndex((operation) => "value" in operation && operation.value === PLACEHOLDER);
  return index < 0 ? undefined : index;
}

const PLACEHOLDER = "TODO";

function labelOf(fix: Fix): string {
  const isText = fix.applicability === "placeholder" && placeOfText(fix) !== undefined;
  return isText ? "Write the text now" : visible(fix.title);
}

function hintOf({ applicability, decision }: Fix): string {
  if (decision === true) return `${applicability}; only you can decide`;
  return applicability === "placeholder" ? "the content is yours" : applicability;
}

/** The same fix with a text of the user's in place of the placeholder. */
async function withText(fix: Fix): Promise<Answer> {
  const index = placeOfText(fix);
  if (index === undefined) return fix;
  const answer = await askText({
    message: "Which text?",
    validate: (given) =>
      (given ?? "").trim() === "" ? "Write something, or press Escape to leave it." : undefined,
  });
  if (isCancel(answer)) return "leave";
  return {
    ...fix,
    patch: fix.patch.map((each, at) => (at === index ? { ...each, value: answer } : each)) as Fix["patch"],
  };
}

function write(
  file: InputFile,
  { source }: CheckedFile,
  located: LocatedDiagnostic,
  fix: Fix,
  terminal: Terminal,
): boolean {
  if (source === undefined || file.isStdin) return false;
  const { document, hasMark, address } = source;
  const edited = withFix(document, address?.base ?? [], located, fix);
  if ("refusal" in edited) {
    terminal.note(`This fix cannot be written: ${edited.refusal}. Apply it by hand.\n`);
    return false;
  }
  createWriter(false, terminal)(file, { text: document.text, hasMark }, edited);
  return true;
}
