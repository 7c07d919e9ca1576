/**
 * Compares two candidate schemas keyword by keyword and judges each difference: may a candidate that passed
 * fail now, or the reverse? In doubt the answer is "either", so that "loosens" and "none" can be relied on.
 */
import type { Effect } from "../../checks/definition.ts";
import { canonicalize } from "../../json/canonical.ts";
import { escapeToken, isPlainObject } from "../../json/pointer.ts";

export interface SpecPackageChange {
  /** Where in the spec package; in the old one for what was removed. */
  pointer: string;
  effect: Effect;
  message: string;
}

type Schema = Record<string, unknown>;

const UPPER = ["maxLength", "maxItems", "maxProperties", "maximum", "exclusiveMaximum"];
const LOWER = ["minLength", "minItems", "minProperties", "minimum", "exclusiveMinimum"];
const WORDING = ["title", "description", "$comment", "examples"];

export function diffSchemas(before: Schema, after: Schema): SpecPackageChange[] {
  const changes: SpecPackageChange[] = [];
  const note = (pointer: string, effect: Effect, message: string): void => {
    changes.push({ pointer, effect, message });
  };

  function compare(old: unknown, now: unknown, pointer: string): void {
    if (same(old, now) && !refers(old) && !refers(now)) return;
    const from = follow(old, before);
    const to = follow(now, after);
    for (const keyword of WORDING) {
      if (!same(from[keyword], to[keyword]))
        note(`${pointer}/${keyword}`, "none", `"${keyword}" was reworded.`);
    }
    if (choices(from) !== undefined || choices(to) !== undefined) compareChoices(from, to, pointer);
    else if (from.type !== to.type) compareTypes(from, to, pointer);
    else compareKeywords(from, to, pointer);
  }

  function compareKeywords(from: Schema, to: Schema, pointer: string): void {
    compareBounds(from, to, pointer);
    comparePresence(from, to, "pattern", pointer);
    if (from.type === "object") compareObjects(from, to, pointer);
    if (from.type === "array") compareNested(from.items, to.items, `${pointer}/items`);
  }

  function compareChoices(from: Schema, to: Schema, pointer: string): void {
    const [old, now] = [choices(from), choices(to)];
    if (old === undefined || now === undefined) {
      note(
        pointer,
        "either",
        old === undefined ? "A list of values was set." : "The list of values is gone.",
      );
      return;
    }
    const gone = old.filter((value) => !now.includes(value));
    const added = now.filter((value) => !old.includes(value));
    if (gone.length > 0) note(pointer, "tightens", `No longer allowed: ${gone.join(", ")}.`);
    if (added.length > 0) note(pointer, "loosens", `Newly allowed: ${added.join(", ")}.`);
  }

  function compareTypes(from: Schema, to: Schema, pointer: string): void {
    const widened = to.type === undefined || (from.type === "integer" && to.type === "number");
    // A wider type with other bounds may still refuse what the old one accepted.
    const bounded =
      to.type !== undefined && [...UPPER, ...LOWER].some((keyword) => !same(from[keyword], to[keyword]));
    const message = `The type was ${from.type ?? "open"} and is ${to.type ?? "open"}.`;
    note(`${pointer}/type`, widened && !bounded ? "loosens" : "either", message);
  }

  function compareBounds(from: Schema, to: Schema, pointer: string): void {
    for (const [keywords, sign] of [
      [UPPER, 1],
      [LOWER, -1],
    ] as const) {
      for (const keyword of keywords) {
        const unbounded = sign * Number.POSITIVE_INFINITY;
        const [old, now] = [from[keyword] ?? unbounded, to[keyword] ?? unbounded] as [number, number];
        if (old === now) continue;
        const effect = sign * now < sign * old ? "tightens" : "loosens";
        const [was, is] = [from[keyword] ?? "absent", to[keyword] ?? "absent"];
        note(`${pointer}/${keyword}`, effect, `"${keyword}" was ${was} and is ${is}.`);
      }
    }
  }

  function comparePresence(from: Schema, to: Schema, keyword: string, pointer: string): void {
    const [old, now] = [from[keyword], to[keyword]];
    if (same(old, now)) return;
    const effect = old === undefined ? "tightens" : now === undefined ? "loosens" : "either";
    note(`${pointer}/${keyword}`, effect, `"${keyword}" was ${old ?? "absent"} and is ${now ?? "absent"}.`);
  }

  function compareNested(old: unknown, now: unknown, pointer: string): void {
    if (old !== undefined && now !== undefined) compare(old, now, pointer);
    else if (old !== undefined) note(pointer, "loosens", "These values are no longer described.");
    else if (now !== undefined) note(pointer, "tightens", "These values are now described.");
  }

  function compareObjects(from: Schema, to: Schema, pointer: string): void {
    const [old, now] = [members(from), members(to)];
    const [wanted, wants] = [required(from), required(to)];
    for (const name of wants)
      if (!wanted.has(name)) note(`${pointer}/required`, "tightens", `"${name}" became required.`);
    for (const name of wanted)
      if (!wants.has(name)) note(`${pointer}/required`, "loosens", `"${name}" became optional.`);
    for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
      const place = `${pointer}/properties/${escapeToken(name)}`;
      const [was, is] = [
        Object.hasOwn(old, name) ? old[name] : undefined,
        Object.hasOwn(now, name) ? now[name] : undefined,
      ];
      if (was !== undefined && is !== undefined) {
        compareDefaults(was, is, place);
        compare(was, is, place);
      } else if (is !== undefined) {
        note(place, from.additionalProperties === false ? "loosens" : "either", `"${name}" is new.`);
      } else {
        note(place, isOpen(to) ? "loosens" : "tightens", `"${name}" is gone.`);
      }
    }
    compareAdditional(from, to, `${pointer}/additionalProperties`);
  }

  /** Defaults matter only for optional members, so no verdict depends on them. */
  function compareDefaults(was: unknown, is: unknown, pointer: string): void {
    const [old, now] = [was, is].map((member) => (isPlainObject(member) ? member.default : undefined));
    if (!same(old, now)) note(`${pointer}/default`, "package", "An absent member stands for another value.");
  }

  function compareAdditional(from: Schema, to: Schema, pointer: string): void {
    if (isOpen(from) && isOpen(to)) return;
    const [old, now] = [from.additionalProperties, to.additionalProperties];
    if (isPlainObject(old) && isPlainObject(now)) {
      compare(old, now, pointer);
      return;
    }
    if (same(old, now)) return;
    const loosens = old === false || isOpen(to);
    note(
      pointer,
      loosens ? "loosens" : "tightens",
      `Other members are ${loosens ? "freer" : "less free"} than before.`,
    );
  }

  compare(before, after, "/schema");
  return changes;
}

function same(a: unknown, b: unknown): boolean {
  if (a === undefined || b === undefined) return a === b;
  return canonicalize(a) === canonicalize(b);
}

/** Equal schemas can differ in meaning if they refer to definitions. */
function refers(schema: unknown): boolean {
  return canonicalize(schema).includes('"$ref":');
}

/** Loaded packages have local references only, and no cycles. */
function follow(schema: unknown, root: Schema): Schema {
  if (!isPlainObject(schema)) return {};
  const ref = schema.$ref;
  if (typeof ref !== "string") return schema;
  const definitions = isPlainObject(root.$defs) ? root.$defs : {};
  const name = ref
    .replace(/^#\/\$defs\//, "")
    .replaceAll("~1", "/")
    .replaceAll("~0", "~");
  return follow(definitions[name], root);
}

/** The values of `enum` or `const` in canonical form. */
function choices(schema: Schema): string[] | undefined {
  if (schema.const !== undefined) return [canonicalize(schema.const)];
  return Array.isArray(schema.enum) ? schema.enum.map((value) => canonicalize(value)) : undefined;
}

function members(schema: Schema): Record<string, unknown> {
  return isPlainObject(schema.properties) ? schema.properties : {};
}

function required(schema: Schema): Set<string> {
  return new Set(Array.isArray(schema.required) ? (schema.required as string[]) : []);
}

function isOpen(schema: Schema): boolean {
  return schema.additionalProperties === undefined || schema.additionalProperties === true;
}
