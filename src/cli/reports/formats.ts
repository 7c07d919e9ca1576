/** The formats that programs read. Members that are undefined are not written. */
import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";
import { linesOf, type Position, type Range } from "../../authoring/documents/document.ts";
import type { Severity } from "../../core/types.ts";
import { within } from "../files/records.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { plural, visibleJson, visibleLines } from "../terminal/text.ts";
import {
  createFingerprints,
  type FileReport,
  type LocatedDiagnostic,
  nameOf,
  type Reporter,
  type ReporterParts,
  remedyLine,
  replacementsOf,
  type Summary,
  summaryLine,
} from "./report.ts";

/** What the tools call a severity. */
const SEVERITIES = {
  github: { error: "error", warning: "warning", info: "notice" },
  rdjson: { error: "ERROR", warning: "WARNING", info: "INFO" },
  sarif: { error: "error", warning: "warning", info: "note" },
} as const satisfies Record<string, Record<Severity, string>>;

type Written = { readonly terminal: Pick<Terminal, "write"> };

/** Collects what there is to say about each file, and writes one JSON document of it at the end. */
function collecting<Entry>(
  { terminal }: Written,
  entriesOf: (report: FileReport) => readonly Entry[],
  documentOf: (entries: readonly Entry[], summary: Summary) => object,
): Reporter {
  const entries: Entry[] = [];
  return {
    file(report) {
      for (const entry of entriesOf(report)) entries.push(entry);
    },
    end: (summary) => terminal.write(`${visibleJson(documentOf(entries, summary), 2)}\n`),
  };
}

/** The answers of the service, with the place of each diagnostic in its file. */
function createJsonReporter(parts: ReporterParts): Reporter {
  const entriesOf = (report: FileReport) => [fileEntry(report)];
  return collecting(parts, entriesOf, (entries, { safe: _, suggested: __, ...summary }) => {
    const findings = entries.filter(({ status }) => status === "run");
    const files = entries.filter(({ status }) => status !== "run");
    return { files, findings: unlessEmpty(findings), summary };
  });
}

/** One line for each file or record, as soon as it is checked; findings of the run after them. */
export function createNdjsonReporter({ terminal: { write } }: Written): Reporter {
  const lineOf = (report: FileReport) => `${visibleJson(fileEntry(report))}\n`;
  /** Where nothing is wrong, records of a file differ in their line alone. */
  let clean: { path: string; basis: FileReport["basis"]; head: string; tail: string } | undefined;
  return {
    file(report) {
      const { path, before, status, diagnostics, omitted, fixed, failure, basis } = report;
      const isClean = status === "valid" && diagnostics.length + omitted + fixed === 0 && !failure;
      if (before === undefined || !isClean) return write(lineOf(report));
      if (clean?.path !== path || clean.basis !== basis) {
        const mark = `"line":${before.lines + 1},`;
        const [head = "", ...rest] = lineOf(report).split(mark);
        clean = { path, basis, head: `${head}"line":`, tail: `,${rest.join(mark)}` };
      }
      write(`${clean.head}${before.lines + 1}${clean.tail}`);
    },
    end() {},
  };
}

function fileEntry({ path, before, status, diagnostics, omitted, fixed, failure, basis }: FileReport) {
  const { targetProduct, domainId, specPackage, registry } = basis ?? {};
  return {
    ...{ path, line: before && before.lines + 1, status, error: failure?.message },
    diagnostics: diagnostics.map(diagnosticEntry),
    ...{ omitted, fixed, targetProduct, domainId, specPackage, registry },
  };
}

function diagnosticEntry({ diagnostic, range, related }: LocatedDiagnostic) {
  const { related: places, docs, ...rest } = diagnostic;
  const others = related.map(({ range, message }, index) => ({
    ...{ pointer: places?.[index]?.pointer, message, range: rangeEntry(range) },
  }));
  return { ...rest, docs: pageOf(docs), range: rangeEntry(range), related: unlessEmpty(others) };
}

const unlessEmpty = <Entry>(list: readonly Entry[]) => (list.length > 0 ? list : undefined);

/** Without a service there is none; `preflight explain` has its text. */
const pageOf = (docs: string): string | undefined => (docs.startsWith("http") ? docs : undefined);

const placeEntry = ({ line, column }: Position) => ({ line, column });

function rangeEntry({ start, end }: Range, entryOf = placeEntry) {
  return { start: entryOf(start), end: entryOf(end) };
}

/** For GitHub Actions: workflow commands, which become annotations at the lines of a pull request. */
function createGitHubReporter({ terminal: { write }, command }: ReporterParts): Reporter {
  const escapeMessage = (text: string) =>
    visibleLines(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  const escapeParameter = (value: string | number) =>
    escapeMessage(String(value)).replaceAll(":", "%3A").replaceAll(",", "%2C");
  function annotate(kind: string, place: Attributes, message: string): void {
    const parameters = Object.entries(place).map(([name, value]) => `${name}=${escapeParameter(value)}`);
    write(`::${kind} ${parameters.join(",")}::${escapeMessage(message)}\n`);
  }
  return {
    file({ path, diagnostics, failure }) {
      if (failure) annotate("error", { file: path, title: "could not be checked" }, failure.message);
      for (const { diagnostic, range } of diagnostics) {
        const { start, end } = range;
        const { code, severity, message, fixes = [] } = diagnostic;
        // Columns of an annotation that spans lines would be read as if it did not.
        const columns = start.line === end.line && { col: start.column, endColumn: end.column };
        const place = { file: path, line: start.line, endLine: end.line, ...columns, title: code };
        const fix = fixes[0] === undefined ? "" : `\nFix: ${fixes[0].title}`;
        annotate(SEVERITIES.github[severity], place, message + fix);
      }
    },
    end(summary) {
      const remedy = remedyLine(summary, command);
      write(`${summaryLine(summary)}${remedy === undefined ? "" : ` · ${remedy}`}\n`);
    },
  };
}

/** For reviewdog, which posts fixes as suggested changes: Reviewdog Diagnostic Format. Its columns count bytes of UTF-8. */
function createRdjsonReporter(parts: ReporterParts): Reporter {
  function entriesOf(report: FileReport): object[] {
    const { path, before, failure } = report;
    const lines = linesOf(report.text);
    const inBytes = (range: Range) =>
      rangeEntry(within(range, before), ({ line, column }) => {
        const above = line === 1 ? (before?.bytes ?? 0) : 0;
        const bytes = Buffer.byteLength((lines[line - 1] ?? "").slice(0, column - 1));
        return { line: line + (before?.lines ?? 0), column: above + bytes + 1 };
      });
    const found = report.diagnostics.map((located) => {
      const { code, docs, severity, message } = located.diagnostic;
      const replacements = replacementsOf(report, located);
      const suggestions = replacements.map(({ range, text }) => ({ range: inBytes(range), text }));
      return {
        message,
        location: { path, range: inBytes(located.range) },
        severity: SEVERITIES.rdjson[severity],
        code: { value: code, url: pageOf(docs) },
        suggestions: unlessEmpty(suggestions),
      };
    });
    return failure ? [{ message: failure.message, location: { path }, severity: "ERROR" }, ...found] : found;
  }
  return collecting(parts, entriesOf, (diagnostics) => ({ source: { name: "preflight" }, diagnostics }));
}

const SARIF = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/** For code scanning: SARIF 2.1.0 (OASIS). */
function createSarifReporter(parts: ReporterParts): Reporter {
  /** In the order of their index, each with the page about it. */
  const pages = new Map<string, string>();
  const notifications: object[] = [];
  const fingerprintsOf = createFingerprints();

  function resultsOf(report: FileReport): object[] {
    const { path, failure } = report;
    const location = (range?: Range) => ({
      physicalLocation: { artifactLocation: artifactAt(path), region: range && regionOf(range) },
    });
    if (failure)
      notifications.push({ level: "error", message: { text: failure.message }, locations: [location()] });
    return [...fingerprintsOf(report)].map(([located, print]) => {
      const { diagnostic, range, related } = located;
      const { code, severity, message, pointer, docs } = diagnostic;
      if (!pages.has(code)) pages.set(code, docs);
      const fixes = replacementsOf(report, located).map(({ title, range, text }) => {
        const replacements = [{ deletedRegion: regionOf(range), insertedContent: { text } }];
        const change = { artifactLocation: artifactAt(path), replacements };
        return { description: { text: title }, artifactChanges: [change] };
      });
      const relatedLocations = related.map(({ range, message }, id) => ({
        ...{ id, ...location(range), message: { text: message } },
      }));
      return {
        ruleId: code,
        ruleIndex: [...pages.keys()].indexOf(code),
        level: SEVERITIES.sarif[severity],
        message: { text: message },
        locations: [{ ...location(range), logicalLocations: [{ fullyQualifiedName: pointer }] }],
        relatedLocations: unlessEmpty(relatedLocations),
        partialFingerprints: { "preflight/v1": print },
        fixes: unlessEmpty(fixes),
      };
    });
  }

  return collecting(parts, resultsOf, (results, { failed }) => {
    const { version, codes } = parts;
    const texts = new Map(codes().map((entry) => [entry.code, entry]));
    const rules = [...pages].map(([id, helpUri]) => {
      const entry = texts.get(id);
      const help = entry && { text: `${entry.fix} For an example: preflight explain ${id}` };
      return { id, shortDescription: entry && { text: entry.summary }, help, helpUri };
    });
    const driver = { name: "preflight", version, semanticVersion: version, rules };
    const toolExecutionNotifications = unlessEmpty(notifications);
    const invocation = { executionSuccessful: failed === 0, toolExecutionNotifications };
    const run = { tool: { driver }, invocations: [invocation], columnKind: "utf16CodeUnits", results };
    return { $schema: SARIF, version: "2.1.0", runs: [run] };
  });
}

function regionOf({ start, end }: Range) {
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

/** Relative paths stay relative, so that a scanner can match them with the repository. */
function artifactAt(path: string) {
  if (isAbsolute(path)) return { uri: pathToFileURL(path).href };
  return { uri: path.replaceAll("\\", "/").split("/").map(encodeURIComponent).join("/") };
}

/** For test dashboards: JUnit XML with one test case for each file, as the schemas of Ant and of Jenkins have it. */
function createJUnitReporter({ terminal }: ReporterParts): Reporter {
  const started = Date.now();
  let last = started;
  let [cases, remarks] = ["", ""];
  const counts = { tests: 0, failure: 0, error: 0 };
  const secondsSince = (before: number) => ((Date.now() - before) / 1_000).toFixed(3);
  return {
    file(report) {
      if (report.status === "skipped") return;
      const { path, diagnostics, failure } = report;
      const isError = ({ diagnostic }: LocatedDiagnostic) => diagnostic.severity === "error";
      for (const each of diagnostics) if (!isError(each)) remarks += `${lineAbout(path, each)}\n`;
      const wrong = faultElement(report, diagnostics.filter(isError));
      const attributes = { name: nameOf(report), classname: "preflight", time: secondsSince(last) };
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
function faultElement({ path, status, failure, omitted }: FileReport, errors: readonly LocatedDiagnostic[]) {
  const [first] = errors;
  const count = errors.length + (status === "invalid" ? omitted : 0);
  if (failure === undefined && count === 0) return "";
  const attributes = {
    message: failure?.message ?? (first && count === 1 ? first.diagnostic.message : plural(count, "error")),
    type: failure || !first ? status : first.diagnostic.code,
  };
  const lines = errors.map((each) => lineAbout(path, each)).join("\n");
  return `\n      ${element(failure ? "error" : "failure", attributes, escapeXml(lines))}    `;
}

function lineAbout(path: string, { diagnostic, range }: LocatedDiagnostic): string {
  const { code, severity, message } = diagnostic;
  return `${path}:${range.start.line}:${range.start.column} ${severity} ${code} ${message}`;
}

type Attributes = Readonly<Record<string, string | number>>;

/** `inside` is XML. */
function element(name: string, attributes: Attributes, inside: string): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`);
  const open = `<${name}${list.join("")}`;
  return inside === "" ? `${open}/>\n` : `${open}>${inside}</${name}>\n`;
}

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;" };

/** XML cannot hold most control characters, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to be found
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;

function escapeXml(text: string): string {
  const allowed = visibleLines(text).replace(NOT_XML, "\ufffd");
  return allowed.replace(/[&<>"\n]/g, (character) => ENTITIES[character as keyof typeof ENTITIES]);
}

export const REPORTERS = {
  json: createJsonReporter,
  ndjson: createNdjsonReporter,
  sarif: createSarifReporter,
  github: createGitHubReporter,
  junit: createJUnitReporter,
  rdjson: createRdjsonReporter,
} satisfies Record<string, (parts: ReporterParts) => Reporter>;
