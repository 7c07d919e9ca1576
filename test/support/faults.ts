import { Faults } from "../../src/service/shared/faults.ts";

/** What whoever reads a setting says is wrong with it. */
export function faultsOf(read: () => unknown): readonly string[] {
  try {
    read();
  } catch (error) {
    if (error instanceof Faults) return error.texts;
    throw error;
  }
  return [];
}
