/** Random rules of every check, with candidates that each must object to. */
import { makeCondition } from "./conditions.ts";
import { editAt, pathsAt, tokensOf, valueAt, withValue } from "./places.ts";
import { WORDS } from "./scalars.ts";
import {
  chance,
  isOneOfSeveral,
  isPlainObject,
  type JsonObject,
  type Kind,
  pick,
  type Roll,
  type ShapePlace,
  several,
} from "./shapes.ts";

export interface MadeRule {
  readonly rule: JsonObject & { check: string; at: string[] };
  /** A copy of a valid candidate that the rule must object to; undefined where there is nothing to spoil. */
  provoke(candidate: unknown, roll: Roll): unknown;
  /** Whether it must object to everything that provokes it, unless something else does. */
  readonly certain?: true;
  /** Why it can never say anything, if it was made that way: the package must be refused then. */
  readonly dead?: string;
}

/** What rules can refer to. */
export interface World {
  readonly places: readonly ShapePlace[];
  readonly lists: Readonly<Record<string, { values: string[] }>>;
  readonly registries: Readonly<Record<string, { case?: string }>>;
  /** The ids in every registry. */
  readonly ids: readonly string[];
}

type Made = Omit<MadeRule, "rule"> & { params?: JsonObject; at: string[]; needsCondition?: true };
type Maker = (world: World, roll: Roll) => Made | undefined;

const TEXTS: readonly Kind[] = ["text"];

function placeOf(world: World, roll: Roll, kinds: readonly Kind[]): ShapePlace | undefined {
  const fitting = world.places.filter(({ pattern, shape }) => pattern !== "" && kinds.includes(shape.kind));
  return fitting.length === 0 ? undefined : pick(fitting, roll);
}

/** A rule on one text, and what its text is turned into. */
function textRule(
  kinds: readonly Kind[],
  make: (
    place: ShapePlace,
    world: World,
    roll: Roll,
  ) => { params?: JsonObject; spoil(text: string): unknown; dead?: string; certain?: true },
): Maker {
  return (world, roll) => {
    const place = placeOf(world, roll, kinds);
    if (place === undefined) return undefined;
    const { spoil, ...rest } = make(place, world, roll);
    return {
      ...rest,
      at: [place.pattern],
      provoke: (candidate, roll) => {
        const texts = pathsAt(candidate, place.pattern).filter(
          (path) => typeof valueAt(candidate, path) === "string",
        );
        if (texts.length === 0) return undefined;
        const path = pick(texts, roll);
        return withValue(candidate, path, spoil(valueAt(candidate, path) as string));
      },
    };
  };
}

const registryParams = (world: World, roll: Roll): JsonObject => {
  const names = Object.keys(world.registries);
  return names.length > 0 && chance(roll, 2) ? { registry: pick(names, roll) } : {};
};

/** A list that has at least two items, or nothing. */
function listsOf(world: World): ShapePlace[] {
  return world.places.filter(({ shape, pattern }) => shape.kind === "list" && pattern !== "");
}

/** A copy with the items of a list changed; undefined if there are none, or if `edit` has nothing to say. */
function withItems(
  candidate: unknown,
  pattern: string,
  edit: (items: unknown[]) => unknown[] | undefined,
): unknown {
  const path = pathsAt(candidate, pattern).find((at) => (valueAt(candidate, at) as unknown[]).length > 0);
  const items = path && edit(structuredClone(valueAt(candidate, path)) as unknown[]);
  return items && withValue(candidate, path, items);
}

function scalarListOf(world: World, roll: Roll): { list: ShapePlace; item: ShapePlace } | undefined {
  const lists = listsOf(world).filter(({ shape }) =>
    ["text", "words", "number"].includes(shape.parts[0]![1].kind),
  );
  if (lists.length === 0) return undefined;
  const list = pick(lists, roll);
  return { list, item: { pattern: `${list.pattern}/*`, shape: list.shape.parts[0]![1] } };
}

/** Two places that are in the same object at the top, so that each is one value. */
function pairOf(world: World, roll: Roll, kinds: readonly Kind[]): [ShapePlace, ShapePlace] | undefined {
  const plain = world.places.filter(
    ({ pattern, shape }) => pattern !== "" && !pattern.includes("*") && kinds.includes(shape.kind),
  );
  if (plain.length < 2) return undefined;
  const first = pick(plain, roll);
  const others = plain.filter((place) => place !== first && place.shape.kind === first.shape.kind);
  return others.length === 0 ? undefined : [first, pick(others, roll)];
}

const MAKERS: Record<string, Maker> = {
  "no-unsafe-characters": textRule(TEXTS, () => ({
    params: { classes: ["bidi", "zero-width"] },
    spoil: (text) => `${text.slice(0, 1)}\u200b${text.slice(1)}`,
  })),
  "no-edge-whitespace": textRule(TEXTS, () => ({ spoil: (text) => ` ${text}` })),
  "in-list": textRule(TEXTS, (_place, world, roll) => {
    const list = pick(Object.keys(world.lists), roll);
    return { params: { list }, spoil: (text) => `${text.slice(0, 0)}zeta`.slice(0, 12) };
  }),
  holds: (world, roll) => {
    // What `*` stands for may be of several types, which an expression would have to ask for.
    const places = world.places.filter(({ pattern }) => !pattern.includes("*"));
    const rule = textRule(TEXTS, (place, _world, roll) => {
      const test = pick(
        [
          "!this.startsWith('z')",
          "this.size() == 0 || this.substring(0, 1) != 'z'",
          "!(this.lower() in ['zeta', 'zz'])",
          "!this.matches('^z')",
        ],
        roll,
      );
      const mayBeNull = [place.shape.schema.type].flat().includes("null");
      return { params: { expression: mayBeNull ? `this == null || ${test}` : test }, spoil: () => "zeta" };
    });
    return rule({ ...world, places }, roll);
  },
  matches: textRule(TEXTS, () => ({
    certain: true,
    params: { pattern: "^[^z]", form: "no z first" },
    spoil: () => "zeta",
  })),
  "does-not-match": textRule(TEXTS, () => ({
    certain: true,
    params: { pattern: "^z", form: "z first" },
    spoil: () => "zeta",
  })),
  "not-in-registry": textRule(TEXTS, (_place, world, roll) => {
    const id = pick(world.ids, roll);
    return { params: registryParams(world, roll), spoil: () => id };
  }),
  "in-registry": textRule(TEXTS, (_place, world, roll) => {
    const params = registryParams(world, roll);
    const caseRule =
      params.registry === undefined ? "exact" : world.registries[String(params.registry)]!.case;
    // The package holds what was written, so that another case is another key unless the registry says otherwise.
    const other = pick(world.ids, roll).toUpperCase();
    return { params, spoil: () => (caseRule === "exact" ? other : "zeta") };
  }),
  "unlike-registered-ids": textRule(TEXTS, (_place, world, roll) => {
    const id = pick(world.ids, roll);
    return { params: registryParams(world, roll), spoil: () => `${id.slice(0, 2)}-${id.slice(2)}` };
  }),
  "unlike-registered-names": textRule(TEXTS, (_place, world, roll) => {
    const id = pick(world.ids, roll);
    return { params: registryParams(world, roll), spoil: () => `The ${id}` };
  }),
  "enough-text": textRule(TEXTS, (place) => {
    const min = Math.min(6, Number(place.shape.schema.maxLength));
    return { params: { min }, spoil: (text) => text.slice(0, min - 1) };
  }),
  "value-type": textRule(TEXTS, () => ({ params: { type: "date" }, spoil: () => "zeta" })),
  unique: (world, roll) => {
    const found = scalarListOf(world, roll);
    return (
      found && {
        at: [found.list.pattern],
        params:
          typeof found.item.shape.make(roll, true) === "string" && chance(roll, 3) ? { by: "this" } : {},
        provoke: (candidate) =>
          withItems(candidate, found.list.pattern, (items) => [
            ...items.slice(0, 1),
            ...items.slice(0, 1),
            ...items.slice(2),
          ]),
      }
    );
  },
  sorted: (world, roll) => {
    const found = scalarListOf(world, roll);
    return (
      found && {
        at: [found.list.pattern],
        provoke: (candidate, roll) =>
          withItems(candidate, found.list.pattern, (items) => {
            const others = several(roll, 2, 2, () => found.item.shape.make(roll, true));
            const different = [...new Set([...items, ...others])];
            return different.length < 2
              ? undefined
              : different.sort((a, b) => (typeof a === "number" ? Number(b) - a : a! < b! ? 1 : -1));
          }),
      }
    );
  },
  compare: (world, roll) => {
    if (chance(roll, 6)) return deadComparison(world, roll);
    if (chance(roll, 4)) return comparisonInTime(world, roll);
    const pair = pairOf(world, roll, ["text", "number", "date", "moment", "words"]);
    if (pair === undefined) return undefined;
    const [one, other] = pair;
    const ordered = one.shape.kind === "number";
    const timed = ["date", "moment"].includes(one.shape.kind);
    const is = timed
      ? pick(["before", "not-after"], roll)
      : ordered
        ? pick(["less", "less-or-equal", "different"], roll)
        : pick(["equal", "different"], roll);
    return {
      at: [one.pattern],
      params: { is, to: other.pattern },
      provoke(candidate, roll) {
        const [here, there] = [pathsAt(candidate, one.pattern)[0], pathsAt(candidate, other.pattern)[0]];
        if (here === undefined || there === undefined) return undefined;
        if (is === "different" || is === "less" || is === "before")
          return withValue(candidate, here, valueAt(candidate, there));
        if (is === "equal") {
          const known = valueAt(candidate, there);
          const value = several(roll, 9, 9, () => one.shape.make(roll, true)).find((made) => made !== known);
          return value === undefined ? undefined : withValue(candidate, here, value);
        }
        const [low, high] = timed ? ["2001-01-01", "2099-01-01"] : [0, 10];
        const moment = (day: unknown) => (one.shape.kind === "moment" ? `${day}T00:00:00Z` : day);
        return withValue(withValue(candidate, here, moment(high)), there, moment(low));
      },
    };
  },
  "required-when": (world, roll) => memberRule(world, roll, undefined),
  "forbidden-when": (world, roll) => memberRule(world, roll, "keep"),
  "one-of-members": (world, roll) => {
    const objects = world.places.filter(
      ({ shape }) => shape.kind === "object" && shape.parts.length - shape.required!.length > 1,
    );
    if (objects.length === 0) return undefined;
    const place = pick(objects, roll);
    const optional = place.shape.parts
      .map(([name]) => name)
      .filter((name) => !place.shape.required!.includes(name));
    const members = optional.slice(0, 2);
    const count = pick(["exactly-one", "at-least-one", "at-most-one", "all-or-none"], roll);
    return {
      at: [place.pattern],
      params: { members, count },
      provoke: (candidate, roll) =>
        editAt(candidate, place.pattern, roll, (object) => {
          if (!isPlainObject(object)) return object;
          const kept = count === "at-most-one" ? members : count === "all-or-none" ? members.slice(1) : [];
          return Object.fromEntries([
            ...Object.entries(object).filter(([name]) => !members.includes(name)),
            ...kept.map((name) => [name, Object.hasOwn(object, name) ? object[name] : 0]),
          ]);
        }),
    };
  },
};

/** Times of day in their order, and days that have come. */
function comparisonInTime(world: World, roll: Roll): Made | undefined {
  const times = world.places.filter(({ shape, pattern }) => shape.kind === "time" && !pattern.includes("*"));
  const [first, second] = times;
  if (first !== undefined && second !== undefined)
    return {
      at: [first.pattern],
      params: { is: "before", to: second.pattern },
      provoke: (candidate, roll) => {
        const late = editAt(candidate, first.pattern, roll, () => "23:59:59Z");
        return late === undefined ? undefined : editAt(late, second.pattern, roll, () => "00:00:00Z");
      },
    };
  const days = placeOf(world, roll, ["date", "moment"]);
  if (days === undefined) return undefined;
  const far = days.shape.kind === "date" ? "2999-12-31" : "2999-12-31T00:00:00Z";
  return {
    at: [days.pattern],
    params: { is: "not-after", value: "today" },
    provoke: (candidate, roll) => editAt(candidate, days.pattern, roll, () => far),
  };
}

/** Relations that never hold or fail between the values that are allowed there. */
function deadComparison(world: World, roll: Roll): Made | undefined {
  // Beside texts of any form, a date may be compared with a time as one of them.
  const places = world.places.filter(({ pattern }) => !isOneOfSeveral(pattern, world.places));
  const days = placeOf({ ...world, places }, roll, ["date", "moment"]);
  if (days === undefined) return undefined;
  const params = pick(
    [
      { is: "before", value: "12:00" },
      { is: "after", value: "soon" },
    ],
    roll,
  );
  return {
    at: [days.pattern],
    params,
    provoke: () => undefined,
    dead: "a date is compared with something else",
  };
}

/** A rule on a member that depends on another. */
function memberRule(world: World, roll: Roll, value: "keep" | undefined): Made | undefined {
  const members = world.places.flatMap((parent) =>
    (parent.shape.kind === "object" ? parent.shape.parts : [])
      .filter(([name]) => !parent.shape.required!.includes(name) && !name.includes("/"))
      .map(([name]) => ({ pattern: `${parent.pattern}/${name}`, parent, name })),
  );
  if (members.length === 0) return undefined;
  const { pattern, parent, name } = pick(members, roll);
  const properties = parent.shape.schema.properties as Record<string, JsonObject>;
  const isNeverAbsent = value === undefined && Object.hasOwn(properties[name]!, "default");
  return {
    at: [pattern],
    needsCondition: true,
    ...(isNeverAbsent && { dead: "a member with a default is never absent" }),
    provoke: (candidate, roll) => {
      if (value === "keep") return pathsAt(candidate, pattern).length > 0 ? candidate : undefined;
      // Where there is no item, there is nothing that could lack the member.
      if (pattern.includes("*") && pathsAt(candidate, parent.pattern).length === 0) return undefined;
      // The parent may be absent too, unless it is an item.
      const optional = parent.pattern !== "" && !parent.pattern.endsWith("*") && chance(roll, 3);
      return editAt(candidate, optional ? parent.pattern : pattern, roll, () => undefined) ?? candidate;
    },
  };
}

export function makeRule(world: World, roll: Roll, index: number): MadeRule | undefined {
  const check = pick(Object.keys(MAKERS), roll);
  const made = MAKERS[check]!(world, roll);
  if (made === undefined) return undefined;
  const { at, params, needsCondition, provoke, dead, certain } = made;
  const others = [...at, params?.to].filter((place) => typeof place === "string");
  // A condition on the same place would no longer hold once that place is spoiled.
  const apart = world.places.filter(({ pattern }) => others.every((place) => !isAround(pattern, place)));
  const condition = needsCondition || chance(roll, 4) ? makeCondition(apart, roll) : undefined;
  if (needsCondition && condition === undefined) return undefined;
  const reason = dead ?? condition?.never;
  const severity = roll(4) > 0 ? "error" : "warning";
  return {
    rule: {
      code: `rule-${index}-${check}`,
      check,
      at,
      severity,
      ...(severity === "error" && chance(roll, 6) && { effectiveAt: "2030-01-01T00:00:00Z" }),
      ...((check === "holds" || chance(roll, 8)) && {
        message: "{value} is not what {name} should be.",
      }),
      ...(params !== undefined && Object.keys(params).length > 0 && { params }),
      ...(condition && { when: condition.document }),
    },
    provoke(candidate, roll) {
      const fulfilled = condition === undefined ? candidate : condition.fulfil(candidate);
      const provoking = fulfilled === undefined ? undefined : provoke(fulfilled, roll);
      return condition?.isFulfilled(provoking) === false ? undefined : provoking;
    },
    ...(certain && { certain }),
    ...(reason !== undefined && { dead: reason }),
  };
}

/** Whether a value of one pattern can be, hold or be in a value of the other. */
function isAround(one: string, other: string): boolean {
  const [tokens, others] = [tokensOf(one), tokensOf(other)];
  const shared = Math.min(tokens.length, others.length);
  return tokens
    .slice(0, shared)
    .every((token, index) => token === "*" || others[index] === "*" || token === others[index]);
}

export const CHECK_NAMES: readonly string[] = [...Object.keys(MAKERS), "records-match-fields"];
export { WORDS };
