/** Says what is wrong with a text that is no regular expression, in the words of our other refusals. */
import type { RegExpSyntaxError } from "@eslint-community/regexpp";

const LONE_BRACE = 'has a lone "{"; write "\\{"';

/** The parser's reasons. It has only its words for them; one that is missing here is quoted as it is. */
const SENTENCES: Readonly<Record<string, string>> = {
  "Unmatched ')'": 'has a ")" without a "("',
  "Unterminated group": 'has a "(" without a ")"',
  "Unterminated character class": 'has a "[" without a "]"',
  "Range out of order in character class": "has a range in a class whose ends are the wrong way round",
  "Invalid character class": "has a range in a class that starts or ends with another class",
  "numbers out of order in {} quantifier": "has a repetition whose bounds are the wrong way round",
  "Incomplete quantifier": LONE_BRACE,
  "Duplicate capture group name": "has two groups of the same name",
  "Invalid capture group name": "has a group whose name is not one of ECMAScript",
  "Invalid named capture referenced": "refers to a group by a name that no group has",
  "Invalid named reference": "has the escape \\k without the name of a group",
  "Invalid property name": "names a property of characters that ECMAScript does not have",
};

export function explainSyntax(source: string, { message, index }: RegExpSyntaxError): string {
  // The message repeats the whole pattern first.
  const reason = message.slice(message.lastIndexOf(": ") + 2);
  switch (reason) {
    case "Invalid escape":
    case "Invalid unicode escape": {
      const form = /\\(?:[1-9]\d*|u\{\w*\}?|.)?/suy;
      form.lastIndex = source.lastIndexOf("\\", index - 1);
      const text = form.exec(source)?.[0] ?? "\\";
      if (text === "\\") return 'ends with a "\\"';
      if (/[1-9]/.test(text[1]!)) return `refers to group ${text.slice(1)}, which does not exist`;
      return `has the escape ${text}, which ECMAScript does not have`;
    }
    case "Invalid group":
      return /^\?[a-z]*\)/.test(source.slice(index))
        ? 'changes flags, as in (?i); write both cases, as in [aA], or use a rule with the check "matches" and "case": "ignore"'
        : `has a group that does not exist in ECMAScript: (${source.slice(index, index + 3)}`;
    case "Nothing to repeat": {
      const sign = source[index - 1]!;
      return "*+?".includes(sign) ? `has a "${sign}" with nothing to repeat` : LONE_BRACE;
    }
    case "Lone quantifier brackets":
      return /[\]}]/.test(source.charAt(index))
        ? `has a lone "${source[index]}"; write "\\${source[index]}"`
        : LONE_BRACE;
    default:
      return SENTENCES[reason] ?? `is not a regular expression of ECMAScript (${reason})`;
  }
}
