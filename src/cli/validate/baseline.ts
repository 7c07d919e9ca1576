/** Faults that are known and not reported, until they are gone: a file with what was wrong on the day it was written. */
import { existsSync, readFileSync } from "node:fs";
import { isPlainObject } from "../../core/json/pointer.ts";
import { writeFile } from "../files/write.ts";
import { fingerprintOf } from "../reports/fingerprint.ts";
import type { FileReport } from "../reports/report.ts";
import { Failure, systemReason } from "../terminal/failure.ts";

export interface Baseline {
  /** The report without known faults. A file with no others is valid. */
  filter(report: FileReport): FileReport;
  /** Writes the file, if it is being made. */
  save(): void;
}

export const NO_BASELINE: Baseline = { filter: (report) => report, save() {} };

/** Throws a Failure. */
export function openBaseline(path: string, isBeingWritten: boolean): Baseline {
  if (!isBeingWritten) {
    const known = readBaseline(path);
    return { filter: (report) => withoutKnown(report, new Set(known[report.path] ?? [])), save() {} };
  }
  const files: Record<string, string[]> = {};
  return {
    filter(report) {
      const prints = report.diagnostics.map((located) => fingerprintOf(report.path, located));
      if (prints.length > 0) files[report.path] = [...new Set(prints)].sort();
      return withoutKnown(report, new Set(prints));
    },
    save: () => writeFile(path, `${JSON.stringify({ version: 1, files }, null, 2)}\n`),
  };
}

function withoutKnown(report: FileReport, known: ReadonlySet<string>): FileReport {
  if (known.size === 0) return report;
  const diagnostics = report.diagnostics.filter((located) => !known.has(fingerprintOf(report.path, located)));
  const isInvalid =
    report.omitted > 0 || diagnostics.some(({ diagnostic }) => diagnostic.severity === "error");
  return {
    ...report,
    diagnostics,
    known: report.diagnostics.length - diagnostics.length,
    status: report.status === "invalid" && !isInvalid ? "valid" : report.status,
  };
}

function readBaseline(path: string): Record<string, string[]> {
  if (!existsSync(path))
    throw new Failure(`There is no baseline ${path}.`, "Write it with --write-baseline.");
  let document: unknown;
  try {
    document = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new Failure(`The baseline ${path} cannot be read: ${systemReason(error)}.`);
  }
  const files = isPlainObject(document) && document.version === 1 ? document.files : undefined;
  if (!isPlainObject(files) || !Object.values(files).every(Array.isArray))
    throw new Failure(`${path} is not a baseline of this version.`, "Write it again with --write-baseline.");
  return files as Record<string, string[]>;
}
