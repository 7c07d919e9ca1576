/** Fixes as actions of the editor: one by one, and all safe ones at once. */
import { type CodeAction, CodeActionKind, type TextEdit } from "vscode-languageserver";
import type { Fix } from "../../core/types.ts";
import { namedFile } from "../files/find.ts";
import { bulkLevel, type LocatedDiagnostic } from "../reports/report.ts";
import { checkOpened } from "../validate/check-file.ts";
import { replacementBetween } from "../validate/fix.ts";
import { toDiagnostic, toRange } from "./convert.ts";
import type { Reading, Verdict } from "./reading.ts";

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
export function actionsAt(
  { diagnostics }: Verdict,
  { uri, version }: Pick<ActionData, "uri" | "version">,
  [start, end]: readonly [start: number, end: number],
  only: readonly string[] | undefined,
): CodeAction[] {
  const wants = (kind: string) =>
    only === undefined || only.some((each) => kind === each || kind.startsWith(`${each}.`));
  const found = wants(CodeActionKind.QuickFix) ? diagnostics : [];
  const fixes = found.flatMap((located): CodeAction[] => {
    const { diagnostic, range } = located;
    if (range.start.offset > end || start > range.end.offset) return [];
    return (diagnostic.fixes ?? []).map((fix, index) => ({
      // Only the author can take a decision, so it is never the one that an editor applies unasked.
      title: fix.decision === true ? `${fix.title} (your decision)` : fix.title,
      kind: CodeActionKind.QuickFix,
      diagnostics: [toDiagnostic(located, uri)],
      ...(index === 0 && bulkLevel(diagnostic) !== undefined && { isPreferred: true }),
      data: { uri, version, fix: nameOf(located, fix) } satisfies ActionData,
    }));
  });
  const isSafe = wants(FIX_ALL) && diagnostics.some(({ diagnostic }) => bulkLevel(diagnostic) === "safe");
  const all = {
    title: "Fix everything that is safe",
    kind: FIX_ALL,
    data: { uri, version } satisfies ActionData,
  };
  return isSafe ? [...fixes, all] : fixes;
}

/** Undefined: it cannot be written. */
export async function editsOf(
  { data }: CodeAction,
  reading: Reading,
  { diagnostics, replacementOf }: Verdict,
): Promise<TextEdit[] | undefined> {
  const { fix: name } = data as ActionData;
  const offered = diagnostics.flatMap((located) =>
    (located.diagnostic.fixes ?? []).map((fix) => ({ fix, located, name: nameOf(located, fix) })),
  );
  const chosen = offered.find((each) => each.name === name);
  const replacement =
    name === undefined ? await fixAll(reading) : chosen && replacementOf?.(chosen.fix, chosen.located);
  return replacement && [{ range: toRange(replacement.range), newText: replacement.text }];
}

async function fixAll({ document, parts, path }: Reading) {
  if (parts === undefined) return undefined;
  const opened = { file: namedFile(path), document, hasMark: false };
  const { edited } = await checkOpened(opened, parts, { level: "safe", isTrial: true });
  return edited && edited.text !== document.text ? replacementBetween(document, edited.text) : undefined;
}
