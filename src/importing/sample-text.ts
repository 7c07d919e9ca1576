/** A short text that matches a pattern, as far as the pattern is made of ordinary parts. */

type Part =
  | { kind: "text"; options: readonly (readonly Repeated[])[] }
  | { kind: "character"; character: string };
interface Repeated {
  part: Part;
  min: number;
  max: number;
}

const CLASSES: Record<string, string> = {
  d: "1",
  w: "a",
  s: " ",
  D: "a",
  W: "-",
  S: "a",
  t: "\t",
  n: "\n",
  r: "\r",
};
const LIKELY = "a1A-_./ :@x0Zz9b";

/** At least `length` characters long where the pattern allows it. Undefined if the pattern is beyond this. */
export function sampleText(pattern: string, length = 0): string | undefined {
  let index = 0;
  const peek = () => pattern[index];

  function alternatives(): Repeated[][] {
    const options: Repeated[][] = [[]];
    while (index < pattern.length && peek() !== ")") {
      if (peek() === "|") {
        index++;
        options.push([]);
        continue;
      }
      const part = next();
      if (part === undefined) continue;
      options.at(-1)!.push({ part, ...repetition() });
    }
    return options;
  }

  /** Undefined for anchors, which add nothing. */
  function next(): Part | undefined {
    const character = pattern[index++]!;
    if (character === "^" || character === "$") return undefined;
    if (character === "(") {
      const kind = /^\?(?::|P?<\w+>)/.exec(pattern.slice(index));
      if (peek() === "?" && kind === null) throw new Error("lookaround");
      index += kind?.[0].length ?? 0;
      const options = alternatives();
      index++;
      return { kind: "text", options };
    }
    if (character === "[") return { kind: "character", character: characterOfClass() };
    if (character === ".") return { kind: "character", character: "a" };
    if (character !== "\\") return { kind: "character", character };
    const meant = escaped();
    return meant === "" ? undefined : { kind: "character", character: meant };
  }

  function escaped(): string {
    const letter = pattern[index++] ?? "";
    if (letter === "b" || letter === "B") return "";
    if (letter === "p" || letter === "P") {
      const name = /^(?:\{[^}]*\}|.)/.exec(pattern.slice(index));
      index += name?.[0].length ?? 0;
      return "a";
    }
    const code = /^(?:\{([0-9A-Fa-f]+)\}|([0-9A-Fa-f]{2,4}))/.exec(pattern.slice(index));
    if ((letter === "x" || letter === "u") && code) {
      index += code[0].length;
      return String.fromCodePoint(Number.parseInt(code[1] ?? code[2]!, 16));
    }
    return CLASSES[letter] ?? letter;
  }

  function characterOfClass(): string {
    const isNegated = peek() === "^";
    if (isNegated) index++;
    const ranges: [string, string][] = [];
    let isFirst = true;
    while (index < pattern.length && (peek() !== "]" || isFirst)) {
      isFirst = false;
      const from = classCharacter();
      if (peek() === "-" && pattern[index + 1] !== "]" && index + 1 < pattern.length) {
        index++;
        ranges.push([from, classCharacter()]);
      } else ranges.push([from, from]);
    }
    index++;
    const isIn = (character: string) => ranges.some(([from, to]) => character >= from && character <= to);
    const found = [...LIKELY].find((character) => isIn(character) !== isNegated);
    return found ?? (isNegated ? "a" : (ranges[0]?.[0] ?? "a"));
  }

  function classCharacter(): string {
    const character = pattern[index++]!;
    return character === "\\" ? escaped() : character;
  }

  function repetition(): { min: number; max: number } {
    const match = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/.exec(pattern.slice(index));
    if (!match) return { min: 1, max: 1 };
    index += match[0].length;
    const [, sign, least, comma, most] = match;
    if (sign === "*") return { min: 0, max: 1_000 };
    if (sign === "+") return { min: 1, max: 1_000 };
    if (sign === "?") return { min: 0, max: 1 };
    return { min: Number(least), max: comma === undefined ? Number(least) : most ? Number(most) : 1_000 };
  }

  function write(parts: readonly Repeated[], missing: number): string {
    const pieces = parts.map(({ part, min }) => repeat(part, min));
    for (let at = 0; at < parts.length && missing > pieces.join("").length; at++) {
      const { part, min, max } = parts[at]!;
      const one = repeat(part, 1);
      if (one === "") continue;
      const more = Math.min(max - min, Math.ceil((missing - pieces.join("").length) / one.length));
      pieces[at] += one.repeat(more);
    }
    return pieces.join("");
  }

  function repeat(part: Part, times: number): string {
    if (times === 0) return "";
    const one = part.kind === "character" ? part.character : write(part.options[0]!, 0);
    return one.repeat(times);
  }

  try {
    const options = alternatives();
    return write(options[0]!, length);
  } catch {
    return undefined;
  }
}
