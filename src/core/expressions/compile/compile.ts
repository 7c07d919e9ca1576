/** Checks the types of an expression, estimates what it costs, and compiles it to closures. */
import { closest } from "../../similar/matcher.ts";
import { startOfDay } from "../../values/time.ts";
import { FaultError, type Frame, Unevaluated } from "../frame.ts";
import type { Node, NodeOf } from "../syntax.ts";
import { BOOL, isNumber, listOfType, NULL, nameOfType, TIMESTAMP, unite } from "../types.ts";
import { compileCall } from "./calls.ts";
import {
  type Code,
  type CompileNotes,
  type CompileScope,
  constant,
  knowing,
  NOWHERE,
  type NodeCompiler,
  namesOnWay,
  refuse,
  sumOf,
  uniteAll,
} from "./code.ts";
import { compileIndex, compileMember, compileTruth, notNull } from "./members.ts";
import { arithmetic, compileEquality, compileIn, logical, ordering } from "./operators.ts";

/** Throws a FaultError. */
export function createCompiler(notes: CompileNotes): NodeCompiler {
  const compiler: NodeCompiler = { notes, compile: (node, scope) => compileNode(node, scope, compiler) };
  return compiler;
}

function compileNode(node: Node, scope: CompileScope, compiler: NodeCompiler): Code {
  const code = compileKind(node, scope, compiler);
  if (node.kind === "name" || node.kind === "member" || node.kind === "index") {
    const way = namesOnWay(node, (name) => scope.variables.get(name)?.path);
    if (way !== undefined) compiler.notes.reads.set(JSON.stringify(way), way);
  }
  if (!code.isConstant || node.kind === "literal") return code;
  // What is the same for every candidate is computed once, and its failure is one of the package.
  try {
    const value = code.run(NOWHERE);
    return constant(code.type, value);
  } catch (error) {
    if (!(error instanceof Unevaluated)) throw error;
    throw new FaultError(error.why, node.start, node.end);
  }
}

function compileKind(node: Node, scope: CompileScope, compiler: NodeCompiler): Code {
  switch (node.kind) {
    case "literal":
      return compileLiteral(node);
    case "name":
      return compileName(node, scope, compiler);
    case "member":
      return compileMember(node, node.of, node.name, node.isOptional, scope, compiler);
    case "index":
      return compileIndex(node, scope, compiler);
    case "call":
      return compileCall(node, scope, compiler);
    case "list":
      return compileList(node, scope, compiler);
    case "map":
      return compileMap(node, scope, compiler);
    case "unary":
      return compileUnary(node, scope, compiler);
    case "binary":
      return compileBinary(node, scope, compiler);
    case "choice":
      return compileChoice(node, scope, compiler);
  }
}

function compileLiteral({ type, value }: NodeOf<"literal">): Code {
  if (type === "string") return constant({ kind: "string", max: (value as string).length }, value);
  return constant(type === "null" ? NULL : { kind: type }, value);
}

function compileName(node: NodeOf<"name">, { variables }: CompileScope, compiler: NodeCompiler): Code {
  const { name } = node;
  const known = variables.get(name);
  if (known !== undefined) {
    const { slot, type } = known;
    return { type, cost: 1, base: 1, isConstant: false, run: ({ slots }) => slots[slot] };
  }
  if (name === "now" || name === "today") {
    const isNow = name === "now";
    if (isNow) compiler.notes.clock = "time";
    else if (compiler.notes.clock === "none") compiler.notes.clock = "date";
    const run = ({ surroundings: { now } }: Frame) => (isNow ? now : startOfDay(now));
    return { type: TIMESTAMP, cost: 1, base: 1, isConstant: false, run };
  }
  const names = [...variables.keys(), "now", "today"];
  const meant = closest(name, names);
  return refuse(
    `there is no "${name}"${meant === undefined ? `; the names are ${names.join(", ")}` : `; did you mean "${meant}"?`}`,
    node,
  );
}

function compileList({ items }: NodeOf<"list">, scope: CompileScope, compiler: NodeCompiler): Code {
  const codes = items.map((item) => compiler.compile(item, scope));
  const run = (frame: Frame) => codes.map((code) => code.run(frame));
  return { ...sumOf(codes), type: listOfType(uniteAll(codes.map(({ type }) => type)), codes.length), run };
}

function compileMap({ entries }: NodeOf<"map">, scope: CompileScope, compiler: NodeCompiler): Code {
  const codes = entries.map(({ key, value }) => {
    const name = compiler.compile(key, scope);
    if (name.type.kind !== "string") refuse("the names of members are texts", key);
    return { name, value: compiler.compile(value, scope) };
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

function compileUnary(
  { operator, operand }: NodeOf<"unary">,
  scope: CompileScope,
  compiler: NodeCompiler,
): Code {
  const of = notNull(compiler.compile(operand, scope), operand, scope);
  if (operator === "!") {
    if (of.type.kind !== "bool")
      refuse(`"!" needs true or false, and this is ${nameOfType(of.type)}`, operand);
    return { ...sumOf([of]), type: BOOL, run: (frame) => !of.run(frame) };
  }
  if (!isNumber(of.type) && of.type.kind !== "duration")
    refuse(`"-" needs a number, and this is ${nameOfType(of.type)}`, operand);
  return { ...sumOf([of]), type: of.type, run: (frame) => -(of.run(frame) as number) + 0 };
}

function compileChoice(node: NodeOf<"choice">, scope: CompileScope, compiler: NodeCompiler): Code {
  const test = compileTruth(node.test, scope, compiler);
  const yes = compiler.compile(node.yes, knowing(node.test, true, scope));
  const no = compiler.compile(node.no, knowing(node.test, false, scope));
  const type = unite(yes.type, no.type);
  if (type.kind === "any" && yes.type.kind !== "any" && no.type.kind !== "any")
    refuse(
      `the two values are of different types: ${nameOfType(yes.type)}, and ${nameOfType(no.type)}`,
      node,
    );
  return {
    ...sumOf([test, yes, no]),
    type,
    run: (frame) => (test.run(frame) ? yes.run(frame) : no.run(frame)),
  };
}

function compileBinary(node: NodeOf<"binary">, scope: CompileScope, compiler: NodeCompiler): Code {
  const { operator } = node;
  if (operator === "&&" || operator === "||") {
    const isAnd = operator === "&&";
    const left = compileTruth(node.left, scope, compiler);
    const right = compileTruth(node.right, knowing(node.left, isAnd, scope), compiler);
    return { ...sumOf([left, right]), type: BOOL, run: logical(left, right, !isAnd) };
  }
  const [left, right] = [compiler.compile(node.left, scope), compiler.compile(node.right, scope)];
  if (operator === "==" || operator === "!=") return compileEquality(node, left, right);
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
