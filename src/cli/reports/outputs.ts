/** The formats, and several reports of one run: one to standard output, the others to files. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { isSameFile, readOther, writeFile } from "../files/read.ts";
import { createStyle, Failure, onStandardError, type Terminal } from "../terminal/terminal.ts";
import { isPerfect, type Reporter, type ReporterParts, withOmitted } from "./report.ts";

const formats = () => import("./formats.ts");

/** Each is loaded when it is used. */
const REPORTERS = {
  pretty: async (parts: ReporterParts) => (await import("./pretty.ts")).createPrettyReporter(parts),
  json: async (parts: ReporterParts) => (await formats()).createJsonReporter(parts),
  ndjson: async (parts: ReporterParts) => (await formats()).createNdjsonReporter(parts),
  sarif: async (parts: ReporterParts) => listing((await formats()).createSarifReporter(parts)),
  github: async (parts: ReporterParts) => listing((await formats()).createGitHubReporter(parts)),
  gitlab: async (parts: ReporterParts) => listing((await formats()).createGitLabReporter(parts)),
  junit: async (parts: ReporterParts) => (await formats()).createJUnitReporter(parts),
  rdjson: async (parts: ReporterParts) => listing((await formats()).createRdjsonReporter(parts)),
};

/** A list of findings has no other place for how many are not in it. */
function listing({ file, end }: Reporter): Reporter {
  return { file: (report) => file(withOmitted(report)), end };
}

export type Format = keyof typeof REPORTERS;

export const FORMATS = Object.keys(REPORTERS) as Format[];

interface ReportSettings {
  readonly format: Format;
  readonly outputs: readonly ReturnType<typeof readOutput>[];
  /** Whether standard output is taken, so that the report goes to standard error. */
  readonly isOutputTaken: boolean;
  /** Whether people are told nothing if there is nothing to do. */
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
  /^(?:\{\s*"(?:files": \[\s*(?:\]|\{\s*"path": )|source": \{\s*"name": "preflight"|\$schema": "[^"]*\/sarif-|path":"[^"]*","(?:line|status)":)|\[\s*(?:\]|\{\s*"description": )|<|\s*$)/;

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
  const reporters = [
    await REPORTERS[format]({ ...parts, terminal: isTaken ? onStandardError(terminal) : terminal }),
  ];
  const files = outputs.map(({ path }) => ({ path, pieces: [] as string[] }));
  for (const [index, output] of outputs.entries()) {
    const write = (piece: string) => void files[index]!.pieces.push(piece);
    const into = { ...terminal, style: createStyle(false), write };
    reporters.push(await REPORTERS[output.format]({ ...parts, terminal: into }));
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
