/** What stands in a text where reading ended, or what was read past, in words. */
import { quote } from "../unicode/describe.ts";
import { createPlaces, type Position } from "./lines.ts";
import { type Fault, parse, type Remark, type RemarkKind } from "./parse.ts";

/** Why a text is not JSON, as the rest of a sentence. */
export function describeFault(text: string): string {
  const { remarks, fault, end } = parse(text);
  const [remark] = remarks;
  if (remark !== undefined && remark.start < (fault?.at ?? Number.POSITIVE_INFINITY))
    return `at ${placeText(createPlaces(text)(remark.start))} there is ${remarkText(remark, text)}`;
  if (fault !== undefined) return faultText(fault, text);
  const rest = end + text.slice(end).search(/\S/);
  return `at ${placeText(createPlaces(text)(rest))} there is ${foundAt(text, rest)} behind its end`;
}

export function placeText({ line, column }: Pick<Position, "line" | "column">): string {
  return `line ${line}, column ${column}`;
}

/** What JSON does not have. */
export function remarkText({ kind, start, end }: Remark, text: string): string {
  return REMARKS[kind](text.slice(start, end));
}

const REMARKS: Readonly<Record<RemarkKind, (written: string) => string>> = {
  comment: () => "a comment",
  "trailing-comma": () => "a comma too many, behind the last entry",
  "single-quotes": () => "a text in single quotes instead of double ones",
  "bare-name": (name) => `the name ${quote(name)} without its quotes`,
  "line-break": () => "a line break or tab inside a text instead of \\n or \\t",
  "python-word": (word) => `${word} instead of ${word === "None" ? "null" : word.toLowerCase()}`,
};

/** Where and why reading ended, as the rest of a sentence. */
export function faultText({ at, expected, inside }: Fault, text: string): string {
  const place = placeText(createPlaces(text)(at));
  if (at >= text.length) {
    const open = expected === "end-of-text" ? "text" : expected === "end-of-comment" ? "comment" : inside;
    return `it ends too early, at ${place}${open === undefined ? "" : `, inside ${article(open)}`}`;
  }
  if (expected === "end-of-text") return `at ${place} there is a control character inside a text`;
  if (expected === "escape") return `at ${place} there is a backslash that escapes nothing inside a text`;
  const wanted =
    expected === "name"
      ? "a name in double quotes"
      : expected === "comma"
        ? `a comma or ${inside === "list" ? '"]"' : '"}"'}`
        : `a ${expected}`;
  return `at ${place} there is ${foundAt(text, at)} where ${wanted} is expected`;
}

const article = (noun: string) => `${noun === "object" ? "an" : "a"} ${noun}`;

function foundAt(text: string, at: number): string {
  const [found] = /^(?:[\w$.+-]{1,40}|[\s\S])/u.exec(text.slice(at, at + 41))!;
  if (found === ",") return "a comma";
  if (found === '"') return "a text";
  if (/^[\u201c-\u201f\u2018-\u201b\u00ab\u00bb\u0060]$/.test(found)) return `the quotation mark ${found}`;
  return quote(found);
}
