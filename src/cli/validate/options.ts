import type { CheckerOptions } from "../checker/checker.ts";
import type { Format } from "../reports/outputs.ts";

export interface ValidateOptions extends CheckerOptions {
  readonly domain?: string;
  readonly format?: Format;
  /** `format=file` */
  readonly output?: readonly string[];
  /** `default`: the level of the configuration, or the safe one. */
  readonly fix?: "safe" | "suggested" | "default";
  readonly diff?: boolean;
  readonly stdinFilename?: string;
  readonly baseline?: string;
  readonly writeBaseline?: boolean;
  readonly config?: string | false;
  readonly interactive?: boolean;
  readonly watch?: boolean;
  readonly maxWarnings?: number;
}
