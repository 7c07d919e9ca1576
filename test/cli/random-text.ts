/** Random values, written as people write them: in many styles of JSON and YAML, with comments wherever they may stand. */
import { weaveYaml } from "./woven-yaml.ts";

export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface Style {
  readonly name: string;
  readonly language: "json" | "yaml";
  /** The name of a file in this style. */
  readonly file: string;
  /** Whether nothing but a line break stands between two words. */
  readonly isTight?: boolean;
  write(value: unknown, random: () => number): string;
}

const number = (random: () => number, below: number) => Math.floor(random() * below);

interface JsonStyle {
  readonly unit: string;
  readonly isFlat?: boolean;
  readonly isTight?: boolean;
  readonly hasComments?: boolean;
  readonly eol?: string;
  readonly isJson5?: boolean;
}

function jsonStyle(name: string, style: JsonStyle): Style {
  const { unit, isFlat, isTight = false, hasComments, eol = "\n", isJson5 } = style;
  return {
    name,
    language: "json",
    file: isJson5 ? "draft.json5" : hasComments ? "draft.jsonc" : "draft.json",
    isTight,
    write(whole, random) {
      let remarks = 0;
      const some = (share: number) => hasComments === true && random() < share;
      const remark = () => (random() < 0.5 ? `// c${remarks++} {[,` : `/* c${remarks++}, } */`);
      /** In JSON5 texts may have other quotes, and names none. */
      const textOf = (text: string) =>
        isJson5 && random() < 0.5 && !/['"\\]/.test(text) ? `'${text}'` : JSON.stringify(text);
      const nameOf = (name: string) =>
        isJson5 && random() < 0.5 && /^[a-z]\w*$/.test(name) ? name : textOf(name);
      const write = (value: unknown, indent: string): string => {
        if (typeof value === "string") return textOf(value);
        if (isJson5 && typeof value === "number" && value > 0 && random() < 0.3)
          return Number.isInteger(value) && random() < 0.5 ? `0x${value.toString(16)}` : `+${value}`;
        if (typeof value === "number" && random() < 0.2)
          return Number.isInteger(value) ? `${value}.0` : `${value}0`;
        if (typeof value !== "object" || value === null) return JSON.stringify(value);
        const isList = Array.isArray(value);
        const [open, close] = isList ? "[]" : "{}";
        const entries = Object.entries(value);
        const isShort =
          isFlat || (entries.length < 3 && entries.every(([, item]) => typeof item !== "object"));
        const colon = isTight ? ":" : ": ";
        const inner = indent + unit;
        if (entries.length === 0) return open! + close!;
        const parts = entries.map(
          ([name, item]) => (isList ? "" : nameOf(name) + colon) + write(item, inner),
        );
        if (isShort)
          return isTight ? `${open}${parts.join(",")}${close}` : `${open} ${parts.join(", ")} ${close}`;
        const lines = parts.map((part, index) => {
          const comma = index < parts.length - 1 || some(0.3) ? "," : "";
          const above = some(0.25) ? `${inner}${remark()}${eol}` : "";
          const beside = some(0.25) ? ` ${remark()}` : "";
          return `${above}${inner}${part}${comma}${beside}${eol}`;
        });
        return `${open}${some(0.1) ? ` ${remark()}` : ""}${eol}${lines.join("")}${some(0.1) ? `${inner}${remark()}${eol}` : ""}${indent}${close}`;
      };
      const head = some(0.5) ? `${remark()}${eol}` : "";
      return `${head}${write(whole, "")}${isFlat ? "" : eol}`;
    },
  };
}

interface YamlStyle {
  readonly unit: number;
  readonly isIndented?: boolean;
  readonly hasComments?: boolean;
  readonly eol?: string;
  /** How often a collection stands in brackets. */
  readonly flow?: number;
}

function yamlStyle(name: string, style: YamlStyle): Style {
  const { unit, isIndented = true, hasComments, eol = "\n", flow: share = 0.2 } = style;
  return {
    name,
    language: "yaml",
    file: "draft.yaml",
    write(whole, random) {
      let remarks = 0;
      const some = (share: number) => hasComments === true && random() < share;
      const beside = () => (some(0.25) ? `  # c${remarks++}: [` : "");
      const above = (indent: string) =>
        (some(0.2) ? eol : "") + (some(0.25) ? `${indent}# c${remarks++} - x${eol}` : "");
      const scalar = (value: unknown): string => {
        if (typeof value === "number")
          return random() < 0.3 && Number.isInteger(value) && value >= 0
            ? `${random() < 0.5 ? "0" : "+"}${value}`
            : String(value);
        if (typeof value !== "string") return JSON.stringify(value);
        const way = number(random, 3);
        if (way === 0 || !/^[a-z][a-z ]*[a-z]$/.test(value) || /^(?:true|false|null)$/.test(value))
          return JSON.stringify(value);
        return way === 1 ? `'${value}'` : value;
      };
      const flow = (value: unknown): string => {
        if (typeof value !== "object" || value === null) return scalar(value);
        const entries = Object.entries(value);
        if (Array.isArray(value)) return `[${entries.map(([, item]) => flow(item)).join(", ")}]`;
        return entries.length === 0
          ? "{}"
          : `{ ${entries.map(([key, item]) => `${key}: ${flow(item)}`).join(", ")} }`;
      };
      const isInline = (value: unknown) =>
        typeof value !== "object" || value === null || Object.keys(value).length === 0 || random() < share;
      /** From the colon or the dash on, with the line end. */
      const rest = (value: unknown, indent: string, isItem: boolean): string => {
        if (typeof value === "string" && random() < 0.15 && /^[a-z][a-z ]*[a-z]$/.test(value))
          return ` ${random() < 0.5 ? "|" : ">"}-${eol}${indent}${" ".repeat(unit)}${value}${eol}`;
        if (isInline(value)) return ` ${flow(value)}${beside()}${eol}`;
        const inner = isItem
          ? `${indent}  `
          : Array.isArray(value) && !isIndented
            ? indent
            : indent + " ".repeat(unit);
        const lines = block(value, inner);
        return isItem ? ` ${lines.replace(/^\s*(?=[^\s#])/, "")}` : `${beside()}${eol}${lines}`;
      };
      const block = (value: unknown, indent: string): string =>
        Object.entries(value as object)
          .map(([key, item], index) => {
            const isList = Array.isArray(value);
            const lead = index === 0 ? "" : above(indent);
            return `${lead}${indent}${isList ? "-" : `${key}:`}${rest(item, indent, isList)}`;
          })
          .join("");
      return `${some(0.5) ? `# c${remarks++} head${eol}` : ""}${block(whole, "")}`;
    },
  };
}

const YAML = yamlStyle("YAML", { unit: 2 });

export const STYLES: readonly Style[] = [
  jsonStyle("JSON with two spaces", { unit: "  " }),
  jsonStyle("JSON with tabs and CRLF", { unit: "\t", eol: "\r\n" }),
  jsonStyle("a line of NDJSON", { unit: "", isFlat: true, isTight: true }),
  jsonStyle("JSON with comments", { unit: "    ", hasComments: true }),
  jsonStyle("JSON5", { unit: "  ", hasComments: true, isJson5: true }),
  YAML,
  yamlStyle("YAML with comments", { unit: 2, hasComments: true }),
  yamlStyle("YAML with comments, lists not indented", { unit: 2, isIndented: false, hasComments: true }),
  yamlStyle("YAML with four spaces, comments and CRLF", { unit: 4, hasComments: true, eol: "\r\n" }),
  yamlStyle("YAML in brackets", { unit: 2, hasComments: true, flow: 1 }),
  {
    ...YAML,
    name: "front matter",
    file: "draft.md",
    write: (value, random) => `---\n${YAML.write(value, random)}---\n\n# Words\n\n- name: no member\n`,
  },
  {
    name: "YAML with anchors, aliases and merge keys",
    language: "yaml",
    file: "draft.yaml",
    write: (value, random) => weaveYaml(value, random).text,
  },
];

type Random = () => number;
const pick = <Item>(random: Random, items: readonly Item[]): Item => items[number(random, items.length)]!;

const NAMES = ["name", "kind", "zip", "phone", "tags", "owner", "ver", "notes", "list", "size"];
const WORDS = [
  ...["a word", "two words here", "x", "", "yes", "1.10", "# no comment"],
  ...["a: b", "- dash", "ünï", "it's", 'q"q'],
];

export function randomValue(random: Random, depth: number): unknown {
  const kind = number(random, depth > 3 ? 4 : 7);
  if (kind === 0) return pick(random, [0, 7, 42, 1.5, -3, 1234, 49301]);
  if (kind === 1) return pick(random, [true, false, null]);
  if (kind < 4) return pick(random, WORDS);
  if (kind === 4) return Array.from({ length: number(random, 5) }, () => randomValue(random, depth + 1));
  return randomObject(random, depth + 1, 1);
}

export function randomObject(random: Random, depth: number, least: number): Record<string, unknown> {
  const names = NAMES.filter(() => random() < 0.3);
  while (names.length < least) names.push(`extra${names.length}`);
  return Object.fromEntries(names.map((name) => [name, randomValue(random, depth)]));
}
