/** What services in front of language models do: jsonrepair for text that should be JSON, then Ajv with `coerceTypes`. */
import { jsonrepair } from "jsonrepair";
import { createProgram as createAjv } from "./ajv.mjs";

export function createProgram(domains) {
  const coerce = createAjv(domains);
  return (domain, draft) => coerce(domain, typeof draft === "string" ? parsed(draft) : draft);
}

function parsed(text) {
  try {
    return JSON.parse(jsonrepair(text));
  } catch {
    return text;
  }
}
