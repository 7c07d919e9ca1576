/** For GitLab: a code quality report, shown in merge requests. */
import type { Severity } from "../../core/types.ts";
import { visibleJson } from "../terminal/text.ts";
import { createFingerprints, type Reporter, type ReporterParts } from "./report.ts";

const SEVERITIES: Readonly<Record<Severity, string>> = { error: "major", warning: "minor", info: "info" };

export function createGitLabReporter({ terminal }: ReporterParts): Reporter {
  const issues: object[] = [];
  const fingerprintsOf = createFingerprints();
  return {
    file(report) {
      const { path, before, diagnostics, failure } = report;
      if (failure !== undefined)
        issues.push({
          description: failure.message,
          check_name: "could-not-be-checked",
          fingerprint: before === undefined ? path : `${path}:${before.lines + 1}`,
          severity: "blocker",
          location: { path, lines: { begin: (before?.lines ?? 0) + 1 } },
        });
      const prints = fingerprintsOf(report);
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
