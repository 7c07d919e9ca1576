/** Whether a number is a whole multiple of another, judged by the decimal digits that were written. */

export function isMultipleOf(value: number, step: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(step)) return value % step === 0;
  const [left, right] = [decimalOf(value), decimalOf(step)];
  const shift = left.exponent - right.exponent;
  // Doubles have at most 324 digits on either side of the point, so these powers are bounded.
  return shift >= 0
    ? (left.digits * 10n ** BigInt(shift)) % right.digits === 0n
    : left.digits % (right.digits * 10n ** BigInt(-shift)) === 0n;
}

/** `digits` times ten to the power of `exponent`. */
function decimalOf(number: number): { digits: bigint; exponent: number } {
  const [mantissa = "", power = "0"] = String(number).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
}
