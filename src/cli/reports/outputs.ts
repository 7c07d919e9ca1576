/** The formats, and several reports of one run: one to standard output, the others to files. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { isSameFile, readOther, writeFile } from "../files/read.ts";
import { createStyle, Failure, onStandardError, type Terminal } from "../terminal/terminal.ts";
import { isPerfect, type Reporter, type ReporterParts, withOmitted } from "./report.ts";

export const FORMATS = ["pretty", "json", "ndjson", "sarif", "github", "junit", "rdjson"] as const;

export type Format = (typeof FORMATS)[number];

/** Formats that list findings, and have no other place for how many are not among them. */
const LISTS: readonly Format[] = ["sarif", "github", "rdjson"];

/** Each is loaded when it is used. */
async function createReporter(format: Format, parts: ReporterParts): Promise<Reporter> {
  if (format === "pretty") return (await import("./pretty.ts")).createPrettyReporter(parts);
  const { file, end } = (await import("./formats.ts")).REPORTERS[format](parts);
  return { file: LISTS.includes(format) ? (report) => file(withOmitted(report)) : file, end };
}

/**
 * `isOutputTaken`: whether standard output is, so that the report goes to standard error. `isQuiet`: whether people are told
 * nothing if there is nothing to do.
 */
interface ReportSettings {
  readonly format: Format;
  readonly outputs: readonly ReturnType<typeof readOutput>[];
  readonly isOutputTaken: boolean;
  readonly isQuiet: boolean;
}

/** Reads `sarif=report.sarif`. The path `-` is standard output. */
export function readOutput(text: string) {
  const [, name, path = ""] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  const format = FORMATS.find((each) => each === name);
  if (format !== undefined) return { format, path };
  const hint = `The formats are ${FORMATS.join(", ")}; - is standard output.`;
  throw new Failure(`--output ${text} is not FORMAT=FILE.`, hint);
}

/** How reports begin that may be called like a proposal. */
const REPORT =
  /^(?:\{\s*"(?:files": \[\s*(?:\]|\{\s*"path": )|source": \{\s*"name": "preflight"|\$schema": "[^"]*\/sarif-|path":"[^"]*","(?:line|status)":)|<|\s*$)/;

/** Whether there is a report of an earlier run at a path. Anything else may be a proposal, which would be lost. */
export const isReport = (path: string): boolean => existsSync(path) && REPORT.test(readOther(path));

export async function createReporters(
  { format, outputs, isOutputTaken, isQuiet }: ReportSettings,
  parts: Omit<ReporterParts, "terminal"> & { readonly terminal: Terminal },
): Promise<Reporter> {
  const { terminal } = parts;
  const places = outputs.map(({ path }) => resolve(path));
  const again = places.findIndex((place, index) => places.indexOf(place) < index);
  if (again > 0) throw new Failure(`Two reports go to ${outputs[again]!.path}.`);
  const isTaken = isOutputTaken || outputs.some(({ path }) => path === "-");
  const main = isTaken ? onStandardError(terminal) : terminal;
  const reporters = [await createReporter(format, { ...parts, terminal: main })];
  const files: { path: string; pieces: string[] }[] = [];
  for (const { format, path } of outputs) {
    const pieces: string[] = [];
    files.push({ path, pieces });
    const write = (piece: string) => void pieces.push(piece);
    const into = { ...terminal, style: createStyle(false), write };
    reporters.push(await createReporter(format, { ...parts, terminal: into }));
  }
  return {
    file(report) {
      const own = files.find(({ path }) => report.status !== "skipped" && isSameFile(path, report.path));
      if (own !== undefined)
        throw new Failure(`${own.path} is one of the proposals; the report needs another file.`);
      for (const reporter of reporters) reporter.file(report);
    },
    end(summary) {
      const isForPeople = format === "pretty" || (format === "github" && summary.files === 0);
      const isSilent = isForPeople && isPerfect(summary) && (isQuiet || summary.files === 0);
      for (const reporter of isSilent ? reporters.slice(1) : reporters) reporter.end(summary);
      for (const { path, pieces } of files)
        if (path === "-") terminal.write(pieces.join(""));
        else writeFile(path, pieces.join(""));
    },
  };
}
