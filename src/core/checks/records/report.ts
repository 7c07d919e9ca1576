/** Reports what is wrong with records, field by field. */
import { type Detail, type FixDraft, fillIn, fix } from "../../findings/finding.ts";
import { numberTextAt } from "../../findings/reading.ts";
import { isPlainObject, type Path, pointerOf } from "../../json/pointer.ts";
import type { Meter } from "../../meter/meter.ts";
import { createNameMatcher, type NameMatcher } from "../../similar/names.ts";
import { actualOf, found, likeliest, quote } from "../../unicode/describe.ts";
import { whyImpossible } from "../../values/time.ts";
import { readingsOf, VALUE_TYPES } from "../../values/value-types.ts";
import type { Blame, CheckSink } from "../definition.ts";
import { offerReadings } from "../offers.ts";
import type { DeclaredFields, Field, FieldMembers } from "./fields.ts";
import { typeOfValues } from "./records.ts";

/**
 * Many fields times many empty records would give a huge number of absent fields. The search stops here; lists
 * within the bounds of a sensible package never reach it.
 */
const MAX_ABSENT = 6_400;
/** How many different sets of unknown keys are compared with the fields. */
const MAX_PAIRINGS = 64;

export interface Report {
  records: readonly unknown[];
  recordsPath: Path;
  declared: DeclaredFields;
  /** The list of fields as sent. */
  fields: readonly unknown[];
  fieldsPath: Path;
  fieldsPointer: string;
  members: FieldMembers;
  blame: Blame;
  sink: CheckSink;
}

export function reportRecords(report: Report): void {
  const { records, recordsPath, declared, sink } = report;
  const { fields, nameless } = declared;
  let matcher: NameMatcher | undefined;
  const pairings = new Map<string, ReadonlyMap<string, string> | undefined>();
  const stray = nameless > 0 ? strayKeys(records, fields) : undefined;
  const offered = new Set<string>();
  let absentLeft = MAX_ABSENT;
  let compared = 0;
  for (const [index, record] of records.entries()) {
    if (!isPlainObject(record)) continue;
    const keys = Object.keys(record);
    if (isFine(record, keys)) continue;
    const unknown = keys.filter((key) => !fields.has(key));
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
    const used = paired && new Set(paired.values());
    for (const key of keys) {
      const meant = paired?.get(key) ?? key;
      const field = fields.get(meant);
      const path = [...recordsPath, index, key];
      if (field) {
        if (meant !== key) reportUnknown(report, path, record, field, false);
        reportMismatch(report, path, field, record[key]);
      } else if (stray !== undefined) {
        if (stray.size > 0 && !stray.has(key)) reportUnknown(report, path, record, undefined, false);
      } else if (tolerated > 0) tolerated--;
      else {
        const similar = absent.length === 0 ? [] : resembling(record, key);
        reportUnknown(report, path, record, undefined, !offered.has(key), similar);
        offered.add(key);
      }
    }
    for (const field of absent) {
      if (used?.has(field.name) === true || field.isDoubtful) continue;
      reportMissing(report, [...recordsPath, index, field.name], field);
    }
  }

  /** Most records have nothing to report, also beside one that has. */
  function isFine(record: Record<string, unknown>, keys: readonly string[]): boolean {
    if (keys.length !== fields.size) return false;
    for (const key of keys) {
      const field = fields.get(key);
      if (field === undefined || !isOfType(field, record[key], recordsPath.length + 2)) return false;
    }
    return true;
  }

  /** Records are likely to have the same wrong names, so the pairs of each set of names are kept. */
  function pair(record: Record<string, unknown>, unknown: readonly string[], absent: readonly Field[]) {
    const open = absent.filter((field) => !field.isDoubtful).map(({ name }) => name);
    const signature = unknown.length + pointerOf(unknown) + pointerOf(open);
    if (!pairings.has(signature)) {
      if (pairings.size >= MAX_PAIRINGS) return undefined;
      pairings.set(
        signature,
        matcherOfFields().pair(
          unknown,
          (name) => open.includes(name),
          (sent, meant) => fits(fields.get(meant)!, record[sent], sink.meter),
          sink.meter,
        ),
      );
    }
    return pairings.get(signature);
  }

  function resembling(record: Record<string, unknown>, key: string) {
    if (++compared > MAX_PAIRINGS) return [];
    return matcherOfFields().resembling(
      key,
      (name) => !Object.hasOwn(record, name),
      (sent, meant) => fits(fields.get(meant)!, record[sent], sink.meter),
      sink.meter,
    );
  }

  function matcherOfFields(): NameMatcher {
    matcher ??= createNameMatcher([...fields.keys()].map((name) => ({ name })));
    return matcher;
  }
}

function isOfType({ types }: Field, value: unknown, depth: number): boolean {
  return types.length === 1
    ? VALUE_TYPES[types[0]!].test(value, depth)
    : types.length === 0 || types.some((type) => VALUE_TYPES[type].test(value, depth));
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

function fits(field: Field, value: unknown, meter: Meter): boolean {
  return (
    field.types.length === 0 ||
    field.types.some((type) => VALUE_TYPES[type].test(value, 0) || readingsOf(type, value, meter).length > 0)
  );
}

function reportMissing({ fieldsPath, blame }: Report, path: Path, field: Field): void {
  const [type] = field.types;
  const detail = () => ({
    message: `The record lacks ${quote(field.name)}, which is declared as a field; add ${type === undefined ? "its value" : VALUE_TYPES[type].phrase}.`,
    expected: type ?? "a value",
    // Without a type, null would pass for the value.
    fixes: fillIn(field.name, path, type === undefined ? undefined : null),
    related: [{ path: [...fieldsPath, field.index], message: `${quote(field.name)} is declared here` }],
  });
  blame.add(detail, path, "missing");
}

function reportUnknown(
  { declared, fields, fieldsPath, fieldsPointer, members, blame, sink }: Report,
  path: Path,
  record: Record<string, unknown>,
  meant: Field | undefined,
  mayDeclare: boolean,
  similar: readonly string[] = [],
): void {
  if (sink.hasError(path)) return;
  const key = String(path.at(-1));
  const detail = (): Detail => {
    if (meant !== undefined)
      return {
        message: `There is no field ${quote(key)}; did you mean ${quote(meant.name)}?`,
        expected: meant.name,
        actual: actualOf(key),
        fixes: [
          fix(`Rename it to ${quote(meant.name)}`, ["notation", "clear"], {
            kind: "move",
            path,
            to: [...path.slice(0, -1), meant.name],
          }),
        ],
      };
    const fixes: FixDraft[] = similar.map((other) =>
      fix(`Rename it to ${quote(other)}`, "likeness", {
        kind: "move",
        path,
        to: [...path.slice(0, -1), other],
      }),
    );
    if (mayDeclare && fields.length < 1_000) {
      const field = { [members.name]: key, [members.type]: typeOfValues([record[key]]) };
      const others = sink.placeholderAt(`${fieldsPointer}/*`);
      const value = isPlainObject(others) ? { ...others, ...field } : field;
      const edit = { kind: "add" as const, path: [...fieldsPath, fields.length], value };
      // A value that passes is no placeholder: the author has to agree to it.
      fixes.push(
        sink.accepts(`${fieldsPointer}/*`, value, undefined, "enforced")
          ? fix("Declare it as a field", ["derived", "open"], edit)
          : fix("Declare it as a field", "placeholder", edit),
      );
    }
    fixes.push(fix(`Remove ${quote(key)}`, "removal", { kind: "remove", path }));
    return {
      message: `There is no field ${quote(key)}; remove it or declare the field.`,
      expected: likeliest(key, [...declared.fields.keys()], undefined, sink.meter),
      actual: actualOf(key),
      fixes,
    };
  };
  if (meant === undefined) blame.add(detail, path, "unknown");
  // Says nothing about the value, which is judged as that of the field.
  else blame.addForName(detail, path, "unknown");
}

function reportMismatch({ fieldsPath, blame, sink }: Report, path: Path, field: Field, value: unknown): void {
  if (isOfType(field, value, path.length)) return;
  const type = field.types[0]!;
  // Lone surrogates, numbers out of range and values nested too deep have a finding of their own.
  if (typeof value === "string" && !value.isWellFormed()) return;
  if (typeof value === "number" && !Number.isFinite(value)) return;
  if (
    typeof value === "object" &&
    value !== null &&
    VALUE_TYPES[type].test(Array.isArray(value) ? [] : {}, 0)
  )
    return;
  const detail = (): Detail => {
    const key = String(path.at(-1));
    const why = typeof value === "string" ? whyImpossible(value) : undefined;
    const name = quote(key);
    const text = numberTextAt(sink.reading, path);
    return {
      message: `${name} is declared as "${type}": expected ${VALUE_TYPES[type].phrase}, found ${found(value, text)}${why === undefined ? "" : `: ${why}`}.`,
      expected: type,
      actual: actualOf(value),
      fixes: offerReadings(readingsOf(type, value, sink.meter, text), path, sink),
      related: [
        {
          path: [...fieldsPath, field.index],
          message: `${key === field.name ? name : quote(field.name)} is declared as "${type}" here`,
        },
      ],
    };
  };
  blame.add(detail, path, "mismatch");
}
