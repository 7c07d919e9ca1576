/** A domain in one text, `product/domain`. Neither name has a slash. */
export function nameOf({ targetProduct, domainId }: { targetProduct: string; domainId: string }): string {
  return `${targetProduct}/${domainId}`;
}
