/** Messages of rules: a text with parts in braces, such as `{this.day} overlaps`. */

export type TemplatePart = { text: string } | { source: string };

/** Undefined if a brace has no partner. `{{` is a brace. */
export function readTemplate(template: string): TemplatePart[] | undefined {
  const parts: TemplatePart[] = [];
  let text = "";
  for (let at = 0; at < template.length; at++) {
    const character = template[at]!;
    if ((character === "{" || character === "}") && template[at + 1] === character) {
      text += character;
      at++;
    } else if (character === "{") {
      const end = endOf(template, at + 1);
      if (end === undefined) return undefined;
      parts.push({ text }, { source: template.slice(at + 1, end).trim() });
      text = "";
      at = end;
    } else if (character === "}") return undefined;
    else text += character;
  }
  parts.push({ text });
  return parts.filter((part) => !("text" in part) || part.text !== "");
}

/** Where the expression that starts here ends: at the brace that is neither in a text nor in a pair of its own. */
function endOf(template: string, start: number): number | undefined {
  let depth = 0;
  let quote: string | undefined;
  for (let at = start; at < template.length; at++) {
    const character = template[at]!;
    if (quote !== undefined) {
      if (character === "\\") at++;
      else if (character === quote) quote = undefined;
    } else if (character === '"' || character === "'") quote = character;
    else if (character === "{") depth++;
    else if (character === "}" && depth-- === 0) return at;
  }
  return undefined;
}
