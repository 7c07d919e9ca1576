/** What JSON with comments allows and JSON does not: found so that it can be reported with a fix. */
import { visit } from "jsonc-parser";
import type { FileFinding } from "../document.ts";
import type { Lines } from "../positions.ts";

export function findExtensions(text: string, lines: Lines, allowsComments: boolean): FileFinding[] {
  const findings: FileFinding[] = [];
  let comma: number | undefined;
  const entry = () => {
    comma = undefined;
  };
  const close = () => {
    if (comma !== undefined) findings.push(trailingComma(comma, lines));
    comma = undefined;
  };
  visit(
    text,
    {
      onComment(start, length) {
        if (!allowsComments) findings.push(comment(start, start + length, lines));
      },
      onSeparator(character, offset) {
        comma = character === "," ? offset : undefined;
      },
      onObjectBegin: entry,
      onArrayBegin: entry,
      onObjectProperty: entry,
      onLiteralValue: entry,
      onObjectEnd: close,
      onArrayEnd: close,
    },
    { allowTrailingComma: true },
  );
  return findings;
}

function comment(start: number, end: number, lines: Lines): FileFinding {
  return {
    code: "comment-in-json",
    severity: "warning",
    range: lines.range(start, end),
    message: "JSON has no comments; this file can be read here, but not sent as it is.",
    // It takes out something that the author wrote, so it is never applied in bulk.
    fixes: [
      { title: "Remove the comment", applicability: "removal", patch: [], edits: [{ start, end, text: "" }] },
    ],
  };
}

function trailingComma(at: number, lines: Lines): FileFinding {
  return {
    code: "trailing-comma",
    severity: "warning",
    range: lines.range(at, at + 1),
    message: "JSON has no comma after the last entry; this file can be read here, but not sent as it is.",
    fixes: [
      {
        title: "Remove the comma",
        applicability: "safe",
        patch: [],
        edits: [{ start: at, end: at + 1, text: "" }],
      },
    ],
  };
}
