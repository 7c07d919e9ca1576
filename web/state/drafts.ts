/**
 * Drafts in the browser's storage. Each tab writes to a place of its own, so that two tabs never overwrite each other;
 * a new tab starts with the newest draft of its domain. Earlier versions of a draft are kept beside it.
 */
import type { Steps } from "./history.ts";
import { readStored, removeStored, store, storedNames } from "./storage.ts";

export interface DraftContent {
  readonly text: string;
  /** The last text that could be read, if this one cannot. */
  readonly readable?: string | undefined;
  readonly name?: string | undefined;
  /** Whether what is absent was never there, and the places that somebody has left. */
  readonly fresh?: boolean;
  readonly visited?: readonly string[];
}

export interface StoredDraft extends DraftContent {
  readonly id: string;
  readonly savedAt: number;
}

export interface Version {
  readonly text: string;
  readonly savedAt: number;
  /** What came after it: "before the repair". */
  readonly about: string;
}

export type Drafts = ReturnType<typeof createDrafts>;

const PREFIX = "preflight:draft:";
const VERSIONS = "preflight:versions:";
const STEPS = "preflight:steps:";
const MAX_KEPT = 12;
const MAX_VERSIONS = 20;
const MAX_VERSIONS_LENGTH = 500_000;

export function createDrafts(storage: Storage | undefined, session: Storage | undefined, now: () => number) {
  const tab = readTab(session);
  const key = (domain: string, id: string) => `${PREFIX}${domain}:${id}`;

  function read(name: string): StoredDraft | undefined {
    const found = readStored<StoredDraft>(storage, name);
    if (typeof found?.text !== "string" || typeof found.savedAt !== "number") return undefined;
    return { ...found, id: name.slice(name.lastIndexOf(":") + 1) };
  }

  /** Newest first. The oldest of many go: not with every save, which would read them all. */
  function all(domain: string): StoredDraft[] {
    const names = storedNames(storage).filter((name) => name.startsWith(`${PREFIX}${domain}:`));
    const found = names.flatMap((name) => read(name) ?? []).sort((a, b) => b.savedAt - a.savedAt);
    // What somebody gave a name to is theirs to remove.
    const gone = found.filter(({ id, name }, at) => at >= MAX_KEPT && id !== tab && name === undefined);
    for (const { id } of gone) remove(domain, id);
    return found.filter((draft) => !gone.includes(draft));
  }

  const write = (domain: string, id: string, draft: DraftContent) =>
    store(storage, key(domain, id), { ...draft, savedAt: now() });

  const remove = (domain: string, id: string) => removeStored(storage, key(domain, id));

  function versions(domain: string): readonly Version[] {
    const found = readStored<Version[]>(storage, VERSIONS + domain);
    return Array.isArray(found) ? found : [];
  }

  return {
    /** The draft of this tab, from before a reload. */
    own: (domain: string) => read(key(domain, tab)),
    /** The drafts of other tabs and of earlier visits, newest first. */
    others: (domain: string) => all(domain).filter(({ id }) => id !== tab),
    /** False if the browser does not store it. */
    save: (domain: string, draft: DraftContent) => write(domain, tab, draft),
    /** Keeps the draft of this tab under another name, because the tab goes on with something else. */
    setAside(domain: string): void {
      const own = read(key(domain, tab));
      if (own === undefined) return;
      const isKept = (other: StoredDraft) =>
        other.id !== tab && other.text === own.text && other.name === own.name;
      if (all(domain).some(isKept)) return;
      const { id: _id, savedAt: _at, ...content } = own;
      write(domain, randomName(), content);
    },
    remove,
    versions,
    keepVersion(domain: string, text: string, about: string): void {
      const earlier = versions(domain).filter((version) => version.text !== text);
      let left = MAX_VERSIONS_LENGTH;
      const kept = [{ text, about, savedAt: now() }, ...earlier].slice(0, MAX_VERSIONS).filter((version) => {
        left -= version.text.length;
        return left >= 0;
      });
      store(storage, VERSIONS + domain, kept);
    },
    /** What undo can take back, for this tab's session. */
    saveSteps: (domain: string, steps: Steps) => store(session, STEPS + domain, steps),
    readSteps: (domain: string) => readStored<Steps>(session, STEPS + domain),
    /** Calls back when another tab has saved a draft. */
    watch(listener: (domain: string, draft: StoredDraft) => void): void {
      addEventListener("storage", ({ key: name, newValue }) => {
        if (name === null || !name.startsWith(PREFIX) || newValue === null) return;
        const draft = read(name);
        const domain = name.slice(PREFIX.length, name.lastIndexOf(":"));
        if (draft !== undefined && draft.id !== tab) listener(domain, draft);
      });
    },
  };
}

/** Survives a reload. A duplicated tab gets the name of the first one, so the name is taken out while a tab is open. */
function readTab(session: Storage | undefined): string {
  const name = "preflight:tab";
  const tab = readStored<string>(session, name) ?? randomName();
  session?.removeItem(name);
  addEventListener("pagehide", () => store(session, name, tab));
  addEventListener("pageshow", () => session?.removeItem(name));
  return tab;
}

function randomName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) =>
    byte.toString(36).padStart(2, "0"),
  ).join("");
}

/** The first texts of a draft, which usually name it. */
export function summaryOf(text: string, fallback: string): string {
  const found = [...text.matchAll(/: "([^"\\]{2,60})"/g)].map(([, value]) => value!).slice(0, 3);
  return found.length === 0 ? fallback : found.join(" · ");
}

export function formatTime(moment: number): string {
  return new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" }).format(moment);
}
