/** The tables of docs/checks.md, made from the definitions that the loader reads by. */
import { CHECKS } from "../../src/core/checks/catalogue.ts";
import type { Check } from "../../src/core/checks/definition.ts";
import { gradeOf } from "../../src/core/findings/finding.ts";
import { SPEC_PACKAGE_SCHEMA } from "../../src/core/index.ts";
import { Meter } from "../../src/core/meter/meter.ts";
import { KEYWORDS } from "../../src/core/schema/compile/keywords.ts";
import { BUILT_IN_CODES } from "../../src/core/spec-package/codes.ts";
import { FORMATS, readingsOf, VALUE_TYPES, type ValueType } from "../../src/core/values/value-types.ts";
import { type Cells, code, tableOf } from "./made-table.ts";
import { messageOf, reasonsTable } from "./spec-packages-page.ts";

interface Part {
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: Part;
  readonly properties?: Readonly<Record<string, Part>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Part | boolean;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
}

const json = (value: unknown) => code(JSON.stringify(value));
const isOpen = (inner: Part["additionalProperties"]): inner is Part => typeof inner === "object";

/** What a part is, with the values that it can have. */
function meaningOf({ description, items, additionalProperties, ...part }: Part): string {
  const values = part.const === undefined ? (part.enum ?? items?.enum) : [part.const];
  const inner = isOpen(additionalProperties) ? additionalProperties.description : undefined;
  const words = description ?? items?.description ?? inner ?? "";
  if (values === undefined) return words;
  const listed = values.map((value) => code(String(value))).join(", ");
  return words === "" ? listed : `${words} (${listed})`;
}

const named = (name: string, isRequired: boolean) => (isRequired ? `**${code(name)}**` : code(name));

/** One row for each member, and for those inside it; `ends` are described elsewhere. */
function memberRows({ properties = {}, required = [] }: Part, before: string, ends: Part[]): Cells[] {
  return Object.entries(properties).flatMap(([name, part]) => {
    const path = before + name;
    const most = part.maxItems ?? part.maxProperties ?? part.maxLength;
    const row = [named(path, required.includes(name)), meaningOf(part), most?.toLocaleString("en") ?? ""];
    const { items, additionalProperties: others } = part;
    if (ends.includes(part)) return [row];
    const inside = [
      ...memberRows(part, `${path}.`, ends),
      ...(items === undefined ? [] : memberRows(items, `${path}[].`, ends)),
      ...(isOpen(others) ? memberRows(others, `${path}.*.`, ends) : []),
    ];
    // A member that only holds others needs no row of its own.
    return row[1] === "" && row[2] === "" && inside.length > 0 ? inside : [row, ...inside];
  });
}

function parameterRows({ properties = {}, required = [] }: Part): Cells[] {
  return Object.entries(properties).map(([name, part]) => [
    named(name, required.includes(name)),
    meaningOf(part),
  ]);
}

const PACKAGE = SPEC_PACKAGE_SCHEMA as Part;
const RULES = PACKAGE.properties!.rules!;
const CONDITION = SPEC_PACKAGE_SCHEMA.$defs.condition as Part;
const DEPRECATED = (PACKAGE.properties!.lists!.additionalProperties as Part).properties!.values!.items!
  .properties!.deprecated!;
const { valid, invalid, registry } = PACKAGE.properties!.examples!.properties!;
const MEMBERS = ["member", "what it is", "at most"];

/** Other notations, by the type that was meant. */
const NOTATIONS: Readonly<Record<ValueType, readonly unknown[]>> = {
  string: [4, true, 4.5],
  integer: ["4", "1,840", "1.840", "4 px"],
  number: ["0.5", "1,840"],
  boolean: ["True", "yes"],
  date: ["9 February 2024", "9.2.2024", "2023-02-29"],
  time: ["14:30", "2:30 pm"],
  datetime: ["2026-11-01 08:15Z", "2026-11-01T08:15:00"],
  uuid: ["{123e4567-e89b-12d3-a456-426614174000}"],
  email: ["mailto:ada@example.org", "Ada <ada@example.org>"],
  url: ["https://example.org/é", "www.example.org", "example.org"],
  object: ['{"unit":"bar"}'],
  array: ["1, 2", 1],
};

function readingText(type: ValueType, sent: unknown): string {
  const read = readingsOf(type, sent, new Meter());
  if (read.length === 0) throw new Error(`${JSON.stringify(sent)} is read as no ${type}`);
  const { applicability, decision } = gradeOf(read[0]!.grounds);
  return `${json(sent)} → ${read.map(({ value }) => json(value)).join(" or ")} ${decision ? "*decision*" : applicability}`;
}

/** Whether it has parameters, and no check before it in the catalogue has the same ones. */
function hasOwnParameters(check: Check): boolean {
  const names = ({ params }: Check) => Object.keys((params as Part).properties ?? {}).join();
  return names(check) !== "" && CHECKS.find((other) => names(other) === names(check)) === check;
}

/** Keywords of the same kind and with the same value share a row. */
function keywordRows(): Cells[] {
  const rows = new Map<string, string[]>();
  for (const [name, { about, must, holds }] of KEYWORDS) {
    const held = { none: "any value", one: "a schema", list: "schemas", map: "name → schema" }[holds];
    const value = must === "" || holds === "map" ? held : must.replace(/^(must be|is) /, "");
    const key = JSON.stringify([
      { value: "any", root: "the root", name: "any", note: "notes" }[about as string] ?? about,
      value,
    ]);
    rows.set(key, [...(rows.get(key) ?? []), name]);
  }
  return [...rows].map(([key, names]) => [names.map(code).join(", "), ...(JSON.parse(key) as string[])]);
}

export const REFERENCE_TABLES: Readonly<Record<string, () => string>> = {
  "members of a package": () =>
    tableOf(MEMBERS, memberRows(PACKAGE, "", [RULES, DEPRECATED, valid!, invalid!, registry!])),
  "members of a rule": () => tableOf(MEMBERS, memberRows(RULES.items!, "", [RULES.items!.properties!.when!])),
  conditions: () =>
    tableOf(
      ["member", "what it says"],
      parameterRows(CONDITION).map(([name, words]) => [name!, words || "this condition does not hold"]),
    ),
  checks: () =>
    tableOf(
      ["check", "what a rule of it asks for", "what it reports, with fixes"],
      CHECKS.map(({ name, summary }) => [`[${code(name)}](#${name})`, summary, messageOf(name)]),
    ),
  ...Object.fromEntries(
    CHECKS.filter(hasOwnParameters).map(({ name, params }) => [
      `parameters of ${name}`,
      () => tableOf(["parameter", "what it is"], parameterRows(params)),
    ]),
  ),
  "types of values": () =>
    tableOf(
      ["type", "what it is", "how other notations are read"],
      Object.entries(VALUE_TYPES).map(([name, { phrase }]) => [
        code(name),
        phrase,
        NOTATIONS[name as ValueType].map((sent) => readingText(name as ValueType, sent)).join("; "),
      ]),
    ),
  keywords: () => tableOf(["keywords", "for", "value"], keywordRows()),
  formats: () =>
    tableOf(
      ["format", "what it is"],
      [...FORMATS.values()].map(({ name, phrase }) => [code(name), phrase]),
    ),
  codes: () =>
    tableOf(
      ["severity", "codes"],
      ["error", "warning"].map((severity) => [
        severity,
        BUILT_IN_CODES.flatMap((each) => (each.severity === severity ? [code(each.code)] : [])).join(", "),
      ]),
    ),
  reasons: reasonsTable,
};
