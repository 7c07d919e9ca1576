/** Reads the parts of a page that a test can run: fenced blocks and tables with a role. */
import { readFileSync } from "node:fs";

export interface Block {
  kind: "block";
  language: string;
  /** The word after the language, such as `step` in "json step=2"; may be empty. */
  role: string;
  /** The text after the role's equals sign. */
  name: string;
  options: ReadonlyMap<string, string>;
  text: string;
  line: number;
  section: string;
}

export interface Table {
  kind: "table";
  /** From the comment before it: <!-- role -->; may be empty. */
  role: string;
  rows: string[][];
  line: number;
  section: string;
}

export interface Page {
  text: string;
  parts: (Block | Table)[];
  /** Headings of the second and third level, without the number signs. */
  sections: string[];
}

export function readPage(name: string): Page {
  return parsePage(readFileSync(new URL(`../../docs/${name}`, import.meta.url), "utf8"));
}

export function parsePage(text: string): Page {
  const lines = text.split("\n");
  const parts: Page["parts"] = [];
  const sections: string[] = [];
  let section = "";
  let comment = "";
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const start = at + 1;
    const fence = /^(`{3,})(.*)$/.exec(line);
    if (fence) {
      const end = lines.indexOf(fence[1]!, start);
      if (end < 0) throw new Error(`the block at line ${start} has no end`);
      parts.push({
        kind: "block",
        ...readInfo(fence[2]!),
        text: lines.slice(start, end).join("\n"),
        line: start,
        section,
      });
      at = end;
    } else if (line.startsWith("|")) {
      let end = at;
      while (lines[end]?.startsWith("|")) end++;
      // The heading and the line below it are not rows.
      parts.push({
        kind: "table",
        role: comment,
        rows: lines.slice(at + 2, end).map(readCells),
        line: start,
        section,
      });
      at = end - 1;
    } else if (/^#{2,3} /.test(line)) {
      section = line.replace(/^#+ /, "");
      sections.push(section);
    }
    if (line.trim() !== "") comment = /^<!-- (.*) -->$/.exec(line)?.[1] ?? "";
  }
  return { text, parts, sections };
}

function readInfo(info: string): Pick<Block, "language" | "role" | "name" | "options"> {
  const [language = "", ...words] = info.trim().split(/\s+/);
  const pairs = words.map((word) => {
    const [key = "", ...value] = word.split("=");
    return [key, value.join("=")] as [string, string];
  });
  const [role, name] = pairs[0] ?? ["", ""];
  return { language, role, name, options: new Map(pairs.slice(1)) };
}

function readCells(row: string): string[] {
  return row
    .slice(1, row.lastIndexOf("|"))
    .split("|")
    .map((cell) => cell.trim());
}

/** The texts of a cell that are in backticks. */
export function codeIn(cell: string): string[] {
  return [...cell.matchAll(/(`+) ?(.+?) ?\1/g)].map((match) => match[2]!);
}
