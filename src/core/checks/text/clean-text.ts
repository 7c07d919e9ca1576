/** The checks of what does not show in a text: they clean it, and everything else judges the rest. */
import { fix } from "../../findings/finding.ts";
import { CHARACTER_CLASSES, codePointName, findUnsafe } from "../../unicode/characters.ts";
import { actualOf, quote } from "../../unicode/describe.ts";
import { trimEnds } from "../../unicode/unicode.ts";
import { defineValueCheck, notText, rewriteFixes } from "../definition.ts";
import { choice, optional, placePattern, several } from "../params.ts";

export const noUnsafeCharacters = defineValueCheck({
  name: "no-unsafe-characters",
  summary: "The text has no characters that are invisible or that change the direction of reading.",
  cleansText: true,
  parts: {
    classes: several(choice(CHARACTER_CLASSES), undefined, "which classes of characters are unsafe"),
    sequencesAt: optional(
      several(
        placePattern,
        undefined,
        "places of the rule where joiners, selectors and tags are fine in words and emoji that need them",
      ),
    ),
  },
  unsuited: notText,
  compile({ params, asSubmitted, isProse }, at) {
    const { classes, sequencesAt = [] } = params;
    const sequences = sequencesAt.includes(at);
    // Both passes, the message and the fix ask about the same text.
    let last: { text: string; found: ReturnType<typeof findUnsafe> } | undefined;
    function find(text: string) {
      if (last?.text !== text) last = { text, found: findUnsafe(text, classes, sequences) };
      return last.found;
    }
    /** Without the characters, and without white space that is now at the start or end. */
    function cleaned(text: string): string {
      const rest = find(text)?.rest ?? text;
      return trimEnds(text) === text ? trimEnds(rest) : rest;
    }
    return {
      acceptsPlainLines: true,
      ok: (value) => typeof value !== "string" || find(asSubmitted(at, value)) === undefined,
      clean: (text) => asSubmitted(at, cleaned(asSubmitted(at, text))),
      detail(value, path, sink) {
        const text = asSubmitted(at, String(value));
        const kinds = (find(text)?.kinds ?? []).map(codePointName);
        const rest = cleaned(text);
        // Another character inside an identifier makes another identifier.
        const certainty = isProse(at) || text.includes(rest) ? "clear" : "open";
        return {
          message: `${quote(text)} contains characters that are invisible or misleading: ${kinds.slice(0, 8).join(", ")}. Remove them.`,
          actual: actualOf(text),
          fixes:
            rest === ""
              ? rewriteFixes(at, path, sink)
              : [fix("Remove them", ["notation", certainty], { kind: "replace", path, to: rest })],
        };
      },
    };
  },
});

export const noEdgeWhitespace = defineValueCheck({
  name: "no-edge-whitespace",
  summary: "The text neither starts nor ends with white space.",
  cleansText: true,
  unsuited: notText,
  parts: {},
  compile(_rule, at) {
    return {
      acceptsPlainLines: true,
      ok: (value) => typeof value !== "string" || trimEnds(value) === value,
      clean: (text) => trimEnds(text),
      detail(value, path, sink) {
        const trimmed = trimEnds(String(value));
        return trimmed === ""
          ? {
              message: `${quote(String(value))} is only white space; write the text.`,
              actual: actualOf(value),
              fixes: rewriteFixes(at, path, sink),
            }
          : {
              message: `${quote(String(value))} has white space at the start or end; write ${quote(trimmed)}.`,
              expected: actualOf(trimmed),
              actual: actualOf(value),
              fixes: [fix("Trim it", ["notation", "same"], { kind: "replace", path, to: trimmed })],
            };
      },
    };
  },
});
