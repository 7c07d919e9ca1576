/** How two values can be related, for `compare`. */
import { equalJson } from "../../json/equality.ts";
import { isPlainObject } from "../../json/pointer.ts";
import { containsText } from "../../similar/contains.ts";
import { compareDurations, compareMoments } from "../../values/time.ts";

/** `undefined` where the two cannot be compared, which is for the schema to prevent. */
type Relation = (value: unknown, other: unknown) => boolean | undefined;

/** Of two numbers or two durations. A number beyond the range of JSON is reported as such. */
const amounts =
  (test: (order: number) => boolean): Relation =>
  (value, other) => {
    const order =
      Number.isFinite(value) && Number.isFinite(other)
        ? (value as number) - (other as number)
        : typeof value === "string" && typeof other === "string"
          ? compareDurations(value, other)
          : undefined;
    return order === undefined ? undefined : test(order);
  };

const texts =
  (test: (value: string, other: string) => boolean | undefined): Relation =>
  (value, other) =>
    typeof value === "string" && typeof other === "string" ? test(value, other) : undefined;

const moments = (test: (order: number) => boolean): Relation =>
  texts((value, other) => {
    const order = compareMoments(value, other);
    return order === undefined ? undefined : test(order);
  });

interface RelationEntry {
  holds: Relation;
  /** What the value must do, in front of the other one. */
  must: string;
  /** The JSON types that both may have; any if undefined. */
  types?: readonly string[];
}

const AMOUNTS = ["integer", "number", "string"];
const TEXTS = ["string"];

export const RELATIONS = {
  equal: { holds: equalJson, must: "be equal to" },
  different: { holds: (value, other) => !equalJson(value, other), must: "be different from" },
  less: { holds: amounts((order) => order < 0), must: "be less than", types: AMOUNTS },
  "less-or-equal": { holds: amounts((order) => order <= 0), must: "be at most", types: AMOUNTS },
  greater: { holds: amounts((order) => order > 0), must: "be greater than", types: AMOUNTS },
  "greater-or-equal": { holds: amounts((order) => order >= 0), must: "be at least", types: AMOUNTS },
  "starts-with": {
    holds: texts((value, other) => value.startsWith(other)),
    must: "start with",
    types: TEXTS,
  },
  "not-starts-with": {
    holds: texts((value, other) => !value.startsWith(other)),
    must: "not start with",
    types: TEXTS,
  },
  "ends-with": {
    holds: texts((value, other) => value.endsWith(other)),
    must: "end with",
    types: TEXTS,
  },
  contains: { holds: texts(containsText), must: "contain", types: TEXTS },
  before: { holds: moments((order) => order < 0), must: "be before", types: TEXTS },
  "not-after": { holds: moments((order) => order <= 0), must: "not be after", types: TEXTS },
  after: { holds: moments((order) => order > 0), must: "be after", types: TEXTS },
  "not-before": { holds: moments((order) => order >= 0), must: "not be before", types: TEXTS },
} satisfies Record<string, RelationEntry>;

/** Relations of a value to a list, map or text around it. */
export const MEMBERSHIPS = ["contained-in", "not-contained-in"] as const;

export type RelationName = keyof typeof RELATIONS | (typeof MEMBERSHIPS)[number];

export const RELATION_NAMES: readonly RelationName[] = [
  ...(Object.keys(RELATIONS) as (keyof typeof RELATIONS)[]),
  ...MEMBERSHIPS,
];

export function relationOf(name: RelationName): RelationEntry | undefined {
  return (RELATIONS as Record<string, RelationEntry>)[name];
}

/** The values that a container offers: the items of a list, the member names of a map. */
export function contentOf(container: unknown): readonly unknown[] | undefined {
  if (Array.isArray(container)) return container;
  return isPlainObject(container) ? Object.keys(container) : undefined;
}
