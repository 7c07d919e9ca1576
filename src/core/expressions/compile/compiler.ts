/** What the parts of the compiler share. */

import { FaultError } from "../fault.ts";
import type { Frame } from "../frame.ts";
import type { Node } from "../parse/syntax.ts";
import { ANY, type Type, unite } from "../types.ts";
import { type Guards, learn } from "./guards.ts";

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
export interface Compiler {
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
