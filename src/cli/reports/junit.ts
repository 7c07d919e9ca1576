/** For test dashboards: JUnit XML with one test case for each file. */
import { visibleLines } from "../terminal/text.ts";
import type { FileReport, LocatedDiagnostic, Reporter, ReporterParts } from "./report.ts";

export function createJUnitReporter({ terminal }: ReporterParts): Reporter {
  let cases = "";
  let failures = 0;
  return {
    file(report) {
      if (report.status === "skipped") return;
      if (report.status === "invalid") failures++;
      cases += testCase(report);
    },
    end({ files, unchecked }) {
      const counts = `tests="${files}" failures="${failures}" errors="${unchecked}"`;
      terminal.write(
        `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${counts}>\n  <testsuite name="preflight" ${counts}>\n${cases}  </testsuite>\n</testsuites>\n`,
      );
    },
  };
}

function testCase({ path, status, diagnostics, failure }: FileReport): string {
  const errors = diagnostics.filter(({ diagnostic }) => diagnostic.severity === "error");
  const others = diagnostics.filter(({ diagnostic }) => diagnostic.severity !== "error");
  const inside = [
    ...(failure === undefined ? [] : [element("error", { message: failure.message, type: status }, "")]),
    ...(errors.length === 0 ? [] : [failureElement(path, errors)]),
    ...(others.length === 0
      ? []
      : [element("system-out", {}, others.map((item) => line(path, item)).join("\n"))]),
  ];
  const open = `    <testcase name="${escapeXml(path)}" classname="preflight"`;
  return inside.length === 0 ? `${open}/>\n` : `${open}>\n${inside.join("")}    </testcase>\n`;
}

function failureElement(path: string, errors: readonly LocatedDiagnostic[]): string {
  const [first] = errors;
  const message = errors.length === 1 ? first!.diagnostic.message : `${errors.length} errors`;
  return element(
    "failure",
    { message, type: first!.diagnostic.code },
    errors.map((item) => line(path, item)).join("\n"),
  );
}

function line(path: string, { diagnostic, range }: LocatedDiagnostic): string {
  const { code, severity, message } = diagnostic;
  return `${path}:${range.start.line}:${range.start.column} ${severity} ${code} ${message}`;
}

function element(name: string, attributes: Readonly<Record<string, string>>, text: string): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  return `      <${name}${list.join("")}>${escapeXml(text)}</${name}>\n`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\n": "&#10;",
};

/** XML cannot hold most control characters, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to be found
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;

function escapeXml(text: string): string {
  return visibleLines(text)
    .replace(NOT_XML, "\ufffd")
    .replace(/[&<>"\n]/g, (character) => ENTITIES[character]!);
}
