/** What members are called on the page. */

/** "generatorId" → "Generator ID". */
export function humanize(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[_.-]+/g, " ")
    .trim()
    .toLowerCase()
    .replace(/\b(id|url|uuid|doi|rpc|ip|http|sse)\b/g, (word) => word.toUpperCase());
  return capitalize(words) || name || "(no name)";
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function lower(label: string): string {
  // An abbreviation stays as it is.
  return /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
}

/** For buttons such as "Add output field". A label that is no plural stays as it is. */
export function singular(label: string): string {
  const words =
    label.charAt(0) + label.slice(1).replace(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
  if (/ies$/.test(words)) return words.replace(/ies$/, "y");
  return /[^s]s$/.test(words) ? words.slice(0, -1) : words;
}

/** "an MCP server", "a place". */
export function withArticle(noun: string): string {
  const isVowel = /^[A-Z]{2}/.test(noun)
    ? /^[AEFHILMNORSX]/.test(noun)
    : /^[aeiou]/i.test(noun) && !/^(uni|use|eu|one)/i.test(noun);
  return `${isVowel ? "an" : "a"} ${lower(noun)}`;
}
