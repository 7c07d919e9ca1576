/** What an import writes: the keywords it keeps, and the report of what became of each. */
import { isPlainObject } from "../../core/json/values.ts";
import { eachSubschema, KEYWORDS } from "../../core/schema/compile/keywords.ts";

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

/** The same remark about many places is one. */
function createNotes() {
  const notes = new Map<string, Omit<ImportNote, "pointers"> & { readonly pointers: Set<string> }>();
  return {
    add(keyword: string, pointer: string, message: string): void {
      const key = JSON.stringify([keyword, message]);
      if (!notes.has(key)) notes.set(key, { keyword, message, pointers: new Set() });
      notes.get(key)!.pointers.add(pointer);
    },
    list: (): ImportNote[] =>
      Array.from(notes.values(), (each) => ({ ...each, pointers: [...each.pointers] })),
  };
}

export function createReport() {
  const kept = new Map<string, number>();
  const [translated, leftOut] = [createNotes(), createNotes()];
  return {
    keep: (keyword: string) => void kept.set(keyword, (kept.get(keyword) ?? 0) + 1),
    translate: translated.add,
    leaveOut: leftOut.add,
    finish: (): ImportReport => ({
      kept: Object.fromEntries([...kept].sort(([a], [b]) => (a < b ? -1 : 1))),
      translated: translated.list(),
      leftOut: leftOut.list(),
    }),
  };
}

export type Schema = Record<string, unknown>;

/** Keywords that the importer rewrites, each in its own way, or leaves out. */
const REWRITTEN = new Set([
  ...["$schema", "$ref", "$id", "$defs", "definitions", "pattern", "contentSchema", "fill", "form"],
  ...["unevaluatedItems", "unevaluatedProperties", "additionalItems"],
]);
const kept = [...KEYWORDS].filter(([keyword]) => !REWRITTEN.has(keyword));
const HOLDERS = new Map(kept.flatMap(([name, { holds }]) => (holds === "none" ? [] : [[name, holds]])));

/** Whether the value of a keyword is a schema, a list of them, or an object with one for each name. */
export function heldBy(keyword: string | undefined): "one" | "list" | "map" | undefined {
  return HOLDERS.get(keyword!);
}

export const PLAIN_KEYWORDS: readonly string[] = kept
  .map(([keyword]) => keyword)
  .filter((keyword) => !HOLDERS.has(keyword));

export const ANNOTATIONS: readonly string[] = ["title", "description", "$comment", "default", "examples"];

export function eachPart(schema: Schema, visit: (part: unknown, ...path: string[]) => void): void {
  eachSubschema(schema, (part, path) => {
    if (!REWRITTEN.has(path[0]!)) visit(part, ...path);
  });
}

export interface Translation {
  root: Schema;
  /** The definitions that are referred to, by the name they have in the package. */
  definitions: Map<string, unknown>;
  sourceOf: WeakMap<object, string>;
  loosened: WeakSet<object>;
  /** Schemas that accept members of any name by what was left out of them. */
  takesAnyMember: WeakSet<object>;
  report: ReportWriter;
}

export function loosen(
  { sourceOf, loosened, report }: Translation,
  part: Schema,
  keyword: string,
  message: string,
  path = `/${keyword}`,
): void {
  loosened.add(part);
  report.leaveOut(keyword, `${sourceOf.get(part) ?? ""}${path}`, message);
}

export function refName(schema: unknown): string | undefined {
  return isPlainObject(schema) && typeof schema.$ref === "string"
    ? schema.$ref.replace(/^#\/\$defs\//, "")
    : undefined;
}
