/** Writes a schema of draft-07 or 2020-12 in the words of spec packages, and collects the definitions it refers to. */
import {
  escapeToken,
  findInexact,
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
import { mapHeld } from "../../core/schema/compile/keywords.ts";
import { quote, shown } from "../../core/unicode/unicode.ts";
import {
  ANNOTATIONS,
  heldBy,
  PLAIN_KEYWORDS,
  type ReportWriter,
  refName,
  type Schema,
  type Translation,
} from "./report.ts";

/** Deeper schemas are left open: a spec package could not hold them. */
const MAX_SOURCE_DEPTH = 24;
/** So many definitions are followed from one into the next, which takes stack. The others wait. */
const MAX_OPEN_DEFINITIONS = 40;

export function readReferences(source: Schema) {
  const resources = new Map<string, string>([[SOMEWHERE, ""]]);
  const anchors = new Map<string, string>();
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
        resources.set(base, pointer);
      }
    }
    bases.set(pointer, base);
    if (typeof part.$dynamicAnchor === "string") dynamic.push(part.$dynamicAnchor);
    for (const name of names)
      if (typeof name === "string" && !anchors.has(`${base}#${name}`))
        anchors.set(`${base}#${name}`, pointer);
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
      const resource = resources.get(uri);
      if (resource === undefined) return undefined;
      const fragment = decode(encoded) ?? encoded;
      if (fragment !== "" && !fragment.startsWith("/")) return anchors.get(`${uri}#${fragment}`);
      const pointer = resource + pointerOf(parsePointer(fragment));
      return valueAt(source, parsePointer(pointer)) === undefined ? undefined : pointer;
    },
  };
}

/** For schemas that do not say where they are. */
const SOMEWHERE = "https://schema.invalid/";

/** What is no identifier, or is relative to one that has no path, stays as it is. */
function resolveUri(base: string, ref: string): string {
  try {
    return new URL(ref, base).href;
  } catch {
    return ref;
  }
}

const REFERENCES = ["$ref", "$dynamicRef", "$recursiveRef"];
const FOLLOWED = new Set([
  ...[...REFERENCES, "nullable", "$schema", "$id", "id", "definitions", "$defs"],
  ...["$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary"],
]);

export function translateSchema(source: Schema, report: ReportWriter): Translation {
  const definitions = new Map<string, unknown>();
  const sourceOf = new WeakMap<object, string>();
  const loosened = new WeakSet<object>();
  const takesAnyMember = new WeakSet<object>();
  const nameByPointer = new Map<string, string>();
  /** For definitions that would have the same name. */
  const nextNumber = new Map<string, number>();
  const unevaluated: Schema[] = [];
  const waiting: [name: string, pointer: string][] = [];
  let openDefinitions = 0;
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
    if (openDefinitions < MAX_OPEN_DEFINITIONS) fillNext();
    return name;
  }

  function fillNext(): void {
    const [name, pointer] = waiting.pop()!;
    openDefinitions++;
    definitions.set(name, translate(valueAt(source, parsePointer(pointer)), pointer, 0));
    openDefinitions--;
  }

  function translate(part: unknown, pointer: string, depth: number): unknown {
    if (typeof part === "boolean") return part;
    if (!isPlainObject(part)) {
      report.leaveOut("schema", pointer, "This is not a schema: neither an object nor true or false.");
      return true;
    }
    if (depth > MAX_SOURCE_DEPTH) {
      report.leaveOut("schema", pointer, `The schema is more than ${MAX_SOURCE_DEPTH} levels deep here.`);
      return true;
    }
    const schema = part;
    const written: Schema = {};
    sourceOf.set(written, pointer);
    const inner = (value: unknown, ...path: string[]) =>
      translate(value, `${pointer}${path.map((key) => `/${escapeToken(key)}`).join("")}`, depth + 1);
    for (const [keyword, value] of inOrder(schema)) {
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
    return written;

    function translateRef(keyword: string, ref: unknown): void {
      const place = `${pointer}/${keyword}`;
      const isText = typeof ref === "string";
      const isOpen = keyword === "$dynamicRef" && isText && isDynamic(ref);
      const target = isText && written.$ref === undefined && !isOpen ? resolve(ref, pointer) : undefined;
      if (target === undefined) {
        const gone = isText && ref.startsWith("#") ? "leads nowhere" : "is in another document";
        const where = isOpen ? "leads to a schema that depends on those around it" : gone;
        const why = written.$ref !== undefined ? "stands beside another reference" : where;
        report.leaveOut(
          keyword,
          place,
          `${shown(ref)} ${isText ? why : "is not a text"}; anything passes in its place.`,
        );
        loosened.add(written);
        takesAnyMember.add(written);
        return;
      }
      if (target === pointer) {
        report.leaveOut(keyword, place, "Refers to itself, which says nothing.");
        return;
      }
      const name = define(target);
      const to = `#/$defs/${name}`;
      if (to === ref && keyword === "$ref") report.keep("$ref");
      else report.translate(keyword, place, `Refers to ${quote(to)} now.`);
      written.$ref = to;
    }

    function translateKeyword(keyword: string, value: unknown, place: string): void {
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
      switch (keyword) {
        case "items":
          if (!Array.isArray(value)) {
            keep(inner(value, "items"));
            return;
          }
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
          translateDependencies(value, place);
          return;
        case "pattern":
          translatePattern(place);
          return;
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
      const holds = heldBy(keyword);
      const isSound = holds === "list" ? Array.isArray(value) : holds !== "map" || isPlainObject(value);
      if (holds !== undefined && isSound) keep(mapHeld(keyword, value, inner));
      else if (PLAIN_KEYWORDS.includes(keyword) || keyword.startsWith("x-")) keep(value);
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
      const isBound = typeof bound === "number" && Number.isSafeInteger(bound) && bound >= 0;
      let longest = isBound ? bound : MAX_IMPORTED_LENGTH;
      while (longest > 1 && tooCostly(made, longest) !== undefined) longest = Math.floor(longest / 2);
      const why =
        bound === undefined
          ? "was added, because every pattern needs one"
          : "was lowered to what the pattern costs";
      if (longest !== bound) report.translate("maxLength", place, `"maxLength": ${longest} ${why}.`);
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
      if (written.type === undefined && written.enum === undefined) return;
      report.translate("nullable", place, 'Is "null" among the types now.');
      if (written.type !== undefined) written.type = [...new Set([written.type, "null"].flat())];
      if (Array.isArray(written.enum) && !written.enum.includes(null)) written.enum = [...written.enum, null];
    }
  }

  const translation = { root: rootOf(), definitions, sourceOf, loosened, takesAnyMember, report };
  while (waiting.length > 0) fillNext();
  for (const written of unevaluated) closeMembers(written, translation);
  return translation;

  /** A reference at the root is followed, so that the root says what a candidate is. */
  function rootOf(): Schema {
    const seen = new Set<string>();
    let pointer = "";
    let part: unknown = source;
    for (;;) {
      const ref = isPlainObject(part) ? part.$ref : undefined;
      const target = typeof ref === "string" ? resolve(ref, pointer) : undefined;
      if (target === undefined || seen.has(target) || target === "") break;
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
}

/** These add to what other keywords say, so those come first. */
const LAST = ["pattern", "dependencies"];

function inOrder(part: Schema): [string, unknown][] {
  const rank = ([key]: [string, unknown]) => Number(LAST.includes(key));
  return Object.entries(part).toSorted((one, other) => rank(one) - rank(other));
}

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

/** Says the same with `additionalProperties: false`, after naming every member that some part names. */
function closeMembers(
  written: Schema,
  { definitions, sourceOf, loosened, takesAnyMember, report }: Translation,
): void {
  const names = new Set<string>();
  const patterns = new Set<string>();
  const keyword = "unevaluatedProperties";
  const note = (message: string) =>
    report.translate(keyword, `${sourceOf.get(written) ?? ""}/${keyword}`, message);
  if (!collect(written, new Set())) {
    note("Has no effect, because another part accepts any member.");
    return;
  }
  declare("properties", names);
  declare("patternProperties", patterns);
  written.additionalProperties = false;
  loosened.add(written);
  note('Is "additionalProperties": false now; members that only some branches name pass with every branch.');

  function declare(keyword: string, keys: ReadonlySet<string>): void {
    const own = written[keyword];
    const declared: Schema = isPlainObject(own) ? { ...own } : {};
    for (const key of keys) if (!Object.hasOwn(declared, key)) setOwn(declared, key, true);
    if (Object.keys(declared).length > 0) written[keyword] = declared;
  }

  /** False if some part accepts members of any name. */
  function collect(part: unknown, seen: Set<string>): boolean {
    if (!isPlainObject(part)) return true;
    if (isPlainObject(part.properties)) for (const name of Object.keys(part.properties)) names.add(name);
    if (isPlainObject(part.patternProperties))
      for (const pattern of Object.keys(part.patternProperties)) patterns.add(pattern);
    const { additionalProperties: other } = part;
    if (other !== undefined && other !== false) return false;
    if (takesAnyMember.has(part)) return false;
    const name = refName(part);
    if (name !== undefined && !seen.has(name)) {
      seen.add(name);
      if (!collect(definitions.get(name), seen)) return false;
    }
    const inside = [
      ...[part.allOf, part.anyOf, part.oneOf].flatMap((parts) => (Array.isArray(parts) ? parts : [])),
      ...Object.values(part.dependentSchemas ?? {}),
      ...[part.if, part.then, part.else],
    ];
    return inside.every((inner) => collect(inner, seen));
  }
}
