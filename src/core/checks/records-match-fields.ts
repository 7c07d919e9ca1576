import { actualOf, found, quote } from "../describe.ts";
import type { FixDraft, Sink } from "../fault.ts";
import { compilePathPattern } from "../path-pattern.ts";
import { child, escapeToken, isPlainObject, type Path, parsePointer } from "../pointer.ts";
import { createGuess, type Guess } from "../similar.ts";
import type { Severity } from "../types.ts";
import { isValueType, mendValue, VALUE_TYPE_HELP, VALUE_TYPES, type ValueType } from "../value-types.ts";
import type { Check, Coupling, RuleContext } from "./check.ts";

/** A fix that would have to rename more places than this is not offered. */
const MOST_RENAMES = 200;

/** Guessing stops where so many names are unknown that none of them is a slip of the pen. */
const MOST_COMPARISONS = 4_096;

/**
 * Many fields and many empty records, each list far too long, would give their product of absent fields. So many
 * are enough to be counted; the lists allowed by any sensible package have fewer.
 */
const MOST_ABSENT = 20_000;

interface Field {
  name: string;
  /** Undefined where the declared type is not one: its values are then left alone. */
  type: ValueType | undefined;
  typePath: Path;
  /** Whether the name itself is at fault, so that records may rightly use another one. */
  isDoubtful(): boolean;
}

export const recordsMatchFields: Check = {
  name: "records-match-fields",
  summary: "Each record has exactly the declared fields, with values of their declared types.",
  faults: ["missing", "unknown", "mismatch"],
  params: {
    type: "object",
    properties: {
      fields: { type: "string", description: "pointer of the list of declared fields" },
      name: { type: "string", description: "member of a field that holds its name" },
      type: { type: "string", description: "member of a field that holds its type" },
      types: { type: "string", description: "list of the types; each must be one that this check knows" },
    },
    required: ["fields", "name", "type", "types"],
    additionalProperties: false,
  },
  places: ({ fields, name, type }) =>
    [name, type].map((member) => `${fields}/*/${escapeToken(String(member))}`),
  compile(rule) {
    const {
      fields: fieldsPointer,
      name: nameMember,
      type: typeMember,
      types,
    } = rule.params as Record<string, string>;
    const list = rule.lists.get(types!);
    if (!list) return { refusal: `there is no list ${quote(types!)}` };
    const unknownType = list.values.find((type) => !isValueType(type));
    if (unknownType !== undefined)
      return {
        refusal: `${quote(unknownType)} of the list ${quote(types!)} is not a type that this check knows`,
      };
    if (rule.at.length !== 1 || rule.at[0]!.source.includes("*"))
      return { refusal: `"at" must be the pointer of one list of records` };
    const recordsPath = parsePointer(rule.at[0]!.source);
    const fieldsPath = parsePointer(fieldsPointer!);
    const follow = (candidate: unknown, path: readonly string[]) =>
      path.reduce<unknown>((value, key) => child(value, key), candidate);

    return {
      kind: "whole",
      ok(candidate) {
        const fields = follow(candidate, fieldsPath);
        const records = follow(candidate, recordsPath);
        if (!Array.isArray(fields) || !Array.isArray(records)) return true;
        return recordsFit(fields, records, nameMember!, typeMember!, recordsPath.length + 2);
      },
      report(candidate, sink, severity) {
        const fields = follow(candidate, fieldsPath);
        const records = follow(candidate, recordsPath);
        if (!Array.isArray(fields) || !Array.isArray(records) || fields.length === 0) return;
        const { declared, nameless } = readFields(fields, fieldsPath, nameMember!, typeMember!, sink);
        const guess = rememberGuesses(declared);
        const patience = { left: MOST_ABSENT };
        records.forEach((record, index) => {
          if (isPlainObject(record))
            reportRecord({
              rule,
              record,
              path: [...recordsPath, index],
              declared,
              nameless,
              guess,
              patience,
              sink,
              severity,
            });
        });
      },
      couple: createCoupling(fieldsPath, recordsPath, nameMember!, typeMember!),
    };
  },
};

/** The quick pass. */
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
    // With a name twice, counting members would not tell a record that has a wrong one instead.
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

function readFields(
  fields: readonly unknown[],
  fieldsPath: Path,
  nameMember: string,
  typeMember: string,
  sink: Sink,
) {
  const declared = new Map<string, Field>();
  let nameless = 0;
  fields.forEach((field, index) => {
    const name = child(field, nameMember);
    const type = child(field, typeMember);
    const typePath = [...fieldsPath, index, typeMember];
    if (typeof name !== "string") nameless++;
    else if (!declared.has(name)) {
      declared.set(name, {
        name,
        type: typeof type === "string" && isValueType(type) ? type : undefined,
        typePath,
        isDoubtful: () => !name.isWellFormed() || sink.isFaulted([...fieldsPath, index, nameMember]),
      });
    }
  });
  return { declared, nameless };
}

/** Remembers, since every record is likely to have the same slip. */
function rememberGuesses(declared: ReadonlyMap<string, Field>): Guess {
  let guess: Guess | undefined;
  const known = new Map<string, string | undefined>();
  return (key) => {
    guess ??= createGuess(declared.keys());
    if (!known.has(key))
      known.set(key, (known.size + 1) * declared.size <= MOST_COMPARISONS ? guess(key) : undefined);
    return known.get(key);
  };
}

interface RecordReport {
  rule: RuleContext;
  record: Record<string, unknown>;
  path: Path;
  declared: ReadonlyMap<string, Field>;
  nameless: number;
  guess: Guess;
  /** How many more absent fields are looked for, in all records together. */
  patience: { left: number };
  sink: Sink;
  severity: Severity;
}

function reportRecord(report: RecordReport): void {
  const { record, declared, nameless, guess } = report;
  const missing = new Set<string>();
  // Keys that could belong to fields whose names are themselves at fault.
  let tolerated = nameless;
  if (report.patience.left > 0) {
    for (const field of declared.values()) {
      if (Object.hasOwn(record, field.name)) continue;
      report.patience.left--;
      if (field.isDoubtful()) tolerated++;
      else missing.add(field.name);
    }
  }
  for (const key of Object.keys(record)) {
    const field = declared.get(key);
    if (field) {
      if (field.type !== undefined && !VALUE_TYPES[field.type](record[key], report.path.length + 1))
        reportMismatch(report, field, field.type, key);
      continue;
    }
    const meant = guess(key);
    const target = meant === undefined || !missing.has(meant) ? undefined : declared.get(meant);
    if (target && (target.type === undefined || VALUE_TYPES[target.type](record[key], 0))) {
      missing.delete(target.name);
      reportUnknown(report, key, target.name);
    } else if (tolerated > 0) tolerated--;
    else reportUnknown(report, key, undefined);
  }
  for (const name of missing) reportMissing(report, declared.get(name)!);
}

function reportMissing({ rule, path, sink, severity }: RecordReport, field: Field): void {
  const place = [...path, field.name];
  const help = field.type && VALUE_TYPE_HELP[field.type];
  sink.add(
    rule.code("missing"),
    severity,
    () => ({
      message: `The record lacks ${quote(field.name)}, which is declared as a field; add ${help?.phrase ?? "its value"}.`,
      expected: field.type ?? "a value",
      fixes: [
        {
          title: `Add ${quote(field.name)} to fill in`,
          applicability: "placeholder",
          edit: { kind: "add", path: place, value: help ? help.sample : null },
        },
      ],
      related: [{ path: field.typePath.slice(0, -1), message: `${quote(field.name)} is declared here` }],
    }),
    place,
  );
}

function reportUnknown(
  { rule, path, declared, sink, severity }: RecordReport,
  key: string,
  meant: string | undefined,
): void {
  const place = [...path, key];
  if (sink.isFaulted(place)) return;
  sink.add(
    rule.code("unknown"),
    severity,
    () => {
      const fix: FixDraft =
        meant === undefined
          ? {
              title: `Remove ${quote(key)}`,
              applicability: "suggested",
              edit: { kind: "remove", path: place },
            }
          : {
              title: `Rename it to ${quote(meant)}`,
              // Where the field's type is itself at fault, nobody can tell whether the value fits it.
              applicability: declared.get(meant)?.type === undefined ? "placeholder" : "suggested",
              edit: { kind: "rename", path: place, to: meant },
            };
      return {
        message: `No field is called ${quote(key)}${meant === undefined ? "; remove it here or declare the field." : `; did you mean ${quote(meant)}?`}`,
        expected: [...declared.keys()],
        actual: actualOf(key),
        fixes: [fix],
      };
    },
    place,
  );
}

function reportMismatch(
  { rule, record, path, sink, severity }: RecordReport,
  field: Field,
  type: ValueType,
  key: string,
): void {
  const place = [...path, key];
  const value = record[key];
  // Half characters, numbers out of range and what is nested too deep have a diagnostic of their own.
  if (
    (typeof value === "string" && !value.isWellFormed()) ||
    (typeof value === "number" && !Number.isFinite(value))
  )
    return;
  if (typeof value === "object" && value !== null && VALUE_TYPES[type](Array.isArray(value) ? [] : {}, 0))
    return;
  sink.add(
    rule.code("mismatch"),
    severity,
    () => {
      const { phrase, sample } = VALUE_TYPE_HELP[type];
      const mended = mendValue(type, value);
      return {
        message: `${quote(key)} is declared as ${quote(type)}: expected ${phrase}, found ${found(value)}.`,
        expected: type,
        actual: actualOf(value),
        fixes: [
          {
            title: (to) => (mended ? `Use ${found(to)}` : `Put ${phrase} here`),
            applicability: mended?.applicability ?? "placeholder",
            edit: { kind: "replace", path: place, to: () => (mended ? mended.value : sample) },
          },
        ],
        related: [
          { path: field.typePath, message: `${quote(field.name)} is declared as ${quote(type)} here` },
        ],
      };
    },
    place,
  );
}

/** Renaming a field renames it in the records; another type or list is doubtful where the two then disagree. */
function createCoupling(
  fieldsPath: readonly string[],
  recordsPath: readonly string[],
  nameMember: string,
  typeMember: string,
): Coupling {
  const pattern = (member: string) => compilePathPattern(`/${[...fieldsPath, "*", member].join("/")}`);
  const [nameAt, typeAt] = [pattern(nameMember), pattern(typeMember)];
  const isAt = (path: Path, list: readonly string[]) =>
    path.length === list.length && list.every((key, index) => key === path[index]);
  return ({ path, from, to }, read) => {
    const isFields = isAt(path, fieldsPath);
    if (isFields || isAt(path, recordsPath)) {
      const [given, records] = [isFields ? to : read(fieldsPath), isFields ? read(recordsPath) : to];
      if (!Array.isArray(given) || !Array.isArray(records)) return undefined;
      const now = (index: number, member: string) => read([...fieldsPath, index, member]);
      const fields = isFields
        ? given
        : given.map((_, index) => ({
            [nameMember]: now(index, nameMember),
            [typeMember]: now(index, typeMember),
          }));
      return recordsFit(fields, records, nameMember, typeMember, recordsPath.length + 2)
        ? undefined
        : "doubt";
    }
    const isName = nameAt.matches(path);
    if (!isName && !typeAt.matches(path)) return undefined;
    const [fields, records] = [read(fieldsPath), read(recordsPath)];
    if (!Array.isArray(fields) || !Array.isArray(records)) return undefined;
    if (!isName) {
      // As an earlier fix leaves it, and as the records still call it.
      const names = [
        read([...path.slice(0, -1), nameMember]),
        child(fields[Number(path.at(-2))], nameMember),
      ];
      const fits =
        typeof to === "string" &&
        isValueType(to) &&
        names.every((name) => typeof name === "string") &&
        records.every((record) =>
          names.every((name) => {
            const value = child(record, name);
            return value === undefined || VALUE_TYPES[to](value, 0);
          }),
        );
      return fits ? undefined : "doubt";
    }
    if (typeof to !== "string") return undefined;
    // Names as earlier fixes leave them, so that no two fields end up with the same one.
    const names = fields.map((_, index) => read([...fieldsPath, index, nameMember]));
    const named = (name: string) => names.filter((other) => other === name).length;
    if (named(to) > 0 || (typeof from === "string" && named(from) > 1)) return "refuse";
    const renames: { path: Path; to: string }[] = [];
    // Records that have neither name, or another kind of value under the new one, are about something else.
    let doubtful = false;
    const type = read([...path.slice(0, -1), typeMember]);
    const fits = (value: unknown) =>
      value !== undefined && (typeof type !== "string" || !isValueType(type) || VALUE_TYPES[type](value, 0));
    for (const [index, record] of records.entries()) {
      if (!isPlainObject(record)) continue;
      if (typeof from !== "string" || !Object.hasOwn(record, from)) {
        if (!fits(child(record, to))) doubtful = true;
        continue;
      }
      if (Object.hasOwn(record, to) || renames.length >= MOST_RENAMES) return "refuse";
      renames.push({ path: [...recordsPath, index, from], to });
    }
    return { renames, doubtful };
  };
}
