/** For GitLab: a code quality report, shown in merge requests. */
import type { Severity } from "../../core/types.ts";
import { visibleJson } from "../terminal/text.ts";
import { fingerprintsOf } from "./fingerprint.ts";
import type { Reporter, ReporterParts } from "./report.ts";

const SEVERITIES: Readonly<Record<Severity, string>> = { error: "major", warning: "minor", info: "info" };

export function createGitLabReporter({ terminal }: ReporterParts): Reporter {
  const issues: object[] = [];
  return {
    file({ path, diagnostics, failure }) {
      if (failure !== undefined)
        issues.push({
          description: failure.message,
          check_name: "could-not-be-checked",
          fingerprint: path,
          severity: "blocker",
          location: { path, lines: { begin: 1 } },
        });
      const prints = fingerprintsOf(path, diagnostics);
      for (const located of diagnostics)
        issues.push({
          description: located.diagnostic.message,
          check_name: located.diagnostic.code,
          fingerprint: prints.get(located),
          severity: SEVERITIES[located.diagnostic.severity],
          location: { path, lines: { begin: located.range.start.line, end: located.range.end.line } },
        });
    },
    end: () => terminal.write(`${visibleJson(issues, 2)}\n`),
  };
}
