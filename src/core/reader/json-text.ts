/** JSON that was sent as the text of a value. */
import { findInexact, hasInexactNumber, hasRepeats } from "../json/notes.ts";
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
  const value = valueIn(text);
  return value === undefined || hasInexactNumber(value)
    ? undefined
    : { value, hasRepeats: hasRepeats(value) };
}

/** The number for which a text is not read as JSON. */
export function numberInWay(text: string): string | undefined {
  return findInexact(valueIn(text));
}

function valueIn(text: string): unknown {
  const json = FENCED.exec(text)?.[1] ?? text;
  const read = /^\s*[{[]/.test(json) ? readJson(json) : undefined;
  return read?.ok ? read.value : undefined;
}
