/**
 * Absolute http and https URLs, by a grammar of our own: runtimes differ in how they parse hosts, and a package that is
 * valid on one must be valid on all. Takes time linear in the text.
 */

const MAX_HOST_LENGTH = 253;
const MAX_PORT = 65_535;

/** Scheme, host, optional port, and the rest, all in printable ASCII. A user name has no place in it. */
const URL_PARTS = /^https?:\/\/(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9.-]{1,253})(?::(\d*))?(?:[/?#][!-~]*)?$/i;
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
const NUMERIC = /^\d+$/;

export function isUrl(text: string): boolean {
  const parts = URL_PARTS.exec(text);
  if (parts === null) return false;
  const [, host = "", port = ""] = parts;
  if (port !== "" && Number(port) > MAX_PORT) return false;
  return host.startsWith("[") ? isIPv6(host.slice(1, -1)) : isHost(host);
}

function isHost(host: string): boolean {
  if (host.length > MAX_HOST_LENGTH) return false;
  const labels = host.split(".");
  if (NUMERIC.test(labels.at(-1)!)) return isIPv4(host);
  return labels.every((label) => LABEL.test(label));
}

export function isIPv4(text: string): boolean {
  const octets = text.split(".");
  return (
    octets.length === 4 && octets.every((octet) => /^(?:0|[1-9]\d{0,2})$/.test(octet) && Number(octet) <= 255)
  );
}

/** RFC 4291 text form, without a zone. */
export function isIPv6(text: string): boolean {
  const halves = text.split("::");
  if (halves.length > 2) return false;
  const groups = halves.map((half) => (half === "" ? [] : half.split(":")));
  let count = 0;
  for (const [index, list] of groups.entries()) {
    for (const [position, group] of list.entries()) {
      const isLast = index === groups.length - 1 && position === list.length - 1;
      if (isLast && group.includes(".")) {
        if (!isIPv4(group)) return false;
        count += 2;
      } else if (/^[0-9A-Fa-f]{1,4}$/.test(group)) count++;
      else return false;
    }
  }
  return halves.length === 2 ? count <= 7 : count === 8;
}

/** The URL with what is not ASCII in its path, query and fragment percent-encoded; undefined if that is not enough. */
export function encodeUrl(text: string): string | undefined {
  const parts = /^(https?:\/\/[^/?#]*)([/?#].*)$/is.exec(text);
  if (parts === null || !text.isWellFormed()) return undefined;
  const encoded = parts[1]! + parts[2]!.replace(/[^!-~]+/g, (run) => encodeURIComponent(run));
  return encoded !== text && isUrl(encoded) ? encoded : undefined;
}
