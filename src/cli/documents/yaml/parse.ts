import { type Document, parseDocument } from "yaml";

const OPTIONS = {
  version: "1.2",
  merge: true,
  // Repeated members are reported with both places.
  uniqueKeys: false,
  // Dates, sets and binary data are not JSON.
  resolveKnownTags: false,
  prettyErrors: false,
} as const;

export function parseYaml(text: string): Document.Parsed {
  return parseDocument(text, OPTIONS);
}

/** With the tokens that each node was made from, which tell where names, dashes and colons stand. */
export function parseYamlWithTokens(text: string): Document.Parsed {
  return parseDocument(text, { ...OPTIONS, keepSourceTokens: true });
}
