/** What an import did with each keyword of the schema it was given. */

/** What an import did with one keyword, and where. */
export interface ImportNote {
  keyword: string;
  message: string;
  /** Where it stands in the imported schema. */
  pointers: string[];
}

/** What became of the keywords of an imported schema. */
export interface ImportReport {
  /** Keywords that mean the same in the package, with how often each was kept. */
  kept: Record<string, number>;
  /** What is said in another way in the package. */
  translated: ImportNote[];
  /** What the package no longer says. */
  leftOut: ImportNote[];
}

export type ReportWriter = ReturnType<typeof createReport>;

export function createReport() {
  const kept = new Map<string, number>();
  const translated = new Map<string, ImportNote>();
  const leftOut = new Map<string, ImportNote>();

  function note(notes: Map<string, ImportNote>, keyword: string, pointer: string, message: string): void {
    const key = JSON.stringify([keyword, message]);
    const known = notes.get(key);
    if (!known) notes.set(key, { keyword, message, pointers: [pointer] });
    else if (!known.pointers.includes(pointer)) known.pointers.push(pointer);
  }

  return {
    keep: (keyword: string) => void kept.set(keyword, (kept.get(keyword) ?? 0) + 1),
    translate: (keyword: string, pointer: string, message: string) =>
      note(translated, keyword, pointer, message),
    leaveOut: (keyword: string, pointer: string, message: string) => note(leftOut, keyword, pointer, message),
    finish: (): ImportReport => ({
      kept: Object.fromEntries([...kept].sort(([a], [b]) => (a < b ? -1 : 1))),
      translated: [...translated.values()],
      leftOut: [...leftOut.values()],
    }),
  };
}
