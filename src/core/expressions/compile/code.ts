/** What the parts of the compiler share. */
import { FaultError, type Frame } from "../frame.ts";
import type { Node } from "../syntax.ts";
import { ANY, type Type, unite } from "../types.ts";

/** A part of an expression, compiled to a closure. */
export interface Code {
  type: Type;
  /** The most steps that it can take, by the bounds of the schema. */
  cost: number;
  /** The steps that it takes without what loops inside it count themselves. */
  base: number;
  /** Whether it has the same value for every candidate. */
  isConstant: boolean;
  run(frame: Frame): unknown;
}

export function constant(type: Type, value: unknown): Code {
  return { type, cost: 1, base: 1, isConstant: true, run: () => value };
}

interface Variable {
  slot: number;
  type: Type;
  /** Tells it apart from others of its name. */
  path: string;
}

export interface CompileScope {
  variables: ReadonlyMap<string, Variable>;
  guards: Guards;
  /** Whether members that may be absent or null can be used without asking for them. */
  isLenient: boolean;
}

/** What is learned about the whole expression on the way. */
export interface CompileNotes {
  /** How many slots are needed. */
  slots: number;
  clock: "none" | "date" | "time";
  /** The registries that it asks; undefined is the product's own. */
  registries: Set<string | undefined>;
  /** The names of registries that there are. */
  declared: ReadonlySet<string>;
  /** What it reads of the candidate, each way once. */
  reads: Map<string, readonly string[]>;
}

/** Compiles a part of the expression, for the files that each know some kinds of parts. */
export interface NodeCompiler {
  compile(node: Node, scope: CompileScope): Code;
  notes: CompileNotes;
}

/** Constants ask neither variables nor the surroundings. */
export const NOWHERE = {
  slots: [],
  spend: () => undefined,
  caught: (error: unknown) => error,
} as unknown as Frame;

export const pathIn = (scope: CompileScope) => (name: string) => scope.variables.get(name)?.path;

export function refuse(message: string, { start, end }: Node): never {
  throw new FaultError(message, start, end);
}

export function sumOf(codes: readonly Code[]): Pick<Code, "cost" | "base" | "isConstant"> {
  return {
    cost: codes.reduce((sum, { cost }) => sum + cost, 1),
    base: codes.reduce((sum, { base }) => sum + base, 1),
    isConstant: codes.every(({ isConstant }) => isConstant),
  };
}

export function uniteAll(types: readonly Type[]): Type {
  return types.length === 0 ? ANY : types.reduce(unite);
}

export function literalText(node: Node | undefined): string | undefined {
  return node?.kind === "literal" && node.type === "string" ? (node.value as string) : undefined;
}

export function knowing(node: Node, outcome: boolean, scope: CompileScope): CompileScope {
  const more = learn(node, outcome, pathIn(scope));
  return more.length === 0 ? scope : { ...scope, guards: new Set([...scope.guards, ...more]) };
}

/** Ways to members that are there, and with `=` in front those that are not null. */
export type Guards = ReadonlySet<string>;

type VariablePath = (name: string) => string | undefined;

/** A way to a value, such as `this.a.b`, if it is always the same value while the expression runs. */
export function wayTo(node: Node, pathOf: VariablePath): string | undefined {
  if (node.kind === "name") return pathOf(node.name);
  if (node.kind === "member" && node.isOptional) return undefined;
  const step = stepOf(node);
  return step && join(wayTo(step.of, pathOf), step.name);
}

/** The member that a node takes by its name, and of what. */
function stepOf(node: Node): { of: Node; name: string } | undefined {
  if (node.kind === "member") return node;
  if (node.kind !== "index" || node.index.kind !== "literal" || node.index.type !== "string")
    return undefined;
  return { of: node.of, name: node.index.value as string };
}

function join(way: string | undefined, name: string): string | undefined {
  return way === undefined ? undefined : `${way}.${JSON.stringify(name)}`;
}

/** What is known once a condition was true, or false. */
export function learn(node: Node, outcome: boolean, pathOf: VariablePath): string[] {
  if (node.kind === "unary" && node.operator === "!") return learn(node.operand, !outcome, pathOf);
  if (node.kind === "call" && node.name === "has" && node.target === undefined && outcome)
    return known(node.args[0] && wayTo(node.args[0], pathOf));
  if (node.kind !== "binary") return [];
  const { operator, left, right } = node;
  if (operator === (outcome ? "&&" : "||"))
    return [left, right].flatMap((part) => learn(part, outcome, pathOf));
  if (operator === (outcome ? "!=" : "==")) {
    const value = isNull(right) ? left : isNull(left) ? right : undefined;
    return known(value && wayTo(value, pathOf)).map((way) => `=${way}`);
  }
  if (operator === "in" && outcome && left.kind === "literal" && left.type === "string")
    return known(join(wayTo(right, pathOf), left.value as string));
  return [];
}

function isNull(node: Node): boolean {
  return node.kind === "literal" && node.type === "null";
}

function known(way: string | undefined): string[] {
  return way === undefined ? [] : [way];
}

/** The same way as a list of names; undefined if it starts at a name that the expression itself gives. */
export function namesOnWay(node: Node, pathOf: VariablePath): string[] | undefined {
  if (node.kind === "name") return pathOf(node.name) === node.name ? [node.name] : undefined;
  const step = stepOf(node);
  const before = step && namesOnWay(step.of, pathOf);
  return before && [...before, step.name];
}
