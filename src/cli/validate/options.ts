import type { CheckerOptions } from "../checker/checker.ts";
import type { Format } from "../reports/choose.ts";

export interface ValidateOptions extends CheckerOptions {
  readonly domain?: string;
  readonly format: Format;
  readonly fix?: "safe" | "suggested";
  readonly interactive?: boolean;
  readonly watch?: boolean;
  readonly maxWarnings?: number;
}
