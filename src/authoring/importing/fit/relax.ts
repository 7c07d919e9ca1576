/** Takes out of a schema what spec packages refuse, one reason at a time, so that the rest can be used. */
import {
  child,
  isPlainObject,
  parsePointer,
  pointerOf,
  setOwn,
  valueAt,
} from "../../../core/json/pointer.ts";
import type { Reason } from "../../../core/schema/compile-schema.ts";
import { findUnsafe } from "../../../core/unicode/characters.ts";
import {
  ANNOTATIONS,
  loosen,
  SCHEMA_IN,
  SCHEMAS_IN_LIST,
  SCHEMAS_IN_OBJECT,
  type Schema,
  type Translation,
} from "../translate/keywords.ts";

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
    if (isPlainObject(part) && openUp(part)) return true;
    // It is open already and still refused, so what holds it has to go.
    const holder = path.slice(0, -1);
    return (
      path.length > 0 && relax(translation, { ...reason, pointer: pointerOf(["schema", ...holder]) }, enums)
    );
  }
  if (!isPlainObject(part) || part[keyword] === undefined) return false;
  const place = `${sourceOf.get(part) ?? ""}${pointerOf(rest)}`;

  // Values can have members of the same names as keywords.
  const isName = own === 2 && rest.length === 2;
  if (reason.code === "package-unsafe-text" && !isName) return cleanText(part, rest);
  if (reason.code === "required-undeclared") return declare(part, part[keyword], detail!);
  if (keyword === "enum" && detail !== undefined) {
    const values = enums.get(part) ?? (part.enum as unknown[]);
    enums.set(part, values);
    part.enum = (part.enum as unknown[]).filter((value) => value !== values[Number(detail)]);
    report.leaveOut("enum", place, "This value cannot pass what stands beside it.");
    return true;
  }
  if (isName) {
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

  function openUp(schema: Schema): boolean {
    const gone = Object.keys(schema).filter((each) => !ANNOTATIONS.includes(each) && each !== "type");
    if (gone.length === 0) return false;
    for (const each of gone) delete schema[each];
    loosen(translation, schema, "schema", reason.message, "");
    return true;
  }

  /** Declares the name in a list of `required`, or all names that one member brings with it. */
  function declare(schema: Schema, required: unknown, key: string): boolean {
    const members = isPlainObject(schema.properties) ? schema.properties : {};
    // What is required and may not be there is for the authors of the schema to settle.
    if (schema.additionalProperties === false) return false;
    for (const name of [child(required, key)].flat())
      if (!Object.hasOwn(members, name as string)) setOwn(members, name as string, {});
    schema.properties = members;
    report.translate(keyword!, place, `Was declared among "properties".`);
    return true;
  }

  function cleanText(schema: Schema, path: readonly string[]): boolean {
    const last = path.at(-1)!;
    const holder = valueAt(schema, path.slice(0, -1));
    const text = child(holder, last);
    const clean = typeof text === "string" ? findUnsafe(text, ["control", "bidi"], false)?.rest : undefined;
    if (!ANNOTATIONS.includes(path[0]!)) {
      delete schema[path[0]!];
      loosen(translation, schema, path[0]!, reason.message, pointerOf(path));
    } else if (clean === undefined) {
      // The text is the name of the member.
      delete (holder as Schema)[last];
      report.leaveOut(path[0]!, place, reason.message);
    } else {
      (holder as Schema)[last] = clean === "" ? "-" : clean;
      report.translate(path[0]!, place, "Characters that cannot be seen were taken out.");
    }
    return true;
  }
}

/** Whether the name itself cannot stay: a pattern that is refused, or a text that nobody should see. */
function isRefusedName({ code }: Reason, path: readonly string[]): boolean {
  const [keyword, name] = path.slice(-2);
  if (!SCHEMAS_IN_OBJECT.includes(keyword!)) return false;
  return code === "package-unsafe-text"
    ? findUnsafe(name!, ["control", "bidi"], false) !== undefined
    : code === "pattern-refused";
}

/** A union that is gone still says which types there are. */
function keepTypes(part: Schema, branches: unknown): void {
  if (part.type !== undefined || !Array.isArray(branches)) return;
  const types = branches.map((branch) => (isPlainObject(branch) ? branch.type : undefined));
  if (types.includes(undefined) || types.length === 0) return;
  const each = [...new Set(types.flat())];
  part.type = each.length === 1 ? each[0] : each;
}

/** The innermost schema on the way, and the rest of the pointer inside it. */
function placeOf(root: unknown, path: readonly string[], beside: readonly string[]) {
  let part = root;
  let rest = path;
  for (;;) {
    const [keyword, name] = rest;
    const value = child(part, keyword!);
    const named =
      name !== undefined && [...SCHEMAS_IN_LIST, ...SCHEMAS_IN_OBJECT, "$defs"].includes(keyword!)
        ? child(value, name)
        : undefined;
    if (value !== undefined && SCHEMA_IN.includes(keyword!)) [part, rest] = [value, rest.slice(1)];
    else if (named !== undefined) [part, rest] = [named, rest.slice(2)];
    else return { part, rest: [...rest, ...beside] };
  }
}
