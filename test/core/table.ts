/**
 * Tables of what small functions make of many inputs. Each table is a text file beside its test, so that a change of any
 * line is seen in review. After a change that is meant, run the test with `-u` and read the difference.
 */
import { expect } from "vitest";
import { type Diagnostic, sha256Hex } from "../../src/core/index.ts";

const MAX_SHOWN = 240;

/** One line for each row: what is invisible is spelled out, or nobody could review it. */
export async function expectTable(url: string, file: string, rows: readonly (readonly unknown[])[]) {
  const text = rows.map((row) => row.map(show).join("  ")).join("\n");
  await expect(`${showInvisible(text)}\n`).toMatchFileSnapshot(new URL(file, url).pathname);
}

const show = (cell: unknown) => (typeof cell === "string" ? cell : (JSON.stringify(cell) ?? "undefined"));

export function showInvisible(text: string): string {
  return text.replace(/[^\P{C}\n]|\p{Default_Ignorable_Code_Point}|\p{M}|(?! )\p{Z}/gu, (character) =>
    Array.from(character, (unit) => `\\u{${unit.codePointAt(0)!.toString(16)}}`).join(""),
  );
}

/** Everything that a diagnostic says, in lines. */
export function showDiagnostic(diagnostic: Diagnostic): string[] {
  const { severity, code, pointer, message, expected, actual, fixes = [], related = [] } = diagnostic;
  return [
    `  ${severity} ${code} at ${JSON.stringify(pointer)}`,
    `    ${message}`,
    ...(expected === undefined ? [] : [`    expected ${shorten(expected)}`]),
    ...(actual === undefined ? [] : [`    actual ${shorten(actual)}`]),
    ...related.map((place) => `    see ${JSON.stringify(place.pointer)}: ${place.message}`),
    ...fixes.flatMap(({ applicability, decision, title, patch }) => [
      `    ${applicability}${decision === true ? " (decision)" : ""}: ${title}`,
      `      ${shorten(patch)}`,
    ]),
  ];
}

/** The rest of a long value is only compared. */
export function shorten(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}… ${sha256Hex(text).slice(0, 16)}`;
}
