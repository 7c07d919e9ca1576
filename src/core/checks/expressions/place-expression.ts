/** An expression of a rule, seen from a place of the rule: `this`, `parent` and `key` are there, `root` is the candidate. */

import type { Declared } from "../../expressions/compile/code.ts";
import { compileExpression, writeValue } from "../../expressions/expression.ts";
import { MAX_STEPS, type Surroundings } from "../../expressions/frame.ts";
import { type Bounds, MAX_TEXT, type Type } from "../../expressions/types.ts";
import type { RegistryScope } from "../../findings/finding.ts";
import { type Path, valueAt } from "../../json/pointer.ts";
import type { PlaceExpression, Refusal } from "../params.ts";
import { registryOf } from "../params.ts";
import type { Declarations } from "../targets/target.ts";

const JSON_KINDS = new Set<Type["kind"]>([
  ...(["bool", "int", "double", "string", "null", "list", "map", "object", "any"] as const),
]);

/** Whether its values are such as JSON has. */
export function isJson({ kind }: Type): boolean {
  return JSON_KINDS.has(kind);
}

/** For all runs of one rule on one candidate. */
export function openSession(scope: object): Surroundings {
  const judged = scope as RegistryScope;
  return { now: judged.clock, registry: (name) => registryOf(judged, name), steps: MAX_STEPS };
}

/** `at` is the path pattern of the place. */
export function compilePlaceExpression(
  source: string,
  at: string,
  {
    declarations,
    declared,
    wanted,
    isLenient = false,
    hasValue = true,
  }: {
    declarations: Declarations;
    declared: Declared;
    /** The type that its value must have, if not any will do. */
    wanted?: Type["kind"] | undefined;
    /** Whether members that may be absent can be used without asking: where they are, there is no value. */
    isLenient?: boolean;
    /** Whether a value is always there, so that `this` can be used. */
    hasValue?: boolean;
  },
): PlaceExpression | (Refusal & { readonly start: number; readonly end: number }) {
  const { typeAt } = declarations;
  const places = (bounds?: Bounds) => placesAt(at, typeAt, bounds?.items);
  const parent = at.slice(0, Math.max(0, at.lastIndexOf("/")));
  const parentType = at === "" ? undefined : typeAt(parent);
  const variables = [
    { name: "root", type: typeAt("")! },
    ...(hasValue ? [{ name: "this", type: typeAt(at)! }] : []),
    ...(parentType === undefined
      ? []
      : [
          // Where there is an item, what holds it is not null.
          { name: "parent", type: { ...parentType, isNullable: false } },
          { name: "key", type: keyType(parentType, places()) },
        ]),
  ];
  const made = compileExpression(source, { variables, declared, isLenient, places }, wanted);
  if ("fault" in made) {
    const { message, start, end, definition } = made.fault;
    const part = source.slice(start, end);
    const where = part === "" || part === source ? "" : `, in ${JSON.stringify(part)}`;
    return { refusal: message + where, definition, start, end };
  }
  const needs = new Set(made.reads.map(([name]) => name));
  const needsParent = needs.has("parent") || needs.has("key");
  const parentOf = (candidate: unknown, path: Path) => valueAt(candidate, path.slice(0, -1));
  const valuesAt = (candidate: unknown, value: unknown, path: Path) => {
    const values = hasValue ? [candidate, value] : [candidate];
    if (needsParent) values.push(parentOf(candidate, path), path.at(-1));
    return values;
  };
  return {
    ...made,
    write: (value) => writeValue(value, made.type),
    asJson: (value) => (isJson(made.type) ? value : writeValue(value, made.type)),
    run: (candidate, value, path, session) => made.run(valuesAt(candidate, value, path), session),
    culprits(candidate, value, path, session) {
      const places = [[], ...(hasValue ? [path] : []), path.slice(0, -1)];
      const found = made.culprits(valuesAt(candidate, value, path), places, session);
      // What stands elsewhere is what the value was compared with.
      const inside = found.filter(
        (place) =>
          path.every((key, depth) => key === place[depth]) && valueAt(candidate, place) !== undefined,
      );
      return [...new Map(inside.map((place) => [JSON.stringify(place), place])).values()];
    },
    isFaulty: (path, hasErrorWithin) =>
      made.reads.some(([name, ...names]) => {
        const start = name === "root" ? [] : name === "this" ? path : path.slice(0, -1);
        return hasErrorWithin([...start, ...names]);
      }),
  };
}

/** The names of members are as long as the schema says, and together no longer than a request. */
function keyType({ kind, name }: Type, places: number): Type {
  if (kind === "list") return { kind: "int" };
  return { kind: "string", max: Math.min(name?.max ?? MAX_TEXT, Math.max(64, Math.ceil(MAX_TEXT / places))) };
}

const MAX_PLACES = 32_768;

/** How many places a pattern can stand for, if no list or map has more items than that. */
function placesAt(at: string, typeAt: Declarations["typeAt"], most = MAX_PLACES): number {
  const parts = at.split("/").slice(1);
  return parts.reduce((count, part, depth) => {
    if (part !== "*") return count;
    const above = parts.slice(0, depth).map((each) => `/${each}`);
    return Math.min(MAX_PLACES, count * Math.min(most, typeAt(above.join(""))?.max ?? MAX_PLACES));
  }, 1);
}
