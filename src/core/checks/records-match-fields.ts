import type { FixDraft, Sink } from "../findings/finding.ts";
import { child, escapeToken, isPlainObject, type Path, parsePointer } from "../json/pointer.ts";
import { actualOf, found, quote } from "../text/describe.ts";
import { createGuess, type Guess } from "../text/similar.ts";
import type { Severity } from "../types.ts";
import {
  fixedValue,
  isValueType,
  VALUE_TYPE_HELP,
  VALUE_TYPES,
  type ValueType,
} from "../values/value-types.ts";
import { defineWholeCheck, type RuleContext } from "./definition.ts";
import { createCoupling, recordsFit } from "./field-coupling.ts";

/** With more unknown names than this, none of them is likely to be a typing error. */
const MAX_COMPARISONS = 4_096;

/**
 * Many fields times many empty records would give a huge number of absent fields. The search stops here; lists
 * within the bounds of a sensible package never reach it.
 */
const MAX_ABSENT = 20_000;

interface Field {
  name: string;
  /** Undefined where the declared type is unknown: its values are then not judged. */
  type: ValueType | undefined;
  typePath: Path;
  /** Whether the name itself has an error, so that records may rightly use another one. */
  isDoubtful(): boolean;
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
  lists: ({ types }) => [types],
  longerList: "loosens",
  compile(rule, at) {
    const { fields: fieldsPointer, name: nameMember, type: typeMember, types } = rule.params;
    const unknownType = rule.lists.get(types)!.values.find((type) => !isValueType(type));
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
        const { declared, nameless } = readFields(fields, fieldsPath, nameMember, typeMember, sink);
        const guess = rememberGuesses(declared);
        const budget = { left: MAX_ABSENT };
        records.forEach((record, index) => {
          if (isPlainObject(record))
            reportRecord({
              rule,
              record,
              path: [...recordsPath, index],
              declared,
              nameless,
              guess,
              budget,
              sink,
              severity,
            });
        });
      },
      couple: createCoupling(fieldsPath, recordsPath, nameMember, typeMember),
    };
  },
});

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
        isDoubtful: () => !name.isWellFormed() || sink.hasError([...fieldsPath, index, nameMember]),
      });
    }
  });
  return { declared, nameless };
}

/** Remembers guesses, since every record is likely to have the same typing error. */
function rememberGuesses(declared: ReadonlyMap<string, Field>): Guess {
  let guess: Guess | undefined;
  const known = new Map<string, string | undefined>();
  return (key) => {
    guess ??= createGuess(declared.keys());
    if (!known.has(key))
      known.set(key, (known.size + 1) * declared.size <= MAX_COMPARISONS ? guess(key) : undefined);
    return known.get(key);
  };
}

interface RecordReport {
  rule: RuleContext<Params>;
  record: Record<string, unknown>;
  path: Path;
  declared: ReadonlyMap<string, Field>;
  nameless: number;
  guess: Guess;
  /** How many more absent fields are searched for, in all records together. */
  budget: { left: number };
  sink: Sink;
  severity: Severity;
}

function reportRecord(report: RecordReport): void {
  const { record, declared, nameless, guess } = report;
  const missing = new Set<string>();
  // Keys that could belong to fields whose own names have errors.
  let tolerated = nameless;
  if (report.budget.left > 0) {
    for (const field of declared.values()) {
      if (Object.hasOwn(record, field.name)) continue;
      report.budget.left--;
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
  if (sink.hasError(place)) return;
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
              // If the field's type itself is unknown, nobody can tell whether the value fits it.
              applicability: declared.get(meant)?.type === undefined ? "placeholder" : "suggested",
              edit: { kind: "rename", path: place, to: meant },
            };
      return {
        message: `There is no field ${quote(key)}${meant === undefined ? "; remove it or declare the field." : `; did you mean ${quote(meant)}?`}`,
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
  // Lone surrogates, numbers out of range and values nested too deep have a finding of their own.
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
      const fixed = fixedValue(type, value);
      return {
        message: `${quote(key)} is declared as ${quote(type)}: expected ${phrase}, found ${found(value)}.`,
        expected: type,
        actual: actualOf(value),
        fixes: [
          {
            title: (to) => (fixed ? `Use ${found(to)}` : `Replace it with ${phrase}`),
            applicability: fixed?.applicability ?? "placeholder",
            edit: { kind: "replace", path: place, to: () => (fixed ? fixed.value : sample) },
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
