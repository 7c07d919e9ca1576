/** Which rules look into a registry, which the page does not have. */
import type { RuleDocument } from "../../src/core/index.ts";

const REGISTRY_CHECK = /registry|registered/;

export function asksRegistry({ check, params }: RuleDocument): boolean {
  return REGISTRY_CHECK.test(check + (params?.expression ?? ""));
}
