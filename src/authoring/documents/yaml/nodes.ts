/** The parser of YAML, as it is used here. */
import {
  Composer,
  type CST,
  type Document,
  isScalar,
  type Node,
  type ParsedNode,
  Parser,
  YAMLParseError,
} from "yaml";

export interface ParsedYaml {
  readonly document: Document.Parsed<ParsedNode>;
  /** What the text consists of, comments included. */
  readonly tokens: readonly CST.Token[];
}

export function parseYaml(text: string): ParsedYaml {
  const tokens = [...new Parser().parse(text)];
  const composer = new Composer({
    version: "1.2",
    merge: true,
    // Repeated members are reported with both places.
    uniqueKeys: false,
    // Dates, sets and binary data are not JSON.
    resolveKnownTags: false,
    prettyErrors: false,
    // They tell where names, dashes and colons stand.
    keepSourceTokens: true,
  });
  const [document, second] = composer.compose(tokens, true, text.length);
  if (second !== undefined)
    document!.errors.push(
      new YAMLParseError([second.range[0], second.range[1]], "MULTIPLE_DOCS", "several documents"),
    );
  return { document: document as Document.Parsed<ParsedNode>, tokens };
}

export function isMergeKey(key: Node): boolean {
  return isScalar(key) && key.source === "<<" && key.type === "PLAIN";
}

/** The name of a member, as the value will have it. */
export function keyText(key: Node): string {
  if (!isScalar(key)) return String(key);
  return key.value === null ? "" : String(key.value);
}
