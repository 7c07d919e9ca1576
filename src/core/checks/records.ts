/** The check of records by the fields that a candidate declares, and its reports, field by field. */
import { type Detail, type Edit, fillIn, fix, type Reading, removeNamed } from "../findings/finding.ts";
import {
  below,
  child,
  isPlainObject,
  numberText,
  type Path,
  parsePointer,
  pointerOf,
  setOwn,
  valueAt,
} from "../json/values.ts";
import type { Meter } from "../meter/meter.ts";
import { readWord } from "../similar/likeness.ts";
import { createNameMatcher } from "../similar/matcher.ts";
import { actualOf, likeliest, quote } from "../unicode/unicode.ts";
import { isValueType, readingsOf, VALUE_TYPES, type ValueType } from "../values/value-types.ts";
import {
  type Blame,
  type CheckSink,
  definePlaceCheck,
  listName,
  member,
  notList,
  text,
  type WordList,
} from "./definition.ts";
import { isUnsafe, mismatch } from "./values.ts";

const MAX_FIELDS = 64;
/** From the narrowest to the widest; every string is a `string` and every whole number a `number`. */
const TYPES_BY_WIDTH: readonly ValueType[] = [
  ...(["boolean", "integer", "number", "datetime", "date", "time"] as const),
  ...(["uuid", "email", "url", "string", "array", "object"] as const),
];

export const typeOfValues = (values: readonly unknown[]): ValueType =>
  TYPES_BY_WIDTH.find((type) => values.every((value) => VALUE_TYPES[type].test(value, 0))) ?? "string";

export function fieldsFromRecords(records: readonly unknown[]): { name: string; type: ValueType }[] {
  const values = new Map<string, unknown[]>();
  for (const record of records) {
    if (!isPlainObject(record)) continue;
    for (const [name, value] of Object.entries(record)) {
      const known = values.get(name);
      if (known) known.push(value);
      else if (values.size < MAX_FIELDS) values.set(name, [value]);
    }
  }
  return [...values].map(([name, list]) => ({ name, type: typeOfValues(list) }));
}

/** The type that was meant. A wilder guess could find fault with all values. */
export function createTypeReader(list: WordList) {
  const exact = new Set<unknown>(list.values);
  return (type: unknown, meter: Meter): ValueType | undefined => {
    if (exact.has(type)) return type as ValueType;
    const [match, other] = typeof type === "string" ? list.matcher.match(type, meter) : [];
    if (match === undefined || other !== undefined) return undefined;
    const [evidence, certainty] = match.grounds;
    return evidence === "slip" || certainty !== "open" ? (match.value as ValueType) : undefined;
  };
}

/** Many fields times many empty records; lists of a sensible package never reach it. */
const MAX_ABSENT = 6_400;
const MAX_UNKNOWN = 64;

interface Field {
  readonly name: string;
  /** The types that its values may have: several if the name is declared twice. Empty if no type is known. */
  readonly types: ValueType[];
  readonly index: number;
  /** Whether the name itself has an error, so that records may rightly use another one. */
  readonly isDoubtful: boolean;
}

/** Where the fields and the records of a rule are, and what its fields are made of. */
type Table = ReturnType<typeof tableOf>;

function tableOf(at: string, params: { fields: string; name: string; type: string; types: WordList }) {
  const { fields, name, type, types } = params;
  return {
    eachField: `${fields}/*`,
    fieldsPath: parsePointer(fields),
    recordsPath: parsePointer(at),
    members: { name, type },
    meantType: createTypeReader(types),
  };
}

/** Whether a value is of a type, or can be read as one that is. */
const isMeantAs = (type: ValueType, value: unknown, meter: Meter): boolean =>
  VALUE_TYPES[type].test(value, 0) || readingsOf(type, value, meter).length > 0;

function reportRecords(
  { eachField, fieldsPath, recordsPath, members, meantType }: Table,
  list: readonly unknown[],
  records: readonly unknown[],
  blame: Blame,
  sink: CheckSink,
): void {
  const fields = new Map<string, Field>();
  let nameless = 0;
  const namePath = [...fieldsPath, 0, members.name];
  for (const [index, declared] of list.entries()) {
    const name = child(declared, members.name);
    const type = meantType(child(declared, members.type), sink.meter);
    if (typeof name !== "string") {
      nameless++;
      continue;
    }
    const earlier = fields.get(name);
    if (earlier === undefined) {
      namePath[fieldsPath.length] = index;
      const isDoubtful = !name.isWellFormed() || sink.hasError(namePath);
      fields.set(name, { name, types: type === undefined ? [] : [type], index, isDoubtful });
    } else if (type === undefined) earlier.types.length = 0;
    else if (earlier.types.length > 0) earlier.types.push(type);
  }

  const declaredHere = ({ index }: Field, message: string) => [{ path: below(fieldsPath, index), message }];
  const isRight = (field: Field, value: unknown) => isOfType(field, value, recordsPath.length + 2);
  const names = [...fields.keys()];
  const stray = nameless > 0 ? strayKeys() : undefined;
  const offered = new Set<string>();
  let absentLeft = MAX_ABSENT;
  for (const [index, record] of records.entries()) {
    if (!isPlainObject(record)) continue;
    const keys = Object.keys(record);
    const isRightAt = (key: string) => {
      const field = fields.get(key);
      return field !== undefined && isRight(field, record[key]);
    };
    // Most records are fine, also beside one that is not.
    if (keys.length === fields.size && keys.every(isRightAt)) continue;
    sink.meter.charge(keys.length >> 2);
    // Of a hostile candidate most are only counted.
    if (blame.isFull) {
      sink.count(countFaults(record, keys), true);
      continue;
    }
    const unknown = keys.filter((key) => !fields.has(key));
    const isAbsent = ({ name }: Field) => !Object.hasOwn(record, name);
    const mayLack = absentLeft > 0 && (unknown.length > 0 || keys.length < fields.size);
    const absent = mayLack ? [...fields.values()].filter(isAbsent) : [];
    absentLeft -= absent.length;
    // So many are not typing errors.
    const mayPair = unknown.length > 0 && unknown.length <= MAX_UNKNOWN && absent.length > 0;
    const paired = mayPair ? pair(record, unknown, absent) : undefined;
    // Fields whose own names have errors may rightly be called otherwise here.
    let tolerated = absent.filter((field) => field.isDoubtful).length;
    const isTolerated = (key: string) =>
      stray === undefined ? tolerated-- > 0 : stray.size === 0 || stray.has(key);
    const used = paired && new Set(paired.values());
    for (const key of keys) {
      const meant = paired?.get(key) ?? key;
      const field = fields.get(meant);
      if (field === undefined && isTolerated(key)) continue;
      const isFine = field !== undefined && isRight(field, record[key]);
      if (isFine && meant === key) continue;
      if (blame.isFull) {
        sink.count(isFine ? 0 : 1, true);
        continue;
      }
      const path = below(below(recordsPath, index), key);
      if (field) {
        if (meant !== key) reportUnknown(path, record, field, false);
        if (!isFine) reportMismatch(path, field, record[key]);
      } else {
        const similar = stray !== undefined || absent.length === 0 ? [] : resembling(record, key);
        const mayDeclare = stray === undefined && !offered.has(key);
        reportUnknown(path, record, undefined, mayDeclare, similar);
        if (mayDeclare) offered.add(key);
      }
    }
    for (const field of absent)
      if (used?.has(field.name) !== true && !field.isDoubtful)
        reportMissing(below(below(recordsPath, index), field.name), field);
  }

  function countFaults(record: Record<string, unknown>, keys: readonly string[]): number {
    let [wrong, known] = [0, 0];
    for (const key of keys) {
      const field = fields.get(key);
      if (field !== undefined) known++;
      if (field === undefined || !isRight(field, record[key])) wrong++;
    }
    const absent = Math.max(0, Math.min(absentLeft, fields.size - known));
    absentLeft -= absent;
    return wrong + absent;
  }

  /** Records are likely to have the same wrong names, so the pairs of each set of names are kept. */
  function pair(record: Record<string, unknown>, unknown: readonly string[], absent: readonly Field[]) {
    const open = absent.filter((field) => !field.isDoubtful).map(({ name }) => name);
    const signature = unknown.length + pointerOf(unknown) + pointerOf(open);
    const isOpen = (name: string) => open.includes(name);
    return sink.meter.recall(fields, signature, () =>
      matcherOf(names).pair(unknown, isOpen, fitsIn(record), sink.meter),
    );
  }

  function resembling(record: Record<string, unknown>, key: string) {
    const isAbsent = (name: string) => !Object.hasOwn(record, name);
    return matcherOf(names).resembling(key, isAbsent, fitsIn(record), sink.meter);
  }

  function fitsIn(record: Record<string, unknown>) {
    return (sent: string, meant: string): boolean => {
      const { types } = fields.get(meant)!;
      return types.length === 0 || types.some((type) => isMeantAs(type, record[sent], sink.meter));
    };
  }

  /** Keys that no field has, where a field lacks its name: the one in every record is likely to be that field. */
  function strayKeys(): ReadonlySet<string> {
    const [first] = records;
    const everywhere: string[] = [];
    // Of a record with thousands of names, two tell as much as all.
    for (const key in isPlainObject(first) ? first : {}) {
      if (fields.has(key) || !records.every((one) => isPlainObject(one) && Object.hasOwn(one, key))) continue;
      if (everywhere.push(key) > 1) return new Set();
    }
    return new Set(everywhere);
  }

  const lettersIn = (name: string) => readWord(name, sink.meter)?.letters;

  /** Of a name that all of several records have, and no field, the one in the field may be the slip. */
  const isEverywhere = (key: string) =>
    records.length > 1 &&
    sink.meter.recall(records, key, () =>
      records.every((record) => isPlainObject(record) && Object.hasOwn(record, key)),
    );

  function reportMissing(path: Path, field: Field): void {
    const [type] = field.types;
    const name = quote(field.name);
    const detail = () => ({
      message: `The record lacks ${name}, which is declared as a field; add ${type === undefined ? "its value" : VALUE_TYPES[type].phrase}.`,
      expected: type ?? "a value",
      // Without a type, null would pass for the value.
      fixes: fillIn(field.name, path, type === undefined ? undefined : null),
      related: declaredHere(field, `${name} is declared here`),
    });
    blame.add(detail, path, "missing");
  }

  function reportUnknown(
    path: Path,
    record: Record<string, unknown>,
    meant: Field | undefined,
    mayDeclare: boolean,
    similar: readonly string[] = [],
  ): void {
    if (sink.hasError(path)) return;
    const key = String(path.at(-1));
    const rename = (name: string, grounds: Parameters<typeof fix>[1]) =>
      fix(`Rename it to ${quote(name)}`, grounds, { kind: "move", path, to: [...path.slice(0, -1), name] });
    const detail = (): Detail => {
      const [message, actual] = [`There is no field ${quote(key)};`, actualOf(key)];
      if (meant !== undefined) {
        const { name, index } = meant;
        const isDisputed = isEverywhere(key) && lettersIn(key) !== lettersIn(name);
        const fixes = [rename(name, ["notation", isDisputed ? "open" : "clear"])];
        if (isDisputed && sink.accepts(eachField + pointerOf([members.name]), key)) {
          const at = [...fieldsPath, index, members.name];
          fixes.push(
            fix(`Rename the field to ${quote(key)}`, ["notation", "open"], {
              kind: "replace",
              path: at,
              to: key,
            }),
          );
        }
        return { message: `${message} did you mean ${quote(name)}?`, expected: name, actual, fixes };
      }
      const fixes = similar.map((other) => rename(other, "likeness"));
      if (mayDeclare && list.length < 1_000) {
        const field = { [members.name]: key, [members.type]: typeOfValues([record[key]]) };
        const others = sink.placeholderAt(eachField);
        const value = isPlainObject(others) ? { ...others, ...field } : field;
        // A value that passes is no placeholder: the author has to agree to it.
        const passes = sink.accepts(eachField, value, undefined, "enforced");
        const edit = { kind: "add" as const, path: below(fieldsPath, list.length), value };
        fixes.push(fix("Declare it as a field", passes ? ["derived", "open"] : "placeholder", edit));
      }
      fixes.push(removeNamed(key, path));
      const expected = likeliest(key, names, undefined, sink.meter);
      return { message: `${message} remove it or declare the field.`, expected, actual, fixes };
    };
    // Of a field that was meant, the value is judged.
    blame.add(detail, path, "unknown", meant === undefined ? "value" : "name");
  }

  function reportMismatch(path: Path, field: Field, value: unknown): void {
    const type = field.types[0]!;
    // Lone surrogates, numbers out of range and values nested too deep have a finding of their own.
    if (isUnsafe(value)) return;
    const isNested = typeof value === "object" && value !== null;
    if (isNested && VALUE_TYPES[type].test(Array.isArray(value) ? [] : {}, 0)) return;
    const lead = `${quote(String(path.at(-1)))} is declared as "${type}": expected`;
    const detail = (): Detail => {
      const { message, expected, actual, fixes } = mismatch(lead, type, value, path, sink);
      const related = declaredHere(field, `${quote(field.name)} is declared as "${type}" here`);
      return { message, expected, actual, fixes, related };
    };
    blame.add(detail, path, "mismatch");
  }
}

/** Of the fields that were asked about last: the next draft is likely to have the same ones. */
let last: { names: readonly string[]; matcher: ReturnType<typeof createNameMatcher> } | undefined;

function matcherOf(names: readonly string[]) {
  if (last?.names.length !== names.length || !names.every((name, index) => name === last?.names[index]))
    last = { names, matcher: createNameMatcher(names.map((name) => ({ name }))) };
  return last.matcher;
}

function isOfType({ types }: Field, value: unknown, depth: number): boolean {
  for (const type of types) if (VALUE_TYPES[type].test(value, depth)) return true;
  return types.length === 0;
}

// The check itself.

const MAX_ROWS = 256;
/** A fix that would have to rename more keys than this is not offered. */
const MAX_RENAMES = 200;
/** What it costs to rename a key in one record, as a number of comparisons. */
const RENAME_EFFORT = 16;

const ofField = (description: string) => member({ description }, (_at, { fields }) => `${fields}/*`);

const SUMMARY = "Each record has exactly the declared fields, with values of their declared types.";
/** Types whose texts people write in many ways. */
const FORMED: ReadonlySet<string> = new Set<ValueType>(["date", "time", "datetime"]);

export const recordsMatchFields = definePlaceCheck({
  name: "records-match-fields",
  summary: SUMMARY,
  kinds: ["missing", "unknown", "mismatch"],
  describe({ types }, lists) {
    const texts = lists.get(types)!.values.filter((type) => FORMED.has(type));
    const forms = texts.map((type) => `${type} ${JSON.stringify(VALUE_TYPES[type as ValueType].good)}`);
    return forms.length === 0 ? SUMMARY : `${SUMMARY.slice(0, -1)}: ${forms.join(", ")}.`;
  },
  parts: {
    fields: text("pointer of the list of declared fields"),
    name: ofField("member of a field that contains its name"),
    type: ofField("member of a field that contains its type"),
    types: listName("list of the types; each must be one that this check knows"),
  },
  unsuited: notList,
  compile({ params, written, places }, at) {
    const { name: nameMember, type: typeMember, types: list } = params;
    const unknownType = list.values.find((type) => !isValueType(type));
    if (unknownType !== undefined)
      return {
        refusal: `${quote(unknownType)} of the list ${quote(written.types)} is not a type that this check knows`,
      };
    if (places.length > 1 || at.includes("*"))
      return { refusal: `"at" must be the pointer of one list of records` };
    const table = tableOf(at, params);
    const { fieldsPath, recordsPath, members, meantType } = table;
    const listsIn = (candidate: unknown) => [valueAt(candidate, fieldsPath), valueAt(candidate, recordsPath)];
    const namesOf = (fields: readonly unknown[]) =>
      fields.map((field) => child(field, nameMember)).filter((name) => typeof name === "string");
    /** The one name that records use and no field has, where one field has no name. */
    const strayNameOf = (fields: readonly unknown[], records: readonly unknown[], meter: Meter) =>
      meter.recall(fields, records, () => {
        const names = namesOf(fields);
        if (names.length !== fields.length - 1) return undefined;
        const strays = fieldsFromRecords(records).filter(({ name }) => !names.includes(name));
        return strays.length === 1 ? strays[0]!.name : undefined;
      });
    const memberAt = (path: Path) =>
      leadsTo(fieldsPath, path, 2) ? { index: Number(path.at(-2)), member: path.at(-1) } : undefined;

    return {
      open(candidate) {
        const fields = valueAt(candidate, fieldsPath);
        return {
          ok: (records) =>
            !(Array.isArray(fields) && Array.isArray(records)) ||
            recordsFit(fields, records, members, recordsPath.length + 2),
          report(records, _path, blame, sink) {
            if (Array.isArray(fields) && fields.length > 0 && Array.isArray(records))
              reportRecords(table, fields, records, blame, sink);
          },
        };
      },
      insight: {
        read: (reading) => readRows(reading, table),
        unchecked(candidate) {
          const [fields, records] = listsIn(candidate);
          const isKnown =
            Array.isArray(fields) &&
            fields.length > 0 &&
            fields.every((field) => typeof child(field, nameMember) === "string");
          return !isKnown && Array.isArray(records) && records.length > 0 ? [recordsPath] : [];
        },
        /** A field that gets another name takes the keys of the records along. */
        follow(candidate, path, to, meter) {
          const asked = memberAt(path);
          if (asked?.member !== nameMember || typeof to !== "string") return undefined;
          const [fields, records] = listsIn(candidate);
          if (!Array.isArray(fields)) return undefined;
          const from = child(fields[asked.index], nameMember);
          const names = namesOf(fields);
          if (names.includes(to) || names.filter((name) => name === from).length > 1) return "refuse";
          if (!Array.isArray(records) || typeof from !== "string") return undefined;
          if (!meter.spend(RENAME_EFFORT * records.length)) return "refuse";
          const edits: Edit[] = [];
          for (const [index, record] of records.entries()) {
            if (!isPlainObject(record) || !Object.hasOwn(record, from)) continue;
            if (Object.hasOwn(record, to) || edits.length >= MAX_RENAMES) return "refuse";
            const path = [...recordsPath, index];
            edits.push({ kind: "move", path: [...path, from], to: [...path, to] });
          }
          return edits.length > 0 ? edits : undefined;
        },
        propose(candidate, path, meter) {
          const [fields, records] = listsIn(candidate);
          if (leadsTo(fieldsPath, path, 0) && Array.isArray(records)) {
            const found = fieldsFromRecords(records);
            return { value: found.map(({ name, type }) => ({ [nameMember]: name, [typeMember]: type })) };
          }
          if (leadsTo(recordsPath, path, 0) && Array.isArray(fields)) {
            // Of a field without a type, null would pass for the value.
            if (!fields.every((field) => meantType(child(field, typeMember), meter) !== undefined))
              return undefined;
            const record: Record<string, null> = {};
            for (const name of namesOf(fields)) setOwn(record, name, null);
            return Object.keys(record).length > 0 ? { value: [record] } : undefined;
          }
          const asked = memberAt(path);
          if (asked === undefined || !Array.isArray(fields) || !Array.isArray(records)) return undefined;
          const field = fields[asked.index];
          const isName = asked.member === nameMember;
          const name = isName ? strayNameOf(fields, records, meter) : child(field, nameMember);
          if (typeof name !== "string" || !meter.spend(records.length)) return undefined;
          const values = records.map((record) => child(record, name)).filter((value) => value !== undefined);
          if (isName) {
            const type = meantType(child(field, typeMember), meter);
            const fits = values.every((value) => type === undefined || VALUE_TYPES[type].test(value, 0));
            return fits ? { value: name, certainty: "open" } : undefined;
          }
          if (asked.member !== typeMember || values.length === 0) return undefined;
          // Texts can be of many types, and so can numbers whose digits were not kept: what they look like is only a proposal.
          // Beyond ±(2^53−1), a JSON number does not say which digits were written.
          const isExact = (value: unknown) => !Number.isInteger(value) || Number.isSafeInteger(value);
          const isKept = (record: unknown) => {
            const value = child(record, name);
            return isExact(value) && (numberText(record, name) ?? String(value)) === String(value);
          };
          const isTold =
            values.every((value) => typeof value === "boolean") ||
            (values.every((value) => typeof value === "number") && records.every(isKept));
          const value = typeOfValues(values);
          return list.values.includes(value) ? { value, certainty: isTold ? "clear" : "open" } : undefined;
        },
      },
    };
  },
});

/** Whether a path is so many keys below another one. */
const leadsTo = (start: Path, path: Path, further: number): boolean =>
  path.length === start.length + further && start.every((key, depth) => key === path[depth]);

/** One look-up for each field instead of two. */
const testByType = new Map<unknown, (typeof VALUE_TYPES)[ValueType]["test"]>(
  Object.entries(VALUE_TYPES).map(([type, { test }]) => [type, test]),
);

export function recordsFit(
  fields: readonly unknown[],
  records: readonly unknown[],
  members: Table["members"],
  depth: number,
): boolean {
  const total = fields.length;
  const names = new Array<string>(total);
  const tests = new Array<(value: unknown, depth: number) => boolean>(total);
  let ordinary = true;
  for (let index = 0; index < total; index++) {
    const test = testByType.get(child(fields[index], members.type));
    const name = child(fields[index], members.name);
    if (typeof name !== "string" || test === undefined) return false;
    // If a name occurs twice, counting members could miss a record that has a wrong one instead.
    for (let earlier = 0; earlier < index; earlier++) if (names[earlier] === name) return false;
    // What else a record inherits are functions, which no type accepts.
    if (name === "__proto__") ordinary = false;
    names[index] = name;
    tests[index] = test;
  }
  for (let at = 0; at < records.length; at++) {
    const record = records[at];
    if (!isPlainObject(record)) return false;
    // Most records have their members in the order of the fields, where this reads them faster than by name.
    let [count, next] = [0, 0];
    for (const key in record) {
      count++;
      if (key !== names[next]) continue;
      if (!tests[next]!(record[key], depth)) return false;
      next++;
    }
    if (count !== total) return false;
    for (; next < total; next++) {
      const name = names[next]!;
      const value = ordinary ? record[name] : child(record, name);
      if (value === undefined || !tests[next]!(value, depth)) return false;
    }
  }
  return true;
}

/** Reads rows, whose cells are in the order of the declared fields, as records, if every one of them has a value for each field that would do there. */
function readRows(reading: Reading, { fieldsPath, recordsPath, members, meantType }: Table): void {
  const [fields, records] = [valueAt(reading.value, fieldsPath), valueAt(reading.value, recordsPath)];
  if (!Array.isArray(fields)) return;
  const columns = fields.map((field) => child(field, members.name));
  const meantTypes = () => fields.map((field) => meantType(child(field, members.type), reading.meter));
  // A list under every name is a column, where no field has lists as values.
  const areColumns = (lists: readonly unknown[]) =>
    lists.every(Array.isArray) && meantTypes().every((type) => type !== undefined && type !== "array");
  if (
    isPlainObject(records) &&
    !areColumns(Object.values(records)) &&
    columns.some((name) => typeof name === "string" && Object.hasOwn(records, name))
  ) {
    // One record without its list.
    const origin = reading.originOf(recordsPath);
    reading.setOrigin(recordsPath, origin);
    const wrap = fix("Put it into a list", "structure", { kind: "wrap", path: recordsPath });
    reading.noteForm(recordsPath, "an array", "array", records, wrap);
    reading.setOrigin([...recordsPath, 0], origin);
    reading.replace(recordsPath, [records]);
    return;
  }
  if (!Array.isArray(records) || records.length > MAX_ROWS || records.every(isPlainObject)) return;
  const rows = records.filter((record) => !isPlainObject(record));
  const types = meantTypes();
  if (columns.length === 0 || new Set(columns).size !== columns.length) return;
  if (!columns.every((name): name is string => typeof name === "string")) return;
  const isCell = (cell: unknown, index: number) =>
    types[index] === undefined || isMeantAs(types[index], cell, reading.meter);
  if (!rows.every((row) => Array.isArray(row) && row.length === types.length && row.every(isCell))) return;
  // A row with a name is most likely a head, which says what the columns are, perhaps in another order.
  const spelled = (text: string) => readWord(text, reading.meter)?.letters;
  // Where too little is left to read a text, the rows stay as they are.
  const heads = new Set([undefined, ...columns.map(spelled)]);
  const longest = columns.reduce((most, { length }) => Math.max(most, 2 * length + 64), 0);
  const isHead = (cell: unknown) =>
    typeof cell === "string" && cell.length <= longest && heads.has(spelled(cell));
  if ((rows[0] as unknown[]).some(isHead)) return;
  if (reading.originOf([...recordsPath, 0]).isInText) return;
  const read = records.map((record, index) => {
    if (!Array.isArray(record)) return record;
    const named: Record<string, unknown> = {};
    const path = [...recordsPath, index];
    const own = reading.originOf(path).path;
    for (const [column, name] of columns.entries()) {
      setOwn(named, name, record[column]);
      reading.setOrigin([...path, name], { path: [...own, column], isInText: false });
    }
    reading.setOrigin(path, { path: own, isInText: false });
    const cells = { kind: "nameCells", path, columns } as const;
    const reshape = fix("Name the values in the order of the fields", "structure", cells);
    reading.noteForm(path, "an object", "object", record, reshape);
    return named;
  });
  reading.replace(recordsPath, read);
}
