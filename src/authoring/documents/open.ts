/** Opens a file's text as JSON, YAML or front matter. A parser is loaded when a file needs it. */
import { type Before, createLines, type SourceDocument, syntaxError } from "./document.ts";
import type { SourceValue } from "./edit/source-tree.ts";

const YAML_NAME = /\.ya?ml$/i;
const MARKDOWN_NAME = /\.(?:md|markdown|mdx)$/i;

/** Whether a file may have front matter; many have none and are no proposals. */
export const isMarkdown = (name: string): boolean => MARKDOWN_NAME.test(name);

/** Importing again what is loaded already takes longer than reading a small file. */
const loaded: { json?: typeof import("./json/json.ts"); yaml?: typeof import("./yaml/yaml.ts") } = {};

/**
 * `name` decides on the language; without a name, as for standard input, the text does. `from`: where the text starts, if it
 * is a part of a file.
 */
export async function openDocument(name: string | undefined, text: string, from?: Before) {
  try {
    return await open(name, text, from);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // The parsers call themselves for each level.
    const message = "The file is nested too deep to be read; flatten it.";
    const lines = createLines(text, from);
    const nothing = await open("empty.json", "");
    return { ...nothing, text, lines, findings: [syntaxError(lines.range(0, 0), message)] };
  }
}

async function open(name: string | undefined, text: string, from?: Before): Promise<SourceDocument> {
  if (name !== undefined && isMarkdown(name)) {
    await openYaml();
    return loaded.yaml!.openFrontMatter(text);
  }
  const isYaml = name === undefined ? !/^\s*(?:[[{"]|\/[/*]|$)/.test(text) : YAML_NAME.test(name);
  const yaml = isYaml || text.includes("```") || text.includes("~~~") ? await openYaml() : undefined;
  const document = isYaml ? yaml!(text, "", from) : undefined;
  if (document?.isReadable && (name !== undefined || saysSeveralThings(document.value))) return document;
  // An object inside of YAML that is damaged elsewhere is only a part of what the author wrote.
  if (document?.isReadable === false && hasSeveralLines(document.readSource()?.root)) return document;
  loaded.json ??= await import("./json/json.ts");
  const json = loaded.json.openJson(text, {
    from,
    dialect: /\.(jsonc|json5)$/i.exec(name ?? "")?.[1]?.toLowerCase() as "jsonc" | "json5" | undefined,
    ...(yaml && { readYaml: (inner) => yaml(inner).value }),
  });
  return document === undefined || json.isReadable ? json : document;
}

async function openYaml() {
  loaded.yaml ??= await import("./yaml/yaml.ts");
  return loaded.yaml.openYaml;
}

/** Whether it holds several members or items, one below the other. */
function hasSeveralLines(value: SourceValue | undefined): boolean {
  if (value === undefined || !value.isBlock) return false;
  return value.entries.length > 1 || hasSeveralLines(value.entries[0]?.value);
}

/** A sentence is YAML as well, and one with a colon in front of JSON is an object of one member. */
function saysSeveralThings(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length > 1;
}
