/**
 * Drafts in the browser's storage. Each tab writes to a place of its own, so that two tabs never overwrite each other;
 * a new tab starts with the newest draft of its domain.
 */

export interface StoredDraft {
  readonly id: string;
  readonly text: string;
  readonly savedAt: number;
}

export interface Drafts {
  /** The draft of this tab, from before a reload. */
  own(domain: string): StoredDraft | undefined;
  /** The drafts of other tabs and of earlier visits, newest first. */
  others(domain: string): StoredDraft[];
  /** False if the browser does not store it. */
  save(domain: string, text: string): boolean;
  /** Keeps the draft of this tab under another name, because the tab goes on with something else. */
  setAside(domain: string): void;
  remove(domain: string, id: string): void;
  /** Calls back when another tab has saved a draft. */
  watch(listener: (domain: string, draft: StoredDraft) => void): void;
}

const PREFIX = "preflight:draft:";
const MAX_KEPT = 8;

export function createDrafts(
  storage: Storage | undefined,
  session: Storage | undefined,
  now: () => number,
): Drafts {
  const tab = readTab(session);
  const key = (domain: string, id: string) => `${PREFIX}${domain}:${id}`;

  function read(name: string): StoredDraft | undefined {
    try {
      const { text, savedAt } = JSON.parse(storage?.getItem(name) ?? "null") ?? {};
      if (typeof text !== "string" || typeof savedAt !== "number") return undefined;
      return { id: name.slice(name.lastIndexOf(":") + 1), text, savedAt };
    } catch {
      return undefined;
    }
  }

  function all(domain: string): StoredDraft[] {
    const found: StoredDraft[] = [];
    try {
      for (let at = 0; at < (storage?.length ?? 0); at++) {
        const name = storage?.key(at);
        const draft = name?.startsWith(`${PREFIX}${domain}:`) ? read(name) : undefined;
        if (draft !== undefined) found.push(draft);
      }
    } catch {
      // The browser forbids storage here.
    }
    return found.sort((a, b) => b.savedAt - a.savedAt);
  }

  function write(domain: string, id: string, text: string): boolean {
    try {
      storage?.setItem(key(domain, id), JSON.stringify({ text, savedAt: now() }));
      for (const old of all(domain).slice(MAX_KEPT))
        if (old.id !== tab) storage?.removeItem(key(domain, old.id));
      return storage !== undefined;
    } catch {
      return false;
    }
  }

  return {
    own: (domain) => read(key(domain, tab)),
    others: (domain) => all(domain).filter(({ id }) => id !== tab),
    save: (domain, text) => write(domain, tab, text),
    setAside(domain) {
      const own = read(key(domain, tab));
      if (own === undefined || all(domain).some(({ id, text }) => id !== tab && text === own.text)) return;
      write(domain, randomName(), own.text);
    },
    remove(domain, id) {
      try {
        storage?.removeItem(key(domain, id));
      } catch {
        // Nothing was stored.
      }
    },
    watch(listener) {
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
  try {
    const tab = session?.getItem(name) ?? randomName();
    session?.removeItem(name);
    addEventListener("pagehide", () => session?.setItem(name, tab));
    addEventListener("pageshow", () => session?.removeItem(name));
    return tab;
  } catch {
    return randomName();
  }
}

function randomName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) =>
    byte.toString(36).padStart(2, "0"),
  ).join("");
}
