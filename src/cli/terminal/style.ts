/** Colours: red for errors, yellow for warnings, dim for context. Nothing else is coloured. */
import type { Severity } from "../../core/types.ts";

export interface Style {
  red(text: string): string;
  yellow(text: string): string;
  dim(text: string): string;
  bold(text: string): string;
}

/** `FORCE_COLOR` wins over `NO_COLOR` (no-color.org), as in Node itself; otherwise only terminals get colours. */
export function wantsColour(stream: { readonly isTTY?: boolean }, environment: NodeJS.ProcessEnv): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: term } = environment;
  if (force !== undefined && force !== "") return force !== "0" && force !== "false";
  if (no !== undefined && no !== "") return false;
  return stream.isTTY === true && term !== "dumb";
}

export function createStyle(hasColour: boolean): Style {
  const paint = (on: number, off: number) => (text: string) =>
    hasColour && text !== "" ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  return { red: paint(31, 39), yellow: paint(33, 39), dim: paint(2, 22), bold: paint(1, 22) };
}

export function paintOf(severity: Severity, style: Style): (text: string) => string {
  return severity === "error" ? style.red : severity === "warning" ? style.yellow : style.dim;
}
