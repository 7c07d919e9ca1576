/** Checks the types of an expression, estimates what it costs, and compiles it to closures. */
import { equalJson } from "../../json/values.ts";
import { didYouMean } from "../../similar/matcher.ts";
import { FIRST_MOMENT, LAST_MOMENT, startOfDay } from "../../values/time.ts";
import type { Version } from "../../values/versions.ts";
import { attempt, FaultError, type Frame, fail, Unevaluated } from "../frame.ts";
import {
  compareTexts,
  compareValues,
  finite,
  itemsOf,
  lengthOf,
  TEXT_PER_STEP,
  whole,
} from "../functions.ts";
import { hintFor, type Node, type NodeOf } from "../syntax.ts";
import {
  BOOL,
  DOUBLE,
  DURATION,
  INT,
  isNumber,
  isRecord,
  listOfType,
  nameOfType,
  TIMESTAMP,
  type Type,
  unequal,
  unite,
} from "../types.ts";
import { compileCall } from "./calls.ts";
import {
  allowsMore,
  asked,
  type Code,
  compile,
  compileIndex,
  compileMember,
  compileTruth,
  compileValue,
  constant,
  culpritsOf,
  isAlways,
  knowing,
  made,
  NOWHERE,
  notNull,
  ownMember,
  refuse,
  type Sight,
  tried,
  uniteAll,
  wayInCandidate,
} from "./code.ts";

const MAX_PARTS = 2_000;

/** Throws a FaultError. */
export function compileNode(node: Node, sight: Sight): Code {
  if (++sight.notes.parts > MAX_PARTS)
    refuse(`it has more than ${MAX_PARTS} parts with those of definitions; split the rule`, node);
  const code = (COMPILERS[node.kind] as (node: Node, sight: Sight) => Code)(node, sight);
  const way = wayInCandidate(node, sight);
  if (way !== undefined) sight.notes.reads.set(JSON.stringify(way), way);
  if (!code.isConstant || node.kind === "literal") return code;
  // What is the same for every candidate is computed once, and its failure is one of the package.
  const value = attempt(Unevaluated, () => code.run(NOWHERE));
  return value instanceof Unevaluated ? refuse(value.why, node) : constant(code.type, value);
}

const COMPILERS: { [Kind in Node["kind"]]: (node: NodeOf<Kind>, sight: Sight) => Code } = {
  literal: compileLiteral,
  name: compileName,
  member: (node, sight) => compileMember(node, node.name, sight),
  index: compileIndex,
  call: compileCall,
  list: compileList,
  map: compileMap,
  unary: compileUnary,
  binary: compileBinary,
  choice: compileChoice,
};

function compileLiteral({ type, value }: NodeOf<"literal">): Code {
  return constant(type === "string" ? { kind: type, max: (value as string).length } : { kind: type }, value);
}

function compileName(node: NodeOf<"name">, sight: Sight): Code {
  const { name } = node;
  const { variables, notes } = sight;
  const known = variables.get(name);
  if (known !== undefined) {
    if (known.constant !== undefined) return known.constant;
    const { slot, type } = known;
    return { ...asked(type, ({ slots }) => slots[slot]), place: ({ places }) => places?.[slot] };
  }
  if (name === "now" || name === "today") {
    const isNow = name === "now";
    if (isNow || notes.clock === "none") notes.clock = isNow ? "time" : "date";
    return asked(TIMESTAMP, ({ surroundings: { now } }) => (isNow ? now : startOfDay(now)));
  }
  if (name === "lists") return refuse("a list of the package is named, as in `lists.colours`", node);
  const names = [...variables.keys(), "now", "today", ...(notes.declared.lists.size > 0 ? ["lists"] : [])];
  const others = hintFor(name) || `; the names are ${names.join(", ")}`;
  return refuse(`there is no "${name}"${didYouMean(name, names, others)}`, node);
}

function compileList({ items }: NodeOf<"list">, sight: Sight): Code {
  const codes = items.map((item) => compileValue(item, sight));
  const type = listOfType(uniteAll(codes.map(({ type }) => type)), codes.length);
  return made(codes, type, (frame) => codes.map((code) => code.run(frame)));
}

function compileMap({ entries }: NodeOf<"map">, sight: Sight): Code {
  const codes = entries.map(({ key, value }) => {
    const name = compile(key, sight);
    if (name.type.kind !== "string") refuse("the names of members are texts", key);
    return { name, value: compileValue(value, sight) };
  });
  const max = codes.length;
  const memberOf = ({ name, value: { type } }: (typeof codes)[number]) =>
    [String(name.run(NOWHERE)), { type, isRequired: true }] as const;
  const type: Type = codes.every(({ name }) => name.isConstant)
    ? { kind: "object", members: new Map(codes.map(memberOf)), max }
    : { kind: "map", item: uniteAll(codes.map(({ value }) => value.type)), max };
  return made(
    codes.flatMap(({ name, value }) => [name, value]),
    type,
    (frame) => Object.fromEntries(codes.map(({ name, value }) => [name.run(frame), value.run(frame)])),
  );
}

function compileUnary({ operator, operand }: NodeOf<"unary">, sight: Sight): Code {
  const of = notNull(compile(operand, sight), operand, sight);
  if (operator === "!") {
    if (of.type.kind !== "bool")
      refuse(`"!" needs true or false, and this is ${nameOfType(of.type)}`, operand);
    const culprits: Code["culprits"] = (frame, outcome) => culpritsOf(of, frame, !outcome);
    return { ...made([of], BOOL, (frame) => !of.run(frame)), culprits };
  }
  if (!isNumber(of.type) && of.type.kind !== "duration")
    refuse(`"-" needs a number, and this is ${nameOfType(of.type)}`, operand);
  return made([of], of.type, (frame) => -(of.run(frame) as number) + 0);
}

function compileChoice(node: NodeOf<"choice">, sight: Sight): Code {
  const test = compileTruth(node.test, sight);
  const taking = (part: Node, outcome: boolean): Code => {
    const inner = knowing(node.test, test, outcome, sight);
    const code = compileValue(part, inner);
    // What is never taken makes nothing null.
    return code.type.isNullable && inner.isLenient && !sight.isLenient ? notNull(code, part, inner) : code;
  };
  const [yes, no] = [taking(node.yes, true), taking(node.no, false)];
  const type = unite(yes.type, no.type);
  if (type.kind === "any" && yes.type.kind !== "any" && no.type.kind !== "any")
    refuse(
      `the two values are of different types: ${nameOfType(yes.type)}, and ${nameOfType(no.type)}`,
      node,
    );
  if (test.isConstant) return isAlways(test, true) ? yes : no;
  const taken = (frame: Frame) => (test.run(frame) ? yes : no);
  return {
    ...made([test, yes, no], type, (frame) => taken(frame).run(frame)),
    place: (frame) => taken(frame).place?.(frame),
    culprits: (frame, outcome) => culpritsOf(taken(frame), frame, outcome),
  };
}

function compileBinary(node: NodeOf<"binary">, sight: Sight): Code {
  const { operator } = node;
  if (operator === "&&" || operator === "||") {
    const isAnd = operator === "&&";
    const inOrder = (first: Node, second: Node, fault?: FaultError): Code => {
      const one = compileTruth(first, sight);
      const inner = knowing(first, one, isAnd, sight);
      if (fault !== undefined && !allowsMore(inner, sight)) throw fault;
      const other = compileTruth(second, inner);
      const decisive = [one, other].find((side) => isAlways(side, !isAnd));
      return decisive ?? logical(one, other, !isAnd);
    };
    const made = attempt(FaultError, () => inOrder(node.left, node.right));
    if (!(made instanceof FaultError)) return made;
    // Each side may decide alone, so that a condition may stand behind what it is for.
    const other = attempt(FaultError, () => inOrder(node.right, node.left, made));
    if (other instanceof FaultError) throw made;
    return other;
  }
  const [left, right] = [compile(node.left, sight), compile(node.right, sight)];
  if (operator === "==" || operator === "!=") return compileEquality(node, left, right, sight);
  if (operator === "in") return compileIn(node, left, notNull(right, node.right, sight));
  const [a, b] = [notNull(left, node.left, sight), notNull(right, node.right, sight)];
  const done = (operator in ARITHMETIC ? arithmetic : ordering)(operator, a.type, b.type);
  if (typeof done === "string") return refuse(done, node);
  const { type, weight = 0, run } = done;
  return made([a, b], type, (frame) => run(a.run(frame) as never, b.run(frame) as never, frame), weight);
}

/** What an operator makes of two values; a text says why it cannot. */
type Operation = { type: Type; weight?: number; run(a: never, b: never, frame: Frame): unknown } | string;

const ARITHMETIC: Readonly<Record<string, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => (b === 0 ? fail("a number is divided by zero") : a / b),
  "%": (a, b) => (b === 0 ? fail("a number is divided by zero") : a % b),
};

const IN_TIME: Readonly<Record<string, Type>> = {
  ...{ "timestamp - timestamp": DURATION, "duration + duration": DURATION, "duration - duration": DURATION },
  ...{ "timestamp + duration": TIMESTAMP, "timestamp - duration": TIMESTAMP },
  "duration + timestamp": TIMESTAMP,
};

function arithmetic(operator: string, a: Type, b: Type): Operation {
  const count = ARITHMETIC[operator]!;
  if (isNumber(a) && isNumber(b)) {
    if (a.kind === "int" && b.kind === "int")
      // Adding zero turns -0 into 0, which whole numbers do not have.
      return { type: INT, run: (x, y) => whole(Math.trunc(count(x, y))) + 0 };
    if (operator !== "%") return { type: DOUBLE, run: (x, y) => finite(count(x, y)) };
  }
  const kinds = `${a.kind} ${operator} ${b.kind}`;
  const inTime = IN_TIME[kinds];
  if (inTime !== undefined) {
    const within = inTime === TIMESTAMP ? inRange : finite;
    return { type: inTime, run: (x, y) => within(count(x, y)) };
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

function ordering(operator: string, a: Type, b: Type): Operation {
  const decide = ORDERS[operator]!;
  const kinds = isNumber(a) && isNumber(b) ? "number" : a.kind === b.kind ? a.kind : undefined;
  if (kinds === "number" || kinds === "timestamp" || kinds === "duration")
    return { type: BOOL, run: (x: number, y: number) => decide(x - y) };
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
  const members = [...(type.members?.values() ?? [])];
  return members.reduce((sum, member) => sum + extent(member.type, depth + 1), 1);
}

/** Of what a request of 64 KiB can hold. */
const UNKNOWN_EXTENT = 2_048;

const isScalar = ({ kind }: Type): boolean =>
  !["list", "map", "object", "any", "semver", "url", "entry"].includes(kind);

function equality(a: Type, b: Type): (x: unknown, y: unknown) => boolean {
  if (a.kind === "semver") return (x, y) => compareVersions(x as Version, y as Version) === 0;
  return isScalar(a) || isScalar(b) ? (x, y) => x === y : equalJson;
}

/** Evaluates both sides only if it has to, and takes a failure back if the other side decides alone. */
function logical(left: Code, right: Code, decisive: boolean): Code {
  const run = (frame: Frame) => {
    const one = tried(left, frame);
    if (one === decisive) return decisive;
    const other = right.run(frame);
    if (one instanceof Unevaluated && other !== decisive) throw one;
    return other;
  };
  return {
    ...made([left, right], BOOL, run),
    culprits(frame, outcome) {
      if (outcome === decisive) {
        frame.spend(left.base);
        return culpritsOf(tried(left, frame) === decisive ? left : right, frame, outcome);
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
  return `it is never "${word}"${didYouMean(word, type.words, `; it can be ${type.words.slice(0, 12).join(", ")}`)}`;
}

/** `inside`: of definitions, which other calls may give a null. */
function compileEquality(node: NodeOf<"binary">, left: Code, right: Code, { inside }: Sight): Code {
  const mayBeNull = inside.length > 0 && [left, right].some(({ type }) => type.kind === "null");
  const why = mayBeNull
    ? undefined
    : (unequal(left.type, right.type) ?? foreignWord(left, right) ?? foreignWord(right, left));
  if (why !== undefined) return refuse(why, node);
  const equals = equality(left.type, right.type);
  const isEqual = node.operator === "==";
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
  return made([left, right], BOOL, isQuick ? isSame : isLike, weight);
}

const isLong = (value: unknown): boolean => Array.isArray(value) && value.length > 64;

function sizeOf(value: unknown): number {
  if (typeof value === "string") return 1 + value.length / TEXT_PER_STEP;
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce<number>((size, item) => size + sizeOf(item), 1);
}

function compileIn(node: NodeOf<"binary">, left: Code, right: Code): Code {
  const { type } = right;
  const asking = (run: Code["run"], weight = 0) => made([left, right], BOOL, run, weight);
  if (isRecord(type)) {
    if (left.type.kind !== "string") return refuse("the names of members are texts", node.left);
    return asking((frame) => ownMember(right.run(frame), left.run(frame) as string) !== undefined);
  }
  if (type.kind !== "list")
    return refuse(`"in" needs a list or a map, and this is ${nameOfType(type)}`, node.right);
  const why = type.max === 0 ? "the list is empty" : unequal(left.type, type.item!);
  if (why !== undefined) return refuse(why, node);
  if (right.isConstant) {
    const items = right.run(NOWHERE) as unknown[];
    // A list of the package may be for other places too.
    for (const item of node.right.kind === "list" ? items : []) {
      const kind = typeof item === "string" ? "string" : "any";
      const foreign = foreignWord(left, constant({ kind }, item));
      if (foreign !== undefined) refuse(foreign, node);
    }
    const set = new Set(items);
    if (isScalar(left.type)) return asking((frame) => set.has(left.run(frame)));
  }
  const equals = equality(left.type, type.item!);
  const search = (frame: Frame) => {
    const value = left.run(frame);
    const list = right.run(frame) as unknown[];
    frame.spend(list.length);
    return list.some((item) => equals(value, item));
  };
  return asking(search, itemsOf(type) * Math.min(extent(left.type), extent(type.item!)));
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
