/** Operators, `==`, `!=` and `in` among them: which types they take, and what they do. */
import { equalJson } from "../../json/values.ts";
import { closest } from "../../similar/matcher.ts";
import { FIRST_MOMENT, LAST_MOMENT } from "../../values/time.ts";
import type { Version } from "../../values/versions.ts";
import { type Frame, fail } from "../frame.ts";
import { compareValues, itemsOf, lengthOf, TEXT_PER_STEP } from "../functions.ts";
import type { NodeOf } from "../syntax.ts";
import { compareTexts } from "../texts.ts";
import {
  BOOL,
  DOUBLE,
  DURATION,
  INT,
  isNumber,
  listOfType,
  nameOfType,
  TIMESTAMP,
  type Type,
  unequal,
  unite,
} from "../types.ts";
import { type Code, type CompileScope, constant, culpritsOf, NOWHERE, refuse, sumOf } from "./code.ts";
import { ownMember } from "./members.ts";

/** What an operator makes of two values; a text says why it cannot. */
type Operation = { type: Type; weight: number; run(a: never, b: never, frame: Frame): unknown } | string;

function int(value: number): number {
  return Number.isSafeInteger(value) ? value : fail("the number is too large");
}

function double(value: number): number {
  return Number.isFinite(value) ? value : fail("the number is too large");
}

const ARITHMETIC: Readonly<Record<string, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => (b === 0 ? fail("a number is divided by zero") : a / b),
  "%": (a, b) => (b === 0 ? fail("a number is divided by zero") : a % b),
};

const IN_TIME: Readonly<Record<string, Type>> = {
  "timestamp - timestamp": DURATION,
  "timestamp + duration": TIMESTAMP,
  "duration + timestamp": TIMESTAMP,
  "timestamp - duration": TIMESTAMP,
  "duration + duration": DURATION,
  "duration - duration": DURATION,
};

export function arithmetic(operator: string, a: Type, b: Type): Operation {
  const count = ARITHMETIC[operator]!;
  if (isNumber(a) && isNumber(b)) {
    if (a.kind === "int" && b.kind === "int")
      // Adding zero turns -0 into 0, which whole numbers do not have.
      return { type: INT, weight: 0, run: (x, y) => int(Math.trunc(count(x, y))) + 0 };
    if (operator !== "%") return { type: DOUBLE, weight: 0, run: (x, y) => double(count(x, y)) };
  }
  const kinds = `${a.kind} ${operator} ${b.kind}`;
  const inTime = IN_TIME[kinds];
  if (inTime !== undefined) {
    const within = inTime === TIMESTAMP ? inRange : double;
    return { type: inTime, weight: 0, run: (x, y) => within(count(x, y)) };
  }
  if (kinds === "string + string") {
    const max = lengthOf(a) + lengthOf(b);
    const run = (x: string, y: string, frame: Frame) => {
      frame.spend((x.length + y.length) / TEXT_PER_STEP);
      return x + y;
    };
    return { type: { kind: "string", max }, weight: max / TEXT_PER_STEP, run };
  }
  if (kinds === "list + list") {
    const max = itemsOf(a) + itemsOf(b);
    const run = (x: unknown[], y: unknown[], frame: Frame) => {
      frame.spend(x.length + y.length);
      return [...x, ...y];
    };
    return { type: listOfType(unite(a.item!, b.item!), max), weight: max, run };
  }
  return `"${operator}" cannot be used with ${nameOfType(a)} and ${nameOfType(b)}`;
}

const ORDERS: Readonly<Record<string, (order: number) => boolean>> = {
  "<": (order) => order < 0,
  "<=": (order) => order <= 0,
  ">": (order) => order > 0,
  ">=": (order) => order >= 0,
};

/** What makes of a text something that can be compared with a value of this type. */
const TO_COMPARE: Readonly<Record<string, string>> = {
  ...{ timestamp: "`date(…)` or `timestamp(…)`", duration: "`time(…)` or `duration(…)`" },
  ...{ semver: "`semver(…)`", int: "`int(…)`", double: "`double(…)`" },
};

export function ordering(operator: string, a: Type, b: Type): Operation {
  const decide = ORDERS[operator]!;
  const kinds = isNumber(a) && isNumber(b) ? "number" : a.kind === b.kind ? a.kind : undefined;
  if (kinds === "number" || kinds === "timestamp" || kinds === "duration")
    return { type: BOOL, weight: 0, run: (x: number, y: number) => decide(x - y) };
  const weight = Math.min(lengthOf(a), lengthOf(b)) / TEXT_PER_STEP;
  if (kinds === "string") return { type: BOOL, weight, run: (x, y) => decide(compareTexts(x, y)) };
  if (kinds === "semver")
    return { type: BOOL, weight: 4, run: (x: Version, y: Version) => decide(compareVersions(x, y)) };
  if (
    (a.kind === "any" || b.kind === "any") &&
    [a, b].every((each) => each.kind === "any" || each.kind === "string" || isNumber(each))
  )
    return { type: BOOL, weight, run: (x, y) => decide(compareValues(x, y)) };
  const other = a.kind === "string" ? b : b.kind === "string" ? a : undefined;
  const hint = other && TO_COMPARE[other.kind];
  return `${nameOfType(a)} cannot be compared with ${nameOfType(b)} by "${operator}"${hint === undefined ? "" : `; write ${hint} around the text`}`;
}

/** How much there is to compare at most. */
function extent(type: Type, depth = 0): number {
  if (type.kind === "string") return 1 + lengthOf(type) / TEXT_PER_STEP;
  if (depth > 4) return UNKNOWN_EXTENT;
  if (type.kind === "list") return 1 + itemsOf(type) * extent(type.item!, depth + 1);
  if (type.kind === "any" || type.kind === "map" || (type.kind === "object" && type.item))
    return UNKNOWN_EXTENT;
  let sum = 1;
  for (const member of type.members?.values() ?? []) sum += extent(member.type, depth + 1);
  return sum;
}

/** Of what a request of 64 KiB can hold. */
const UNKNOWN_EXTENT = 2_048;

export function isScalar({ kind }: Type): boolean {
  return !["list", "map", "object", "any", "semver", "url", "entry"].includes(kind);
}

export function equality(a: Type, b: Type): (x: unknown, y: unknown) => boolean {
  if (a.kind === "semver") return (x, y) => compareVersions(x as Version, y as Version) === 0;
  return isScalar(a) || isScalar(b) ? (x, y) => x === y : equalJson;
}

/** Evaluates both sides only if it has to, and takes a failure back if the other side decides alone. */
export function logical(left: Code, right: Code, decisive: boolean): Pick<Code, "run" | "culprits"> {
  const decides = (side: Code, frame: Frame): boolean => {
    try {
      return side.run(frame) === decisive;
    } catch (error) {
      frame.caught(error);
      return false;
    }
  };
  return {
    run(frame) {
      let failure: unknown;
      try {
        if (left.run(frame) === decisive) return decisive;
      } catch (error) {
        failure = frame.caught(error);
      }
      const other = right.run(frame) as boolean;
      if (failure !== undefined && other !== decisive) throw failure;
      return other;
    },
    culprits(frame, outcome) {
      if (outcome === decisive) {
        frame.spend(left.base);
        return culpritsOf(decides(left, frame) ? left : right, frame, outcome);
      }
      // Both sides are at fault. Where only one has items, the other is its condition.
      const [mine, theirs] = [culpritsOf(left, frame, outcome), culpritsOf(right, frame, outcome)];
      return mine.length === 0 ? theirs : theirs.length === 0 ? mine : [];
    },
  };
}

function inRange(moment: number): number {
  const isWithin = moment >= FIRST_MOMENT && moment <= LAST_MOMENT;
  return isWithin ? moment : fail("the point in time is beyond the years 1 to 9999");
}

/** A text that is compared with a word that it never is. */
function foreignWord({ type }: Code, other: Code): string | undefined {
  if (type.words === undefined || !other.isConstant || other.type.kind !== "string") return undefined;
  const word = other.run(NOWHERE) as string;
  if (type.words.includes(word)) return undefined;
  const meant = closest(word, type.words);
  return `it is never "${word}"; ${meant === undefined ? `it can be ${type.words.slice(0, 12).join(", ")}` : `did you mean "${meant}"?`}`;
}

/** `inside`: of definitions, which other calls may give a null. */
export function compileEquality(
  node: NodeOf<"binary">,
  left: Code,
  right: Code,
  { inside }: CompileScope,
): Code {
  const mayBeNull = inside.length > 0 && [left, right].some(({ type }) => type.kind === "null");
  const why = mayBeNull
    ? undefined
    : (unequal(left.type, right.type) ?? foreignWord(left, right) ?? foreignWord(right, left));
  if (why !== undefined) return refuse(why, node);
  const equals = equality(left.type, right.type);
  const isEqual = node.operator === "==";
  const sum = sumOf([left, right]);
  const isQuick = isScalar(left.type) || isScalar(right.type);
  const weight = isQuick ? 1 : Math.min(extent(left.type), extent(right.type));
  const isSame: Code["run"] = (frame) => (left.run(frame) === right.run(frame)) === isEqual;
  const isLike: Code["run"] = (frame) => {
    const a = left.run(frame);
    const b = right.run(frame);
    if (a === b) return isEqual;
    // Candidates may be larger than the schema allows, so what may be large is measured.
    frame.spend(weight < 64 && !isLong(a) ? weight : Math.min(sizeOf(a), sizeOf(b)));
    return equals(a, b) === isEqual;
  };
  return { ...sum, cost: sum.cost + weight, type: BOOL, run: isQuick ? isSame : isLike };
}

function isLong(value: unknown): boolean {
  return Array.isArray(value) && value.length > 64;
}

function sizeOf(value: unknown): number {
  if (typeof value === "string") return 1 + value.length / TEXT_PER_STEP;
  if (typeof value !== "object" || value === null) return 1;
  let size = 1;
  for (const item of Object.values(value)) size += sizeOf(item);
  return size;
}

export function compileIn(node: NodeOf<"binary">, left: Code, right: Code): Code {
  const { type } = right;
  const sum = sumOf([left, right]);
  if (type.kind === "map" || type.kind === "object") {
    if (left.type.kind !== "string") return refuse("the names of members are texts", node.left);
    return {
      ...sum,
      type: BOOL,
      run: (frame) => ownMember(right.run(frame), left.run(frame) as string) !== undefined,
    };
  }
  if (type.kind !== "list")
    return refuse(`"in" needs a list or a map, and this is ${nameOfType(type)}`, node.right);
  const why = type.max === 0 ? "the list is empty" : unequal(left.type, type.item!);
  if (why !== undefined) return refuse(why, node);
  if (right.isConstant) {
    const items = right.run(NOWHERE) as unknown[];
    // A list of the package may be for other places too.
    for (const item of node.right.kind === "list" ? items : []) {
      const foreign = foreignWord(
        left,
        constant({ kind: typeof item === "string" ? "string" : "any" }, item),
      );
      if (foreign !== undefined) refuse(foreign, node);
    }
    const set = new Set(items);
    if (isScalar(left.type)) return { ...sum, type: BOOL, run: (frame) => set.has(left.run(frame)) };
  }
  const equals = equality(left.type, type.item!);
  const run = (frame: Frame) => {
    const value = left.run(frame);
    const list = right.run(frame) as unknown[];
    frame.spend(list.length);
    return list.some((item) => equals(value, item));
  };
  return {
    ...sum,
    cost: sum.cost + itemsOf(type) * Math.min(extent(left.type), extent(type.item!)),
    type: BOOL,
    run,
  };
}

function compareVersions(a: Version, b: Version): number {
  const difference = a.major - b.major || a.minor - b.minor || a.patch - b.patch;
  if (difference !== 0 || a.prerelease === b.prerelease) return difference;
  // A version is later than its own previews.
  if (a.prerelease === "") return 1;
  if (b.prerelease === "") return -1;
  const [left, right] = [a.prerelease.split("."), b.prerelease.split(".")];
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const order = compareParts(left[index]!, right[index]!);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function compareParts(a: string, b: string): number {
  const [isNumber, isOther] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumber && isOther) return a.length - b.length || Number(a > b) - Number(a < b);
  if (isNumber !== isOther) return isNumber ? -1 : 1;
  return Number(a > b) - Number(a < b);
}
