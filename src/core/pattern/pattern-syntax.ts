/**
 * Reads regular expressions as ECMAScript reads them with the flag `u`, and writes them for RE2. What RE2 cannot run in
 * linear time is refused by name.
 */
import { CATEGORIES, complementOf, NO_CATEGORY, type Range, SPACES, WORDS } from "./pattern-classes.ts";

export type TranslatedPattern =
  | { re2: string }
  /** `isSyntax`: not a regular expression at all. Otherwise it is one that we do not run. */
  | { refusal: string; isSyntax: boolean };

/** Recursion ends here. Patterns are short, but a thousand brackets are short too. */
const MAX_GROUPS_DEEP = 50;
const MAX_CODE_POINT = 0x10ffff;

class Refused extends Error {
  readonly isSyntax: boolean;
  constructor(message: string, isSyntax: boolean) {
    super(message);
    this.isSyntax = isSyntax;
  }
}

export function translatePattern(source: string): TranslatedPattern {
  try {
    return { re2: createReader(source).read() };
  } catch (error) {
    if (error instanceof Refused) return { refusal: error.message, isSyntax: error.isSyntax };
    throw error;
  }
}

/** Whether a text is a regular expression, be it one that we run or not. */
export function isPatternSyntax(text: string): boolean {
  const translated = translatePattern(text);
  return "re2" in translated || !translated.isSyntax;
}

const wrong = (message: string) => new Refused(message, true);
const unsupported = (message: string) => new Refused(message, false);

function createReader(source: string) {
  let at = 0;
  /** What cannot be run is only reported at the end, since a syntax error further on matters more. */
  let cannot: Refused | undefined;
  const names = new Set<string>();
  const references: string[] = [];
  let groups = 0;
  let highest = 0;

  const has = (text: string) => source.startsWith(text, at);
  const take = (text: string): boolean => {
    if (!has(text)) return false;
    at += text.length;
    return true;
  };
  const refuse = (message: string) => {
    cannot ??= unsupported(message);
  };
  const match = (form: RegExp): RegExpExecArray | undefined => {
    form.lastIndex = at;
    const found = form.exec(source);
    if (found === null) return undefined;
    at = form.lastIndex;
    return found;
  };

  function read(): string {
    const text = alternatives(0);
    if (at < source.length) throw wrong('has a ")" without a "("');
    if (highest > groups) throw wrong(`refers to group ${highest}, which does not exist`);
    const unknown = references.find((name) => !names.has(name));
    if (unknown !== undefined) throw wrong(`refers to the group "${unknown}", which does not exist`);
    if (cannot) throw cannot;
    return text;
  }

  function alternatives(depth: number): string {
    if (depth > MAX_GROUPS_DEEP) throw unsupported(`has groups more than ${MAX_GROUPS_DEEP} levels deep`);
    let text = "";
    while (at < source.length && !has(")")) text += take("|") ? "|" : term(depth);
    return text;
  }

  function term(depth: number): string {
    if (take("^")) return "^";
    // Without the flag `m` it stands for the end of the text and nothing else.
    if (take("$")) return "\\z";
    if (take("\\b")) return "\\b";
    if (take("\\B")) return "\\B";
    if (match(/\(\?<?[=!]/y)) {
      refuse('looks ahead or behind; RE2 cannot, so write a second pattern or a "matches" rule instead');
      group(depth);
      return "";
    }
    const one = atom(depth);
    const times = quantifier();
    return one + times;
  }

  function quantifier(): string {
    const found = match(/(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/y);
    if (found === undefined) return "";
    const [text, least, comma, most] = found;
    if (least !== undefined && comma !== undefined && most !== "" && Number(least) > Number(most))
      throw wrong(`has a repetition whose bounds are the wrong way round: ${text}`);
    return text;
  }

  /** The rest of a group whose start was read. */
  function group(depth: number): string {
    const inner = alternatives(depth + 1);
    if (!take(")")) throw wrong('has a "(" without a ")"');
    return `(?:${inner})`;
  }

  function atom(depth: number): string {
    if (take(".")) return "[^\\n\\r\\x{2028}\\x{2029}]";
    if (take("[")) return characterClass();
    if (take("\\")) return atomEscape();
    if (take("(")) {
      if (take("?:")) return group(depth);
      const named = match(/\?<([$_A-Za-z][$\w]*)>/y);
      if (named) names.add(named[1]!);
      else if (match(/\?[a-z]*(?:-[a-z]*)?:/y))
        refuse("changes flags, as in (?i:...); write both cases, as in [aA]");
      else if (match(/\?[a-z]+\)/y)) throw wrong("changes flags, as in (?i); write both cases, as in [aA]");
      else if (has("?"))
        throw wrong(`has a group that does not exist in ECMAScript: (${source.slice(at, at + 3)}`);
      groups++;
      return group(depth);
    }
    const character = String.fromCodePoint(source.codePointAt(at)!);
    if ("*+?{}]".includes(character))
      throw wrong(
        "*+?".includes(character)
          ? `has a "${character}" with nothing to repeat`
          : `has a lone "${character}"; write "\\${character}"`,
      );
    at += character.length;
    return literal(character.codePointAt(0)!);
  }

  function atomEscape(): string {
    const set = classEscape();
    if (set !== undefined) return set === "" ? NO_CHARACTER : `[${set}]`;
    const back = match(/[1-9]\d*/y);
    if (back) {
      highest = Math.max(highest, Number(back[0]));
      refuse("refers back to a group, which RE2 cannot; write out what may stand there");
      return "";
    }
    const named = match(/k<([$_A-Za-z][$\w]*)>/y);
    if (named) {
      references.push(named[1]!);
      refuse("refers back to a group, which RE2 cannot; write out what may stand there");
      return "";
    }
    return literal(characterEscape());
  }

  /** `\d` and the like, as they stand inside a class. */
  function classEscape(): string | undefined {
    if (take("d")) return "0-9";
    if (take("D")) return ranges(complementOf([[0x30, 0x39]]));
    if (take("w")) return ranges(WORDS);
    if (take("W")) return ranges(complementOf(WORDS));
    if (take("s")) return ranges(SPACES);
    if (take("S")) return ranges(complementOf(SPACES));
    const property = match(/([pP])\{(?:(\w+)=)?(\w+)\}/y);
    if (property) return unicodeProperty(property[1]!, property[2], property[3]!);
    return undefined;
  }

  function unicodeProperty(sign: string, key: string | undefined, value: string): string {
    if (key === undefined && value === "Any") return sign === "p" ? ranges([[0, MAX_CODE_POINT]]) : "";
    if (key === undefined && value === "ASCII")
      return ranges(sign === "p" ? [[0, 0x7f]] : complementOf([[0, 0x7f]]));
    if (key === undefined || key === "gc" || key === "General_Category") {
      const category = CATEGORIES.get(value);
      if (category !== undefined) return `\\${sign}{${category}}`;
      refuse(
        NO_CATEGORY.has(value)
          ? `uses \\${sign}{${value}}, which changes with every version of Unicode`
          : `uses \\${sign}{${value}}; only general categories such as \\p{L} and scripts such as \\p{Script=Greek} are known`,
      );
      return "";
    }
    if (key === "sc" || key === "Script") return `\\${sign}{${value}}`;
    refuse(`uses \\${sign}{${key}=${value}}; only general categories and Script=... are known`);
    return "";
  }

  /** The character that an escape stands for. */
  function characterEscape(): number {
    const control = match(/[fnrtv]/y);
    if (control) return { f: 0x0c, n: 0x0a, r: 0x0d, t: 0x09, v: 0x0b }[control[0]]!;
    const letter = match(/c([A-Za-z])/y);
    if (letter) return letter[1]!.charCodeAt(0) % 32;
    if (match(/0(?!\d)/y)) return 0;
    const pair = match(/u([Dd][89ABab][0-9A-Fa-f]{2})\\u([Dd][C-Fc-f][0-9A-Fa-f]{2})/y);
    if (pair)
      return (
        0x10000 + (Number.parseInt(pair[1]!, 16) - 0xd800) * 0x400 + (Number.parseInt(pair[2]!, 16) - 0xdc00)
      );
    const hex = match(/(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|u\{([0-9A-Fa-f]+)\})/y);
    if (hex) {
      const point = Number.parseInt(hex[1] ?? hex[2] ?? hex[3]!, 16);
      if (point > MAX_CODE_POINT) throw wrong(`has an escape beyond the last character: \\${hex[0]}`);
      if (point >= 0xd800 && point <= 0xdfff) refuse(`names half of a surrogate pair: \\${hex[0]}`);
      return point;
    }
    const itself = match(/[$()*+./?[\\\]^{|}]/y);
    if (itself) return itself[0].charCodeAt(0);
    const next = String.fromCodePoint(source.codePointAt(at) ?? 0x5c);
    throw wrong(
      at >= source.length ? 'ends with a "\\"' : `has the escape \\${next}, which ECMAScript does not have`,
    );
  }

  function characterClass(): string {
    const isNegated = take("^");
    let text = "";
    while (!take("]")) {
      if (at >= source.length) throw wrong('has a "[" without a "]"');
      const first = classItem();
      if (!has("-") || has("-]")) {
        text += typeof first === "number" ? literal(first) : first;
        continue;
      }
      at++;
      const last = classItem();
      if (typeof first !== "number" || typeof last !== "number")
        throw wrong("has a range in a class that starts or ends with another class");
      if (first > last) throw wrong("has a range in a class whose ends are the wrong way round");
      text += `${literal(first)}-${literal(last)}`;
    }
    if (text === "") return isNegated ? ANY_CHARACTER : NO_CHARACTER;
    return `[${isNegated ? "^" : ""}${text}]`;
  }

  /** A character, or a class that is written inside this one. */
  function classItem(): number | string {
    if (at >= source.length) throw wrong('has a "[" without a "]"');
    if (!take("\\")) {
      const point = source.codePointAt(at)!;
      at += point > 0xffff ? 2 : 1;
      return point;
    }
    if (take("b")) return 0x08;
    if (take("-")) return 0x2d;
    return classEscape() ?? characterEscape();
  }

  return { read };
}

function ranges(list: readonly Range[]): string {
  return list
    .map(([first, last]) => (first === last ? literal(first) : `${literal(first)}-${literal(last)}`))
    .join("");
}

/** RE2 has no class without characters. */
const ANY_CHARACTER = `[${ranges([[0, MAX_CODE_POINT]])}]`;
const NO_CHARACTER = `[^${ranges([[0, MAX_CODE_POINT]])}]`;

function literal(point: number): string {
  const isPlain =
    (point >= 0x30 && point <= 0x39) || (point >= 0x41 && point <= 0x5a) || (point >= 0x61 && point <= 0x7a);
  return isPlain ? String.fromCharCode(point) : `\\x{${point.toString(16)}}`;
}
