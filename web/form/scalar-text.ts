/** What is typed into an input, as a value, and back. Nothing that is typed is dropped: what is not of the type stays text. */
import { show } from "../json/changes.ts";

const NUMBER = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** The number, if it says exactly what the text says; otherwise undefined. */
export function parseNumber(text: string): number | undefined {
  const typed = decimal(text.trim());
  if (typed === undefined) return undefined;
  const number = Number(text);
  return decimal(String(number)) === typed ? number : undefined;
}

/** Digits and exponent without notation, so that 1.10, 1.1 and 11e-1 are the same. */
function decimal(text: string): string | undefined {
  const [, sign = "", whole, fraction = "", exponent = "0"] = NUMBER.exec(text.replace("e+", "e")) ?? [];
  if (whole === undefined) return undefined;
  const digits = (whole + fraction).replace(/^0+/, "");
  const trimmed = digits.replace(/0+$/, "");
  if (trimmed === "") return "0";
  return `${sign}${trimmed}e${Number(exponent) - fraction.length + digits.length - trimmed.length}`;
}

export function parseScalar(type: string, raw: string, required: boolean): unknown {
  if (raw === "") return type === "string" && required ? "" : undefined;
  if (type === "integer" || type === "number") return parseNumber(raw) ?? raw;
  if (type === "object" || type === "array" || type === "json") {
    if (!/^\s*[[{]/.test(raw)) return raw;
    try {
      return JSON.parse(raw);
    } catch {
      // Not finished yet.
    }
  }
  return raw;
}

export function formatScalar(value: unknown, indent = 0): string {
  if (value === undefined) return "";
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value, null, indent);
  } catch {
    return show(value);
  }
}
