/** Which registered entry a file or record is itself, and which two of a run claim to be the same one. */
import { basename, resolve } from "node:path";
import type { FileFinding } from "../../authoring/documents/document.ts";
import { once, parsePointer, valueAt } from "../../core/json/values.ts";
import { countBefore } from "../../core/reader/lines.ts";
import { mix } from "../../core/registry/registry.ts";
import { quote } from "../../core/unicode/unicode.ts";
import type { InputFile } from "../files/find.ts";
import { recordsIn } from "../files/records.ts";
import { Failure } from "../terminal/terminal.ts";

export type Identity = NonNullable<ReturnType<typeof identityOf>>;

/**
 * `by`: `path`, or where the id stands in the candidate. `listFiles`: all that the configuration has under the same rules.
 * Throws a Failure.
 */
export function identityOf(by: string | undefined, listFiles: () => readonly InputFile[]) {
  if (by === undefined) return undefined;
  const isPath = by === "path";
  if (!isPath && !by.startsWith("/"))
    throw new Failure(`--identity ${by} is no JSON Pointer, such as /id, and not "path".`);
  const place = isPath ? [] : parsePointer(by);
  return {
    /** Whether the name of the file is the id, so that records have none. */
    isPath,
    listFiles,
    ownOf(path: string, candidate: unknown): string | undefined {
      const value = isPath ? basename(path).replace(/\.[^.]*$/, "") : valueAt(candidate, place);
      return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
    },
  };
}

/** An id that a file or record has. */
export interface Claim {
  readonly own: string;
  /** Of the record; 0 for a whole file. */
  readonly line: number;
}

/** The others are counted. */
const MAX_FINDINGS = 1_000;

/** Takes the claims of a run one by one; what was claimed twice is a finding of the run and in nobody's verdict. */
export function createClaims(files: readonly InputFile[], each: boolean) {
  const inRun = new Set(files.map(({ path }) => resolve(path)));
  const places = createPlaceNumbers();
  const found: { path: string; finding: FileFinding; omitted: number }[] = [];

  /** With the ids of files that are beside the run. */
  const tableOf = once(async (identity: Identity): Promise<Ids> => {
    const ids = createIds();
    for (const file of identity.listFiles().filter(({ path }) => !inRun.has(resolve(path))))
      for await (const { line, ...record } of recordsIn(file, each)) {
        if (line > 0 && identity.isPath) continue;
        const own = identity.ownOf(file.path, "value" in record ? record.value : undefined);
        if (own !== undefined) ids(own.toLowerCase(), places.of(file.path, line));
      }
    return ids;
  });

  function take(ids: Ids, { path }: InputFile, { own, line }: Claim): void {
    // As registries compare them.
    const taken = ids(own.toLowerCase(), places.of(path, line));
    if (taken === 0) return;
    const first = places.at(taken);
    const isItself = first.path !== path && resolve(first.path) === resolve(path) && first.line === line;
    if (isItself) return;
    if (found.length >= MAX_FINDINGS) {
      found.at(-1)!.omitted++;
      return;
    }
    const [one, other] = [first, { path, line }].map((each) =>
      each.line > 0 ? `${each.path}:${each.line}` : each.path,
    );
    const two = `two ${line + first.line > 0 ? "records" : "files"}`;
    const message = `${quote(own)} is the identity of ${two}: ${one} and ${other}. Give one of them another.`;
    const start = { line: Math.max(line, 1), column: 1, offset: 0 };
    const finding = { code: "identity-repeated", severity: "error", message } as const;
    found.push({ path, finding: { ...finding, range: { start, end: start } }, omitted: 0 });
  }

  return {
    async add(identity: Identity, file: InputFile, claims: readonly Claim[]): Promise<void> {
      const ids = await tableOf(identity);
      for (const claim of claims) if (!identity.isPath || claim.line === 0) take(ids, file, claim);
    },
    findings: () => found,
  };
}

/** Places as numbers that rise: files and lines in the order in which they come. */
function createPlaceNumbers() {
  const runs: { readonly path: string; readonly first: number; readonly start: number }[] = [];
  let highest = 0;
  return {
    of(path: string, line: number): number {
      const last = runs.at(-1);
      if (last?.path !== path || last.start + line < highest)
        runs.push({ path, first: highest + 1, start: highest + 1 - line });
      highest = runs.at(-1)!.start + line;
      return highest;
    },
    at(place: number): { path: string; line: number } {
      const { path, start } = runs[countBefore(runs.length, (index) => runs[index]!.first <= place) - 1]!;
      return { path, line: place - start };
    },
  };
}

/** Remembers an id with its place, and returns the place at which it was before, or 0. */
type Ids = (id: string, place: number) => number;

const PARTS = 256;
/** 64 bits of a hash and the place. Filled to four fifths at least, an id takes 15 bytes at most. */
const WORDS = 3;
const MAX_LOAD = 0.9;
const GROWTH = 1.1;

/** Of ten million different ids, two have the same hash once in 370,000 runs. Each part grows alone, so that little is copied at once. */
function createIds(): Ids {
  const parts = Array.from({ length: PARTS }, () => ({ slots: slotsFor(0), count: 0 }));
  return (id, place) => {
    const [high, low] = hashOf(id);
    const part = parts[high % PARTS]!;
    const { slots } = part;
    if ((part.count + 1) * WORDS > slots.length * MAX_LOAD) {
      part.slots = slotsFor(Math.ceil((slots.length / WORDS) * GROWTH + 8));
      for (let at = 0; at < slots.length; at += WORDS)
        if (slots[at + 2] !== 0) put(part.slots, slots[at]!, slots[at + 1]!, slots[at + 2]!);
      // Given back at once: what is collected later would add up to a second table.
      slots.buffer.resize(0);
    }
    const earlier = put(part.slots, high, low, place);
    if (earlier === 0) part.count++;
    return earlier;
  };
}

function slotsFor(ids: number): Uint32Array<ArrayBuffer> {
  const bytes = ids * WORDS * Uint32Array.BYTES_PER_ELEMENT;
  return new Uint32Array(new ArrayBuffer(bytes, { maxByteLength: bytes }));
}

function put(slots: Uint32Array, high: number, low: number, place: number): number {
  for (let at = (low % (slots.length / WORDS)) * WORDS; ; at = at + WORDS === slots.length ? 0 : at + WORDS) {
    if (slots[at + 2] === 0) {
      [slots[at], slots[at + 1], slots[at + 2]] = [high, low, place];
      return 0;
    }
    if (slots[at] === high && slots[at + 1] === low) return slots[at + 2]!;
  }
}

/** Two halves of 32 bits, each with factors of its own. */
function hashOf(text: string): [high: number, low: number] {
  let [high, low] = [0xdeadbeef ^ text.length, 0x41c6ce57 ^ text.length];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 0x9e3779b1);
    low = Math.imul(low ^ code, 0x5f356495);
    high ^= high >>> 15;
    low ^= low >>> 13;
  }
  return [mix(high ^ Math.imul(low, 0x85ebca6b)) >>> 0, mix(low ^ Math.imul(high, 0xc2b2ae35)) >>> 0];
}
