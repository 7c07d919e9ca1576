import type { FixDraft } from "../findings/finding.ts";
import { characterCount } from "../text/characters.ts";
import { count, quote } from "../text/describe.ts";
import type { Check } from "./definition.ts";

export const enoughText: Check = {
  name: "enough-text",
  summary:
    "The text is there and long enough to tell a reader something; white space at its ends does not count.",
  params: {
    type: "object",
    properties: {
      min: { type: "integer", minimum: 1, maximum: 10_000, description: "fewest characters that will do" },
      required: { type: "boolean", description: "whether an absent text is reported too" },
    },
    required: ["min"],
    additionalProperties: false,
  },
  compile(rule) {
    const min = rule.params.min as number;
    const required = rule.params.required === true;
    return {
      kind: "value",
      seesAbsence: required,
      ok(value, _registry, pattern) {
        if (value === undefined) return !required;
        if (typeof value !== "string" || isSurelyLongEnough(value, min)) return true;
        return characterCount(rule.asSubmitted(pattern, value).trim()) >= min;
      },
      detail(value, path, _sink, pattern) {
        const text = typeof value === "string" ? rule.asSubmitted(pattern, value).trim() : "";
        const length = characterCount(text);
        const state =
          value === undefined ? "is absent" : length === 0 ? "is blank" : `has ${count(length, "character")}`;
        const fix: FixDraft = {
          title: "Write it here",
          applicability: "placeholder",
          edit:
            value === undefined
              ? { kind: "add", path, value: "TODO" }
              : { kind: "replace", path, to: () => (length === 0 ? "TODO" : `${text} TODO`) },
        };
        return {
          message: `${quote(String(path.at(-1)))} ${state}; ${count(min, "character")} or more help those who decide.`,
          expected: { minLength: min },
          actual: length,
          fixes: [fix],
        };
      },
    };
  },
};

/**
 * Most texts are far from the bound, and their ends show that nothing will be trimmed. Composing makes at most
 * four units one.
 */
function isSurelyLongEnough(text: string, min: number): boolean {
  if (text.length < 4 * min) return false;
  const [first, last] = [text.charCodeAt(0), text.charCodeAt(text.length - 1)];
  return first > 0x20 && first < 0x7f && last > 0x20 && last < 0x7f;
}
