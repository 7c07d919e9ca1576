import type { Operation } from "../operations/operation.ts";

/** What an Agent Auth identity service needs to register the operations as capabilities. */
export function capabilityList(operations: readonly Operation[], baseUrl: string) {
  return {
    capabilities: operations.map(({ capability, description, path, method, input, output }) => ({
      name: capability,
      description,
      location: `${baseUrl}${path}`,
      method,
      input,
      output,
    })),
  };
}
