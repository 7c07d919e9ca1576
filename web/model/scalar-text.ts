/** What is typed into an input, as a value, and back. Nothing that is typed is dropped: what is not of the type stays text. */
import { saysExactly, writeJson } from "../../src/core/json/values.ts";
import { readJson } from "../../src/core/reader/read-json.ts";
import { show } from "../json/changes.ts";

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The number, if it says exactly what the text says; otherwise undefined. */
export function parseNumber(text: string): number | undefined {
  const typed = text.trim();
  const number = Number(typed);
  return NUMBER.test(typed) && saysExactly(number, typed) ? number : undefined;
}

export function parseScalar(type: string, raw: string, required: boolean): unknown {
  if (raw === "") return type === "string" && required ? "" : undefined;
  if (type === "integer" || type === "number") return parseNumber(raw) ?? raw;
  if (type === "object" || type === "array" || type === "json") {
    if (!/^\s*[[{]/.test(raw)) return raw;
    try {
      const read = readJson(raw);
      if (read.ok) return read.value;
    } catch {
      // The exact parser is not there yet. The check reads what is written as text.
    }
  }
  return raw;
}

export function formatScalar(value: unknown, indent = 0): string {
  if (value === undefined) return "";
  if (typeof value === "string") return value;
  try {
    return writeJson(value, indent);
  } catch {
    return show(value);
  }
}
