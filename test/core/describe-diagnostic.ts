/** What a diagnostic says, as lines of text for the files that tests compare with. */
import { type Diagnostic, sha256Hex } from "../../src/core/index.ts";

const MAX_SHOWN = 240;

export function describeDiagnostic(diagnostic: Diagnostic): string[] {
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

/**
 * Describes the diagnostics of one file: each by code, place, values and patches, and the words of each kind once. So a
 * change of wording is one line of the difference, and a change of what is found is not hidden among words.
 */
export function createDescriber(): (diagnostic: Diagnostic) => string[] {
  const said = new Set<string>();
  const words = (code: string, text: string): string[] => {
    const kind = `${code} ${kindOf(text)}`;
    if (said.has(kind)) return [];
    said.add(kind);
    return [text];
  };
  return ({ severity, code, pointer, message, expected, actual, fixes = [], related = [] }) => [
    `  ${severity} ${code} at ${JSON.stringify(pointer)}`,
    ...words(code, message).map((text) => `    ${text}`),
    ...(expected === undefined ? [] : [`    expected ${shorten(expected)}`]),
    ...(actual === undefined ? [] : [`    actual ${shorten(actual)}`]),
    ...related.map((place) =>
      [`    see ${JSON.stringify(place.pointer)}`, ...words(code, place.message)].join(": "),
    ),
    ...fixes.flatMap(({ applicability, decision, title, patch }) => [
      [`    ${applicability}${decision === true ? " (decision)" : ""}`, ...words(code, title)].join(": "),
      `      ${shorten(patch)}`,
    ]),
  ];
}

/** A text without the values that it quotes. */
function kindOf(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"/g, "…").replace(/\d[\d,.:-]*|U\+[0-9A-F]+/g, "0");
}

/** The rest of a long value is only compared. */
export function shorten(value: unknown): string {
  const text = JSON.stringify(value) ?? "undefined";
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}… ${sha256Hex(text).slice(0, 16)}`;
}
