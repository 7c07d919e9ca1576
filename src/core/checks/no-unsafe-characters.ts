import type { FixDraft } from "../findings/finding.ts";
import {
  CHARACTER_CLASSES,
  type CharacterClass,
  characterClassPattern,
  codePointName,
} from "../text/characters.ts";
import { actualOf, quote } from "../text/describe.ts";
import { type Check, writeAnew } from "./definition.ts";

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
    function without(text: unknown): string | undefined {
      if (typeof text !== "string") return undefined;
      const left = text.replace(unsafe, "");
      // White space that comes to stand at an end goes along.
      return text.trim() === text ? left.trim() : left;
    }
    return {
      kind: "value",
      plainTextPasses: true,
      ok: (value, _registry, pattern) =>
        typeof value !== "string" || isClean(value) || isClean(rule.asSubmitted(pattern, value)),
      clean: (text, pattern) =>
        rule.asSubmitted(pattern, rule.asSubmitted(pattern, text).replace(unsafe, "")),
      detail(value, path, _sink, pattern) {
        const text = rule.asSubmitted(pattern, String(value));
        const kinds = [...new Set(text.match(unsafe) ?? [])].map(codePointName);
        const remove: FixDraft = {
          title: "Remove them",
          applicability: "suggested",
          edit: { kind: "replace", path, to: without },
        };
        return {
          message: `${quote(text)} holds characters that readers cannot see or that mislead them: ${kinds.slice(0, 8).join(", ")}. Remove them.`,
          actual: actualOf(text),
          fixes: [without(text) === "" ? writeAnew(path) : remove],
        };
      },
    };
  },
};
