/** Checks the types of an expression, estimates what it costs, and compiles it to closures. */
import { closest } from "../../similar/matcher.ts";
import { startOfDay } from "../../values/time.ts";
import { hintFor } from "../elsewhere.ts";
import { FaultError, type Frame, Unevaluated } from "../frame.ts";
import type { Node, NodeOf } from "../syntax.ts";
import { BOOL, isNumber, listOfType, NULL, nameOfType, TIMESTAMP, unite } from "../types.ts";
import { compileCall } from "./calls.ts";
import {
  allowsMore,
  type Code,
  type CompileScope,
  compile,
  constant,
  culpritsOf,
  isAlways,
  knowing,
  NOWHERE,
  namesTo,
  refuse,
  sumOf,
  uniteAll,
} from "./code.ts";
import { compileIndex, compileMember, compileTruth, compileValue, notNull } from "./members.ts";
import { arithmetic, compileEquality, compileIn, logical, ordering } from "./operators.ts";

const MAX_PARTS = 2_000;

/** Throws a FaultError. */
export function compileNode(node: Node, scope: CompileScope): Code {
  if (++scope.notes.parts > MAX_PARTS)
    refuse(`it has more than ${MAX_PARTS} parts with those of definitions; split the rule`, node);
  const code = (COMPILERS[node.kind] as (node: Node, scope: CompileScope) => Code)(node, scope);
  const names = namesTo(node, scope, false);
  if (names?.[0]?.startsWith("#") === false) scope.notes.reads.set(JSON.stringify(names), names);
  if (!code.isConstant || node.kind === "literal") return code;
  // What is the same for every candidate is computed once, and its failure is one of the package.
  try {
    return constant(code.type, code.run(NOWHERE));
  } catch (error) {
    if (!(error instanceof Unevaluated)) throw error;
    throw new FaultError(error.why, node.start, node.end);
  }
}

const COMPILERS: { [Kind in Node["kind"]]: (node: NodeOf<Kind>, scope: CompileScope) => Code } = {
  literal: compileLiteral,
  name: compileName,
  member: (node, scope) => compileMember(node, node.of, node.name, node.isOptional, scope),
  index: compileIndex,
  call: compileCall,
  list: compileList,
  map: compileMap,
  unary: compileUnary,
  binary: compileBinary,
  choice: compileChoice,
};

function compileLiteral({ type, value }: NodeOf<"literal">): Code {
  if (type === "string") return constant({ kind: "string", max: (value as string).length }, value);
  return constant(type === "null" ? NULL : { kind: type }, value);
}

function compileName(node: NodeOf<"name">, scope: CompileScope): Code {
  const { name } = node;
  const { variables, notes } = scope;
  const known = variables.get(name);
  if (known !== undefined) {
    if (known.constant !== undefined) return known.constant;
    const { slot, type } = known;
    const read = { run: ({ slots }: Frame) => slots[slot], place: ({ places }: Frame) => places?.[slot] };
    return { type, cost: 1, base: 1, isConstant: false, ...read };
  }
  if (name === "now" || name === "today") {
    const isNow = name === "now";
    if (isNow || notes.clock === "none") notes.clock = isNow ? "time" : "date";
    const run = ({ surroundings: { now } }: Frame) => (isNow ? now : startOfDay(now));
    return { type: TIMESTAMP, cost: 1, base: 1, isConstant: false, run };
  }
  if (name === "lists") return refuse("a list of the package is named, as in `lists.colours`", node);
  const names = [...variables.keys(), "now", "today", ...(notes.declared.lists.size > 0 ? ["lists"] : [])];
  const meant = closest(name, names);
  const hint =
    meant === undefined
      ? hintFor(name) || `; the names are ${names.join(", ")}`
      : `; did you mean "${meant}"?`;
  return refuse(`there is no "${name}"${hint}`, node);
}

function compileList({ items }: NodeOf<"list">, scope: CompileScope): Code {
  const codes = items.map((item) => compileValue(item, scope));
  const run = (frame: Frame) => codes.map((code) => code.run(frame));
  return { ...sumOf(codes), type: listOfType(uniteAll(codes.map(({ type }) => type)), codes.length), run };
}

function compileMap({ entries }: NodeOf<"map">, scope: CompileScope): Code {
  const codes = entries.map(({ key, value }) => {
    const name = compile(key, scope);
    if (name.type.kind !== "string") refuse("the names of members are texts", key);
    return { name, value: compileValue(value, scope) };
  });
  const run = (frame: Frame) =>
    Object.fromEntries(codes.map(({ name, value }) => [name.run(frame) as string, value.run(frame)]));
  const sum = sumOf(codes.flatMap(({ name, value }) => [name, value]));
  if (codes.every(({ name }) => name.isConstant)) {
    const members = codes.map(
      ({ name, value }) => [name.run(NOWHERE) as string, { type: value.type, isRequired: true }] as const,
    );
    return { ...sum, type: { kind: "object", members: new Map(members), max: codes.length }, run };
  }
  const item = uniteAll(codes.map(({ value }) => value.type));
  return { ...sum, type: { kind: "map", item, max: codes.length }, run };
}

function compileUnary({ operator, operand }: NodeOf<"unary">, scope: CompileScope): Code {
  const of = notNull(compile(operand, scope), operand, scope);
  if (operator === "!") {
    if (of.type.kind !== "bool")
      refuse(`"!" needs true or false, and this is ${nameOfType(of.type)}`, operand);
    const culprits: Code["culprits"] = (frame, outcome) => culpritsOf(of, frame, !outcome);
    return { ...sumOf([of]), type: BOOL, run: (frame) => !of.run(frame), culprits };
  }
  if (!isNumber(of.type) && of.type.kind !== "duration")
    refuse(`"-" needs a number, and this is ${nameOfType(of.type)}`, operand);
  return { ...sumOf([of]), type: of.type, run: (frame) => -(of.run(frame) as number) + 0 };
}

function compileChoice(node: NodeOf<"choice">, scope: CompileScope): Code {
  const test = compileTruth(node.test, scope);
  const taking = (part: Node, outcome: boolean): Code => {
    const inner = knowing(node.test, test, outcome, scope);
    const code = compileValue(part, inner);
    // What is never taken makes nothing null.
    return code.type.isNullable && inner.isLenient && !scope.isLenient ? notNull(code, part, inner) : code;
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
    ...sumOf([test, yes, no]),
    type,
    run: (frame) => taken(frame).run(frame),
    place: (frame) => taken(frame).place?.(frame),
    culprits: (frame, outcome) => culpritsOf(taken(frame), frame, outcome),
  };
}

function compileBinary(node: NodeOf<"binary">, scope: CompileScope): Code {
  const { operator } = node;
  if (operator === "&&" || operator === "||") {
    const isAnd = operator === "&&";
    const inOrder = (first: Node, second: Node, fault?: FaultError): Code => {
      const one = compileTruth(first, scope);
      const inner = knowing(first, one, isAnd, scope);
      if (fault !== undefined && !allowsMore(inner, scope)) throw fault;
      const other = compileTruth(second, inner);
      const decisive = [one, other].find((side) => isAlways(side, !isAnd));
      return decisive ?? { ...sumOf([one, other]), type: BOOL, ...logical(one, other, !isAnd) };
    };
    try {
      return inOrder(node.left, node.right);
    } catch (error) {
      // Each side may decide alone, so that a condition may stand behind what it is for.
      if (!(error instanceof FaultError)) throw error;
      try {
        return inOrder(node.right, node.left, error);
      } catch {
        throw error;
      }
    }
  }
  const [left, right] = [compile(node.left, scope), compile(node.right, scope)];
  if (operator === "==" || operator === "!=") return compileEquality(node, left, right, scope);
  if (operator === "in") return compileIn(node, left, notNull(right, node.right, scope));
  const [a, b] = [notNull(left, node.left, scope), notNull(right, node.right, scope)];
  const made = ["+", "-", "*", "/", "%"].includes(operator)
    ? arithmetic(operator, a.type, b.type)
    : ordering(operator, a.type, b.type);
  if (typeof made === "string") return refuse(made, node);
  const { type, weight, run } = made;
  const sum = sumOf([a, b]);
  return {
    ...sum,
    cost: sum.cost + weight,
    type,
    run: (frame) => run(a.run(frame) as never, b.run(frame) as never, frame),
  };
}
