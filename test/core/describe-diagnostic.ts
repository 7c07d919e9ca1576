/** Everything that a diagnostic says, as lines of text for the files that tests compare with. */
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

/** The rest of a long value is only compared. */
export function shorten(value: unknown): string {
  const text = JSON.stringify(value) ?? "undefined";
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}… ${sha256Hex(text).slice(0, 16)}`;
}
