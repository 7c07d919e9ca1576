/** Reports what is wrong with records, field by field. */

import { type Detail, type FixDraft, fillIn, fix, removeNamed } from "../findings/finding.ts";
import { below, child, isPlainObject, type Path, pointerOf } from "../json/pointer.ts";
import type { Meter } from "../meter/meter.ts";
import { createNameMatcher } from "../similar/matcher.ts";
import { actualOf, found, likeliest, quote } from "../unicode/describe.ts";
import { whyImpossible } from "../values/time.ts";
import { readingsOf, VALUE_TYPES, type ValueType } from "../values/value-types.ts";
import { type Blame, type CheckSink, offerReadings } from "./definition.ts";
import type { WordList } from "./params.ts";

const MAX_FIELDS = 64;
/** From the narrowest to the widest; every string is a `string` and every whole number a `number`. */
const TYPES_BY_WIDTH: readonly ValueType[] = [
  ...(["boolean", "integer", "number", "datetime", "date", "time"] as const),
  ...(["uuid", "email", "url", "string", "array", "object"] as const),
];

export function typeOfValues(values: readonly unknown[]): ValueType {
  return TYPES_BY_WIDTH.find((type) => values.every((value) => VALUE_TYPES[type].test(value, 0))) ?? "string";
}

export function fieldsFromRecords(
  records: readonly unknown[],
): { name: string; type: ValueType; values: unknown[] }[] {
  const values = new Map<string, unknown[]>();
  for (const record of records) {
    if (!isPlainObject(record)) continue;
    for (const [name, value] of Object.entries(record)) {
      const known = values.get(name);
      if (known) known.push(value);
      else if (values.size < MAX_FIELDS) values.set(name, [value]);
    }
  }
  return [...values].map(([name, list]) => ({ name, type: typeOfValues(list), values: list }));
}

/** The type that was meant. A wilder guess could find fault with all values. */
export function createTypeReader(list: WordList): (type: unknown, meter: Meter) => ValueType | undefined {
  const exact = new Set<unknown>(list.values);
  return (type, meter) => {
    if (exact.has(type)) return type as ValueType;
    const [match, other] = typeof type === "string" ? list.matcher.match(type, meter) : [];
    if (match === undefined || other !== undefined) return undefined;
    const [evidence, certainty] = match.grounds;
    return evidence === "slip" || certainty !== "open" ? (match.value as ValueType) : undefined;
  };
}

/** Many fields times many empty records; lists of a sensible package never reach it. */
const MAX_ABSENT = 6_400;
const MAX_PAIRINGS = 64;
const MAX_UNKNOWN = 64;

interface Field {
  readonly name: string;
  /** The types that its values may have: several if the name is declared twice. Empty if no type is known. */
  readonly types: ValueType[];
  readonly index: number;
  /** Whether the name itself has an error, so that records may rightly use another one. */
  readonly isDoubtful: boolean;
}

export function reportRecords(
  {
    eachField,
    fieldsPath,
    recordsPath,
    members,
    meantType,
  }: {
    /** The path pattern of a field. */
    readonly eachField: string;
    readonly fieldsPath: Path;
    readonly recordsPath: Path;
    readonly members: { readonly name: string; readonly type: string };
    readonly meantType: ReturnType<typeof createTypeReader>;
  },
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
  const names = [...fields.keys()];
  const pairings = new Map<string, ReadonlyMap<string, string> | undefined>();
  const stray = nameless > 0 ? strayKeys() : undefined;
  const offered = new Set<string>();
  let absentLeft = MAX_ABSENT;
  let compared = 0;
  for (const [index, record] of records.entries()) {
    if (!isPlainObject(record)) continue;
    const keys = Object.keys(record);
    // Most records have every field and nothing else, also beside one that has not.
    if (keys.length === fields.size && keys.every((key) => fields.has(key))) {
      reportValues(record, keys, index);
      continue;
    }
    sink.meter.charge(keys.length >> 2);
    // Of a hostile candidate most are only counted.
    if (blame.isFull) {
      blame.count(countFaults(record, keys));
      continue;
    }
    const unknown = keys.filter((key) => !fields.has(key));
    const absent =
      absentLeft > 0 ? [...fields.values()].filter(({ name }) => !Object.hasOwn(record, name)) : [];
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
      if (blame.isFull) {
        blame.count(field === undefined || !isOfType(field, record[key], recordsPath.length + 2) ? 1 : 0);
        continue;
      }
      const path = below(below(recordsPath, index), key);
      if (field) {
        if (meant !== key) reportUnknown(path, record, field, false);
        if (!isOfType(field, record[key], path.length)) reportMismatch(path, field, record[key]);
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

  function reportValues(record: Record<string, unknown>, keys: readonly string[], index: number): void {
    let isCharged = false;
    for (const key of keys) {
      const field = fields.get(key)!;
      if (isOfType(field, record[key], recordsPath.length + 2)) continue;
      if (!isCharged) sink.meter.charge(keys.length >> 2);
      isCharged = true;
      if (blame.isFull) blame.count(1);
      else reportMismatch(below(below(recordsPath, index), key), field, record[key]);
    }
  }

  function countFaults(record: Record<string, unknown>, keys: readonly string[]): number {
    let [wrong, known] = [0, 0];
    for (const key of keys) {
      const field = fields.get(key);
      if (field !== undefined) known++;
      if (field === undefined || !isOfType(field, record[key], recordsPath.length + 2)) wrong++;
    }
    const absent = Math.max(0, Math.min(absentLeft, fields.size - known));
    absentLeft -= absent;
    return wrong + absent;
  }

  /** Records are likely to have the same wrong names, so the pairs of each set of names are kept. */
  function pair(record: Record<string, unknown>, unknown: readonly string[], absent: readonly Field[]) {
    const open = absent.filter((field) => !field.isDoubtful).map(({ name }) => name);
    const signature = unknown.length + pointerOf(unknown) + pointerOf(open);
    if (!pairings.has(signature)) {
      if (pairings.size >= MAX_PAIRINGS) return undefined;
      const isOpen = (name: string) => open.includes(name);
      pairings.set(signature, matcherOf(names).pair(unknown, isOpen, fitsIn(record), sink.meter));
    }
    return pairings.get(signature);
  }

  function resembling(record: Record<string, unknown>, key: string) {
    if (++compared > MAX_PAIRINGS) return [];
    const isAbsent = (name: string) => !Object.hasOwn(record, name);
    return matcherOf(names).resembling(key, isAbsent, fitsIn(record), sink.meter);
  }

  function fitsIn(record: Record<string, unknown>) {
    return (sent: string, meant: string): boolean => {
      const { types } = fields.get(meant)!;
      const value = record[sent];
      return (
        types.length === 0 ||
        types.some(
          (type) => VALUE_TYPES[type].test(value, 0) || readingsOf(type, value, sink.meter).length > 0,
        )
      );
    };
  }

  /** Keys that no field has, where a field lacks its name: the one in every record is likely to be that field. */
  function strayKeys(): ReadonlySet<string> {
    const counts = new Map<string, number>();
    for (const record of records)
      if (isPlainObject(record))
        for (const key of Object.keys(record))
          if (!fields.has(key)) counts.set(key, (counts.get(key) ?? 0) + 1);
    const everywhere = [...counts].filter(([, count]) => count === records.length).map(([key]) => key);
    return new Set(everywhere.length === 1 ? everywhere : []);
  }

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
      if (meant !== undefined)
        return {
          message: `There is no field ${quote(key)}; did you mean ${quote(meant.name)}?`,
          expected: meant.name,
          actual: actualOf(key),
          fixes: [rename(meant.name, ["notation", "clear"])],
        };
      const fixes: FixDraft[] = similar.map((other) => rename(other, "likeness"));
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
      return {
        message: `There is no field ${quote(key)}; remove it or declare the field.`,
        expected: likeliest(key, names, undefined, sink.meter),
        actual: actualOf(key),
        fixes,
      };
    };
    // Of a field that was meant, the value is judged.
    blame.add(detail, path, "unknown", meant === undefined ? "value" : "name");
  }

  function reportMismatch(path: Path, field: Field, value: unknown): void {
    const type = field.types[0]!;
    // Lone surrogates, numbers out of range and values nested too deep have a finding of their own.
    if (typeof value === "string" && !value.isWellFormed()) return;
    if (typeof value === "number" && !Number.isFinite(value)) return;
    const isNested = typeof value === "object" && value !== null;
    if (isNested && VALUE_TYPES[type].test(Array.isArray(value) ? [] : {}, 0)) return;
    const detail = (): Detail => {
      const why = typeof value === "string" ? whyImpossible(value) : undefined;
      const text = sink.reading.numberTextAt(path, value);
      return {
        message: `${quote(String(path.at(-1)))} is declared as "${type}": expected ${VALUE_TYPES[type].phrase}, found ${found(value, text)}${why === undefined ? "" : `: ${why}`}.`,
        expected: type,
        actual: actualOf(value),
        fixes: offerReadings(readingsOf(type, value, sink.meter, text), path, sink),
        related: declaredHere(field, `${quote(field.name)} is declared as "${type}" here`),
      };
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
