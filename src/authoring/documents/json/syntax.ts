/** Why a text is not JSON, in plain words. */
import { type ParseError, printParseErrorCode } from "jsonc-parser";

const REASONS: Readonly<Record<string, string>> = {
  InvalidNumberFormat: "This is not a number as JSON writes it.",
  PropertyNameExpected: 'A member name in double quotes is expected here, as in "name": … .',
  ValueExpected: "A value is expected here.",
  ColonExpected: "A colon is expected here, between the name of a member and its value.",
  CommaExpected: "A comma is expected here, after the entry before.",
  CloseBraceExpected: "The object is not closed; a } is missing.",
  CloseBracketExpected: "The list is not closed; a ] is missing.",
  EndOfFileExpected: "The document has ended already; nothing may follow it.",
  InvalidCommentToken: "This is not a comment.",
  UnexpectedEndOfComment: "The comment is not closed; a */ is missing.",
  UnexpectedEndOfString: "The text is not closed; a double quote is missing on this line.",
  UnexpectedEndOfNumber: "The number is not complete.",
  InvalidUnicode: "After \\u, four hexadecimal digits are expected.",
  InvalidEscapeCharacter: 'There is no such escape; a backslash is written as "\\\\".',
  InvalidCharacter:
    "A text may not contain this control character; write it as an escape such as \\n or \\t.",
};

export function syntaxMessage(text: string, error: ParseError | undefined): string {
  const symbol = error === undefined ? "" : text.slice(error.offset, error.offset + error.length);
  // It is read as two numbers, 0 and the rest.
  if (/^\d/.test(symbol) && /[^\w.]0$/.test(` ${text.slice(0, error!.offset).slice(-2)}`))
    return "This is not JSON. A number has no zero in front; leave it out, or write a text in double quotes if it matters.";
  const reason = error && REASONS[printParseErrorCode(error.error)];
  if (reason !== undefined) return `This is not JSON. ${reason}`;
  if (symbol.startsWith("'")) return "This is not JSON. Texts are written in double quotes.";
  return "This is not JSON. Only texts in double quotes, numbers, true, false, null, objects and lists are values.";
}
