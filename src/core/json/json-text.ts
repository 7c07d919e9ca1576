/** JSON that was sent as text. */

/** Numbers with more digits than a double can hold. Such text is not read, since digits would be lost. */
const LOSES_DIGITS = /[[:,\s-]\d[\d.]{15,}/;
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
  if (!/^\s*[{[]/.test(json) || LOSES_DIGITS.test(json)) return undefined;
  try {
    return { value: JSON.parse(json), hasRepeats: hasRepeatedNames(json) };
  } catch {
    return undefined;
  }
}

/** `json` is well-formed. */
function hasRepeatedNames(json: string): boolean {
  const open: Set<string>[] = [];
  const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;
  let text = "";
  for (const [token] of json.matchAll(tokens)) {
    if (token === "{" || token === "[") open.push(new Set());
    else if (token === "}" || token === "]") open.pop();
    else if (token === ":") {
      const names = open.at(-1)!;
      const name = JSON.parse(text) as string;
      if (names.has(name)) return true;
      names.add(name);
    } else text = token;
  }
  return false;
}
