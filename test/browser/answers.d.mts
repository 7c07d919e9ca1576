/** Takes the core as a value, because each runtime has it from elsewhere. */
export function createAnswers(
  core: typeof import("../../src/core/index.ts"),
  input: { document: unknown; listed: unknown; context: Record<string, unknown> },
): (texts: readonly (string | null)[]) => string[];
