import { readFileSync } from "node:fs";

/** What is wrong with a setting: its name, `lead` and a text make a line. Values may be secret, so they are not quoted. */
export class Faults extends Error {
  readonly lead: string;
  readonly texts: readonly string[];

  constructor(lead: string, ...texts: string[]) {
    super(texts.join(" "));
    this.lead = lead;
    this.texts = texts;
  }
}

/** How the sentence about a file ends that cannot be read. */
export function unreadable(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return `cannot be read${code === undefined ? "" : ` (${code})`}.`;
}

export function readNamedFile(path: string, lead: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new Faults(lead, `the file ${unreadable(error)}`);
  }
}
