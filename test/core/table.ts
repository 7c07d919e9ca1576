/**
 * Tables of what small functions make of many inputs. Each table is a text file beside its test, so that a change of any
 * line is seen in review. After a change that is meant, run the test with `-u` and read the difference.
 */
import { expect } from "vitest";

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
