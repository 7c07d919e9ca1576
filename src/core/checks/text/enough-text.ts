import { fix } from "../../findings/finding.ts";
import { characterCount } from "../../unicode/characters.ts";
import { count, quote } from "../../unicode/describe.ts";
import { trimEnds } from "../../unicode/unicode.ts";
import { defineValueCheck, notText } from "../definition.ts";
import { flag, integer, optional } from "../params.ts";

export const enoughText = defineValueCheck({
  name: "enough-text",
  summary:
    "The text is there and long enough to tell a reader something; white space at its ends does not count.",
  parts: {
    min: integer("the minimum number of characters", 1, 10_000),
    required: optional(flag("whether an absent text is reported too")),
  },
  unsuited: notText,
  seesAbsence: ({ required }) => required === true,
  onParamsChange(was, is) {
    const tightens = is.min > was.min || (is.required === true && was.required !== true);
    const loosens = is.min < was.min || (is.required !== true && was.required === true);
    return tightens && loosens ? "either" : tightens ? "tightens" : loosens ? "loosens" : "none";
  },
  compile({ params, asSubmitted }, at) {
    const { min, required = false } = params;
    return {
      ok(value) {
        if (value === undefined) return !required;
        if (typeof value !== "string" || isSurelyLongEnough(value, min)) return true;
        return characterCount(trimEnds(asSubmitted(at, value))) >= min;
      },
      detail(value, path, sink) {
        const placeholder = sink.placeholderAt(at);
        const text = typeof value === "string" ? trimEnds(asSubmitted(at, value)) : "";
        const length = characterCount(text);
        const state =
          value === undefined ? "is absent" : length === 0 ? "is blank" : `has ${count(length, "character")}`;
        return {
          message: `${quote(String(path.at(-1)))} ${state}; ${min === 1 ? "add a sentence" : `write at least ${count(min, "character")}`}, so that readers can decide.`,
          expected: { minLength: min },
          actual: length,
          ...(length === 0 &&
            placeholder !== undefined && {
              fixes: [
                fix(
                  "Write it here",
                  "placeholder",
                  value === undefined
                    ? { kind: "add", path, value: placeholder }
                    : { kind: "replace", path, to: placeholder },
                ),
              ],
            }),
        };
      },
    };
  },
});

/**
 * Most texts are far longer than the minimum, and their first and last characters show that nothing will be
 * trimmed. Composition joins at most four UTF-16 units into one.
 */
function isSurelyLongEnough(text: string, min: number): boolean {
  if (text.length < 4 * min) return false;
  const [first, last] = [text.charCodeAt(0), text.charCodeAt(text.length - 1)];
  return first > 0x20 && first < 0x7f && last > 0x20 && last < 0x7f;
}
