/** What a text in the editor is, and what the check says about it; of those that are open, always about the newest one. */
import { fileURLToPath } from "node:url";
import type { SourceDocument } from "../../authoring/documents/document.ts";
import type { Path } from "../../authoring/documents/edit/source-tree.ts";
import { isMarkdown, openDocument } from "../../authoring/documents/open.ts";
import type { KnownRules } from "../../authoring/help.ts";
import { child, isPlainObject, parsePointer } from "../../core/json/values.ts";
import { checkSpecPackage } from "../../core/publishing/advice.ts";
import { addressOf } from "../checker/domain.ts";
import { configRules, openConfig } from "../config/config.ts";
import { namedFile } from "../files/find.ts";
import { refuseTooLarge } from "../files/read.ts";
import { isStream } from "../files/records.ts";
import { type FileReport, type LocatedDiagnostic, ofCandidate } from "../reports/report.ts";
import { isAboutName } from "../spec/source.ts";
import { Failure } from "../terminal/terminal.ts";
import { type CheckParts, checkDocument } from "../validate/check-file.ts";
import type { Projects } from "./projects.ts";

/** A text as the editor has it. */
interface OpenText {
  readonly uri: string;
  readonly path: string;
  readonly version: number;
  readonly text: string;
}

export interface Reading extends Omit<OpenText, "text"> {
  readonly document: SourceDocument;
  /** The way to what the rules are about. */
  readonly base: Path;
  /** For help while writing. */
  readonly rules: KnownRules | undefined;
  /** Who checks a proposal. */
  readonly parts: CheckParts | undefined;
  judge(): Promise<Verdict>;
}

type Verdict = Pick<FileReport, "diagnostics" | "failure" | "replacementOf">;

export interface Judged extends Reading {
  readonly verdict: Verdict;
}

/** Of any version, in JSON or YAML. */
const PACKAGE_FORMAT = /\bformat["']?\s*:\s*["']?preflight-spec-package\//;

/** Undefined: the file is none of ours. `last`: what it was before the last change, which an unfinished text may not tell. */
async function readOpenText(
  { uri, path, version, text: given }: OpenText,
  projects: Projects,
  last: Reading | undefined,
): Promise<Reading | undefined> {
  const file = namedFile(path);
  // A file with a record on each line is no document.
  if (isStream(file, false)) return undefined;
  // Most editors take the byte order mark away. In JSON a space keeps every place, and YAML allows the mark.
  const text = /\.ya?ml$/i.test(path) || isMarkdown(path) ? given : given.replace(/^\ufeff/, " ");
  const shared = { uri, path, version, base: [], rules: undefined, parts: undefined };
  if (projects.isConfig(path)) {
    const { document, base, diagnostics } = await openConfig(path, text);
    const rules = { spec: configRules(), entriesOf: () => [] };
    return { ...shared, document, base, rules, judge: async () => ({ diagnostics }) };
  }
  if (PACKAGE_FORMAT.test(text)) {
    const document = await openDocument(path, text);
    const { isReadable, value, findings } = document;
    if (!isReadable || typeof child(value, "format") === "string") {
      const reasons = () => (isPlainObject(value) ? findingsOf(document) : []);
      const judge = async () => ({ diagnostics: [...findings.map(ofCandidate([])), ...reasons()] });
      return { ...shared, document, judge };
    }
  }
  let parts: CheckParts | undefined;
  try {
    parts = await projects.partsOf(path);
    if (parts === undefined) return undefined;
    refuseTooLarge(Buffer.byteLength(text));
    const document = await openDocument(path, text);
    const { chosen, domains, checker } = parts;
    const value = document.isReadable ? document.value : {};
    const isTold = document.isReadable || last === undefined;
    const address = isTold ? await unlessFailed(async () => addressOf(value, chosen, domains)) : undefined;
    const rules = address ? await checker.rulesOf(address) : last?.rules;
    const base = address?.base ?? last?.base ?? [];
    const judge = () => checkDocument(file, document, parts!).then(({ report }) => report, unchecked);
    return { ...shared, document, base, rules, parts, judge };
  } catch (error) {
    const verdict = unchecked(error);
    const document = await openDocument("unchecked.json", "");
    return { ...shared, document, parts, judge: async () => verdict };
  }
}

/** Why a spec package is refused, or advice if it is not. */
function findingsOf(document: SourceDocument): LocatedDiagnostic[] {
  return checkSpecPackage(document.value).findings.map(({ level, pointer, code, message }) => ({
    diagnostic: { code, severity: level === "error" ? "error" : "warning", pointer, message, docs: "" },
    range: document.rangeOf(parsePointer(pointer), isAboutName(code) ? "name" : "value"),
    related: [],
  }));
}

function unchecked(error: unknown): Verdict {
  if (!(error instanceof Failure)) throw error;
  return { diagnostics: [], failure: error };
}

/** Undefined: it cannot be had, which the check says. */
function unlessFailed<Made>(make: () => Promise<Made>): Promise<Made | undefined> {
  return make().catch((error: unknown) => void unchecked(error) as undefined);
}

/** What is wrong in a part of the text. */
export function diagnosticsAt({ verdict }: Judged, start: number, end = start) {
  return verdict.diagnostics.filter(({ range }) => range.start.offset <= end && start <= range.end.offset);
}

/** A text that the editor has open. */
interface OpenFile extends OpenText {
  reading?: Promise<Reading | undefined> | undefined;
  judged?: Promise<Judged | undefined> | undefined;
  /** What an unfinished text may not tell any more. */
  last?: Reading;
  timer?: NodeJS.Timeout;
}

/** Nobody reads what is wrong with a word that is being typed. A call of a service counts, so it waits for longer. */
const PAUSE_MS = 150;
const SERVICE_PAUSE_MS = 1_000;

/** `onJudged`: called with what is known about a text, unless there is a newer one already. */
export function createOpenFiles(
  projects: Projects,
  onJudged: (uri: string, judged: Judged | undefined) => void,
  onError: (error: unknown) => void,
) {
  const files = new Map<string, OpenFile>();

  function read(file: OpenFile): Promise<Reading | undefined> {
    file.reading ??= readOpenText(file, projects, file.last).then((reading) => {
      if (reading?.document.isReadable === true) file.last = reading;
      return reading;
    });
    return file.reading;
  }

  function judgeNow(file: OpenFile): Promise<Judged | undefined> {
    file.judged ??= read(file).then(
      async (reading) => reading && { ...reading, verdict: await reading.judge() },
    );
    return file.judged;
  }

  async function check(file: OpenFile): Promise<void> {
    const { version } = file;
    const isCurrent = () => files.get(file.uri) === file && file.version === version;
    const reading = await read(file);
    if (isCurrent() && reading?.parts && !reading.parts.checker.here)
      await new Promise((resolve) => {
        file.timer = setTimeout(resolve, SERVICE_PAUSE_MS);
      });
    if (!isCurrent()) return;
    const judged = await judgeNow(file);
    if (isCurrent()) onJudged(file.uri, judged);
  }

  function schedule(file: OpenFile, afterMs = 0): void {
    clearTimeout(file.timer);
    file.reading = undefined;
    file.judged = undefined;
    // Of several changes only the last is looked at.
    file.timer = setTimeout(() => void check(file).catch(onError), afterMs);
  }

  function close(uri: string): void {
    clearTimeout(files.get(uri)?.timer);
    files.delete(uri);
  }

  return {
    open({ uri, version, text }: Omit<OpenText, "path">): void {
      if (!uri.startsWith("file:")) return;
      close(uri);
      const file: OpenFile = { uri, path: fileURLToPath(uri), version, text };
      files.set(uri, file);
      schedule(file);
    },
    /** Text of an older version is ignored. */
    change(uri: string, version: number, text: string): void {
      const file = files.get(uri);
      if (file === undefined || version <= file.version) return;
      Object.assign(file, { version, text });
      schedule(file, PAUSE_MS);
    },
    close,
    has: (uri: string) => files.has(uri),
    recheck(): void {
      for (const file of files.values()) schedule(file);
    },
    /** Undefined: it is not open, or none of ours. */
    reading: async (uri: string) => {
      const file = files.get(uri);
      return file && read(file);
    },
    /** With what the check says, as soon as it does. */
    judged: async (uri: string): Promise<Judged | undefined> => {
      const file = files.get(uri);
      const reading = file && (await read(file));
      if (reading === undefined) return undefined;
      // A question about a place is not worth a call.
      const isFree = reading.parts === undefined || reading.parts.checker.here !== undefined;
      return isFree || file!.judged ? judgeNow(file!) : { ...reading, verdict: { diagnostics: [] } };
    },
  };
}
