/** For test dashboards: JUnit XML with one test case for each file, as the schemas of Ant and of Jenkins have it. */
import { plural, visibleLines } from "../terminal/text.ts";
import type { FileReport, LocatedDiagnostic, Reporter, ReporterParts } from "./report.ts";

export function createJUnitReporter({ terminal }: ReporterParts): Reporter {
  const started = Date.now();
  let last = started;
  let [cases, remarks] = ["", ""];
  const counts = { tests: 0, failure: 0, error: 0 };

  /** Of what was done since the last call. */
  const secondsSince = (before: number) => ((Date.now() - before) / 1_000).toFixed(3);

  return {
    file(report) {
      if (report.status === "skipped") return;
      const { path, before, diagnostics, failure } = report;
      const isError = ({ diagnostic }: LocatedDiagnostic) => diagnostic.severity === "error";
      for (const each of diagnostics) if (!isError(each)) remarks += `${line(path, each)}\n`;
      const wrong = elementOf(report, diagnostics.filter(isError));
      const name = before === undefined ? path : `${path}:${before.lines + 1}`;
      const attributes = { name, classname: "preflight", time: secondsSince(last) };
      counts.tests++;
      if (wrong !== "") counts[failure === undefined ? "failure" : "error"]++;
      cases += `    ${element("testcase", attributes, wrong)}`;
      last = Date.now();
    },
    end() {
      const { tests, failure: failures, error: errors } = counts;
      const suite = {
        ...{ name: "preflight", package: "preflight", id: 0, hostname: "localhost", tests, failures, errors },
        ...{ timestamp: new Date(started).toISOString().slice(0, 19), time: secondsSince(started) },
      };
      const outputs = `    ${element("system-out", {}, escapeXml(remarks))}    <system-err/>\n`;
      const inside = `\n    <properties/>\n${cases}${outputs}  `;
      terminal.write(
        `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n  ${element("testsuite", suite, inside)}</testsuites>\n`,
      );
    },
  };
}

/** A case has one element at most, which tells of everything; empty if nothing is wrong. */
function elementOf(
  { path, status, failure, omitted }: FileReport,
  errors: readonly LocatedDiagnostic[],
): string {
  const [first] = errors;
  const count = errors.length + (status === "invalid" ? omitted : 0);
  if (failure === undefined && count === 0) return "";
  const name = failure === undefined ? "failure" : "error";
  const several = first && count === 1 ? first.diagnostic.message : plural(count, "error");
  const attributes = {
    message: failure?.message ?? several,
    type: failure || !first ? status : first.diagnostic.code,
  };
  const lines = errors.map((item) => line(path, item)).join("\n");
  return `\n      ${element(name, attributes, escapeXml(lines))}    `;
}

function line(path: string, { diagnostic, range }: LocatedDiagnostic): string {
  const { code, severity, message } = diagnostic;
  return `${path}:${range.start.line}:${range.start.column} ${severity} ${code} ${message}`;
}

/** `inside` is XML. */
function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  inside: string,
): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`);
  const open = `<${name}${list.join("")}`;
  return inside === "" ? `${open}/>\n` : `${open}>${inside}</${name}>\n`;
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
