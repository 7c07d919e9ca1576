import type { FixDraft } from "../findings/finding.ts";
import {
  CHARACTER_CLASSES,
  type CharacterClass,
  characterClassPattern,
  codePointName,
} from "../text/characters.ts";
import { actualOf, quote } from "../text/describe.ts";
import { definePlaceCheck, rewriteFix } from "./definition.ts";

export const noUnsafeCharacters = definePlaceCheck<{ classes: CharacterClass[] }>({
  name: "no-unsafe-characters",
  summary: "The text has no characters that are invisible or that change the direction of reading.",
  cleansText: true,
  params: {
    type: "object",
    properties: {
      classes: {
        type: "array",
        minItems: 1,
        items: { enum: CHARACTER_CLASSES },
        description: "which classes of characters are unsafe",
      },
    },
    required: ["classes"],
    additionalProperties: false,
  },
  compile({ params, asSubmitted }, at) {
    const unsafe = characterClassPattern(params.classes);
    const anyUnsafe = new RegExp(unsafe.source);
    const isClean = (text: string) => !anyUnsafe.test(text);
    function without(text: unknown): string | undefined {
      if (typeof text !== "string") return undefined;
      const left = text.replace(unsafe, "");
      // White space that is now at the start or end goes too.
      return text.trim() === text ? left.trim() : left;
    }
    return {
      acceptsPlainLines: true,
      ok: (value) => typeof value !== "string" || isClean(value) || isClean(asSubmitted(at, value)),
      clean: (text) => asSubmitted(at, asSubmitted(at, text).replace(unsafe, "")),
      detail(value, path) {
        const text = asSubmitted(at, String(value));
        const kinds = [...new Set(text.match(unsafe) ?? [])].map(codePointName);
        const remove: FixDraft = {
          title: "Remove them",
          applicability: "suggested",
          edit: { kind: "replace", path, to: without },
        };
        return {
          message: `${quote(text)} contains characters that are invisible or misleading: ${kinds.slice(0, 8).join(", ")}. Remove them.`,
          actual: actualOf(text),
          fixes: [without(text) === "" ? rewriteFix(path) : remove],
        };
      },
    };
  },
});
