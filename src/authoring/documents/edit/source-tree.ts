/** What a parser found in a text, in the same shape for JSON and YAML: each value with the place where it stands. */
import { once } from "../../../core/json/values.ts";

/** Names of members and positions of items, from the outside in. */
export type Path = readonly string[];

export interface SourceValue {
  readonly kind: "object" | "list" | "scalar";
  /** Of a scalar. */
  readonly value: unknown;
  /** With its anchor and tag, if it has them. */
  readonly start: number;
  /** Where the value itself starts, after anchor and tag. */
  readonly ownStart: number;
  readonly end: number;
  /** What is pointed at in reports: the name, if nothing follows it. */
  readonly shown: readonly [start: number, end: number];
  readonly entries: readonly SourceEntry[];
  /** A collection of YAML that is told by its indentation. */
  readonly isBlock: boolean;
  /** How a scalar of YAML is written, such as `QUOTE_SINGLE`. */
  readonly style?: string | undefined;
  /** For an alias: the value that it repeats. */
  readonly aliasOf?: SourceValue | undefined;
}

/** The name of a merge key, which brings the members of other objects in. */
export const MERGE = Symbol("<<");

/** A member of an object or an item of a list. */
export interface SourceEntry {
  /** Empty for items. */
  readonly name: string | typeof MERGE;
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly value: SourceValue;
  /** With the name, or with the dash of a block list. */
  readonly start: number;
  /** In block collections: with the comment on its last line. */
  readonly end: number;
}

export interface Comment {
  readonly start: number;
  readonly end: number;
}

/** A text with its tree, and how its language writes what is new. */
export interface SourceText {
  readonly text: string;
  readonly root: SourceValue;
  /** In the order of the text. */
  readonly comments: readonly Comment[];
  /** What follows in the file and is no part of the document. */
  readonly foot?: string | undefined;
  readonly isJson: boolean;
  /** Whether new objects get a line for each member, where they stand in brackets. */
  readonly isMultiline: boolean;
  /** One step of indentation. */
  readonly unit: string;
  readonly eol: string;
  /** Between a name and its value in brackets. */
  readonly colon: string;
  /** After a comma on one line. */
  readonly gap: string;
  /** Inside the braces of an object on one line. */
  readonly padding: string;
  /** `was`: the text of the name that it replaces. */
  writeName(name: string, was: string | undefined): string;
  /** `was`: the scalar that it replaces. `indent`: of the lines after the first. */
  writeScalar(value: unknown, was: SourceValue | undefined, isInFlow: boolean, indent: string): string;
}

/** The objects that merge keys bring in. The first that has a member counts. */
export function mergedInto(entries: readonly Pick<SourceEntry, "name" | "value">[]): SourceValue[] {
  return entries
    .filter(({ name }) => name === MERGE)
    .flatMap(({ value }) => (value.kind === "list" ? value.entries.map((entry) => entry.value) : [value]));
}

/** Of members with one name the last counts. */
const membersByName = once(
  (entries: readonly SourceEntry[]) => new Map(entries.map((entry) => [entry.name, entry])),
);

function entryOf(parent: SourceValue, token: string): SourceEntry | undefined {
  const { kind, entries } = parent;
  if (kind === "list") return /^\d+$/.test(token) ? entries[Number(token)] : undefined;
  const own = membersByName(entries).get(token);
  if (own !== undefined) return own;
  for (const source of mergedInto(entries)) {
    const merged = entryOf(source, token);
    if (merged !== undefined) return merged;
  }
  return undefined;
}

/** What stands at a path, or the last on the way to it that exists. */
export function findSource(root: SourceValue, path: Path) {
  let value = root;
  let entry: SourceEntry | undefined;
  for (const token of path) {
    const next = entryOf(value, token);
    if (next === undefined) return { value, entry, isThere: false };
    entry = next;
    ({ value } = next);
  }
  return { value, entry, isThere: true };
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The digits of a text that becomes a number, as far as they are one in JSON. */
export function keptDigits(value: unknown, was: unknown): string | undefined {
  if (typeof value !== "number" || typeof was !== "string") return undefined;
  const text = was.trim();
  return JSON_NUMBER.test(text) && Number(text) === value ? text : undefined;
}
