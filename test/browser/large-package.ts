/** A package as large as one may be: 1 MB, more than 200 members and a list of 10,000 words. */
import type { SpecPackageDocument } from "../../src/core/spec-package/document.ts";

const MEMBERS = 200;
const WORDS = 10_000;
const TOPICS = Array.from({ length: 30 }, (_, index) => `topic-${index}`);
const DESCRIPTION = "What this member says, at length. ".repeat(115);

export function largePackage(format: string): SpecPackageDocument {
  const names = Array.from({ length: MEMBERS }, (_, index) => `member${index}`);
  return {
    format,
    targetProduct: "large",
    domainId: "package",
    version: "1.0.0",
    title: "Large package",
    lists: { words: { values: Array.from({ length: WORDS }, (_, index) => `word-${index}`) } },
    schema: {
      type: "object",
      properties: {
        word: { type: "string", maxLength: 20 },
        topics: { type: "array", uniqueItems: true, items: { enum: TOPICS } },
        ...Object.fromEntries(
          names.map((name) => [name, { type: "string", maxLength: 80, description: DESCRIPTION }]),
        ),
      },
      required: ["word"],
      additionalProperties: false,
    },
    rules: [
      { code: "word-unknown", check: "in-list", at: ["/word"], severity: "error", params: { list: "words" } },
    ],
    docs: { "word-unknown": { summary: "The word is not in the list.", fix: "Use one of the list." } },
    examples: {
      valid: [{ title: "A word", candidate: { word: "word-1" } }],
      invalid: [
        {
          title: "No word",
          candidate: { word: "none" },
          expect: [{ code: "word-unknown", pointer: "/word" }],
        },
      ],
    },
  };
}
