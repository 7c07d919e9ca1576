/**
 * Writes a schema of draft-07 or 2020-12 in the words of spec packages, collects the definitions it refers to, and reports
 * what became of each keyword.
 */
import {
  escapeToken,
  findInexact,
  groupBy,
  isPlainObject,
  numberText,
  parsePointer,
  pointerOf,
  saysExactly,
  setOwn,
  valueAt,
} from "../../core/json/values.ts";
import { compilePattern, tooCostly } from "../../core/pattern/linear-pattern.ts";
import { decode } from "../../core/schema/compile/compiler.ts";
import { eachSubschema, KEYWORDS, mapHeld } from "../../core/schema/compile/keywords.ts";
import { findUnsafe, quote, shown } from "../../core/unicode/unicode.ts";

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

/** The same remark about many places is one. */
const gathered = (notes: readonly ImportNote[]): ImportNote[] =>
  [...groupBy(notes, ({ keyword, message }) => JSON.stringify([keyword, message])).values()].map((same) => ({
    ...same[0]!,
    pointers: [...new Set(same.flatMap(({ pointers }) => pointers))],
  }));

export function createReport() {
  const kept: string[] = [];
  const [translated, leftOut]: [ImportNote[], ImportNote[]] = [[], []];
  const noteIn = (notes: ImportNote[]) => (keyword: string, pointer: string, message: string) =>
    void notes.push({ keyword, message, pointers: [pointer] });
  return {
    keep: (keyword: string) => void kept.push(keyword),
    translate: noteIn(translated),
    leaveOut: noteIn(leftOut),
    finish: (): ImportReport => ({
      kept: Object.fromEntries(
        [...groupBy(kept.toSorted(), (keyword) => keyword)].map(([keyword, { length }]) => [keyword, length]),
      ),
      translated: gathered(translated),
      leftOut: gathered(leftOut),
    }),
  };
}

export type Schema = Record<string, unknown>;

/** Keywords of spec packages that the importer rewrites, each in its own way, or leaves out. */
const REWRITTEN = [
  ...["$schema", "$ref", "$id", "$defs", "definitions", "pattern", "contentSchema", "fill", "form"],
];
/** Whether each of the others holds a schema, a list of them, an object with one for each name, or none. */
export const HELD_BY = new Map(Array.from(KEYWORDS, ([keyword, { holds }]) => [keyword, holds]));
for (const keyword of REWRITTEN) HELD_BY.delete(keyword);

export const ANNOTATIONS: readonly string[] = ["title", "description", "$comment", "default", "examples"];

/** A text without what cannot be seen in it; undefined if there is nothing of that kind. */
export const visibleOf = (text: string) => findUnsafe(text, ["control", "bidi"], false)?.rest;

export function eachPart(schema: Schema, visit: (part: unknown, keyword: string) => void): void {
  eachSubschema(schema, (part, [keyword]) => {
    if (HELD_BY.has(keyword!)) visit(part, keyword!);
  });
}

export type Translation = ReturnType<typeof translateSchema>;

export function loosen(
  { sourceOf, loosened, boundByNot, report }: Translation,
  part: Schema,
  keyword: string,
  message: string,
  path = `/${keyword}`,
): void {
  loosened.add(part);
  if (keyword === "not" && boundByNot.delete(part)) delete part.maxLength;
  report.leaveOut(keyword, `${sourceOf.get(part) ?? ""}${path}`, message);
}

export function refName(schema: unknown): string | undefined {
  const ref = isPlainObject(schema) ? schema.$ref : undefined;
  return typeof ref === "string" ? ref.replace(/^#\/\$defs\//, "") : undefined;
}

/** Deeper schemas are left open: a spec package could not hold them. */
const MAX_SOURCE_DEPTH = 24;

export function readReferences(source: Schema) {
  /** Where resources stand, by their URIs, and anchors in them. */
  const known = new Map<string, string>([[`${SOMEWHERE}#`, ""]]);
  const bases = new Map<string, string>();
  const dynamic: string[] = [];
  let hasDescriptions = false;

  const values: [unknown, string, string, number][] = [[source, "", SOMEWHERE, 0]];
  for (let next = values.pop(); next !== undefined; next = values.pop()) {
    const [value, pointer, outer, depth] = next;
    if (typeof value !== "object" || value === null || depth > MAX_SOURCE_DEPTH) continue;
    const part = value as Schema;
    hasDescriptions ||= typeof part.description === "string";
    let base = outer;
    const names = [part.$anchor, part.$dynamicAnchor];
    for (const id of [part.$id, part.id]) {
      if (typeof id !== "string") continue;
      // In draft-07 an `$id` that is a fragment is an anchor.
      if (id.startsWith("#")) names.push(id.slice(1));
      else {
        base = resolveUri(outer, id).split("#")[0]!;
        known.set(`${base}#`, pointer);
      }
    }
    bases.set(pointer, base);
    if (typeof part.$dynamicAnchor === "string") dynamic.push(part.$dynamicAnchor);
    for (const name of names)
      if (typeof name === "string" && !known.has(`${base}#${name}`)) known.set(`${base}#${name}`, pointer);
    // What stands there is a value, even if it looks like a schema.
    for (const [key, inner] of Object.entries(part))
      if (key !== "enum" && key !== "const")
        values.push([inner, `${pointer}/${escapeToken(key)}`, base, depth + 1]);
  }

  return {
    hasDescriptions,
    /** Whether the reference leads to one of several schemas, by those around it when a value is judged. */
    isDynamic: (ref: string) => dynamic.filter((name) => ref.endsWith(`#${name}`)).length > 1,
    /** The pointer to which a reference at `from` leads; undefined if it leads out of this document or nowhere. */
    resolve(ref: string, from: string): string | undefined {
      const [uri = "", encoded = ""] = resolveUri(bases.get(from) ?? SOMEWHERE, ref).split("#");
      const fragment = decode(encoded) ?? encoded;
      const isPointer = fragment === "" || fragment.startsWith("/");
      const found = known.get(`${uri}#${isPointer ? "" : fragment}`);
      if (found === undefined || !isPointer) return found;
      const pointer = found + pointerOf(parsePointer(fragment));
      return valueAt(source, parsePointer(pointer)) === undefined ? undefined : pointer;
    },
  };
}

/** For schemas that do not say where they are. */
const SOMEWHERE = "https://schema.invalid/";

/** What is no identifier, or is relative to one that has no path, stays as it is. */
const resolveUri = (base: string, ref: string) => (URL.canParse(ref, base) ? new URL(ref, base).href : ref);

const REFERENCES = ["$ref", "$dynamicRef", "$recursiveRef"];
const FOLLOWED = new Set([
  ...[...REFERENCES, "nullable", "$schema", "$id", "id", "definitions", "$defs"],
  ...["$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary"],
]);

export function translateSchema(source: Schema, report: ReturnType<typeof createReport>) {
  /** Those that are referred to, by the name they have in the package. */
  const definitions = new Map<string, unknown>();
  /** The pointer to what a schema was written from. */
  const sourceOf = new WeakMap<object, string>();
  const loosened = new WeakSet<object>();
  /** Schemas that accept members of any name by what was left out of them. */
  const takesAnyMember = new WeakSet<object>();
  const lengthGiven = new Map<unknown, number>();
  /** Schemas that have a length because of what they refuse. */
  const boundByNot = new WeakSet<object>();
  const nameByPointer = new Map<string, string>();
  /** For definitions that would have the same name. */
  const nextNumber = new Map<string, number>();
  const unevaluated: Schema[] = [];
  /** Written one after the other: to follow one from inside another takes stack. */
  const waiting: [name: string, pointer: string][] = [];
  const { resolve, isDynamic, hasDescriptions } = readReferences(source);
  const isOld = isOldDraft(source);

  function define(pointer: string): string {
    const known = nameByPointer.get(pointer);
    if (known !== undefined) return known;
    const plain = (parsePointer(pointer).at(-1) ?? "root").replace(/[^A-Za-z0-9_.-]+/g, "-") || "part";
    let name = plain;
    let next = nextNumber.get(plain) ?? 2;
    while (definitions.has(name)) name = `${plain}-${next++}`;
    nextNumber.set(plain, next);
    nameByPointer.set(pointer, name);
    definitions.set(name, true);
    waiting.push([name, pointer]);
    return name;
  }

  /** `around`: the length that the schemas around it, which are about the same value, leave to a text. */
  function translate(part: unknown, pointer: string, depth: number, around?: unknown): unknown {
    if (typeof part === "boolean") return part;
    const leaveOpen = (why: string) => {
      report.leaveOut("schema", pointer, why);
      return true;
    };
    if (!isPlainObject(part)) return leaveOpen("This is not a schema: neither an object nor true or false.");
    if (depth > MAX_SOURCE_DEPTH)
      return leaveOpen(`The schema is more than ${MAX_SOURCE_DEPTH} levels deep here.`);
    const schema = part;
    const written: Schema = {};
    sourceOf.set(written, pointer);
    const inner = (value: unknown, ...path: string[]) =>
      translate(
        value,
        pointer + pointerOf(path),
        depth + 1,
        ABOUT_THE_SAME.has(path[0]!) ? (schema.maxLength ?? around) : undefined,
      );
    const rank = ([keyword]: [string, unknown]) => Number(LAST.includes(keyword));
    for (const [keyword, value] of Object.entries(schema).toSorted((one, other) => rank(one) - rank(other))) {
      const place = `${pointer}/${escapeToken(keyword)}`;
      // Draft-07 and its predecessors ignore everything beside a reference.
      if (isOld && schema.$ref !== undefined && keyword !== "$ref" && !ANNOTATIONS.includes(keyword)) {
        if (!["definitions", "$defs", "$schema", "$id", "id"].includes(keyword))
          report.leaveOut(keyword, place, 'Draft-07 ignores what stands beside "$ref".');
      } else translateKeyword(keyword, value, place);
    }
    for (const keyword of REFERENCES)
      if (schema[keyword] !== undefined) translateRef(keyword, schema[keyword]);
    if (schema.nullable === true) allowNull(`${pointer}/nullable`);
    boundRefused();
    return written;

    /** A length beside a pattern under "not" would let longer texts pass, whatever is in them. */
    function boundRefused() {
      const { not: refused, type = "string", maxLength = Number.POSITIVE_INFINITY } = written;
      const parts = [
        refused,
        ...(isPlainObject(refused) && Array.isArray(refused.anyOf) ? refused.anyOf : []),
      ];
      const longest = parts.flatMap((part) => lengthGiven.get(part) ?? []);
      const least = Math.min(...longest);
      if (longest.length === 0 || (maxLength as number) <= least || ![type].flat().includes("string")) return;
      written.maxLength = least;
      if (schema.maxLength === undefined) boundByNot.add(written);
      report.translate("maxLength", `${pointer}/not`, `"maxLength": ${least} was added here too.`);
    }

    function translateRef(keyword: string, ref: unknown) {
      const place = `${pointer}/${keyword}`;
      const leaveOpen = (why: string) => {
        report.leaveOut(keyword, place, `${shown(ref)} ${why}; anything passes in its place.`);
        loosened.add(written);
        takesAnyMember.add(written);
      };
      if (typeof ref !== "string") return leaveOpen("is not a text");
      if (written.$ref !== undefined) return leaveOpen("stands beside another reference");
      if (keyword === "$dynamicRef" && isDynamic(ref))
        return leaveOpen("leads to a schema that depends on those around it");
      const target = resolve(ref, pointer);
      if (target === undefined)
        return leaveOpen(ref.startsWith("#") ? "leads nowhere" : "is in another document");
      if (target === pointer) return report.leaveOut(keyword, place, "Refers to itself, which says nothing.");
      const to = `#/$defs/${define(target)}`;
      if (to === ref && keyword === "$ref") report.keep("$ref");
      else report.translate(keyword, place, `Refers to ${quote(to)} now.`);
      written.$ref = to;
    }

    function translateKeyword(keyword: string, value: unknown, place: string) {
      const keep = (kept: unknown) => {
        const text = numberText(schema, keyword);
        const lost = text !== undefined && !saysExactly(kept as number, text) ? text : findInexact(kept);
        if (lost === undefined) report.keep(keyword);
        else
          report.translate(keyword, place, `${lost} is ${Number(lost)} now: a number keeps no more digits.`);
        setOwn(written, keyword, kept);
      };
      // References are written after the keywords beside them. Once they were followed, nothing needs these any more.
      if (FOLLOWED.has(keyword)) return;
      const clean = ANNOTATIONS.includes(keyword) && typeof value === "string" ? visibleOf(value) : undefined;
      if (clean !== undefined) {
        written[keyword] = clean || "-";
        return report.translate(keyword, place, "Characters that cannot be seen were taken out.");
      }
      switch (keyword) {
        case "items":
          if (!Array.isArray(value)) return keep(inner(value, "items"));
          written.prefixItems = value.map((item, index) => inner(item, "items", String(index)));
          report.translate("items", place, 'A list of items is "prefixItems" now.');
          if (schema.additionalItems !== undefined)
            written.items = inner(schema.additionalItems, "additionalItems");
          return;
        case "additionalItems":
          if (Array.isArray(schema.items)) report.translate(keyword, place, 'Is "items" now.');
          else report.leaveOut(keyword, place, 'Has no effect without a list in "items".');
          return;
        case "dependencies":
          return translateDependencies(value, place);
        case "pattern":
          return translatePattern(place);
        case "exclusiveMinimum":
        case "exclusiveMaximum": {
          const bound = keyword === "exclusiveMinimum" ? "minimum" : "maximum";
          if (typeof value !== "boolean") keep(value);
          else if (schema[bound] === undefined)
            report.leaveOut(keyword, place, `Has no effect without ${quote(bound)}.`);
          else {
            report.translate(keyword, place, `Is a number now, in place of ${quote(bound)}.`);
            if (value) written[keyword] = schema[bound];
          }
          return;
        }
        case "minimum":
        case "maximum":
          if (schema[keyword === "minimum" ? "exclusiveMinimum" : "exclusiveMaximum"] !== true) keep(value);
          return;
        case "example":
          if (schema.examples === undefined) {
            written.examples = [value];
            report.translate(keyword, place, 'Is "examples" now.');
          }
          return;
      }
      const holds = keyword.startsWith("x-") ? "none" : HELD_BY.get(keyword);
      if (holds !== undefined) keep(mapHeld(keyword, value, inner));
      else if (keyword === "unevaluatedProperties" && value === false) unevaluated.push(written);
      else {
        const isUnevaluated = keyword.startsWith("unevaluated");
        const why = isUnevaluated
          ? 'Depends on every other keyword; list the members and say "additionalProperties": false instead.'
          : "Has no meaning in JSON Schema 2020-12 that could be checked.";
        report.leaveOut(keyword, place, why);
        if (isUnevaluated) loosened.add(written);
        if (keyword === "unevaluatedProperties") takesAnyMember.add(written);
      }
    }

    /** Writes the pattern of a schema and the length that it needs beside it. */
    function translatePattern(place: string): void {
      const { pattern: source, maxLength: bound } = schema;
      const made = typeof source === "string" ? compilePattern(source) : { refusal: "is not a text" };
      if ("refusal" in made) {
        report.leaveOut("pattern", place, `The pattern ${made.refusal}.`);
        loosened.add(written);
        return;
      }
      report.keep("pattern");
      written.pattern = source;
      // A description says what a text is for. People who get it wrong have to read what it must look like.
      if (hasDescriptions) written.form = formOf(schema);
      let longest = [bound, around].find(isLength) ?? MAX_IMPORTED_LENGTH;
      while (longest > 1 && tooCostly(made, longest) !== undefined) longest = Math.floor(longest / 2);
      const why =
        bound === undefined
          ? "was added, because every pattern needs one"
          : "was lowered to what the pattern costs";
      if (longest !== bound) report.translate("maxLength", place, `"maxLength": ${longest} ${why}.`);
      if (bound === undefined) lengthGiven.set(written, longest);
      written.maxLength = longest;
    }

    /** "If this member is there, then …": names that are required then, or a schema that holds then. */
    function translateDependencies(value: unknown, place: string): void {
      const members: Record<string, Schema> = { dependentRequired: {}, dependentSchemas: {} };
      for (const [name, then] of Object.entries(isPlainObject(value) ? value : {})) {
        if (Array.isArray(then)) setOwn(members.dependentRequired!, name, then);
        else setOwn(members.dependentSchemas!, name, inner(then, "dependencies", name));
      }
      for (const [keyword, own] of Object.entries(members)) {
        if (Object.keys(own).length === 0) continue;
        written[keyword] = { ...own, ...(written[keyword] as object | undefined) };
        report.translate("dependencies", place, `Is "${keyword}" now.`);
      }
    }

    function allowNull(place: string): void {
      if (written.type === undefined && written.enum === undefined) {
        if (["$ref", "allOf", "anyOf", "oneOf", "const"].some((keyword) => written[keyword] !== undefined))
          report.leaveOut("nullable", place, 'Has no effect without a "type" beside it.');
        return;
      }
      report.translate("nullable", place, 'Is "null" among the types now.');
      if (written.type !== undefined) written.type = [...new Set([written.type, "null"].flat())];
      if (Array.isArray(written.enum) && !written.enum.includes(null)) written.enum = [...written.enum, null];
    }
  }

  const root = rootOf();
  for (const [name, pointer] of waiting)
    definitions.set(name, translate(valueAt(source, parsePointer(pointer)), pointer, 0));
  for (const written of unevaluated) closeMembers(written);
  return { root, definitions, sourceOf, loosened, takesAnyMember, boundByNot, report };

  /** A reference at the root is followed, so that the root says what a candidate is. */
  function rootOf(): Schema {
    const seen = new Set([""]);
    let pointer = "";
    let part: unknown = source;
    for (;;) {
      const ref = isPlainObject(part) ? part.$ref : undefined;
      const target = typeof ref === "string" ? resolve(ref, pointer) : undefined;
      if (target === undefined || seen.has(target)) break;
      seen.add(target);
      // What stands beside the reference is only followed where it has a meaning.
      const beside = Object.keys(part as Schema).filter((key) => !ROOT_REFERENCE.includes(key));
      if (!isOld && beside.length > 0) break;
      report.translate("$ref", `${pointer}/$ref`, "The schema to which it leads is the root now.");
      [pointer, part] = [target, valueAt(source, parsePointer(target))];
    }
    const written = translate(part, pointer, 0);
    return isPlainObject(written) ? written : {};
  }

  /** Says the same with `additionalProperties: false`, after naming every member that some part names. */
  function closeMembers(written: Schema) {
    const named: Record<string, Schema> = { properties: {}, patternProperties: {} };
    const seen = new Set<string>();
    const keyword = "unevaluatedProperties";
    const note = (message: string) =>
      report.translate(keyword, `${sourceOf.get(written) ?? ""}/${keyword}`, message);
    if (!collect(written)) return note("Has no effect, because another part accepts any member.");
    for (const [holder, names] of Object.entries(named)) {
      const own = isPlainObject(written[holder]) ? written[holder] : {};
      const declared = { ...own, ...names, ...own };
      if (Object.keys(declared).length > 0) written[holder] = declared;
    }
    written.additionalProperties = false;
    loosened.add(written);
    const others = "members that only some branches name pass with every branch";
    note(`Is "additionalProperties": false now; ${others}.`);

    /** False if some part accepts members of any name. */
    function collect(part: unknown): boolean {
      if (!isPlainObject(part)) return true;
      for (const [holder, names] of Object.entries(named))
        for (const name of Object.keys(part[holder] ?? {})) setOwn(names, name, true);
      if ((part.additionalProperties ?? false) !== false || takesAnyMember.has(part)) return false;
      const name = refName(part);
      const target = name === undefined || seen.has(name) ? true : definitions.get(name);
      if (name !== undefined) seen.add(name);
      if (!collect(target)) return false;
      const inside = [
        ...[part.allOf, part.anyOf, part.oneOf].flatMap((parts) => (Array.isArray(parts) ? parts : [])),
        ...Object.values(part.dependentSchemas ?? {}),
        ...[part.if, part.then, part.else],
      ];
      return inside.every(collect);
    }
  }
}

const isLength = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** What these hold is about the same value. */
const ABOUT_THE_SAME = new Set(["allOf", "anyOf", "oneOf", "not", "if", "then", "else"]);

/** These add to what other keywords say, so those come first. */
const LAST = ["pattern", "dependencies"];

const ROOT_REFERENCE = [
  ...["$ref", "$schema", "$id", "id", "$comment", "$defs", "definitions", "title", "description"],
];

function isOldDraft({ $schema, definitions, $defs }: Schema): boolean {
  if (typeof $schema === "string") return /draft-0[3-7]/.test($schema);
  return definitions !== undefined && $defs === undefined;
}

const MAX_IMPORTED_LENGTH = 1_000;

/** Longer ones would hide what a message says. */
const MAX_EXAMPLE_LENGTH = 60;

function formOf({ examples, pattern }: Schema): string {
  const [example] = Array.isArray(examples) ? examples : [];
  const isShort = typeof example === "string" && example.length <= MAX_EXAMPLE_LENGTH;
  return `a text that matches ${pattern}${isShort ? `, such as ${quote(example)}` : ""}`;
}
