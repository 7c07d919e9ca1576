/** The same few links in every answer: made once, they need not be put together and flattened again. */
const links = new Map<string, Map<string, string>>();

export function docsLink(rulesUrl: string, code: string): string {
  let known = links.get(rulesUrl);
  if (!known) {
    if (links.size >= 16) links.clear();
    known = new Map();
    links.set(rulesUrl, known);
  }
  let link = known.get(code);
  if (link === undefined) {
    link = `${rulesUrl}#${code}`;
    if (known.size < 10_000) known.set(code, link);
  }
  return link;
}
