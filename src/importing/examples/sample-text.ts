/** A short text that matches a pattern, as far as the pattern is made of ordinary parts. */
import type { AST } from "@eslint-community/regexpp";
import { parsePattern } from "../../core/pattern/translate-pattern.ts";

/** A character of a class is looked for among these, in this order. */
const LIKELY = [..."a1A-_./ :@x0Zz9b"];
const MAX_REPEATED = 1_000;

/** At least `length` characters long where the pattern allows it. Undefined if the pattern is beyond this. */
export function sampleText(pattern: string, length = 0): string | undefined {
  const tree = parsePattern(pattern);
  return "refusal" in tree ? undefined : sampleOf(tree, length);
}

/** Of several alternatives the first is taken. */
function sampleOf({ alternatives }: { alternatives: AST.Alternative[] }, length: number): string | undefined {
  const pieces: { text: string; one: string; more: number }[] = [];
  for (const element of alternatives[0]!.elements) {
    const isRepeated = element.type === "Quantifier";
    const one = oneOf(isRepeated ? element.element : element);
    if (one === undefined) return undefined;
    const [min, max] = isRepeated ? [element.min, Math.min(element.max, MAX_REPEATED)] : [1, 1];
    pieces.push({ text: one.repeat(min), one, more: Math.max(0, max - min) });
  }
  let missing = length - pieces.reduce((sum, { text }) => sum + text.length, 0);
  for (const piece of pieces) {
    if (missing <= 0 || piece.one === "") continue;
    const added = piece.one.repeat(Math.min(piece.more, Math.ceil(missing / piece.one.length)));
    piece.text += added;
    missing -= added.length;
  }
  return pieces.map(({ text }) => text).join("");
}

function oneOf(element: AST.Element): string | undefined {
  switch (element.type) {
    case "Character":
      return String.fromCodePoint(element.value);
    case "Group":
    case "CapturingGroup":
      return sampleOf(element, 0);
    case "Assertion":
      return element.kind === "lookahead" || element.kind === "lookbehind" ? undefined : "";
    case "CharacterSet":
      return LIKELY.find((character) => isIn(element, character));
    case "CharacterClass": {
      const [first] = element.elements;
      const own =
        first?.type === "Character" ? first : first?.type === "CharacterClassRange" ? first.min : undefined;
      return LIKELY.find((character) => isIn(element, character)) ?? (own && String.fromCodePoint(own.value));
    }
    default:
      return undefined;
  }
}

/** The likely characters are ASCII, about which all runtimes agree. */
function isIn({ raw }: AST.CharacterClass | AST.CharacterSet, character: string): boolean {
  return new RegExp(`^${raw}$`, "u").test(character);
}
