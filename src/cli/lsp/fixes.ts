/** Fixes as actions of the editor: one by one, and all safe ones at once. */
import { type CodeAction, CodeActionKind, type TextEdit } from "vscode-languageserver";
import type { Fix } from "../../core/types.ts";
import { namedFile } from "../files/find.ts";
import { bulkLevel, type LocatedDiagnostic } from "../reports/report.ts";
import { checkDocument } from "../validate/check-file.ts";
import { replacementBetween } from "../validate/fix.ts";
import { toDiagnostic, toRange } from "./convert.ts";
import { diagnosticsAt, type Judged, type Reading } from "./reading.ts";

export const FIX_ALL = `${CodeActionKind.SourceFixAll}.preflight`;

/** What an action stands for until somebody chooses it: a fix of a diagnostic, or all that are safe. */
export interface ActionData {
  readonly uri: string;
  readonly version: number;
  readonly fix?: string;
}

/** The rules may change while an action waits to be chosen, and then the same text has other fixes. */
function nameOf({ diagnostic: { code }, range: { start } }: LocatedDiagnostic, { title }: Fix): string {
  return `${start.line}:${start.column} ${code} ${title}`;
}

/**
 * Without their edits, which take longer than everything else. `start`, `end`: offsets of what is selected. `only`: the
 * kinds that the editor wants; undefined for all.
 */
export function actionsAt(judged: Judged, start: number, end: number, only?: string[]): CodeAction[] {
  const { uri, version, verdict } = judged;
  const wants = (kind: string) =>
    only === undefined || only.some((each) => kind === each || kind.startsWith(`${each}.`));
  const found = wants(CodeActionKind.QuickFix) ? diagnosticsAt(judged, start, end) : [];
  const fixes = found.flatMap((located) =>
    (located.diagnostic.fixes ?? []).map(
      (fix, index): CodeAction => ({
        // Only the author can take a decision, so it is never the one that an editor applies unasked.
        title: fix.decision === true ? `${fix.title} (your decision)` : fix.title,
        kind: CodeActionKind.QuickFix,
        diagnostics: [toDiagnostic(located, uri)],
        ...(index === 0 && bulkLevel(located.diagnostic) !== undefined && { isPreferred: true }),
        data: { uri, version, fix: nameOf(located, fix) } satisfies ActionData,
      }),
    ),
  );
  const isSafe = verdict.diagnostics.some(({ diagnostic }) => bulkLevel(diagnostic) === "safe");
  if (!isSafe || !wants(FIX_ALL)) return fixes;
  const data = { uri, version } satisfies ActionData;
  return [...fixes, { title: "Fix everything that is safe", kind: FIX_ALL, data }];
}

/** Undefined: it cannot be written. */
export async function editsOf({ data }: CodeAction, judged: Judged): Promise<TextEdit[] | undefined> {
  const { version, fix: name } = data as ActionData;
  // What was offered for another text is not written into this one.
  if (version !== judged.version) return undefined;
  const replacement = name === undefined ? await fixAll(judged) : fixNamed(name, judged);
  return replacement && [{ range: toRange(replacement.range), newText: replacement.text }];
}

function fixNamed(name: string, { verdict: { diagnostics, replacementOf } }: Judged) {
  for (const located of diagnostics)
    for (const fix of located.diagnostic.fixes ?? [])
      if (nameOf(located, fix) === name) return replacementOf?.(fix, located);
  return undefined;
}

async function fixAll({ document, parts, path }: Reading) {
  if (parts === undefined) return undefined;
  const { edited } = await checkDocument(namedFile(path), document, parts, { level: "safe", isTrial: true });
  return edited && edited.text !== document.text ? replacementBetween(document, edited.text) : undefined;
}
