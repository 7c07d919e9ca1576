/** Compares what a page shows with what happens, and updates the page after an intended change. */
import { readFileSync, writeFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";

export interface Claim {
  title: string;
  /** The line of the fence or the row. */
  line: number;
  shown: unknown;
  actual: unknown;
  /** Where `actual` goes on an update; undefined if only a person can correct it. */
  place?: "block" | "cell";
}

/** With UPDATE_DOCS=1, writes the actual output to the page. */
export function updatePage(name: string, claims: readonly Claim[]): void {
  if (process.env.UPDATE_DOCS !== "1") return;
  const url = new URL(`../../docs/${name}`, import.meta.url);
  const lines = readFileSync(url, "utf8").split("\n");
  for (const claim of claims.toSorted((a, b) => b.line - a.line)) {
    if (!claim.place || isDeepStrictEqual(claim.shown, claim.actual)) continue;
    const text = typeof claim.actual === "string" ? claim.actual : layOut(claim.actual);
    const line = lines[claim.line - 1]!;
    if (claim.place === "cell") {
      const cells = line.split("|");
      cells[cells.length - 2] = ` ${text.replaceAll("<", "&lt;")} `;
      lines[claim.line - 1] = cells.join("|");
    } else {
      const end = lines.indexOf(/^`+/.exec(line)![0], claim.line);
      lines.splice(claim.line, end - claim.line, ...text.split("\n"));
    }
    claim.shown = claim.actual;
  }
  writeFileSync(url, lines.join("\n"));
}

const WIDTH = 112;

/** JSON as a person would write it: on one line if it fits, with invisible characters escaped. */
function layOut(value: unknown, indent = 0, room = WIDTH): string {
  const flat = onOneLine(value);
  if (flat.length + indent <= room || typeof value !== "object" || value === null) return flat;
  const inner = " ".repeat(indent + 2);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const items = Array.isArray(value)
    ? value.map((item) => layOut(item, indent + 2))
    : Object.entries(value).map(
        ([key, item]) => `"${key}": ${layOut(item, indent + 2, WIDTH - key.length - 5)}`,
      );
  return `${open}\n${items.map((item) => inner + item).join(",\n")}\n${" ".repeat(indent)}${close}`;
}

function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(", ")}]`;
  if (typeof value !== "object" || value === null) {
    return JSON.stringify(value).replace(
      /\p{Default_Ignorable_Code_Point}/gu,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
  }
  const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${onOneLine(item)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}
