/** Checks the types of an expression, estimates what it costs, and compiles it to closures. */
import { equalJson, escapeToken, isPlainObject, once, type Path, type PathKey } from "../json/values.ts";
import { compilePattern, tooCostly } from "../pattern/linear-pattern.ts";
import { closest, didYouMean } from "../similar/matcher.ts";
import { count } from "../unicode/unicode.ts";
import { FIRST_MOMENT, LAST_MOMENT, startOfDay } from "../values/time.ts";
import { orderOf, type Version } from "../values/versions.ts";
import {
  asked,
  type Code,
  constant,
  culpritsOf,
  isAlways,
  knowing,
  literalText,
  made,
  NOWHERE,
  namesTo,
  type Sight,
  tried,
  uniteAll,
  uniteMembers,
  wayInCandidate,
  wayTo,
} from "./code.ts";
import { attempt, type Definition, FaultError, type Frame, fail, Unevaluated } from "./frame.ts";
import {
  compareTexts,
  compareValues,
  type FunctionEntry,
  finite,
  GLOBALS,
  itemsOf,
  lengthOf,
  METHODS,
  TEXT_PER_STEP,
  unsuitableItem,
  whole,
} from "./functions.ts";
import { hintFor, type Node, type NodeOf, readExpression, refuse } from "./syntax.ts";
import {
  ANY,
  isNumber,
  isRecord,
  type Kind,
  listOfType,
  MAX_ITEMS,
  type Member,
  nameOfType,
  type Type,
  unequal,
  unite,
} from "./types.ts";

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
  literal: ({ type, value }) =>
    constant(type === "string" ? { kind: type, max: (value as string).length } : { kind: type }, value),
  member: (node, sight) => compileMember(node, node.name, sight),
  ...{ name: compileName, index: compileIndex, call: compileCall, choice: compileChoice },
  ...{ list: compileList, map: compileMap, unary: compileUnary, binary: compileBinary },
};

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
    return asked("timestamp", ({ surroundings: { now } }) => (isNow ? now : startOfDay(now)));
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
    const name = compileNode(key, sight);
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
  const of = notNull(compileNode(operand, sight), operand, sight);
  if (operator === "!") {
    if (of.type.kind !== "bool")
      refuse(`"!" needs true or false, and this is ${nameOfType(of.type)}`, operand);
    const culprits: Code["culprits"] = (frame, outcome) => culpritsOf(of, frame, !outcome);
    return { ...made([of], "bool", (frame) => !of.run(frame)), culprits };
  }
  if (!isNumber(of.type) && of.type.kind !== "duration")
    refuse(`"-" needs a number, and this is ${nameOfType(of.type)}`, operand);
  return made([of], of.type, (frame) => -(of.run(frame) as number) + 0);
}

function compileChoice(node: NodeOf<"choice">, sight: Sight): Code {
  const test = compileTruth(node.test, sight);
  const yes = compileValue(node.yes, knowing(node.test, true, sight));
  const no = compileValue(node.no, knowing(node.test, false, sight));
  const type = unite(yes.type, no.type);
  if (type.kind === "any" && yes.type.kind !== "any" && no.type.kind !== "any") {
    const both = `${nameOfType(yes.type)}, and ${nameOfType(no.type)}`;
    refuse(`the two values are of different types: ${both}`, node);
  }
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
    const one = compileTruth(node.left, sight);
    const other = compileTruth(node.right, knowing(node.left, isAnd, sight));
    return [one, other].find((side) => isAlways(side, !isAnd)) ?? logical(one, other, !isAnd);
  }
  const [left, right] = [compileNode(node.left, sight), compileNode(node.right, sight)];
  if (operator === "==" || operator === "!=") return compileEquality(node, left, right, sight);
  if (operator === "in") return compileIn(node, left, notNull(right, node.right, sight));
  const [a, b] = [notNull(left, node.left, sight), notNull(right, node.right, sight)];
  const done = (operator in ARITHMETIC ? arithmetic : ordering)(operator, a.type, b.type);
  if (typeof done === "string") return refuse(done, node);
  const { type, weight = 0, run } = done;
  return made([a, b], type, (frame) => run(a.run(frame) as never, b.run(frame) as never, frame), weight);
}

/** What an operator makes of two values; a text says why it cannot. */
type Operation =
  | { type: Type | Kind; weight?: number; run(a: never, b: never, frame: Frame): unknown }
  | string;

const ARITHMETIC: Readonly<Record<string, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => (b === 0 ? fail("a number is divided by zero") : a / b),
  "%": (a, b) => (b === 0 ? fail("a number is divided by zero") : a % b),
};

const IN_TIME = {
  duration: ["timestamp - timestamp", "duration + duration", "duration - duration"],
  timestamp: ["timestamp + duration", "timestamp - duration", "duration + timestamp"],
};

function arithmetic(operator: string, a: Type, b: Type): Operation {
  const count = ARITHMETIC[operator]!;
  if (isNumber(a) && isNumber(b)) {
    if (a.kind === "int" && b.kind === "int")
      // Adding zero turns -0 into 0, which whole numbers do not have.
      return { type: "int", run: (x, y) => whole(Math.trunc(count(x, y))) + 0 };
    if (operator !== "%") return { type: "double", run: (x, y) => finite(count(x, y)) };
  }
  const kinds = `${a.kind} ${operator} ${b.kind}`;
  if (IN_TIME.duration.includes(kinds)) return { type: "duration", run: (x, y) => finite(count(x, y)) };
  if (IN_TIME.timestamp.includes(kinds)) return { type: "timestamp", run: (x, y) => inRange(count(x, y)) };
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
    return { type: "bool", run: (x: number, y: number) => decide(x - y) };
  const weight = Math.min(lengthOf(a), lengthOf(b)) / TEXT_PER_STEP;
  if (kinds === "string") return { type: "bool", weight, run: (x, y) => decide(compareTexts(x, y)) };
  if (kinds === "semver") return { type: "bool", weight: 4, run: (x, y) => decide(compareVersions(x, y)) };
  if (
    (a.kind === "any" || b.kind === "any") &&
    [a, b].every((each) => each.kind === "any" || each.kind === "string" || isNumber(each))
  )
    return { type: "bool", weight, run: (x, y) => decide(compareValues(x, y)) };
  const other = a.kind === "string" ? b : b.kind === "string" ? a : undefined;
  const way = other && TO_COMPARE[other.kind];
  const hint = way === undefined ? "" : `; write ${way} around the text`;
  return `${nameOfType(a)} cannot be compared with ${nameOfType(b)} by "${operator}"${hint}`;
}

const compareVersions = (a: Version, b: Version) => compareTexts(orderOf(a), orderOf(b));

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

const equality = (a: Type, b: Type): ((x: unknown, y: unknown) => boolean) =>
  isScalar(a) || isScalar(b) ? (x, y) => x === y : equalJson;

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
    ...made([left, right], "bool", run),
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
  return made([left, right], "bool", isQuick ? isSame : isLike, weight);
}

const isLong = (value: unknown): boolean => Array.isArray(value) && value.length > 64;

function sizeOf(value: unknown): number {
  if (typeof value === "string") return 1 + value.length / TEXT_PER_STEP;
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce<number>((size, item) => size + sizeOf(item), 1);
}

function compileIn(node: NodeOf<"binary">, left: Code, right: Code): Code {
  const { type } = right;
  const asking = (run: Code["run"], weight = 0) => made([left, right], "bool", run, weight);
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

// Members and items: whether they are declared, may be absent or null, and are what the schema says.

const membersOfKind = (kind: Kind, names: string) =>
  names.split(" ").map((name) => [name, { type: { kind }, isRequired: true }] as const);

const FIXED_MEMBERS: Partial<Record<Type["kind"], ReadonlyMap<string, Member>>> = {
  url: new Map([
    ...membersOfKind("string", "scheme host path query fragment"),
    ...membersOfKind("int", "port"),
    ...membersOfKind("bool", "isPublic"),
  ]),
  semver: new Map([...membersOfKind("int", "major minor patch"), ...membersOfKind("string", "prerelease")]),
  entry: new Map(membersOfKind("string", "id name")),
};

const membersOf = ({ kind, members }: Type): ReadonlyMap<string, Member> | undefined =>
  FIXED_MEMBERS[kind] ?? members;

/** A value that is handed on: it is not null once a condition says so. */
const compileValue = (node: Node, sight: Sight): Code => narrowed(compileNode(node, sight), node, sight);

function narrowed(code: Code, node: Node, sight: Sight): Code {
  const { isNullable, ...type } = code.type;
  return isNullable === true && sight.known.has(`=${wayTo(node, sight)}`) ? { ...code, type } : code;
}

/** A value of which something is asked that null does not have. */
function notNull(given: Code, node: Node, sight: Sight): Code {
  if (given.type.kind === "null") refuse("it is always null", node);
  const code = narrowed(given, node, sight);
  const { isNullable, ...type } = code.type;
  if (isNullable !== true) return code;
  if (sight.isLenient) return { ...code, type, run: (frame) => code.run(frame) ?? fail("it is null") };
  return refuse(`it may be null; ask for "!= null" first, as in \`x != null && …\``, node);
}

/** A member of an object, never one that JavaScript adds. */
const ownMember = (value: unknown, name: string): unknown =>
  isPlainObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** Where the member of a value stands. */
const placeIn =
  ({ place }: Code, keyOf: (frame: Frame) => PathKey): NonNullable<Code["place"]> =>
  (frame) => {
    const around = place?.(frame);
    return around && [...around, keyOf(frame)];
  };

/** `isTest`: whether it is only asked for. */
function compileMember(node: NodeOf<"member" | "index">, name: string, sight: Sight, isTest = false): Code {
  const { of: ofNode, isOptional } = node;
  if (ofNode.kind === "name" && ofNode.name === "lists" && !sight.variables.has("lists"))
    return compileWords(node, name, sight);
  const compiled = compileNode(ofNode, sight);
  const isChain = compiled.type.kind === "optional";
  const of = isChain ? { ...compiled, type: compiled.type.item! } : notNull(compiled, ofNode, sight);
  const undeclared = of.type.kind === "any" ? ANY : isRecord(of.type) ? of.type.item : undefined;
  const member = membersOf(of.type)?.get(name) ?? (undeclared && { type: undeclared, isRequired: false });
  if (member === undefined) return refuse(unknownMember(of.type, name), node);
  const place = placeIn(of, () => name);
  const giving = (type: Type | Kind, run: Code["run"]): Code => ({ ...made([of], type, run), place });
  if (isTest) return giving("bool", (frame) => ownMember(of.run(frame), name) !== undefined);
  const mayLack = isOptional || isChain;
  if (!mayLack && !member.isRequired && !sight.isLenient && !sight.known.has(wayTo(node, sight) ?? ""))
    return refuse(mayBeAbsent(of.type, name), node);
  const isSound = guardOf(member.type);
  return giving(mayLack ? { kind: "optional", item: member.type } : member.type, (frame) => {
    const value = ownMember(of.run(frame), name);
    if (isSound(value) || (mayLack && value === undefined)) return value;
    return fail(value === undefined ? `"${name}" is absent` : `"${name}" is not ${nameOfType(member.type)}`);
  });
}

/** A list of the package. */
function compileWords(node: Node, name: string, { notes: { declared, uses } }: Sight): Code {
  const values = declared.lists.get(name)?.values;
  if (values === undefined)
    return refuse(`there is no list "${name}"${didYouMean(name, declared.lists.keys())}`, node);
  uses.add(`/lists/${escapeToken(name)}`);
  const max = values.reduce((longest, { length }) => Math.max(longest, length), 0);
  return constant(listOfType({ kind: "string", max, words: values }, values.length), values);
}

/** A name that the schema does not declare may be a slip. Whoever asks for that writes a rule that never speaks. */
function mayBeAbsent({ members }: Type, name: string): string {
  const meant = members === undefined || members.has(name) ? undefined : closest(name, [...members.keys()]);
  return meant === undefined
    ? `"${name}" may be absent; ask for it first, as in \`has(x.${name}) && …\`, or write \`x.?${name}.orValue(…)\``
    : `"${name}" is not declared and may be absent; did you mean "${meant}"?`;
}

function unknownMember(type: Type, name: string): string {
  const names = [...(membersOf(type)?.keys() ?? [])];
  if (names.length === 0) return `${nameOfType(type)} has no members${hintFor(name)}`;
  return `there is no member "${name}"${didYouMean(name, names, `; the members are ${names.join(", ")}`)}`;
}

/** Whether a value of the candidate is what the schema declares; a candidate may be anything. */
export function guardOf(type: Type): (value: unknown) => boolean {
  const isSound = GUARDS[type.kind] ?? ((value) => value !== undefined);
  return type.isNullable === true ? (value) => value === null || isSound(value) : isSound;
}

const GUARDS: Partial<Record<Type["kind"], (value: unknown) => boolean>> = {
  string: (value) => typeof value === "string",
  int: (value) => Number.isSafeInteger(value),
  double: (value) => Number.isFinite(value),
  bool: (value) => typeof value === "boolean",
  list: (value) => Array.isArray(value),
  map: isPlainObject,
  object: isPlainObject,
  null: (value) => value === null,
};

function compileIndex(node: NodeOf<"index">, sight: Sight): Code {
  const { index, isOptional } = node;
  if (index.kind === "literal" && index.type === "string")
    return compileMember(node, index.value as string, sight);
  const of = notNull(compileNode(node.of, sight), node.of, sight);
  const at = notNull(compileNode(index, sight), index, sight);
  const isList = of.type.kind === "list";
  if (!isList && !isRecord(of.type)) return refuse(`${nameOfType(of.type)} has no items`, node);
  if (at.type.kind !== (isList ? "int" : "string"))
    return refuse(
      isList ? "an item is taken by its position, a whole number" : "a member is taken by its name, a text",
      index,
    );
  const position = index.kind === "literal" ? Number(index.value) : -1;
  const known = isList ? of.type.prefix?.[position] : undefined;
  const type = known ?? of.type.item ?? (isList ? ANY : uniteMembers(of.type));
  const isSound = guardOf(type);
  const run = (frame: Frame) => {
    const [whole, key] = [of.run(frame), at.run(frame)];
    const value = isList ? (whole as unknown[])[key as number] : ownMember(whole, key as string);
    if (isSound(value) || (isOptional && value === undefined)) return value;
    return fail(value === undefined ? "there is no such item" : `the item is not ${nameOfType(type)}`);
  };
  const whole = made([of, at], isOptional ? { kind: "optional", item: type } : type, run);
  return { ...whole, place: placeIn(of, (frame) => at.run(frame) as PathKey) };
}

function compileHas(node: NodeOf<"call">, sight: Sight): Code {
  const [member] = node.args as [Node];
  if (node.args.length !== 1 || (member.kind !== "member" && member.kind !== "index"))
    return refuse("has() asks for a member, as in `has(this.name)`", node);
  const name = member.kind === "member" ? member.name : literalText(member.index);
  if (name === undefined) return refuse("has() asks for a member by its name", member);
  return compileMember(member, name, sight, true);
}

function compileTruth(node: Node, sight: Sight): Code {
  const code = notNull(compileNode(node, sight), node, sight);
  if (code.type.kind !== "bool")
    refuse(`this must be true or false, and it is ${nameOfType(code.type)}`, node);
  return code;
}

// Functions, patterns and registries.

function compileCall(node: NodeOf<"call">, sight: Sight): Code {
  const { target, name, args } = node;
  if (target === undefined && name === "has") return compileHas(node, sight);
  if (target?.kind === "name" && target.name === "cel" && name === "bind") return compileBind(node, sight);
  if (target !== undefined && MACROS.has(name) && args.length > 1) return compileMacro(node, target, sight);
  if (name === "registry" && target === undefined) return compileRegistry(node, sight);
  const definition = sight.notes.declared.definitions.get(name);
  if (definition !== undefined && target === undefined) return compileDefinition(node, definition, sight);
  if (definition !== undefined && !isKnown(name)) return refuse(`write it as \`${name}(x)\``, node);
  const [first] = args;
  // A loop whose name is misspelt would be told that its variable is unknown.
  if (args.length > 1 && first?.kind === "name" && !sight.variables.has(first.name) && !isKnown(name))
    return refuse(unknownFunction(name, sight), node);
  if (target?.kind === "name" && target.name === "math" && !sight.variables.has("math"))
    return compileCall({ ...node, target: undefined, name: `math.${name}` }, sight);
  const all = target === undefined ? args : [target, ...args];
  const codes = all.map((arg) => compileValue(arg, sight));
  if (codes[0]?.type.kind === "registry") return compileLookup(node, codes);
  if (codes[0]?.type.kind === "optional") return compileOptional(node, codes);
  const sound = codes.map((code, index) => notNull(code, all[index]!, sight));
  if (name === "matches" || name === "references") return compilePatternCall(node, all, sound);
  return compileFunction(node, all, sound, sight);
}

function compileRegistry(node: NodeOf<"call">, sight: Sight): Code {
  const [nameNode] = node.args;
  const name = literalText(nameNode);
  if (node.args.length > 1 || (nameNode !== undefined && name === undefined))
    return refuse('a registry is named in the expression itself, as in `registry("licences")`', node);
  if (name !== undefined && !sight.notes.declared.registries.has(name))
    return refuse(`"registries" of the package declares no "${name}"`, nameNode!);
  sight.notes.registries.add(name);
  return asked({ kind: "registry" }, (frame) => frame.surroundings.registry(name));
}

const STEPS_OF_LOOKUP = 20;

function compileLookup(node: NodeOf<"call">, codes: readonly Code[]): Code {
  const [registry, key] = codes as [Code, Code];
  const { name } = node;
  if (name !== "has" && name !== "get")
    return refuse(`a registry has the functions has() and get(), not "${name}"`, node);
  if (codes.length !== 2 || !["string", "int"].includes(key.type.kind) || key.type.isNullable === true)
    return refuse(`"${name}" takes the key to look for, a text or a whole number`, node);
  const find = (frame: Frame) =>
    (registry.run(frame) as { findById(id: string): unknown }).findById(String(key.run(frame)));
  const [type, run]: [Kind, Code["run"]] =
    name === "has"
      ? ["bool", (frame) => find(frame) !== undefined]
      : ["entry", (frame) => find(frame) ?? fail("the registry has no such entry")];
  const code = made(codes, type, run, STEPS_OF_LOOKUP);
  return { ...code, base: code.base + STEPS_OF_LOOKUP };
}

function compileOptional(node: NodeOf<"call">, codes: readonly Code[]): Code {
  const [of, other] = codes as [Code, Code | undefined];
  if (node.name === "hasValue" && codes.length === 1)
    return made(codes, "bool", (frame) => of.run(frame) !== undefined);
  if (node.name !== "orValue" || other === undefined || codes.length > 2)
    return refuse("an optional value has the functions orValue(other) and hasValue()", node);
  const item = of.type.item!;
  const type = unite(item, other.type);
  if (type.kind === "any" && item.kind !== "any")
    return refuse(`the value is ${nameOfType(item)}, and this is ${nameOfType(other.type)}`, node);
  return {
    ...made(codes, type, (frame) => {
      const value = of.run(frame);
      return value === undefined ? other.run(frame) : value;
    }),
    place: (frame) => (of.run(frame) === undefined ? other : of).place?.(frame),
  };
}

/** Patterns are part of the package, never of a candidate, and run on the engine that takes linear time. */
function compilePatternCall(node: NodeOf<"call">, all: readonly Node[], codes: readonly Code[]): Code {
  const [text, source] = codes;
  const { name } = node;
  if (codes.length !== 2 || text?.type.kind !== "string")
    return refuse(`"${name}" takes a text and a pattern`, node);
  if (source?.isConstant !== true || source.type.kind !== "string") {
    const why = "a pattern is written in the expression itself; it cannot come from the candidate";
    return refuse(why, all[1]!);
  }
  const pattern = compilePattern(source.run(NOWHERE) as string);
  if ("refusal" in pattern) return refuse(`the pattern ${pattern.refusal}`, all[1]!);
  const length = lengthOf(text.type);
  const why = tooCostly(pattern, length);
  if (why !== undefined) return refuse(`the pattern ${why}`, node);
  const perCharacter = pattern.size / 16;
  const weigh = (characters: number) => 30 + characters * perCharacter;
  if (name === "matches") {
    const test = (frame: Frame) => {
      const value = text.run(frame) as string;
      frame.spend(weigh(value.length));
      return pattern.test(value);
    };
    return made([text], "bool", test, weigh(length));
  }
  const find = (frame: Frame) =>
    pattern.findAll(text.run(frame) as string, (characters) => frame.spend(weigh(characters)));
  // Together the matches are no longer than the text, so most of them are short.
  const item: Type = { kind: "string", max: Math.min(length, 64) };
  const type = { ...listOfType(item, Math.ceil(length / 4)), total: length };
  return made([text], type, find, weigh(length));
}

export const MACROS = new Set(["all", "exists", "exists_one", "existsOne", "map", "filter", "transformList"]);
const LONG_TEXT = 8 * TEXT_PER_STEP;
const NAMES = [
  ...[...METHODS.keys(), ...GLOBALS.keys(), ...MACROS],
  ...["has", "matches", "references", "registry", "orValue"],
];

export const isKnown = (name: string): boolean => NAMES.includes(name);

function unknownFunction(name: string, { notes: { declared } }: Sight): string {
  const hint = hintFor(name) || didYouMean(name, [...NAMES, ...declared.definitions.keys()]);
  return `there is no function "${name}"${hint}`;
}

function compileFunction(node: NodeOf<"call">, all: readonly Node[], codes: readonly Code[], sight: Sight) {
  const { name, target } = node;
  const groups = target === undefined ? GLOBALS : METHODS;
  const entries = groups.get(name);
  if (entries === undefined) {
    if ((target === undefined ? METHODS : GLOBALS).has(name))
      return refuse(`write it as \`${target === undefined ? `x.${name}()` : `${name}(x)`}\``, node);
    const why = isKnown(name) ? `"${name}" cannot be called like this` : unknownFunction(name, sight);
    return refuse(why, node);
  }
  const types = codes.map(({ type }) => type);
  const entry = entries.find((each) => takes(each, types));
  if (entry === undefined) return refuse(wrongArguments(entries, types), node);
  const unsuitable = unsuitableItem(entry, types);
  if (unsuitable !== undefined) return refuse(unsuitable, all[0]!);
  const weight = entry.weight(...types);
  const [a, b, c] = codes as [Code, Code?, Code?];
  const call = (frame: Frame) => {
    const value = a.run(frame);
    // Candidates may be longer than the schema allows.
    if (typeof value === "string" && value.length > LONG_TEXT) frame.spend(value.length / TEXT_PER_STEP);
    return entry.run(value, b?.run(frame), c?.run(frame));
  };
  const type = typeof entry.result === "function" ? entry.result(...types) : entry.result;
  // A list may be longer than the schema allows by far, and some functions take the square of that.
  const isQuick = weight < 8 && types.every(({ kind }) => kind !== "list");
  return made(codes, type, isQuick ? call : counted(entry, codes), weight);
}

function counted({ run, weight }: FunctionEntry, codes: readonly Code[]): Code["run"] {
  return (frame) => {
    const values = codes.map((code) => code.run(frame));
    const types = values.map((value, index) => measured(value, codes[index]!.type));
    frame.spend(weight(...types));
    return run(...values);
  };
}

/** The type with the length that a value has. */
function measured(value: unknown, type: Type): Type {
  if (typeof value === "string") return { kind: "string", max: value.length };
  if (!Array.isArray(value)) return type;
  const total = value.reduce<number>((sum, item) => sum + (typeof item === "string" ? item.length : 0), 0);
  return { ...type, max: value.length, total };
}

const takes = ({ params, required }: FunctionEntry, types: readonly Type[]): boolean =>
  types.length <= params.length &&
  types.length >= required &&
  types.every(({ kind }, index) => params[index]!.includes(kind));

function wrongArguments(entries: readonly FunctionEntry[], types: readonly Type[]): string {
  const [{ name, params, required }] = entries as [FunctionEntry];
  const most = count(params.length, "value");
  if (types.length > params.length || types.length < required)
    return `"${name}" takes ${required < params.length ? `${required} to ` : ""}${most}, counting the one before a dot`;
  const wantedAt = (index: number) => new Set(entries.flatMap((entry) => entry.params[index]!));
  const at = types.findIndex(({ kind }, index) => !wantedAt(index).has(kind));
  const wanted = [...wantedAt(at)].map((kind) => nameOfType({ kind }));
  return `"${name}" takes ${wanted.join(" or ")}, and this is ${nameOfType(types[at]!)}`;
}

// Loops over lists and maps, names for values, and calls of definitions.

/** `names`: the way to its value, if that is always the same. */
function withVariable(sight: Sight, name: string, value: Code | { type: Type }, names?: readonly string[]) {
  const slot = sight.notes.slots++;
  const constant = "run" in value && value.isConstant ? value : undefined;
  const variable = { slot, type: value.type, names: names ?? [`#${slot}`], constant };
  return [{ ...sight, variables: new Map(sight.variables).set(name, variable) }, slot] as const;
}

const variableName = (node: Node): string =>
  node.kind === "name" ? node.name : refuse("the name of a variable is missing here", node);

function compileBind(node: NodeOf<"call">, sight: Sight): Code {
  if (node.args.length !== 3) return refuse("cel.bind() takes a name, its value, and an expression", node);
  const [variable, valueNode, bodyNode] = node.args as [Node, Node, Node];
  const value = compileValue(valueNode, sight);
  const way = namesTo(valueNode, sight, true);
  const [inner, slot] = withVariable(sight, variableName(variable), value, way);
  const body = compileValue(bodyNode, inner);
  return { ...bound([value], [[slot, value]], body), isConstant: false };
}

/** What a part gives, once values were put into slots for it. */
function bound(args: readonly Code[], values: readonly (readonly [slot: number, Code])[], body: Code): Code {
  const within =
    <Args extends unknown[], Result>(give: (frame: Frame, ...args: Args) => Result) =>
    (frame: Frame, ...args: Args): Result => {
      for (const [slot, value] of values) {
        frame.slots[slot] = value.run(frame);
        if (frame.places) frame.places[slot] = value.place?.(frame);
      }
      return give(frame, ...args);
    };
  return {
    ...made([...args, body], body.type, within(body.run)),
    place: within((frame) => body.place?.(frame)),
    culprits: within((frame, outcome: boolean) => culpritsOf(body, frame, outcome)),
  };
}

const MAX_LEVELS = 8;

/** Throws a FaultError. */
export const treeOf = once(({ expression }: Definition) => readExpression(expression));

/** As if it were written out, with a variable for each argument. */
function compileDefinition(node: NodeOf<"call">, definition: Definition, sight: Sight): Code {
  const { name, args } = node;
  const { params, expression } = definition;
  if (args.length !== params.length)
    return refuse(`"${name}" takes ${count(params.length, "value")}: (${params.join(", ")})`, node);
  if (sight.inside.includes(name) || sight.inside.length === MAX_LEVELS)
    return refuse(`${[...sight.inside, name].join(" → ")} leads too far`, node);
  sight.notes.uses.add(`/definitions/${escapeToken(name)}`);
  const codes = args.map((arg) => compileValue(arg, sight));
  let inner: Sight = { ...sight, variables: new Map(), inside: [...sight.inside, name] };
  const slots = params.map((param, index) => {
    const [next, slot] = withVariable(inner, param, codes[index]!, namesTo(args[index]!, sight, true));
    inner = next;
    return slot;
  });
  const body = attempt(FaultError, () => compileValue(treeOf(definition), inner));
  if (body instanceof FaultError) {
    // What is wrong inside is said at the call, with the definition in which it stands.
    const { message, start, end, definition } = body.fault;
    if (definition !== undefined) throw new FaultError(message, node.start, node.end, definition);
    const where = `${JSON.stringify(expression.slice(start, end))} of the definition "${name}"`;
    throw new FaultError(`${message}, in ${where}`, node.start, node.end, name);
  }
  const values = codes.flatMap((code, index) => (code.isConstant ? [] : [[slots[index]!, code] as const]));
  return bound(codes, values, body);
}

/** How many items are named at most. */
const MAX_CULPRITS = 20;

/** Loops. `x.all(item, …)`, or with the position or the name as well: `x.all(index, item, …)`. */
function compileMacro(node: NodeOf<"call">, target: Node, sight: Sight): Code {
  const { name, args } = node;
  const { reads, items } = sight.notes;
  const list = wayInCandidate(target, sight);
  const wasRead = reads.has(JSON.stringify(list));
  const of = notNull(compileNode(target, sight), target, sight);
  const isList = of.type.kind === "list";
  if (!isList && !isRecord(of.type))
    return refuse(`"${name}" goes through lists and maps, and this is ${nameOfType(of.type)}`, target);
  const isFilter = name === "filter";
  const isTransform = isFilter || name === "map" || name === "transformList";
  const hasTwo = name === "transformList" || (!isTransform && args.length === 3);
  const plain = hasTwo ? 3 : 2;
  const hasCondition = isTransform && !isFilter && args.length === plain + 1;
  const expected = hasCondition ? plain + 1 : plain;
  if (args.length !== expected)
    return refuse(`"${name}" takes ${expected} parts, as in \`list.all(item, …)\``, node);
  const itemType = of.type.item ?? uniteMembers(of.type);
  const keyType: Type = isList ? { kind: "int" } : (of.type.name ?? { kind: "string" });
  const [hasKey, hasItem] = [hasTwo || !isList, hasTwo || isList];
  const names = args.slice(0, plain - 1).map(variableName);
  // What a filter keeps can be read in other ways than by its condition.
  const way = list !== undefined && !isFilter && hasItem ? [...list, "*"] : undefined;
  const compileParts = (type: Type, around: Sight) => {
    const [one, keySlot] = hasKey ? withVariable(around, names[0]!, { type: keyType }) : [around, -1];
    const itemName = names.at(-1)!;
    const [inner, itemSlot] = hasItem ? withVariable(one, itemName, { type }) : [one, -1];
    if (way !== undefined) items.set(`#${itemSlot}`, way);
    const conditionNode = hasCondition ? args.at(-2) : undefined;
    const condition = conditionNode && compileTruth(conditionNode, inner);
    const bodySight = conditionNode ? knowing(conditionNode, true, inner) : inner;
    const body = (isTransform && !isFilter ? compileValue : compileTruth)(args.at(-1)!, bodySight);
    const step = made(condition ? [condition, body] : [body], body.type, body.run);
    return { keySlot, itemSlot, condition, body, step };
  };
  // Of a list that only loops go through, what they read of its items is read.
  if (way !== undefined && !wasRead) reads.delete(JSON.stringify(list));
  const { keySlot, itemSlot, condition, body, step } = compileParts(itemType, sight);
  const inside = JSON.stringify(way)?.slice(0, -1);
  if (inside !== undefined && ![...reads.keys()].some((read) => read.startsWith(inside)))
    reads.set(JSON.stringify(list), list!);
  const most = itemsOf(of.type);
  const total = sight.isShort ? undefined : of.type.total;
  const { parts } = sight.notes;
  const short =
    total === undefined ? undefined : compileParts({ ...itemType, max: 1 }, { ...sight, isShort: true });
  sight.notes.parts = parts;
  /** Of all items together. Few of the texts that a text was divided into are long. */
  const together = (each: number, ofShort: number): number =>
    total === undefined
      ? most * each
      : Math.min(most * each, most * ofShort + Math.ceil(total / lengthOf(itemType)) * each);
  const isSound = guardOf(itemType);
  const what = nameOfType(itemType);

  /** Calls back for every item until it returns true. */
  const loop = (frame: Frame, visit: (item: unknown, at: PathKey) => unknown): void => {
    const value = of.run(frame) as object;
    const names = isList ? undefined : Object.keys(value);
    // JSON gives members no order, and a build sorts them: what a list is made of must not depend on theirs.
    if (isTransform) names?.sort();
    const length = names?.length ?? (value as unknown[]).length;
    const { slots } = frame;
    for (let index = 0; index < length; index++) {
      frame.spend(step.base);
      const at = names?.[index] ?? index;
      const item = (value as Record<string, unknown>)[at];
      if (!isSound(item)) fail(`an item is not ${what}`);
      if (hasKey) slots[keySlot] = at;
      if (hasItem) slots[itemSlot] = item;
      if (visit(item, at) === true) return;
    }
  };
  /** The same with where the item stands. */
  const locate = (frame: Frame, visit: (place: Path | undefined) => unknown): void => {
    const around = of.place?.(frame);
    const places = of.places?.(frame);
    loop(frame, (_, at) => {
      const place = around ? [...around, at] : places?.[at as number];
      if (hasItem) frame.places![itemSlot] = place;
      return visit(place);
    });
  };
  const cost = of.cost + 1 + together(step.cost + 1, (short ?? { step }).step.cost + 1);
  const code = { cost, base: of.base + 1, isConstant: false };
  if (isTransform) {
    const keep = isFilter ? body : condition;
    const run = (frame: Frame) => {
      const made: unknown[] = [];
      loop(frame, (item, at) => {
        if (keep === undefined || keep.run(frame) === true)
          made.push(isFilter ? (isList ? item : at) : body.run(frame));
      });
      return made;
    };
    const places = (frame: Frame) => {
      const kept: (Path | undefined)[] = [];
      locate(frame, (place) => {
        if (keep?.run(frame) !== false) kept.push(isFilter ? place : (body.place?.(frame) ?? place));
      });
      return kept;
    };
    const item = isFilter ? (isList ? itemType : keyType) : body.type;
    const type = listOfType(item, Math.min(most, MAX_ITEMS));
    if (total !== undefined && item.kind === "string")
      type.total = isFilter ? total : together(lengthOf(item), lengthOf(short!.body.type));
    return { ...code, type, run, places };
  }
  const wanted = name !== "all";
  const isOne = name === "exists_one" || name === "existsOne";
  const culprits = (frame: Frame, outcome: boolean): Path[] => {
    if (!isOne && outcome !== wanted) return [];
    const found: Path[][] = [];
    locate(frame, (place) => {
      if (tried(body, frame) !== wanted) return false;
      const inside = culpritsOf(body, frame, wanted);
      found.push(inside.length > 0 || place === undefined ? inside : [place]);
      return found.length === MAX_CULPRITS;
    });
    // Of several where one is asked for, the first may stay.
    return (isOne && !outcome ? found.slice(1) : found).flat().slice(0, MAX_CULPRITS);
  };
  const run = (frame: Frame) => {
    let found = 0;
    let failure: Unevaluated | undefined;
    loop(frame, () => {
      // Every failure counts, not only the one that is kept.
      const value = isOne ? body.run(frame) : tried(body, frame);
      if (value === wanted) found++;
      else if (value instanceof Unevaluated) failure ??= value;
      return value === wanted && !isOne;
    });
    if (isOne) return found === 1;
    if (found === 0 && failure !== undefined) throw failure;
    return found > 0 === wanted;
  };
  return { ...code, type: { kind: "bool" }, run, culprits };
}
