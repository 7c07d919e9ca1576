/** The types of values in expressions, as far as the schema of the candidate says them. */

export type Member = { type: Type; isRequired: boolean };

export interface Type {
  kind: Kind;
  /** Whether it may be null as well. */
  isNullable?: boolean;
  /** How long a text, how many the items of a list or the members of a map can be at most. */
  max?: number;
  /** How long the texts of a list can be together, if that is less than each of them at its longest. */
  total?: number;
  /** Of a list's items, a map's values, or what an optional value is. */
  item?: Type;
  /** Of the first items of a list, if the schema describes them one by one. */
  prefix?: readonly Type[];
  /** Of an object, as far as they are declared. Undeclared ones are of the type `item`; without it there are none. */
  members?: ReadonlyMap<string, Member>;
  /** Of the names of its members, if the schema bounds them. */
  name?: Type;
  /** The only values that a text can have. */
  words?: readonly string[];
}

export type Kind = keyof typeof NAMES;

/** Longer than any text and list that a request of 64 KiB can hold. */
export const MAX_TEXT = 65_536;
export const MAX_ITEMS = 32_768;

export const ANY: Type = { kind: "any" };

export const listOfType = (item: Type, max = MAX_ITEMS): Type => ({ kind: "list", item, max });

const NAMES = {
  ...{ bool: "true or false", int: "a whole number", double: "a number", string: "a text", null: "null" },
  ...{ list: "a list", map: "a map", object: "an object", any: "a value of any type" },
  ...{ timestamp: "a point in time", duration: "a duration", url: "a URL", semver: "a version" },
  ...{ registry: "a registry", entry: "an entry of a registry", optional: "an optional value" },
};

/** A type in messages. */
export const nameOfType = ({ kind, isNullable }: Type): string =>
  isNullable === true ? `${NAMES[kind]} or null` : NAMES[kind];

/** The type that holds both: as exact as it can be. */
export function unite(a: Type, b: Type): Type {
  for (const one of [a, b]) {
    const other = one === a ? b : a;
    if (one.kind === "null" && other.kind !== "any")
      return other.kind === "null" ? other : { ...other, isNullable: true };
    if (one.kind === "int" && other.kind === "double") return other;
    // `{}` and `[]` may be of anything.
    const isEmpty = one.max === 0 && (other.kind === "map" ? one.kind === "object" : one.kind === "list");
    if (isEmpty && (other.kind === "map" || other.kind === "list"))
      return one.isNullable === true ? { ...other, isNullable: true } : other;
  }
  if (a.kind !== b.kind) return ANY;
  const isNullable = a.isNullable === true || b.isNullable === true;
  const max = Math.max(a.max ?? Number.POSITIVE_INFINITY, b.max ?? Number.POSITIVE_INFINITY);
  const total = a.total !== undefined && b.total !== undefined ? Math.max(a.total, b.total) : undefined;
  const words = a.words && b.words ? [...new Set([...a.words, ...b.words])] : undefined;
  const item = a.item && b.item ? unite(a.item, b.item) : (a.item ?? b.item);
  const members = a.members && b.members ? uniteMembers(a, b) : undefined;
  return {
    kind: a.kind,
    ...(isNullable && { isNullable }),
    ...(Number.isFinite(max) && { max }),
    ...(total !== undefined && { total }),
    ...(words && { words }),
    ...(item && { item }),
    ...(members && { members }),
  };
}

/** What one of two objects does not declare may be absent, and may be anything if that object is open. */
function uniteMembers(a: Type, b: Type): ReadonlyMap<string, Member> {
  const [left, right] = [a.members!, b.members!];
  const names = new Set([...left.keys(), ...right.keys()]);
  return new Map(
    [...names].map((name): [string, Member] => {
      const [mine, theirs] = [left.get(name), right.get(name)];
      const types = [mine?.type ?? a.item, theirs?.type ?? b.item].filter((type) => type !== undefined);
      const isRequired = mine?.isRequired === true && theirs?.isRequired === true;
      return [name, { type: types.reduce(unite), isRequired }];
    }),
  );
}

export const isNumber = ({ kind }: Type): boolean => kind === "int" || kind === "double";

export const isRecord = ({ kind }: Type): boolean => kind === "map" || kind === "object";

/** Why two values are never equal, or cannot be compared; undefined if they may be. */
export function unequal(a: Type, b: Type): string | undefined {
  if (a.kind === "any" || b.kind === "any") return undefined;
  if (a.kind === "null" || b.kind === "null") {
    const other = a.kind === "null" ? b : a;
    const mayBeNull = other.kind === "null" || other.isNullable === true;
    return mayBeNull ? undefined : `${nameOfType(other)} is never null here`;
  }
  const isAlike = a.kind === b.kind || (isNumber(a) && isNumber(b)) || (isRecord(a) && isRecord(b));
  if (!isAlike) return `${nameOfType(a)} is never equal to ${nameOfType(b)}`;
  return a.kind === "list" ? unequal(a.item!, b.item!) : undefined;
}
