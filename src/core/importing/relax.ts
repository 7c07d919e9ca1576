/** Takes out of a schema what spec packages refuse, one reason at a time, so that the rest can be used. */
import { child, isPlainObject, parsePointer, pointerOf, setOwn } from "../json/pointer.ts";
import type { Reason } from "../schema/compile.ts";
import { findUnsafe } from "../text/characters.ts";
import { ANNOTATIONS, SCHEMA_IN, SCHEMAS_IN_LIST, SCHEMAS_IN_OBJECT, type Schema } from "./keywords.ts";
import type { ReportWriter } from "./report.ts";
import type { Translation } from "./translation.ts";

/** Keywords that mean something else, or would refuse too much, once another one is gone. */
const GOES_WITH: Record<string, readonly string[]> = {
  if: ["then", "else"],
  properties: ["additionalProperties"],
  prefixItems: ["items"],
  patternProperties: ["additionalProperties"],
  contains: ["minContains", "maxContains"],
};

interface Place {
  part: unknown;
  parent: unknown;
  key: string;
  /** The rest of the pointer, inside the schema. */
  rest: string[];
}

/** Whether something was changed because of the reason. */
export function relax(translation: Translation, reason: Reason, report: ReportWriter): boolean {
  const { root, sourceOf, loosened } = translation;
  // What contradicts itself is for its authors to settle: nobody can tell which half they meant.
  if (reason.code === "schema-contradiction") return false;
  if (reason.pointer !== "/schema" && !reason.pointer.startsWith("/schema/")) return false;
  const path = parsePointer(reason.pointer).slice(1);
  // A keyword or a name is refused as such, whatever schema is inside it.
  const own = reason.code === "keyword-not-allowed" ? 1 : isRefusedName(reason, path) ? 2 : 0;
  const end = path.length - own;
  const { part, parent, key, rest } = placeOf(root, path.slice(0, end), path.slice(end));
  if (typeof part === "boolean") {
    if (parent === undefined) return false;
    setOwn(parent as Schema, key, part ? {} : { not: {} });
    return true;
  }
  if (!isPlainObject(part)) return false;
  const source = sourceOf.get(part) ?? "";
  const [keyword, detail] = rest;
  if (keyword === undefined) {
    if (openUp(part, source)) return true;
    // It is open already and still refused, so what holds it has to go.
    const holder = path.slice(0, -1);
    return (
      path.length > 0 && relax(translation, { ...reason, pointer: pointerOf(["schema", ...holder]) }, report)
    );
  }
  if (part[keyword] === undefined) return false;
  const place = `${source}/${rest.map((token) => token.replaceAll("~", "~0").replaceAll("/", "~1")).join("/")}`;

  if (reason.code === "package-unsafe-text" && own === 0) return cleanText(part, rest);
  if (reason.code === "required-undeclared") return declare(part, detail);
  if (keyword === "enum" && detail !== undefined && Array.isArray(part.enum) && part.enum.length > 1) {
    part.enum = part.enum.filter((_, index) => String(index) !== detail);
    report.leaveOut("enum", place, "This value cannot pass what stands beside it.");
    return true;
  }
  const members = part[keyword];
  if (own === 2 && isPlainObject(members)) {
    delete members[detail!];
    delete part.additionalProperties;
    if (Object.keys(members).length === 0) delete part[keyword];
  } else {
    if (keyword === "anyOf" || keyword === "oneOf") keepTypes(part, part[keyword]);
    for (const each of [keyword, ...(GOES_WITH[keyword] ?? [])]) delete part[each];
  }
  if (!ANNOTATIONS.includes(keyword)) loosened.add(part);
  report.leaveOut(keyword, place, reason.message);
  return true;

  function openUp(schema: Schema, pointer: string): boolean {
    const gone = Object.keys(schema).filter((each) => !ANNOTATIONS.includes(each) && each !== "type");
    if (gone.length === 0) return false;
    for (const each of gone) delete schema[each];
    loosened.add(schema);
    report.leaveOut("schema", pointer, reason.message);
    return true;
  }

  function declare(schema: Schema, index: string | undefined): boolean {
    const name = Array.isArray(schema.required) ? schema.required[Number(index)] : undefined;
    if (typeof name !== "string") return false;
    const members = isPlainObject(schema.properties) ? schema.properties : {};
    const { additionalProperties: other } = schema;
    setOwn(members, name, isPlainObject(other) ? structuredClone(other) : {});
    schema.properties = members;
    report.translate("required", place, `Was declared among "properties".`);
    return true;
  }

  function cleanText(schema: Schema, path: readonly string[]): boolean {
    const last = path.at(-1)!;
    const holder = path.slice(0, -1).reduce<unknown>((value, token) => child(value, token), schema);
    const text = child(holder, last);
    if (typeof text !== "string") {
      if (isPlainObject(holder)) delete holder[last];
      return isPlainObject(holder);
    }
    if (!ANNOTATIONS.includes(path[0]!)) {
      delete schema[path[0]!];
      loosened.add(schema);
      report.leaveOut(path[0]!, place, reason.message);
      return true;
    }
    const clean = findUnsafe(text, ["control", "bidi"], false)?.rest ?? "";
    (holder as Schema)[last] = clean === "" ? "-" : clean;
    report.translate(path[0]!, place, "Characters that cannot be seen were taken out.");
    return true;
  }
}

/** Whether the name itself cannot stay: a pattern that is refused, or a text that nobody should see. */
function isRefusedName({ code }: Reason, path: readonly string[]): boolean {
  const [keyword, name] = path.slice(-2);
  if (name === undefined || !SCHEMAS_IN_OBJECT.includes(keyword!)) return false;
  return code === "package-unsafe-text"
    ? findUnsafe(name, ["control", "bidi"], false) !== undefined
    : keyword === "patternProperties" && code === "pattern-refused";
}

/** A union that is gone still says which types there are. */
function keepTypes(part: Schema, branches: unknown): void {
  if (part.type !== undefined || !Array.isArray(branches)) return;
  const types = branches.map((branch) => (isPlainObject(branch) ? branch.type : undefined));
  if (types.includes(undefined) || types.length === 0) return;
  const each = [...new Set(types.flat())];
  part.type = each.length === 1 ? each[0] : each;
}

function placeOf(root: unknown, path: readonly string[], beside: readonly string[]): Place {
  let place: Place = { part: root, parent: undefined, key: "", rest: [...path] };
  const done = () => ({ ...place, rest: [...place.rest, ...beside] });
  for (;;) {
    const [keyword, name] = place.rest;
    const value = keyword === undefined ? undefined : child(place.part, keyword);
    if (value === undefined) return done();
    if (SCHEMA_IN.includes(keyword!) && isSchema(value))
      place = { part: value, parent: place.part, key: keyword!, rest: place.rest.slice(1) };
    else if (
      name !== undefined &&
      [...SCHEMAS_IN_LIST, ...SCHEMAS_IN_OBJECT, "$defs"].includes(keyword!) &&
      isSchema(child(value, name))
    )
      place = { part: child(value, name), parent: value, key: name, rest: place.rest.slice(2) };
    else return done();
  }
}

function isSchema(value: unknown): boolean {
  return typeof value === "boolean" || isPlainObject(value);
}
