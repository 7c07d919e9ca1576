/** Goes through the fixes of each file, one by one, and writes those that the user chooses. */
import { text as askText, isCancel, select } from "@clack/prompts";
import type { Fix } from "../../core/types.ts";
import { createPrettyReporter } from "../reports/pretty.ts";
import type { LocatedDiagnostic } from "../reports/report.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { visible } from "../terminal/text.ts";
import { checkFile } from "./check-file.ts";
import { withFix } from "./fix.ts";
import { reported } from "./pool.ts";
import type { Run } from "./prepare.ts";
import { createWriter } from "./write-fixed.ts";

type Answer = Fix | "leave" | "stop";

/** What is left is for the report of the run. */
export async function fixInteractively(run: Run, terminal: Terminal): Promise<void> {
  const { files, partsOf, explain } = run;
  const show = createPrettyReporter({ terminal, command: "", explain }).file;
  const write = createWriter(false, terminal);
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
      if (answer === "leave" || checked.source === undefined || file.isStdin) continue;
      const { document, hasMark, address } = checked.source;
      const edited = withFix(document, address?.base ?? [], next, answer);
      if ("refusal" in edited) {
        terminal.note(`This fix cannot be written: ${edited.refusal}. Apply it by hand.\n`);
        continue;
      }
      write(file, { text: document.text, hasMark }, edited);
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
      ...fixes.map((fix) => {
        const label = isText(fix) ? "Write the text now" : visible(fix.title);
        return { value: fix, label, hint: hintOf(fix) };
      }),
      { value: "leave" as const, label: "Leave it" },
      { value: "stop" as const, label: "Stop here" },
    ],
  });
  if (isCancel(answer)) return "stop";
  return typeof answer === "object" && isText(answer) ? withText(answer) : answer;
}

type Operation = Fix["patch"][number];

/** What a placeholder stands for is written by whoever is asked. */
const isPlaceholder = (operation: Operation) => "value" in operation && operation.value === "TODO";
const isText = ({ applicability, patch }: Fix) =>
  applicability === "placeholder" && patch.some(isPlaceholder);

function hintOf({ applicability, decision }: Fix): string {
  if (decision === true) return `${applicability}; only you can decide`;
  return applicability === "placeholder" ? "the content is yours" : applicability;
}

/** The same fix with a text of the user's in place of the placeholder. */
async function withText(fix: Fix): Promise<Answer> {
  const value = await askText({
    message: "Which text?",
    validate: (given) =>
      (given ?? "").trim() === "" ? "Write something, or press Escape to leave it." : undefined,
  });
  if (isCancel(value)) return "leave";
  const first = fix.patch.findIndex(isPlaceholder);
  const patch = fix.patch.map((each, index) => (index === first ? ({ ...each, value } as Operation) : each));
  return { ...fix, patch };
}
