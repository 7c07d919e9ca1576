import { type Detail, type Edit, type FixDraft, fix, type Sink } from "../findings/finding.ts";
import { child, escapeToken, isPlainObject, type Path, parsePointer, setOwn } from "../json/pointer.ts";
import { actualOf, found, likeliest, quote, shown } from "../text/describe.ts";
import { createNameMatcher } from "../text/member-names.ts";
import { fold, isOneSlip } from "../text/similar.ts";
import { lowerCase, trimEnds } from "../text/unicode.ts";
import type { Severity } from "../types.ts";
import { whyImpossible } from "../values/calendar.ts";
import { readingsOf } from "../values/fixed-value.ts";
import { isValueType, VALUE_TYPE_PHRASES, VALUE_TYPES, type ValueType } from "../values/value-types.ts";
import { defineWholeCheck, type RuleContext, type WordList } from "./definition.ts";
import { fieldsFromRecords, namesOf, typeOfValues } from "./records.ts";

/** A fix that would have to rename more keys than this is not offered. */
const MAX_RENAMES = 200;
/**
 * Many fields times many empty records would give a huge number of absent fields. The search stops here; lists
 * within the bounds of a sensible package never reach it.
 */
const MAX_ABSENT = 6_400;
const MIN_SLIP_LENGTH = 5;
/** How many different sets of unknown keys are compared with the fields. */
const MAX_PAIRINGS = 64;

interface Field {
  readonly name: string;
  /** The types that its values may have: several if the name is declared twice. Empty if no type is known. */
  readonly types: ValueType[];
  readonly path: Path;
  /** Whether the name itself has an error, so that records may rightly use another one. */
  readonly isDoubtful: boolean;
}

interface Params {
  fields: string;
  name: string;
  type: string;
  types: string;
}

export const recordsMatchFields = defineWholeCheck<Params>({
  name: "records-match-fields",
  summary: "Each record has exactly the declared fields, with values of their declared types.",
  kinds: ["missing", "unknown", "mismatch"],
  params: {
    type: "object",
    properties: {
      fields: { type: "string", description: "pointer of the list of declared fields" },
      name: { type: "string", description: "member of a field that contains its name" },
      type: { type: "string", description: "member of a field that contains its type" },
      types: { type: "string", description: "list of the types; each must be one that this check knows" },
    },
    required: ["fields", "name", "type", "types"],
    additionalProperties: false,
  },
  places: ({ fields, name, type }) => [name, type].map((member) => `${fields}/*/${escapeToken(member)}`),
  unsuited: ({ type }) => (type === "array" ? undefined : "the schema declares no list there"),
  lists: ({ types }) => [types],
  longerList: "loosens",
  compile(rule, at) {
    const { fields: fieldsPointer, name: nameMember, type: typeMember, types } = rule.params;
    const list = rule.lists.get(types)!;
    const unknownType = list.values.find((type) => !isValueType(type));
    if (unknownType !== undefined)
      return {
        refusal: `${quote(unknownType)} of the list ${quote(types)} is not a type that this check knows`,
      };
    if (at.length !== 1 || at[0]!.source.includes("*"))
      return { refusal: `"at" must be the pointer of one list of records` };
    const recordsPath = parsePointer(at[0]!.source);
    const fieldsPath = parsePointer(fieldsPointer);
    const follow = (candidate: unknown, path: readonly string[]) =>
      path.reduce<unknown>((value, key) => child(value, key), candidate);
    const meantType = createTypeReader(list);

    return {
      ok(candidate) {
        const fields = follow(candidate, fieldsPath);
        const records = follow(candidate, recordsPath);
        if (!Array.isArray(fields) || !Array.isArray(records)) return true;
        return recordsFit(fields, records, nameMember, typeMember, recordsPath.length + 2);
      },
      report(candidate, sink, severity) {
        const fields = follow(candidate, fieldsPath);
        const records = follow(candidate, recordsPath);
        if (!Array.isArray(fields) || !Array.isArray(records) || fields.length === 0) return;
        const declared = readFields(fields, sink);
        reportRecords({ rule, records, recordsPath, declared, fields, sink, severity });
      },
      follow: (candidate, path, to) => followRename(candidate, path, to),
      propose(candidate, path) {
        const [fields, records] = [follow(candidate, fieldsPath), follow(candidate, recordsPath)];
        if (isSamePath(path, fieldsPath) && Array.isArray(records))
          return fieldsFromRecords(records).map(({ name, type }) => ({
            [nameMember]: name,
            [typeMember]: type,
          }));
        if (isSamePath(path, recordsPath) && Array.isArray(fields)) {
          const record: Record<string, null> = {};
          for (const name of namesOf(fields, nameMember)) setOwn(record, name, null);
          return Object.keys(record).length > 0 ? [record] : undefined;
        }
        if (path.length !== fieldsPath.length + 2 || !isSamePath(path.slice(0, -2), fieldsPath))
          return undefined;
        if (!Array.isArray(fields) || !Array.isArray(records)) return undefined;
        const field = fields[Number(path.at(-2))];
        if (path.at(-1) === nameMember) return nameFor(field, fields, records);
        const name = child(field, nameMember);
        if (path.at(-1) !== typeMember || typeof name !== "string") return undefined;
        const values = records.map((record) => child(record, name)).filter((value) => value !== undefined);
        return values.length > 0 ? typeOfValues(values) : undefined;
      },
    };

    function readFields(fields: readonly unknown[], sink: Sink) {
      const declared = new Map<string, Field>();
      let nameless = 0;
      fields.forEach((field, index) => {
        const name = child(field, nameMember);
        const type = meantType(child(field, typeMember));
        if (typeof name !== "string") {
          nameless++;
          return;
        }
        const earlier = declared.get(name);
        if (earlier) {
          if (type === undefined) earlier.types.length = 0;
          else if (earlier.types.length > 0) earlier.types.push(type);
          return;
        }
        const path = [...fieldsPath, index];
        const isDoubtful = !name.isWellFormed() || sink.hasError([...path, nameMember]);
        declared.set(name, { name, types: type === undefined ? [] : [type], path, isDoubtful });
      });
      return { fields: declared, nameless };
    }

    /** The one name that records use and no field has, if there is exactly one and one field lacks a name. */
    function nameFor(
      field: unknown,
      fields: readonly unknown[],
      records: readonly unknown[],
    ): string | undefined {
      if (fields.filter((other) => typeof child(other, nameMember) !== "string").length !== 1)
        return undefined;
      const taken = new Set(namesOf(fields, nameMember));
      const open = fieldsFromRecords(records).filter(({ name }) => !taken.has(name));
      const type = meantType(child(field, typeMember));
      const [only] = open;
      return open.length === 1 &&
        only &&
        (type === undefined || only.values.every((value) => VALUE_TYPES[type](value, 0)))
        ? only.name
        : undefined;
    }

    /** A field that gets another name takes the keys of the records along. */
    function followRename(candidate: unknown, path: Path, to: unknown): Edit[] | "refuse" | undefined {
      if (path.length !== fieldsPath.length + 2 || path.at(-1) !== nameMember || typeof to !== "string")
        return undefined;
      if (!isSamePath(path.slice(0, -2), fieldsPath)) return undefined;
      const [fields, records] = [follow(candidate, fieldsPath), follow(candidate, recordsPath)];
      if (!Array.isArray(fields)) return undefined;
      const from = child(fields[Number(path.at(-2))], nameMember);
      const names = namesOf(fields, nameMember);
      if (names.includes(to) || names.filter((name) => name === from).length > 1) return "refuse";
      if (!Array.isArray(records) || typeof from !== "string") return undefined;
      const edits: Edit[] = [];
      for (const [index, record] of records.entries()) {
        if (!isPlainObject(record) || !Object.hasOwn(record, from)) continue;
        if (Object.hasOwn(record, to) || edits.length >= MAX_RENAMES) return "refuse";
        edits.push({ kind: "move", path: [...recordsPath, index, from], to: [...recordsPath, index, to] });
      }
      return edits;
    }
  },
});

function isSamePath(path: Path, other: Path): boolean {
  return path.length === other.length && path.every((key, index) => key === other[index]);
}

/** Whether each record has exactly the declared fields, with values of their types. */
function recordsFit(
  fields: readonly unknown[],
  records: readonly unknown[],
  nameMember: string,
  typeMember: string,
  depth: number,
): boolean {
  const total = fields.length;
  const names = new Array<string>(total);
  const tests = new Array<(value: unknown, depth: number) => boolean>(total);
  let ordinary = true;
  for (let index = 0; index < total; index++) {
    const type = child(fields[index], typeMember);
    const name = child(fields[index], nameMember);
    if (typeof name !== "string" || typeof type !== "string" || !isValueType(type)) return false;
    // If a name occurs twice, counting members could miss a record that has a wrong one instead.
    for (let earlier = 0; earlier < index; earlier++) if (names[earlier] === name) return false;
    if (name in Object.prototype) ordinary = false;
    names[index] = name;
    tests[index] = VALUE_TYPES[type];
  }
  for (let at = 0; at < records.length; at++) {
    const record = records[at];
    if (!isPlainObject(record)) return false;
    for (let index = 0; index < total; index++) {
      const name = names[index]!;
      const value = ordinary ? record[name] : child(record, name);
      if (value === undefined || !tests[index]!(value, depth)) return false;
    }
    let members = 0;
    for (const _ in record) members++;
    if (members !== total) return false;
  }
  return true;
}

/**
 * The type that was meant: as written, in other case, by an alias of the package or with one typing error. Values are
 * not judged by a wilder guess, which could find fault with all of them.
 */
function createTypeReader(list: WordList): (type: unknown) => ValueType | undefined {
  const folded = new Map(list.values.map((word) => [lowerCase(word), word]));
  const aliases = new Map([...list.aliases].map(([alias, word]) => [fold(alias), word]));
  return (type) => {
    if (typeof type !== "string") return undefined;
    if (isValueType(type) && list.values.includes(type)) return type;
    const word = lowerCase(trimEnds(type));
    const known = folded.get(word) ?? aliases.get(fold(type));
    if (known !== undefined) return known as ValueType;
    const near = word.length >= MIN_SLIP_LENGTH ? list.values.filter((value) => isOneSlip(word, value)) : [];
    return near.length === 1 ? (near[0] as ValueType) : undefined;
  };
}

interface Report {
  rule: RuleContext<Params>;
  records: readonly unknown[];
  recordsPath: Path;
  declared: { fields: ReadonlyMap<string, Field>; nameless: number };
  /** The list of fields as sent. */
  fields: readonly unknown[];
  sink: Sink;
  severity: Severity;
}

function reportRecords(report: Report): void {
  const { records, declared } = report;
  const { fields, nameless } = declared;
  const matcher = createNameMatcher([...fields.keys()].map((name) => ({ name })));
  const pairings = new Map<string, ReadonlyMap<string, string> | undefined>();
  const stray = nameless > 0 ? strayKeys(records, fields) : undefined;
  const offered = new Set<string>();
  let absentLeft = MAX_ABSENT;
  for (const [index, record] of records.entries()) {
    if (!isPlainObject(record)) continue;
    const path = [...report.recordsPath, index];
    const unknown = Object.keys(record).filter((key) => !fields.has(key));
    const absent: Field[] = [];
    if (absentLeft > 0) {
      for (const field of fields.values()) {
        if (Object.hasOwn(record, field.name)) continue;
        absentLeft--;
        absent.push(field);
      }
    }
    const paired = unknown.length > 0 && absent.length > 0 ? pair(record, unknown, absent) : undefined;
    // Fields whose own names have errors may rightly be called otherwise here.
    let tolerated = absent.filter((field) => field.isDoubtful).length;
    const used = new Set(paired?.values());
    for (const key of Object.keys(record)) {
      const meant = paired?.get(key) ?? key;
      const field = fields.get(meant);
      if (field) {
        if (meant !== key) reportUnknown(report, record, key, path, field, false);
        reportMismatch(report, field, key, record[key], path);
      } else if (stray !== undefined) {
        if (stray.size > 0 && !stray.has(key)) reportUnknown(report, record, key, path, undefined, false);
      } else if (tolerated > 0) tolerated--;
      else {
        reportUnknown(report, record, key, path, undefined, !offered.has(key));
        offered.add(key);
      }
    }
    for (const field of absent)
      if (!used.has(field.name) && !field.isDoubtful) reportMissing(report, field, path);
  }

  /** Records are likely to have the same wrong names, so the pairs of each set of names are kept. */
  function pair(record: Record<string, unknown>, unknown: readonly string[], absent: readonly Field[]) {
    const names = new Set(absent.filter((field) => !field.isDoubtful).map(({ name }) => name));
    const signature = JSON.stringify([unknown, [...names]]);
    if (!pairings.has(signature)) {
      if (pairings.size >= MAX_PAIRINGS) return undefined;
      pairings.set(
        signature,
        matcher.pair(
          unknown,
          (name) => names.has(name),
          (sent, meant) => fits(fields.get(meant)!, record[sent]),
        ),
      );
    }
    return pairings.get(signature);
  }
}

/**
 * Keys of records that no field has, where a field lacks its name. If one key is in every record, it is likely to be
 * that field, and the others are blamed; if not, nobody can tell, and none is.
 */
function strayKeys(records: readonly unknown[], fields: ReadonlyMap<string, Field>): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const record of records)
    if (isPlainObject(record))
      for (const key of Object.keys(record))
        if (!fields.has(key)) counts.set(key, (counts.get(key) ?? 0) + 1);
  const everywhere = [...counts].filter(([, count]) => count === records.length).map(([key]) => key);
  return new Set(everywhere.length === 1 ? everywhere : []);
}

function fits(field: Field, value: unknown): boolean {
  return (
    field.types.length === 0 ||
    field.types.some((type) => VALUE_TYPES[type](value, 0) || readingsOf(type, value).length > 0)
  );
}

function reportMissing({ rule, sink, severity }: Report, field: Field, path: Path): void {
  const place = [...path, field.name];
  const [type] = field.types;
  sink.add(
    rule.code("missing"),
    severity,
    () => ({
      message: `The record lacks ${quote(field.name)}, which is declared as a field; add ${type === undefined ? "its value" : VALUE_TYPE_PHRASES[type]}.`,
      expected: type ?? "a value",
      fixes: [
        fix(`Add ${quote(field.name)} to fill in`, "placeholder", { kind: "add", path: place, value: null }),
      ],
      related: [{ path: field.path, message: `${quote(field.name)} is declared here` }],
    }),
    place,
  );
}

function reportUnknown(
  { rule, declared, fields, sink, severity }: Report,
  record: Record<string, unknown>,
  key: string,
  path: Path,
  meant: Field | undefined,
  mayDeclare: boolean,
): void {
  const place = [...path, key];
  if (sink.hasError(place)) return;
  const detail = (): Detail => {
    if (meant !== undefined)
      return {
        message: `There is no field ${quote(key)}; did you mean ${quote(meant.name)}?`,
        expected: meant.name,
        actual: actualOf(key),
        fixes: [
          fix(`Rename it to ${quote(meant.name)}`, "suggested", {
            kind: "move",
            path: place,
            to: [...path, meant.name],
          }),
        ],
      };
    const fixes: FixDraft[] = [];
    const { name, type, fields: pointer } = rule.params;
    if (mayDeclare && fields.length < 1_000) {
      const field = { [name]: key, [type]: typeOfValues([record[key]]) };
      const list = parsePointer(pointer);
      const others = sink.placeholderAt(`${pointer}/*`);
      const value = isPlainObject(others) ? { ...others, ...field } : field;
      fixes.push(
        fix(`Declare it as a field`, "placeholder", { kind: "add", path: [...list, fields.length], value }),
      );
    }
    fixes.push(fix(`Remove ${quote(key)}`, "removal", { kind: "remove", path: place }));
    return {
      message: `There is no field ${quote(key)}; remove it or declare the field.`,
      expected: likeliest(key, [...declared.fields.keys()]),
      actual: actualOf(key),
      fixes,
    };
  };
  if (meant === undefined) sink.add(rule.code("unknown"), severity, detail, place);
  // Says nothing about the value, which is judged as that of the field.
  else sink.addForName(rule.code("unknown"), detail, severity, place);
}

function reportMismatch(
  { rule, sink, severity }: Report,
  field: Field,
  key: string,
  value: unknown,
  path: Path,
): void {
  const depth = path.length + 1;
  if (field.types.length === 0 || field.types.some((type) => VALUE_TYPES[type](value, depth))) return;
  const type = field.types[0]!;
  // Lone surrogates, numbers out of range and values nested too deep have a finding of their own.
  if (typeof value === "string" && !value.isWellFormed()) return;
  if (typeof value === "number" && !Number.isFinite(value)) return;
  if (typeof value === "object" && value !== null && VALUE_TYPES[type](Array.isArray(value) ? [] : {}, 0))
    return;
  const place = [...path, key];
  sink.add(
    rule.code("mismatch"),
    severity,
    () => {
      const why = typeof value === "string" ? whyImpossible(value) : undefined;
      return {
        message: `${quote(key)} is declared as ${quote(type)}: expected ${VALUE_TYPE_PHRASES[type]}, found ${found(value)}${why === undefined ? "" : `: ${why}`}.`,
        expected: type,
        actual: actualOf(value),
        fixes: readingsOf(type, value).map(({ value: to, applicability, decision }) =>
          fix(`Use ${shown(to)}`, applicability, { kind: "replace", path: place, to }, decision),
        ),
        related: [{ path: field.path, message: `${quote(field.name)} is declared as ${quote(type)} here` }],
      };
    },
    place,
  );
}
