/** The texts that the editor has open. Whatever is asked is answered about the newest one. */
import { fileURLToPath } from "node:url";
import type { Projects } from "./projects.ts";
import { type Judged, type OpenText, type Reading, readOpenText } from "./reading.ts";

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
    open(uri: string, version: number, text: string): void {
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
