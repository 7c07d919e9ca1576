/** What the rules say about a place, for whoever writes there: its members, its words, and in one line what belongs there. */
import { compilePathPattern, valueAt } from "../core/json/values.ts";
import { describeMembers, type MemberDescription } from "../core/spec-package/members.ts";
import { namedBy } from "../core/spec-package/rules.ts";
import type { SpecPackage } from "../core/spec-package/spec-package.ts";
import type { RegistryEntry } from "../core/types.ts";

export interface KnownRules {
  readonly spec: SpecPackage;
  /** What is registered: in the product's own registry, or in one that the package declares by name. */
  entriesOf(registry: string | undefined): Iterable<RegistryEntry>;
}

type Shape = SpecPackage["schema"]["root"]["shape"];
type Label = Partial<NonNullable<ReturnType<NonNullable<Shape["labels"]>["get"]>>>;
type Path = readonly string[];

/** The descriptions of what may stand at a path; several if the schema has alternatives. */
function shapesAt({ schema }: SpecPackage, path: Path): Shape[] {
  let shapes = withAlternatives(schema.root.shape);
  for (const token of path)
    shapes = shapes.flatMap(({ object, items }) => {
      const next = object?.members.get(token) ?? object?.entry ?? (/^\d+$/.test(token) ? items : undefined);
      return next === undefined ? [] : withAlternatives(next.shape);
    });
  return shapes;
}

function withAlternatives(shape: Shape): Shape[] {
  return [shape, ...shape.alternatives.flatMap((place) => withAlternatives(place.shape))];
}

export function memberNamesAt({ spec }: KnownRules, path: Path): { name: string; isRequired: boolean }[] {
  const names = new Map<string, boolean>();
  for (const { object } of shapesAt(spec, path))
    for (const name of object?.members.keys() ?? [])
      names.set(name, names.get(name) === true || object!.required.has(name));
  return [...names].map(([name, isRequired]) => ({ name, isRequired }));
}

/**
 * The values that a place takes, if they are few, and what is registered where only that may stand. `label`: what the
 * package or the registry says about it.
 */
export function* valuesAt(rules: KnownRules, path: Path): Iterable<{ value: unknown; label: Label }> {
  const shapes = shapesAt(rules.spec, path);
  const listed = shapes.flatMap(({ words, values, onlyValue, type }) => [
    ...(words ?? values ?? (onlyValue === undefined ? [] : [onlyValue])),
    ...(type === "boolean" ? [true, false] : []),
  ]);
  const labelled = shapes.flatMap(({ labels }) => labels ?? []);
  for (const value of new Set(listed)) {
    const labels = labelled.map((each) => each.get(String(value)));
    yield { value, label: labels.find((each) => each !== undefined) ?? {} };
  }
  const isAbout = (pattern: string) => compilePathPattern(pattern).matches(path);
  for (const rule of rules.spec.rules.all) {
    if (!rule.check.needsEntries || !rule.document.at.some(isAbout)) continue;
    const { prefix = "" } = (rule.document.params ?? {}) as { prefix?: string };
    for (const { id, name } of namedBy(rule, "registry").flatMap((asked) => [...rules.entriesOf(asked)]))
      yield { value: prefix + id, label: name === id ? {} : { title: name } };
  }
}

export function memberAt({ spec }: KnownRules, path: Path): MemberDescription | undefined {
  return describeMembers(spec).find(({ pointer }) => compilePathPattern(pointer).matches(path));
}

/** What the first valid example has there. Items of lists share their rules, so any item of the example will do. */
export function exampleAt({ spec }: KnownRules, path: Path): unknown {
  const first = path.map((token) => (/^\d+$/.test(token) ? "0" : token));
  const found = spec.document.examples.valid.map(({ candidate }) => valueAt(candidate, first));
  return found.find((each) => each !== undefined);
}
