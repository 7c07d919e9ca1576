/** Makes a written schema fit what a spec package can hold, so that the package never refuses what the schema accepts. */
import { child, isPlainObject, parsePointer, pointerOf, remember, setOwn } from "../../core/json/values.ts";
import type { Reason } from "../../core/schema/compile-schema.ts";
import { grouped, quote } from "../../core/unicode/unicode.ts";
import {
  ANNOTATIONS,
  eachPart,
  HELD_BY,
  loosen,
  refName,
  type Schema,
  type Translation,
  visibleOf,
} from "./translate.ts";

/** Far more schemas inside one another than a spec package could hold; what follows is recursive. */
const MAX_LEVELS = 1_000;

/** Leaves open every reference to a definition from inside itself. The type that is expected there is kept. */
export function breakRecursion(translation: Translation): void {
  const { root, definitions } = translation;
  const open = new Set<string>();
  const levels = new Map<string, number>();

  function levelsOf(name: string, depth: number): number {
    const known = levels.get(name);
    if (known !== undefined || depth > MAX_LEVELS) return known ?? depth;
    open.add(name);
    const found = visit(definitions.get(name), depth);
    open.delete(name);
    levels.set(name, found);
    return found;
  }

  /** How many levels of schemas are in it, with those that it refers to. */
  function visit(part: unknown, depth: number): number {
    if (!isPlainObject(part)) return 1;
    const name = refName(part);
    let inside = name === undefined || open.has(name) ? 0 : levelsOf(name, depth + 1);
    if (name !== undefined && (open.has(name) || depth + inside > MAX_LEVELS)) {
      cutOpen(part, name);
      inside = 0;
    }
    eachPart(part, (inner) => {
      inside = Math.max(inside, visit(inner, depth + 1));
    });
    return inside + 1;
  }

  function cutOpen(part: Schema, name: string): void {
    delete part.$ref;
    const target = definitions.get(name);
    if (part.type === undefined && isPlainObject(target) && target.type !== undefined)
      part.type = target.type;
    const why = open.has(name)
      ? "contains itself; from its second level on"
      : `is in more than ${grouped(MAX_LEVELS)} others; there`;
    loosen(translation, part, "$ref", `${quote(name)} ${why}, anything of its type passes.`);
  }

  visit(root, 0);
}

/** Whether anything was left open. Every reference is followed wherever it stands, so a definition counts as often as it is used. */
export function shrink(translation: Translation, parts: number): boolean {
  const { root, definitions, sourceOf } = translation;
  for (let isChanged = false; ; isChanged = true) {
    const sizes = new Map<string, number>();
    const sizeOfDefinition = (name: string): number => {
      const size = sizes.get(name) ?? sizeOf(definitions.get(name), sizeOfDefinition);
      sizes.set(name, size);
      return size;
    };
    const total = sizeOf(root, sizeOfDefinition);
    if (total <= parts) return isChanged;
    const uses = countUses(root, definitions);
    const [worst] = [...sizes]
      .filter(([, size]) => size > 1)
      .map(([name, size]) => {
        const times = uses.get(name) ?? 0;
        // What costs most for each part of the schema that would be lost.
        return { name, size, times, cost: (size * times) / partsOf(definitions.get(name)).length };
      })
      .sort((a, b) => b.cost - a.cost || b.size - a.size);
    if (worst === undefined) return isChanged;
    const target = definitions.get(worst.name) as Schema;
    const open: Schema = {};
    for (const kept of ["type", "title", "description"])
      if (target[kept] !== undefined) open[kept] = target[kept];
    sourceOf.set(open, sourceOf.get(target) ?? "");
    definitions.set(worst.name, open);
    const message = `${quote(worst.name)} is used in ${grouped(worst.times)} ${worst.times === 1 ? "place" : "places"}, and with all of them the schema has more than ${grouped(parts)} parts; anything of its type passes.`;
    loosen(translation, open, "schema", message, "");
  }
}

/** The schema and all that it holds, without what it refers to. */
function partsOf(schema: unknown): unknown[] {
  const parts = [schema];
  for (const part of parts) if (isPlainObject(part)) eachPart(part, (inner) => void parts.push(inner));
  return parts;
}

const refsIn = (schema: unknown): string[] => partsOf(schema).flatMap((part) => refName(part) ?? []);

/** With each definition in place of the part that refers to it. */
function sizeOf(schema: unknown, sizeOfDefinition: (name: string) => number): number {
  const refs = refsIn(schema);
  return refs.reduce((sum, name) => sum + sizeOfDefinition(name), partsOf(schema).length - refs.length);
}

export function countUses(root: unknown, definitions: ReadonlyMap<string, unknown>): Map<string, number> {
  const uses = new Map<string, number>();
  const order: string[] = [];
  const visit = (name: string): void => {
    if (uses.has(name)) return;
    uses.set(name, 0);
    refsIn(definitions.get(name)).forEach(visit);
    order.push(name);
  };
  const add = (part: unknown, times: number): void => {
    for (const name of refsIn(part)) uses.set(name, uses.get(name)! + times);
  };
  refsIn(root).forEach(visit);
  add(root, 1);
  // Users come before what they use.
  for (const name of order.reverse()) add(definitions.get(name), uses.get(name)!);
  return uses;
}

/** What is looser inside `not`, `if` or `oneOf` would make the whole stricter, so these are loosened too. */
export function loosenNegations(translation: Translation): void {
  const { root, definitions, sourceOf, loosened, report } = translation;
  const isLooseDefinition = remember(Infinity, Infinity, (name) => isLoose(definitions.get(name)));

  /** Whether a schema accepts more than it did. Loosens what would otherwise turn that around. */
  function isLoose(part: unknown): boolean {
    if (!isPlainObject(part)) return false;
    const name = refName(part);
    let loose = loosened.has(part) || (name !== undefined && isLooseDefinition(name));
    const looseIn = new Set<string>();
    eachPart(part, (inner, keyword) => {
      if (isLoose(inner)) looseIn.add(keyword);
    });
    if (looseIn.has("not")) drop(part, "not");
    if (looseIn.has("if")) drop(part, "if", "then", "else");
    if (looseIn.has("contains") && part.maxContains !== undefined) drop(part, "maxContains");
    if (looseIn.has("oneOf")) {
      const what = part.anyOf === undefined ? 'Is "anyOf" now' : "Was left out";
      const place = `${sourceOf.get(part) ?? ""}/oneOf`;
      report.translate("oneOf", place, `${what}, because something inside was left out.`);
      part.anyOf ??= part.oneOf;
      delete part.oneOf;
    }
    loose ||= looseIn.size > 0;
    if (loose) loosened.add(part);
    return loose;
  }

  function drop(part: Schema, keyword: string, ...others: string[]): void {
    for (const each of [keyword, ...others]) delete part[each];
    const why = "Something inside was left out, and without it this would refuse what the schema accepts.";
    loosen(translation, part, keyword, why);
  }

  isLoose(root);
}

/** Keywords that mean something else, or would refuse too much, once another one is gone. */
const GOES_WITH: Record<string, readonly string[]> = {
  if: ["then", "else"],
  properties: ["additionalProperties"],
  prefixItems: ["items"],
  patternProperties: ["additionalProperties"],
  contains: ["minContains", "maxContains"],
};

/** Whether something was changed because of the reason. `enums` are the lists of values in which the reason counts. */
export function relax(
  translation: Translation,
  reason: Reason,
  enums: Map<object, readonly unknown[]>,
): boolean {
  const { root, sourceOf, report } = translation;
  // What contradicts itself is for its authors to settle: nobody can tell which half they meant.
  if (reason.code === "schema-contradiction" || reason.code === "schema-too-large") return false;
  const [top, ...path] = parsePointer(reason.pointer);
  if (top !== "schema") return false;
  // A keyword or a name is refused as such, whatever schema is inside it.
  const own = reason.code === "keyword-not-allowed" ? 1 : isRefusedName(reason, path) ? 2 : 0;
  const end = path.length - own;
  const { part, rest } = placeOf(root, path.slice(0, end), path.slice(end));
  const [keyword, detail] = rest;
  if (keyword === undefined) {
    const gone = Object.keys(part ?? {}).filter((each) => !ANNOTATIONS.includes(each) && each !== "type");
    if (isPlainObject(part) && gone.length > 0) {
      for (const each of gone) delete part[each];
      loosen(translation, part, "schema", reason.message, "");
      return true;
    }
    // It is open already and still refused, so what holds it has to go.
    const holder = pointerOf(["schema", ...path.slice(0, -1)]);
    return path.length > 0 && relax(translation, { ...reason, pointer: holder }, enums);
  }
  if (!isPlainObject(part) || part[keyword] === undefined) return false;
  const place = `${sourceOf.get(part) ?? ""}${pointerOf(rest)}`;

  if (reason.code === "required-undeclared") {
    // What is required and may not be there is for the authors of the schema to settle.
    if (part.additionalProperties === false) return false;
    const members = isPlainObject(part.properties) ? part.properties : {};
    // One of a list, or all names that one member brings with it.
    for (const name of [child(part[keyword], detail!)].flat())
      if (!Object.hasOwn(members, name as string)) setOwn(members, name as string, {});
    part.properties = members;
    report.translate(keyword, place, `Was declared among "properties".`);
    return true;
  }
  if (keyword === "enum" && detail !== undefined && reason.code !== "package-unsafe-text") {
    const values = enums.get(part) ?? (part.enum as unknown[]);
    enums.set(part, values);
    part.enum = (part.enum as unknown[]).filter((value) => value !== values[Number(detail)]);
    report.leaveOut("enum", place, "This value cannot pass what stands beside it.");
    return true;
  }
  // Values can have members of the same names as keywords.
  if (own === 2 && rest.length === 2) {
    const members = part[keyword] as Schema;
    delete members[detail!];
    delete part.additionalProperties;
    if (Object.keys(members).length === 0) delete part[keyword];
  } else {
    if (keyword === "anyOf" || keyword === "oneOf") keepTypes(part, part[keyword]);
    for (const each of [keyword, ...(GOES_WITH[keyword] ?? [])]) delete part[each];
  }
  if (ANNOTATIONS.includes(keyword)) report.leaveOut(keyword, place, reason.message);
  else loosen(translation, part, keyword, reason.message, pointerOf(rest));
  return true;
}

/** Whether the name itself cannot stay: a pattern that is refused, or a text that nobody should see. */
function isRefusedName({ code }: Reason, path: readonly string[]): boolean {
  const [keyword, name] = path.slice(-2);
  if (HELD_BY.get(keyword!) !== "map") return false;
  return code === "package-unsafe-text" ? visibleOf(name!) !== undefined : code === "pattern-refused";
}

/** A union that is gone still says which types there are. */
function keepTypes(part: Schema, branches: unknown): void {
  if (part.type !== undefined || !Array.isArray(branches)) return;
  const types = branches.map((branch) => (isPlainObject(branch) ? branch.type : undefined));
  if (types.includes(undefined) || types.length === 0) return;
  const each = [...new Set(types.flat())];
  part.type = each.length === 1 ? each[0] : each;
}

function placeOf(root: unknown, path: readonly string[], beside: readonly string[]) {
  let part = root;
  let rest = path;
  for (;;) {
    const [keyword, name] = rest;
    const value = child(part, keyword!);
    const holds = keyword === "$defs" ? "map" : HELD_BY.get(keyword!);
    const isNamed = name !== undefined && (holds === "list" || holds === "map");
    const named = isNamed ? child(value, name) : undefined;
    if (value !== undefined && holds === "one") [part, rest] = [value, rest.slice(1)];
    else if (named !== undefined) [part, rest] = [named, rest.slice(2)];
    else return { part, rest: [...rest, ...beside] };
  }
}
