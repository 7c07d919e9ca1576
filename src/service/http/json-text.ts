/** Reads bodies as JSON, and says where one is not. */
import { readJson, type Sent } from "../../core/reader/read-json.ts";
import { type Problem, problem } from "../operations/problems.ts";

type ParsedBody =
  | { readonly ok: true; readonly value: Sent }
  | { readonly ok: false; readonly problem: Problem };

const EMPTY_BODY = malformed("The body is empty; send a JSON object.");
const NOT_UTF8 = malformed("The body is not UTF-8 text; send JSON encoded in UTF-8.");

/** RFC 8259: UTF-8 only. `text`: undefined if it is not. A byte order mark is not part of it, as section 8.1 allows. */
export function parseBody(text: string | undefined): ParsedBody {
  if (text === undefined) return NOT_UTF8;
  if (text === "") return EMPTY_BODY;
  const read = readJson(text);
  return read.ok ? read : malformed(`The body is not JSON: ${read.fault}.`);
}

function malformed(detail: string): ParsedBody & { readonly ok: false } {
  return { ok: false, problem: problem("malformed-json", detail) };
}
