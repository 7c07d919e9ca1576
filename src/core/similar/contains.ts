/** Above this length a search could take the product of both lengths in some engines. */
const MAX_PLAIN_PART = 64;

/** Whether a text contains another one, in time that grows linearly with both. */
export function containsText(text: string, part: string): boolean {
  if (part.length <= MAX_PLAIN_PART) return text.includes(part);
  if (part.length > text.length) return false;
  // Knuth, Morris and Pratt: how much of the part still fits after each mismatch.
  const fits = new Uint32Array(part.length);
  for (let at = 1, length = 0; at < part.length; at++) {
    while (length > 0 && part[at] !== part[length]) length = fits[length - 1]!;
    if (part[at] === part[length]) length++;
    fits[at] = length;
  }
  for (let at = 0, length = 0; at < text.length; at++) {
    while (length > 0 && text[at] !== part[length]) length = fits[length - 1]!;
    if (text[at] === part[length]) length++;
    if (length === part.length) return true;
  }
  return false;
}
