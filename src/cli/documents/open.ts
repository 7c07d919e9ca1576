/** Opens a file's text as JSON or YAML. A parser is loaded when a file needs it. */
import type { SourceDocument } from "./document.ts";

const YAML_NAME = /\.ya?ml$/i;
/** JSON with comments is what these are for. */
const COMMENTED_NAME = /\.(jsonc|json5)$/i;

/** `name` decides on the language; without a name, as for standard input, the text does. */
export async function openDocument(name: string | undefined, text: string): Promise<SourceDocument> {
  const isYaml = name === undefined ? !/^\s*(?:[[{"]|\/[/*]|$)/.test(text) : YAML_NAME.test(name);
  if (isYaml) return (await import("./yaml.ts")).openYaml(text);
  const { openJson } = await import("./json.ts");
  return openJson(text, { allowsComments: name !== undefined && COMMENTED_NAME.test(name) });
}
