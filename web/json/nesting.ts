/** How deeply JSON is nested. Thousands of levels cannot be shown in a form, and their indentation alone fills the memory. */

import { writeJson as writeWithNotes } from "../../src/core/json/values.ts";

export const MAX_SHOWN_DEPTH = 64;

export function nestingOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (inString) {
      if (unit === 0x5c) at++;
      else if (unit === 0x22) inString = false;
    } else if (unit === 0x22) inString = true;
    else if (unit === 0x7b || unit === 0x5b) deepest = Math.max(deepest, ++depth);
    else if (unit === 0x7d || unit === 0x5d) depth--;
  }
  return deepest;
}

/** With indentation if the text stays readable. Undefined if the value is nested too deeply to be written at all. */
export function writeJson(value: unknown, depth: number): string | undefined {
  try {
    return writeWithNotes(value, depth > MAX_SHOWN_DEPTH ? 0 : 2);
  } catch {
    return undefined;
  }
}
