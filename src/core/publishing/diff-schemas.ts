/**
 * Compares two candidate schemas keyword by keyword and judges each difference: may a candidate that passed
 * fail now, or the reverse? In doubt the answer is "either", so that "loosens" and "none" can be relied on.
 */
import type { Effect } from "../checks/definition.ts";
import { escapeToken, isPlainObject, parsePointer } from "../json/pointer.ts";
import { canonicalize } from "../json/values.ts";
import { KEYWORDS, mapHeld } from "../schema/compile/keywords.ts";
import { targetOf } from "../spec-package/candidate-schema.ts";
import type { SpecPackageDocument } from "../spec-package/document.ts";

/** One difference between two versions, and what it does to candidates. */
export interface SpecPackageChange {
  /** Where in the spec package; in the old one for what was removed. */
  pointer: string;
  effect: Effect;
  message: string;
}

export type Note = (...change: [pointer: string, effect: Effect, message: string]) => void;
type Schema = Record<string, unknown>;

/** Keywords of which more allows more (1), of which more allows less (-1), and those that say something of their own (0). */
const DIRECTIONS = new Map<string, 1 | -1 | 0>(
  Object.entries({
    ...{ maxLength: 1, maxItems: 1, maxProperties: 1, maximum: 1, exclusiveMaximum: 1 },
    ...{ minLength: -1, minItems: -1, minProperties: -1, minimum: -1, exclusiveMinimum: -1 },
    ...{ pattern: 0, format: 0, multipleOf: 0, uniqueItems: 0, allOf: 0, anyOf: 0, oneOf: 0, not: 0 },
    ...{ dependentRequired: 0, dependentSchemas: 0, propertyNames: 0 },
  } as const),
);
const WORDING = ["title", "description", "form", "deprecated", "$comment", "examples"];
const COMPARED = ["type", "enum", "const", "properties", "required", "additionalProperties", "items"];

/** `ruled`: the rules of the new version, which judge the defaults that a build makes explicit. */
export function diffSchemas(
  before: Schema,
  after: Schema,
  ruled: Parameters<typeof seesInside>[0],
  note: Note,
): void {
  /** Two items may be the same once a build has made their defaults explicit. */
  const seesRepeats = JSON.stringify(after).includes('"uniqueItems":true');
  const isAnywhereSeen = seesRepeats || ruled.rules.length > 0;

  function compare(old: unknown, now: unknown, pointer: string): void {
    const [from, to] = [follow(old, before), follow(now, after)];
    if (from === undefined || to === undefined || isTangled(from) || isTangled(to)) {
      if (!same(expand(old, before), expand(now, after)))
        note(pointer, "either", "The schema is another, in a way that is not compared in detail.");
      else compareDefaultsInside(old, now, pointer);
      return;
    }
    for (const keyword of WORDING) {
      if (!same(from[keyword], to[keyword]))
        note(`${pointer}/${keyword}`, "none", `"${keyword}" was reworded.`);
    }
    if ((choices(from) ?? choices(to)) !== undefined) compareChoices(from, to, pointer);
    else if (!same(from.type, to.type)) compareTypes(from, to, pointer);
    else {
      for (const keyword of DIRECTIONS.keys()) compareKeyword(from, to, keyword, pointer);
      compareObjects(from, to, pointer);
      const [was, is] = [from.items, to.items];
      if (was !== undefined && is !== undefined) compare(was, is, `${pointer}/items`);
      else if (was !== undefined)
        note(`${pointer}/items`, "loosens", "These values are no longer described.");
      else if (is !== undefined) note(`${pointer}/items`, "tightens", "These values are now described.");
    }
  }

  function compareChoices(from: Schema, to: Schema, pointer: string): void {
    const [old, now] = [choices(from), choices(to)];
    if (old === undefined || now === undefined) {
      const message = old === undefined ? "A list of values was set." : "The list of values is gone.";
      note(pointer, "either", message);
      return;
    }
    const gone = old.filter((value) => !now.includes(value));
    const added = now.filter((value) => !old.includes(value));
    if (gone.length > 0) note(pointer, "tightens", `No longer allowed: ${gone.join(", ")}.`);
    if (added.length > 0) note(pointer, "loosens", `Newly allowed: ${added.join(", ")}.`);
    const [{ enum: _, const: __, ...was }, { enum: ___, const: ____, ...is }] = [from, to];
    if (!same(expand(was, before), expand(is, after)))
      note(pointer, "either", "Other keywords stand beside the list of values.");
  }

  function compareTypes(from: Schema, to: Schema, pointer: string): void {
    const typesOf = ({ type }: Schema) => (type === undefined ? undefined : ([type].flat() as string[]));
    const [was, is] = [typesOf(from), typesOf(to)];
    const isWider =
      is === undefined ||
      (was?.every((type) => is.includes(type) || (type === "integer" && is.includes("number"))) ?? false);
    // A wider type with other keywords may still refuse what the old one accepted.
    const isFree = Object.keys(to).every(isQuiet);
    const [{ type: _, ...old }, { type: __, ...now }] = [from, to];
    const loosens = isFree || (isWider && same(expand(old, before), expand(now, after)));
    const message = `The type was ${was?.join(" or ") ?? "open"} and is ${is?.join(" or ") ?? "open"}.`;
    note(`${pointer}/type`, loosens ? "loosens" : "either", message);
  }

  function compareKeyword(from: Schema, to: Schema, keyword: string, pointer: string): void {
    const [old, now] = [from[keyword], to[keyword]];
    const place = `${pointer}/${keyword}`;
    if (same(expand({ [keyword]: old }, before), expand({ [keyword]: now }, after))) {
      compareDefaultsInside({ [keyword]: old }, { [keyword]: now }, place);
      return;
    }
    const direction = DIRECTIONS.get(keyword)!;
    const isMore = direction * (now as number) > direction * (old as number);
    const ofBoth = direction === 0 ? "either" : isMore ? "loosens" : "tightens";
    const effect = old === undefined ? "tightens" : now === undefined ? "loosens" : ofBoth;
    const isPlain = [old, now].every((value) => typeof value !== "object");
    const change = old === undefined ? "new" : now === undefined ? "gone" : "another";
    const said = isPlain ? `was ${old ?? "absent"} and is ${now ?? "absent"}` : `is ${change}`;
    note(place, effect, `"${keyword}" ${said}.`);
  }

  function compareObjects(from: Schema, to: Schema, pointer: string): void {
    const membersOf = ({ properties }: Schema) => new Map<string, unknown>(Object.entries(properties ?? {}));
    const [old, now] = [membersOf(from), membersOf(to)];
    const [wanted = [], wants = []] = [from.required, to.required] as [string[]?, string[]?];
    for (const name of new Set(wants))
      if (!wanted.includes(name)) note(`${pointer}/required`, "tightens", `"${name}" became required.`);
    for (const name of new Set(wanted))
      if (!wants.includes(name)) note(`${pointer}/required`, "loosens", `"${name}" became optional.`);
    for (const name of new Set([...old.keys(), ...now.keys()])) {
      const place = `${pointer}/properties/${escapeToken(name)}`;
      const [was, is] = [old.get(name), now.get(name)];
      if (was !== undefined && is !== undefined) {
        compareDefaults(was, is, place);
        compare(was, is, place);
      } else if (is !== undefined) {
        const isFilled = defaultOf(is, after) !== undefined && isSeen(place);
        const isFree = from.additionalProperties === false && !isFilled;
        note(place, isFree ? "loosens" : "either", `"${name}" is new.`);
      } else {
        note(place, isOpen(to) ? "loosens" : "tightens", `"${name}" is gone.`);
      }
    }
    compareAdditional(from, to, `${pointer}/additionalProperties`);
  }

  /** What a build makes explicit is judged too, so that a rule can refuse a default that nobody wrote. */
  function compareDefaults(was: unknown, is: unknown, pointer: string): void {
    const now = defaultOf(is, after);
    if (same(defaultOf(was, before), now)) return;
    const effect = isSeen(pointer) ? "either" : "package";
    note(`${pointer}/default`, effect, "An absent member stands for another value.");
  }

  function isSeen(pointer: string): boolean {
    const at = placeOf(pointer);
    if (at === undefined) return isAnywhereSeen;
    return (seesRepeats && at.includes("/*/")) || seesInside(ruled, at);
  }

  function compareDefaultsInside(old: unknown, now: unknown, pointer: string): void {
    if (!same(expand(old, before, isQuietButDefault), expand(now, after, isQuietButDefault)))
      note(pointer, isAnywhereSeen ? "either" : "package", "Absent members stand for other values.");
  }

  function compareAdditional(from: Schema, to: Schema, pointer: string): void {
    if (isOpen(from) && isOpen(to)) return;
    const [old, now] = [from.additionalProperties, to.additionalProperties];
    if (isPlainObject(old) && isPlainObject(now)) {
      compare(old, now, pointer);
      return;
    }
    if (same(old, now)) return;
    const [effect, free] =
      old === false || isOpen(to) ? (["loosens", "freer"] as const) : (["tightens", "less free"] as const);
    note(pointer, effect, `Other members are ${free} than before.`);
  }

  compare(before, after, "/schema");
}

export function same(a: unknown, b: unknown): boolean {
  if (a === undefined || b === undefined) return a === b;
  return canonicalize(a) === canonicalize(b);
}

/** The schema that a plain `$ref` leads to; undefined for one that is no object or has more keywords beside it. */
function follow(schema: unknown, root: Schema): Schema | undefined {
  if (!isPlainObject(schema)) return undefined;
  if (schema.$ref === undefined) return schema;
  if (Object.keys(schema).some((keyword) => keyword !== "$ref" && !isQuiet(keyword))) return undefined;
  return follow(targetOf(String(schema.$ref), root), root);
}

function defaultOf(member: unknown, root: Schema): unknown {
  // `true` and `false` have neither.
  const schema = member as Schema;
  if (schema.default !== undefined || schema.$ref === undefined) return schema.default;
  return defaultOf(targetOf(String(schema.$ref), root), root);
}

function expand(schema: unknown, root: Schema, isLeftOut = isQuiet): unknown {
  if (!isPlainObject(schema)) return schema;
  const inside = (value: unknown) => expand(value, root, isLeftOut);
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]) => {
      if (isLeftOut(keyword) || value === undefined) return [];
      const isReference = keyword === "$ref";
      return [
        [
          keyword,
          isReference ? inside(targetOf(String(schema.$ref), root)) : mapHeld(keyword, value, inside),
        ],
      ];
    }),
  );
}

function isQuiet(keyword: string): boolean {
  const about = KEYWORDS.get(keyword)?.about;
  return about === "note" || about === "root" || about === "name" || keyword.startsWith("x-");
}

function isQuietButDefault(keyword: string): boolean {
  return keyword !== "default" && isQuiet(keyword);
}

/** A schema with other keywords, such as `if`, is compared as a whole. So is one with other keywords beside `$ref`. */
function isTangled(schema: Schema): boolean {
  return Object.keys(schema).some(
    (keyword) => !isQuiet(keyword) && !DIRECTIONS.has(keyword) && !COMPARED.includes(keyword),
  );
}

function choices(schema: Schema): string[] | undefined {
  const listed = Array.isArray(schema.enum) ? schema.enum.map((value) => canonicalize(value)) : undefined;
  if (schema.const === undefined) return listed;
  const only = canonicalize(schema.const);
  return listed === undefined || listed.includes(only) ? [only] : [];
}

function isOpen(schema: Schema): boolean {
  return schema.additionalProperties === undefined || schema.additionalProperties === true;
}

export function seesInside(
  { rules, definitions }: Pick<SpecPackageDocument, "rules" | "definitions">,
  at: string,
): boolean {
  const name = parsePointer(at).findLast((token) => token !== "*") ?? "";
  return rules.some(
    ({ severity, at: places, when, params, fix }) =>
      severity === "error" &&
      (places.some((place) => `${at}/`.startsWith(`${place}/`) || place.startsWith(`${at}/`)) ||
        // Other names can be written in several ways.
        !/^[\w-]+$/.test(name) ||
        JSON.stringify([when, params, fix, definitions]).includes(name)),
  );
}

function placeOf(pointer: string): string | undefined {
  const tokens = parsePointer(pointer).slice(1);
  let at = "";
  for (let index = 0; index < tokens.length; index++) {
    if (tokens[index] === "items") at += "/*";
    else if (tokens[index] === "properties") at += `/${escapeToken(tokens[++index] ?? "")}`;
    else return undefined;
  }
  return at;
}

/** What a schema may say about a list of which repeats can be dropped. */
const HARMLESS = ["type", "items", "minItems", "maxItems", "uniqueItems"];

export function listAt(root: Schema, at: string): Schema | undefined {
  let schema: unknown = root;
  const plainly = (found: unknown): unknown => {
    if (!isPlainObject(found) || found.$ref === undefined) return found;
    return Object.keys(found).length > 1 ? undefined : plainly(targetOf(String(found.$ref), root));
  };
  for (const token of parsePointer(at)) {
    const { items, properties = {}, uniqueItems } = (plainly(schema) ?? {}) as Schema;
    // Items around it that differ in its order alone would be the same.
    if (uniqueItems === true) return undefined;
    schema = token === "*" ? items : (properties as Schema)[token];
  }
  schema = plainly(schema);
  if (!isPlainObject(schema)) return undefined;
  const isPlain = Object.keys(schema as Schema).every(
    (keyword) => HARMLESS.includes(keyword) || KEYWORDS.get(keyword)?.about === "note",
  );
  return isPlain && Number((schema as Schema).minItems ?? 0) <= 1 ? (schema as Schema) : undefined;
}
