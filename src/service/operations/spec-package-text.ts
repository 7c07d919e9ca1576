/** A spec package as the text that is served of it, over HTTP and as an MCP resource. */
import type { SpecPackage } from "../../core/spec-package/spec-package.ts";

const texts = new WeakMap<SpecPackage, string>();

export function specPackageText(spec: SpecPackage): string {
  const text = texts.get(spec) ?? JSON.stringify(spec.document);
  texts.set(spec, text);
  return text;
}
