/** The URLs that programs give to the client and to the fetch handler. */

/** Throws a TypeError without the URL, which may hold a secret. */
export function readUrl(given: string | URL, name: string): URL {
  const url = URL.canParse(String(given)) ? new URL(given) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    throw new TypeError(`${name} must be an http or https URL without user name and password.`);
  return url;
}

/** Without a slash at its end, as everywhere. */
export function readBaseUrl(given: string | URL): string {
  const { origin, pathname, search, hash } = readUrl(given, "baseUrl");
  if (search !== "" || hash !== "") throw new TypeError("baseUrl must have no query and no fragment.");
  return origin + pathname.replace(/(?<!\/)\/+$/, "");
}
