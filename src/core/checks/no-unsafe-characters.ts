import { actualOf, quote } from "../describe.ts";
import { pointerOf } from "../pointer.ts";
import { CHARACTER_CLASSES, type CharacterClass, characterClassPattern, codePointName } from "../text.ts";
import { type Check, valueRule } from "./check.ts";

export const noUnsafeCharacters: Check = {
  name: "no-unsafe-characters",
  summary: "The text has no characters that cannot be seen or that turn the direction of reading.",
  phase: "text",
  params: {
    type: "object",
    properties: {
      classes: {
        type: "array",
        minItems: 1,
        items: { enum: CHARACTER_CLASSES },
        description: "which kinds are meant",
      },
    },
    required: ["classes"],
    additionalProperties: false,
  },
  compile(rule) {
    const unsafe = characterClassPattern(rule.params.classes as CharacterClass[]);
    const anyUnsafe = new RegExp(unsafe.source);
    const isClean = (text: string) => !anyUnsafe.test(text);
    const compiled = valueRule(rule, {
      ok: (value, _registry, pattern) =>
        typeof value !== "string" || isClean(value) || isClean(rule.asSubmitted(pattern, value)),
      detail(value, path, _sink, pattern) {
        const text = rule.asSubmitted(pattern, String(value));
        const kinds = [...new Set(text.match(unsafe) ?? [])].map(codePointName);
        return {
          message: `${quote(text)} holds characters that readers cannot see or that mislead them: ${kinds.slice(0, 8).join(", ")}. Remove them.`,
          actual: actualOf(text),
          fixes: [
            {
              title: "Remove them",
              applicability: "suggested",
              edit: {
                kind: "replace",
                path,
                to: (current) => (typeof current === "string" ? current.replace(unsafe, "") : undefined),
              },
            },
          ],
        };
      },
    });
    return {
      ...compiled,
      plainTextPasses: true,
      report(candidate, sink, severity) {
        compiled.report(candidate, sink, severity);
        if (severity !== "error") return;
        for (const pattern of rule.at) {
          pattern.each(candidate, (value, path) => {
            if (typeof value !== "string" || isClean(value)) return;
            const submitted = rule.asSubmitted(pattern.source, value);
            if (!isClean(submitted))
              sink.cleaned.set(
                pointerOf(path),
                rule.asSubmitted(pattern.source, submitted.replace(unsafe, "")),
              );
          });
        }
      },
    };
  },
};
