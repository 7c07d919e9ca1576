/** What stands in a text where reading ended, or what was read past, in words. */
import { quote } from "../unicode/describe.ts";
import { createPlaces, type Position } from "./lines.ts";
import { type Fault, parse, type Remark, type RemarkKind } from "./parse.ts";

/** What is deeper is not worth a description of what is wrong in it. */
export const MAX_OPEN_BRACKETS = 500;

/** Why a text is not JSON, as the rest of a sentence. */
export function describeFault(text: string): string {
  const { at, what } = findFault(text);
  return `at ${placeText(createPlaces(text)(at))} ${what()}`;
}

/** The first place at which a text is not JSON. `what`: what is wrong there, as a clause. */
export function findFault(text: string): { readonly at: number; what(): string } {
  const { remarks, fault, end } = parse(text, 0, MAX_OPEN_BRACKETS);
  const [remark] = remarks;
  if (remark !== undefined && remark.start < (fault?.at ?? Number.POSITIVE_INFINITY))
    return { at: remark.start, what: () => `there is ${remarkText(remark, text)}` };
  if (fault !== undefined) return { at: fault.at, what: () => faultText(fault, text) };
  const rest = text.slice(end).search(/\S/);
  return { at: end + rest, what: () => `there is ${foundAt(text, end + rest)} behind its end` };
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

/** Why reading ended, as a clause. */
export function faultText({ at, expected, inside }: Fault, text: string): string {
  if (at >= text.length) {
    const open = expected === "end-of-text" ? "text" : expected === "end-of-comment" ? "comment" : inside;
    return `it ends too early${open === undefined ? "" : `, inside ${article(open)}`}`;
  }
  if (expected === "fewer-brackets") return `more than ${MAX_OPEN_BRACKETS} brackets are open`;
  if (expected === "end-of-text") return "there is a control character inside a text";
  if (expected === "escape") return "there is a backslash that escapes nothing inside a text";
  const wanted =
    expected === "name"
      ? "a name in double quotes"
      : expected === "comma"
        ? `a comma or ${inside === "list" ? '"]"' : '"}"'}`
        : `a ${expected}`;
  return `there is ${foundAt(text, at)} where ${wanted} is expected`;
}

const article = (noun: string) => `${noun === "object" ? "an" : "a"} ${noun}`;

function foundAt(text: string, at: number): string {
  const [found] = /^(?:[\w$.+-]{1,40}|[\s\S])/u.exec(text.slice(at, at + 41))!;
  if (found === ",") return "a comma";
  if (/^-?0\d+$/.test(found)) return `the number ${found} with a zero in front`;
  if (found === '"') return "a text";
  if (/^[\u201c-\u201f\u2018-\u201b\u00ab\u00bb\u0060]$/.test(found)) return `the quotation mark ${found}`;
  return quote(found);
}
