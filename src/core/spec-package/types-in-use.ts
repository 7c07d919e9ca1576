/** The types and formats of a package's values, each with a good and a bad value: people write many of them otherwise. */
import { kindsIn } from "../schema/kinds.ts";
import { FORMATS, VALUE_TYPES } from "../values/value-types.ts";
import type { SpecPackage } from "./spec-package.ts";

/** A type that members or records can have, or a format of texts; one of the two is given. */
export interface TypeDescription {
  type?: string;
  format?: string;
  /** A value of the type. */
  good: unknown;
  /** What people write instead. */
  bad: unknown;
}

export function describeTypes({ schema, rules, lists }: SpecPackage): TypeDescription[] {
  const types = new Set<string>();
  const formats = new Set<string>();
  for (const { shape } of schema.places.values()) {
    for (const name of shape.formats ?? []) formats.add(name);
    if (shape.words !== undefined || shape.values !== undefined) continue;
    for (const kind of kindsIn(shape.kinds)) types.add(shape.type === "integer" ? "integer" : kind);
  }
  for (const { document, check } of rules.all)
    for (const type of check.valueTypes?.(document.params ?? {}, lists) ?? []) types.add(type);
  return [
    ...Object.entries(VALUE_TYPES)
      .filter(([type]) => types.has(type))
      .map(([type, { good, bad }]) => ({ type, good, bad })),
    ...[...FORMATS.values()]
      .filter(({ name }) => formats.has(name))
      .map(({ name: format, good, bad }) => ({ format, good, bad })),
  ];
}
