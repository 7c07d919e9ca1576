/** Links from diagnostics to the page that explains their code. */

const MAX_PAGES = 16;
const MAX_CODES = 10_000;

/** Every answer holds the same few links, so each is put together once. */
const links = new Map<string, Map<string, string>>();

export function docsLink(rulesUrl: string, code: string): string {
  let known = links.get(rulesUrl);
  if (!known) {
    if (links.size >= MAX_PAGES) links.clear();
    known = new Map();
    links.set(rulesUrl, known);
  }
  let link = known.get(code);
  if (link === undefined) {
    link = `${rulesUrl}#${code}`;
    if (known.size < MAX_CODES) known.set(code, link);
  }
  return link;
}
