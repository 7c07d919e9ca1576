/** URI templates of RFC 6570, section 2. */

/** What stands outside expressions: no control characters, white space, quotes, brackets of any kind or `\`^|`. */
const LITERALS = /^(?:[!#$&(-;=?-[\]_a-z~\u00a0-\uffff]|%[0-9A-Fa-f]{2})*$/;
const VARIABLE = /^(?:\w|%[0-9A-Fa-f]{2})(?:\.?(?:\w|%[0-9A-Fa-f]{2}))*(?::[1-9]\d{0,3}|\*)?$/;

export function isUriTemplate(text: string): boolean {
  const parts = text.split("{");
  if (!LITERALS.test(parts[0]!)) return false;
  return parts.slice(1).every((part) => {
    const end = part.indexOf("}");
    if (end < 0 || !LITERALS.test(part.slice(end + 1))) return false;
    const expression = part.slice(0, end).replace(/^[+#./;?&=,!@|]/, "");
    return expression.split(",").every((variable) => VARIABLE.test(variable));
  });
}
