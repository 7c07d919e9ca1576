import type { PatchOperation } from "../../core/types.ts";
export function editYaml(_text: string, _patch: readonly PatchOperation[]): string | undefined {
  return undefined;
}
