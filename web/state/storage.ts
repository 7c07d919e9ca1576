/** The browser's storage, if it has any for this page: access alone throws where it is forbidden. */
export function storage(name: "localStorage" | "sessionStorage"): Storage | undefined {
  try {
    return window[name];
  } catch {
    return undefined;
  }
}

type Readable = Pick<Storage, "getItem" | "setItem">;

/** A stored value; undefined if there is none that can be read. */
export function readStored<Value>(from: Readable | undefined, name: string): Value | undefined {
  try {
    return JSON.parse(from?.getItem(name) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** False if the browser does not keep it. */
export function store(to: Readable | undefined, name: string, value: unknown): boolean {
  try {
    to?.setItem(name, JSON.stringify(value));
    return to !== undefined;
  } catch {
    return false;
  }
}
