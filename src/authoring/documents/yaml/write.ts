/** Scalars as YAML text. */
import { Document, Scalar, stringify } from "yaml";
import { keptDigits } from "../number-texts.ts";

/** Texts that readers of YAML 1.1 would take for something else, such as `no` and dates, are quoted. */
const OPTIONS = { version: "1.2", compat: "yaml-1.1", lineWidth: 0 } as const;

/** On one line, right inside brackets too. */
export function flowText(value: unknown): string {
  return stringify([value], { ...OPTIONS, collectionStyle: "flow" })
    .trim()
    .replace(/^\[ ?/, "")
    .replace(/ ?\]$/, "");
}

/** In the quotes of the name that it replaces. */
export function nameText(name: string, was: string | undefined): string {
  const style = was?.startsWith('"') ? "QUOTE_DOUBLE" : was?.startsWith("'") ? "QUOTE_SINGLE" : undefined;
  return scalarText(name, undefined, style, true);
}

/** In the quotes of the scalar that it replaces, if it is a text. */
export function scalarText(
  value: unknown,
  was: unknown,
  style: string | undefined,
  isInFlow: boolean,
): string {
  if (typeof value === "string") {
    if (style === "QUOTE_DOUBLE" || value.includes("\n")) return JSON.stringify(value);
    if (style === "QUOTE_SINGLE" && /^[\x20-\x7e\u00a0-\ud7ff]*$/.test(value))
      return `'${value.replaceAll("'", "''")}'`;
    // Brackets and commas need quotes only inside brackets.
    if (!isInFlow) return stringify(value, OPTIONS).trimEnd();
  }
  return keptDigits(value, was) ?? flowText(value);
}

/** With `|` or `>`, as the text that it replaces. */
export function blockScalarText(value: string, style: string, indent: string): string {
  const scalar = new Scalar(value);
  scalar.type = style as Scalar.Type;
  const text = new Document({ key: scalar }).toString({ lineWidth: 80 });
  return text
    .replace(/^key: /, "")
    .trimEnd()
    .replaceAll(/\n {2}/g, `\n${indent}`);
}
