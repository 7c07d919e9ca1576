/** The formats, each loaded when it is used. */
import type { Reporter, ReporterParts } from "./report.ts";

export const FORMATS = ["pretty", "json", "sarif", "github", "gitlab", "junit", "rdjson"] as const;

export type Format = (typeof FORMATS)[number];

export function isFormat(text: string): text is Format {
  return (FORMATS as readonly string[]).includes(text);
}

export async function createReporter(format: Format, parts: ReporterParts): Promise<Reporter> {
  switch (format) {
    case "pretty":
      return (await import("./pretty.ts")).createPrettyReporter(parts);
    case "json":
      return (await import("./json.ts")).createJsonReporter(parts);
    case "sarif":
      return (await import("./sarif.ts")).createSarifReporter(parts);
    case "github":
      return (await import("./github.ts")).createGitHubReporter(parts);
    case "gitlab":
      return (await import("./gitlab.ts")).createGitLabReporter(parts);
    case "junit":
      return (await import("./junit.ts")).createJUnitReporter(parts);
    case "rdjson":
      return (await import("./rdjson.ts")).createRdjsonReporter(parts);
  }
}
