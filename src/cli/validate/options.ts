import type { CheckerOptions } from "../checker/checker.ts";

export interface ValidateOptions extends CheckerOptions {
  readonly domain?: string;
  readonly maxWarnings?: number;
}
