/** Which registered entry a file or record is itself, and which two of a run claim to be the same one. */
import { basename, resolve } from "node:path";
import type { FileFinding } from "../../authoring/documents/document.ts";
import { once, parsePointer, valueAt } from "../../core/json/values.ts";
import { grouped, quote } from "../../core/unicode/unicode.ts";
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

type Place = Pick<Claim, "line"> & { readonly path: string };

/** A map of V8 takes no more. */
const MAX_IDS = 2 ** 24;
const TOO_MANY_IDS = `--identity compares at most ${grouped(MAX_IDS)} ids in one run; give it fewer records at a time.`;
/** The others are counted. */
const MAX_FINDINGS = 1_000;

/** Takes the claims of a run one by one; what was claimed twice is a finding of the run and in nobody's verdict. */
export function createClaims(files: readonly InputFile[], each: boolean) {
  const inRun = new Set(files.map(({ path }) => resolve(path)));
  const found: { path: string; finding: FileFinding; omitted: number }[] = [];

  /** Where each id was first, files that are beside the run included. */
  const placesOf = once(async (identity: Identity) => {
    const places = new Map<string, Place>();
    for (const file of identity.listFiles().filter(({ path }) => !inRun.has(resolve(path))))
      for await (const { line, value } of recordsIn(file, each)) {
        if (line > 0 && identity.isPath) continue;
        const own = identity.ownOf(file.path, value);
        if (own !== undefined) claim(places, own, { path: file.path, line });
      }
    return places;
  });

  /** Where the id was before, if it was. */
  function claim(places: Map<string, Place>, own: string, place: Place): Place | undefined {
    // As registries compare them.
    const id = own.toLowerCase();
    const first = places.get(id);
    if (first !== undefined) return first;
    if (places.size >= MAX_IDS) throw new Failure(TOO_MANY_IDS);
    places.set(id, place);
  }

  function take(places: Map<string, Place>, { path }: InputFile, { own, line }: Claim): void {
    const first = claim(places, own, { path, line });
    if (first === undefined) return;
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
      const places = await placesOf(identity);
      for (const each of claims) if (!identity.isPath || each.line === 0) take(places, file, each);
    },
    findings: () => found,
  };
}
