/** The codes of findings about files, for `preflight explain`. */
import type { CodeEntry } from "../../core/spec-package/codes.ts";

export const FILE_CODES = [
  {
    code: "syntax-error",
    severity: "error",
    summary: "The file is not JSON or YAML, so its content cannot be checked.",
    fix: "Correct the text at the place that is shown.",
    failing: '{ "name": "tier" "type": "string" }',
    passing: '{ "name": "tier", "type": "string" }',
  },
  {
    code: "identity-repeated",
    severity: "error",
    summary: "Two files or records say that they are the same registered entry.",
    fix: "Give one of them another identifier or name, or remove one.",
    failing: 'one.json: { "chainId": 5 }, two.json: { "chainId": 5 }',
    passing: 'one.json: { "chainId": 5 }, two.json: { "chainId": 6 }',
  },
  {
    code: "findings-omitted",
    severity: "error",
    summary: "More is wrong with a file or record than is listed.",
    fix: "Correct what is listed, and check again.",
    failing: "101 records with a wrong value",
    passing: "100 records with a wrong value",
  },
  {
    code: "comment-in-json",
    severity: "warning",
    summary:
      "A JSON file has a comment. The command reads it, but a service would not accept the file as it is.",
    fix: "Remove the comment, name the file .jsonc, or write YAML.",
    failing: '{ "name": "tier" } // of the card',
    passing: '{ "name": "tier" }',
  },
  {
    code: "trailing-comma",
    severity: "warning",
    summary:
      "A JSON file has a comma after the last entry. The command reads it, but a service would not accept the file as it is.",
    fix: "Remove the comma; --fix does.",
    failing: '["fast", "realistic",]',
    passing: '["fast", "realistic"]',
  },
] as const satisfies readonly (CodeEntry & { readonly failing: string; readonly passing: string })[];
