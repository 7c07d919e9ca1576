/** For GitHub Actions: workflow commands, which become annotations at the lines of a pull request. */
import type { Severity } from "../../core/types.ts";
import { visibleLines } from "../terminal/text.ts";
import { type Reporter, type ReporterParts, remedyLine, summaryLine } from "./report.ts";

const COMMANDS: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "notice" };

export function createGitHubReporter({ terminal, command }: ReporterParts): Reporter {
  const { write } = terminal;
  return {
    file({ path, diagnostics, failure }) {
      if (failure !== undefined)
        write(annotation("error", { file: path, title: "could not be checked" }, failure.message));
      for (const { diagnostic, range } of diagnostics) {
        const { start, end } = range;
        const place = {
          file: path,
          line: start.line,
          endLine: end.line,
          // Columns of an annotation that spans lines would be read as if it did not.
          ...(start.line === end.line && { col: start.column, endColumn: end.column }),
          title: diagnostic.code,
        };
        const [fix] = diagnostic.fixes ?? [];
        const message = fix === undefined ? diagnostic.message : `${diagnostic.message}\nFix: ${fix.title}`;
        write(annotation(COMMANDS[diagnostic.severity], place, message));
      }
    },
    end(summary) {
      const remedy = remedyLine(summary, command);
      write(`${summaryLine(summary)}${remedy === undefined ? "" : ` · ${remedy}`}\n`);
    },
  };
}

function annotation(command: string, place: Readonly<Record<string, unknown>>, message: string): string {
  const parameters = Object.entries(place).map(
    ([name, value]) => `${name}=${escapeParameter(String(value))}`,
  );
  return `::${command} ${parameters.join(",")}::${escapeMessage(message)}\n`;
}

function escapeMessage(text: string): string {
  return visibleLines(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeParameter(text: string): string {
  return escapeMessage(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
