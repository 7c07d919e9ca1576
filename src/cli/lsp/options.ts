import type { ValidateOptions } from "../validate/options.ts";

export type LspOptions = Pick<
  ValidateOptions,
  "domain" | "spec" | "registry" | "server" | "keyFile" | "at" | "simulate" | "config"
>;
