/** Fixes as actions of the editor: one by one, and all safe ones at once. */
import { type CodeAction, CodeActionKind, type TextEdit, type WorkspaceEdit } from "vscode-languageserver";
import type { EditedDocument } from "../../../authoring/documents/edit/edit.ts";
import { namedFile } from "../../files/find.ts";
import { bulkLevel } from "../../reports/report.ts";
import { checkDocument } from "../../validate/check-file.ts";
import { replacementBetween } from "../../validate/fix.ts";
import { toDiagnostic, toRange } from "../convert.ts";
import type { Reading, Verdict } from "../reading.ts";

export const FIX_ALL = `${CodeActionKind.SourceFixAll}.preflight`;

interface ActionsAsked {
  readonly uri: string;
  /** Offsets of what is selected. */
  readonly start: number;
  readonly end: number;
  /** The kinds that the editor wants; undefined for all. */
  readonly only: readonly string[] | undefined;
  toEdit(edits: TextEdit[]): WorkspaceEdit;
}

export async function actionsAt(
  reading: Reading,
  verdict: Verdict,
  asked: ActionsAsked,
): Promise<CodeAction[]> {
  const wants = (kind: string) =>
    asked.only === undefined || asked.only.some((each) => kind === each || kind.startsWith(`${each}.`));
  return [
    ...(wants(CodeActionKind.QuickFix) ? quickFixes(verdict, asked) : []),
    ...(wants(FIX_ALL) ? await fixAll(reading, verdict, asked) : []),
  ];
}

function quickFixes(
  { diagnostics, replacementOf }: Verdict,
  { uri, start, end, toEdit }: ActionsAsked,
): CodeAction[] {
  return diagnostics.flatMap((located): CodeAction[] => {
    const { diagnostic, range } = located;
    if (range.start.offset > end || start > range.end.offset) return [];
    return (diagnostic.fixes ?? []).flatMap((fix, index): CodeAction[] => {
      const replacement = replacementOf?.(fix, located);
      if (replacement === undefined) return [];
      return [
        {
          // Only the author can take a decision, so it is never the one that an editor applies unasked.
          title: fix.decision === true ? `${fix.title} (your decision)` : fix.title,
          kind: CodeActionKind.QuickFix,
          diagnostics: [toDiagnostic(located, uri)],
          ...(index === 0 && bulkLevel(diagnostic) !== undefined && { isPreferred: true }),
          edit: toEdit([{ range: toRange(replacement.range), newText: replacement.text }]),
        },
      ];
    });
  });
}

async function fixAll(
  reading: Reading,
  { diagnostics }: Verdict,
  { toEdit }: ActionsAsked,
): Promise<CodeAction[]> {
  const { document, parts, path } = reading;
  if (parts === undefined || !diagnostics.some(({ diagnostic }) => bulkLevel(diagnostic) === "safe"))
    return [];
  let fixed = document.text;
  const write = (_: unknown, __: unknown, after: EditedDocument) => {
    fixed = after.text;
  };
  const fixing = { level: "safe", isTrial: true, write } as const;
  await checkDocument(namedFile(path), { text: fixed, hasMark: false }, document, parts, fixing);
  if (fixed === document.text) return [];
  const { range, text } = replacementBetween(document.text, fixed);
  const edit = toEdit([{ range: toRange(range), newText: text }]);
  return [{ title: "Fix everything that is safe", kind: FIX_ALL, edit }];
}
