/** The browser's storage, if it has any for this page: access alone throws where it is forbidden. */
export function storage(name: "localStorage" | "sessionStorage"): Storage | undefined {
  try {
    return window[name];
  } catch {
    return undefined;
  }
}

/** What the browser has no room for, as long as the page is open. */
const unstored = new Map<string, string>();

export function storedNames(from: Storage | undefined): readonly string[] {
  return [...new Set([...Object.keys(from ?? {}), ...unstored.keys()])];
}

export function removeStored(from: Storage | undefined, name: string): void {
  unstored.delete(name);
  from?.removeItem(name);
}

type Readable = Pick<Storage, "getItem" | "setItem">;

/** A stored value; undefined if there is none that can be read. */
export function readStored<Value>(from: Readable | undefined, name: string): Value | undefined {
  try {
    return JSON.parse(unstored.get(name) ?? from?.getItem(name) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** False if the browser does not keep it. */
export function store(to: Readable | undefined, name: string, value: unknown): boolean {
  const text = JSON.stringify(value);
  try {
    to!.setItem(name, text);
    unstored.delete(name);
    return true;
  } catch {
    unstored.set(name, text);
    return false;
  }
}
