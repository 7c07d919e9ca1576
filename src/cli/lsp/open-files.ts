/** The texts that the editor has open. Whatever is asked is answered about the newest one. */
import { fileURLToPath } from "node:url";
import type { Position, TextDocumentContentChangeEvent } from "vscode-languageserver";
import { lineStartsOf } from "../../core/reader/lines.ts";
import type { Projects } from "./projects.ts";
import { judge, type Reading, readOpenText, type Verdict } from "./reading.ts";

export interface Judged {
  readonly reading: Reading;
  readonly verdict: Verdict;
}

export type OpenFiles = ReturnType<typeof createOpenFiles>;

interface OpenFile {
  readonly uri: string;
  readonly path: string;
  version: number;
  text: string;
  reading?: Promise<Reading | undefined> | undefined;
  judged?: Promise<Judged | undefined> | undefined;
  /** What an unfinished text may not tell any more. */
  last?: Reading;
  timer?: NodeJS.Timeout;
}

/** Nobody reads what is wrong with a word that is being typed. A call of a service counts, so it waits for longer. */
const PAUSE_MS = 150;
const SERVICE_PAUSE_MS = 1_000;
const MAX_ARGUMENTS = 10_000;

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
    file.judged ??= read(file).then(async (reading) => reading && { reading, verdict: await judge(reading) });
    return file.judged;
  }

  async function check(file: OpenFile): Promise<void> {
    const { version, text } = file;
    const isCurrent = () => files.get(file.uri) === file && file.version === version && file.text === text;
    const reading = await read(file);
    if (!isCurrent()) return;
    if (reading?.parts && !reading.parts.checker.here) await pause(file);
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

  return {
    open(uri: string, version: number, text: string): void {
      if (!uri.startsWith("file:")) return;
      clearTimeout(files.get(uri)?.timer);
      const file: OpenFile = { uri, path: fileURLToPath(uri), version, text };
      files.set(uri, file);
      schedule(file);
    },
    /** Changes in turn, each of what the one before it left. Those of an older version are ignored. */
    change(uri: string, version: number, changes: readonly TextDocumentContentChangeEvent[]): void {
      const file = files.get(uri);
      if (file === undefined || version <= file.version) return;
      file.version = version;
      file.text = changed(file.text, changes);
      schedule(file, PAUSE_MS);
    },
    close(uri: string): void {
      clearTimeout(files.get(uri)?.timer);
      files.delete(uri);
    },
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
      return isFree || file!.judged ? judgeNow(file!) : { reading, verdict: { diagnostics: [] } };
    },
  };
}

function pause(file: OpenFile): Promise<void> {
  return new Promise((resolve) => {
    file.timer = setTimeout(resolve, SERVICE_PAUSE_MS);
  });
}

/** Line by line: a replacement throughout a file is a change for each place, of what the one before it left. */
function changed(text: string, changes: readonly TextDocumentContentChangeEvent[]): string {
  let lines = splitLines(text);
  for (const change of changes) {
    if (!("range" in change && change.range)) {
      lines = splitLines(change.text);
      continue;
    }
    const { start, end } = change.range;
    // With the line before, whose end may become another one.
    const first = Math.max(0, Math.min(start.line, lines.length) - 1);
    const [before, after] = [cutLine(lines, start)[0], cutLine(lines, end)[1]];
    const made = splitLines([...lines.slice(first, start.line), before, change.text, after].join(""));
    // The line after the last end is there already.
    if (end.line + 1 < lines.length) made.pop();
    // A call has room for so many arguments; otherwise all lines would be copied for each change.
    if (made.length < MAX_ARGUMENTS) lines.splice(first, end.line + 1 - first, ...made);
    else lines = lines.slice(0, first).concat(made, lines.slice(end.line + 1));
  }
  return lines.join("");
}

/** Each with its end. */
function splitLines(text: string): string[] {
  const starts = lineStartsOf(text);
  return starts.map((start, index) => text.slice(start, starts[index + 1]));
}

/** What stands before and after a position. One behind the end of its line is that end. */
function cutLine(lines: readonly string[], { line, character }: Position): [before: string, after: string] {
  const text = lines[line] ?? "";
  const mark = text.endsWith("\r\n") ? 2 : text.endsWith("\n") || text.endsWith("\r") ? 1 : 0;
  const at = Math.min(character, text.length - mark);
  return [text.slice(0, at), text.slice(at)];
}
