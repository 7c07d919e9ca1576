/** JSON that was sent as the text of a value. */
import { hasInexactNumber, hasRepeats } from "../json/notes.ts";
import { readJson } from "./read-json.ts";

/** How people and models mark code in prose. */
const FENCED = /^\s*```[A-Za-z]*[^\S\n]*\n([\s\S]*?)\n?[^\S\n]*```\s*$/;

export interface JsonText {
  value: unknown;
  /** Whether an object in it says a name twice, so that one of the two values is lost. */
  hasRepeats: boolean;
}

/** The list or object that a text says; undefined if it says none, or not exactly. */
export function readJsonText(text: string): JsonText | undefined {
  const json = FENCED.exec(text)?.[1] ?? text;
  if (!/^\s*[{[]/.test(json)) return undefined;
  const read = readJson(json);
  if (!read.ok || hasInexactNumber(read.value)) return undefined;
  return { value: read.value, hasRepeats: hasRepeats(read.value) };
}
