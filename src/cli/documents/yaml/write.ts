/** Values as YAML text. */
import { stringify } from "yaml";

const OPTIONS = { version: "1.2", lineWidth: 0 } as const;

/** On one line, right inside flow collections too. */
export function flowText(value: unknown): string {
  return stringify([value], { ...OPTIONS, collectionStyle: "flow" })
    .trim()
    .replace(/^\[ ?/, "")
    .replace(/ ?\]$/, "");
}

/** In the quotes of the scalar that it replaces, if it is a text. */
export function scalarText(value: unknown, style: string | undefined): string {
  if (typeof value === "string") {
    if (style === "QUOTE_DOUBLE") return JSON.stringify(value);
    if (style === "QUOTE_SINGLE" && /^[\x20-\x7e\u00a0-\ud7ff]*$/.test(value))
      return `'${value.replaceAll("'", "''")}'`;
  }
  return flowText(value);
}

export function keyWritten(name: string): string {
  return flowText(name);
}

/** In block style, line by line. */
export function linesText(value: unknown): string[] {
  return stringify(value, OPTIONS).trimEnd().split("\n");
}
