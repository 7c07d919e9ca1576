/** What the parts of the compiler share. */
import type { Path, PathKey } from "../../json/pointer.ts";
import { FaultError, type Frame } from "../frame.ts";
import type { Definition } from "../prelude.ts";
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
  /** Where the value stands in the candidate, if it is a part of it. */
  place?(frame: Frame): Path | undefined;
  /** Where the items of a list come from that was made by a loop. */
  places?(frame: Frame): readonly (Path | undefined)[];
  /** The items at which loops decided that it is true, or false; none where that cannot be told for sure. */
  culprits?(frame: Frame, outcome: boolean): Path[];
}

/** For a member or an item of a value. */
export function placeIn({ place }: Code, keyOf: (frame: Frame) => PathKey): Pick<Code, "place"> {
  if (place === undefined) return {};
  return {
    place(frame) {
      const around = place(frame);
      return around && [...around, keyOf(frame)];
    },
  };
}

export function culpritsOf({ culprits, base }: Code, frame: Frame, outcome: boolean): Path[] {
  frame.spend(base);
  return culprits?.(frame, outcome) ?? [];
}

export function constant(type: Type, value: unknown): Code {
  return { type, cost: 1, base: 1, isConstant: true, run: () => value };
}

/** What a package declares by name, for its expressions. */
export interface Declared {
  readonly registries: ReadonlySet<string>;
  readonly lists: ReadonlyMap<string, { readonly values: readonly string[] }>;
  readonly definitions: ReadonlyMap<string, Definition>;
}

interface Variable {
  readonly slot: number;
  readonly type: Type;
  /** The way to its value. What has no name outside of the expression starts with #. */
  readonly names: readonly string[];
  /** Its value, if that is the same for every candidate. */
  readonly constant: Code | undefined;
}

/** What a part of an expression can see. */
export interface CompileScope {
  /** What is learned about the whole expression on the way. */
  readonly notes: {
    /** Whether members that may be absent or null can be used without asking for them. */
    readonly isLenient: boolean;
    /** How many slots are needed. */
    slots: number;
    /** How many parts there are, those of definitions included. */
    parts: number;
    clock: "none" | "date" | "time";
    /** The registries that it asks; undefined is the product's own. */
    readonly registries: Set<string | undefined>;
    readonly declared: Declared;
    /** The pointers of what it uses of the package. */
    readonly uses: Set<string>;
    /** What it reads of the candidate, each way once. */
    readonly reads: Map<string, readonly string[]>;
    /** Compiles a part, for the files that each know some kinds of parts. */
    compile(node: Node, scope: CompileScope): Code;
  };
  readonly variables: ReadonlyMap<string, Variable>;
  /** The definitions around it. */
  readonly inside: readonly string[];
  /** Whether only the cost for a short item is asked for. Loops inside are then not compiled a second time. */
  readonly isShort: boolean;
  /** Ways to members that are there, and with `=` in front those that are not null. */
  readonly guards: ReadonlySet<string>;
}

export function compile(node: Node, scope: CompileScope): Code {
  return scope.notes.compile(node, scope);
}

/** Constants ask neither variables nor the surroundings. */
export const NOWHERE = {
  slots: [],
  spend: () => undefined,
  caught: (error: unknown) => error,
} as unknown as Frame;

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
  const more = learn(node, outcome, scope);
  return more.length === 0 ? scope : { ...scope, guards: new Set([...scope.guards, ...more]) };
}

/** What is known of the items of a list, of which one is this variable now, because a filter has asked for it. */
export function knownOfItems(list: Node, variable: Variable, scope: CompileScope): ReadonlySet<string> {
  if (list.kind !== "call" || list.name !== "filter" || list.target === undefined) return scope.guards;
  const [item, test] = list.args;
  if (item?.kind !== "name" || test === undefined) return scope.guards;
  const guards = knownOfItems(list.target, variable, scope);
  const variables = new Map(scope.variables).set(item.name, variable);
  return knowing(test, true, { ...scope, guards, variables }).guards;
}

/** The names on the way to a value, such as those of `this.a.b`. `isFixed`: only if it is always the same value. */
export function namesTo(node: Node, scope: CompileScope, isFixed: boolean): string[] | undefined {
  if (node.kind === "name") {
    const variable = scope.variables.get(node.name);
    return variable && [...variable.names];
  }
  if (node.kind !== "member" && node.kind !== "index") return undefined;
  if (isFixed && node.kind === "member" && node.isOptional) return undefined;
  const name = node.kind === "member" ? node.name : literalText(node.index);
  const before = name === undefined ? undefined : namesTo(node.of, scope, isFixed);
  return before && [...before, name!];
}

/** The same way as one text; undefined if the value can be another one the next time. */
export function wayTo(node: Node, scope: CompileScope): string | undefined {
  const names = namesTo(node, scope, true);
  return names && JSON.stringify(names);
}

/** What is known once a condition was true, or false. */
function learn(node: Node, outcome: boolean, scope: CompileScope): string[] {
  if (node.kind === "unary" && node.operator === "!") return learn(node.operand, !outcome, scope);
  if (node.kind === "call" && node.name === "has" && node.target === undefined && outcome)
    return node.args.slice(0, 1).flatMap((member) => wayTo(member, scope) ?? []);
  if (node.kind === "call" && node.name === "hasValue" && node.target !== undefined && outcome) {
    const names = namesTo(node.target, scope, false) ?? [];
    const ways = names.map((_, index) => JSON.stringify(names.slice(0, index + 1)));
    // What leads there is an object.
    return [...ways, ...ways.slice(0, -1).map((way) => `=${way}`)];
  }
  // Of a loop that went through some item, what was so of that item and does not depend on it.
  if (
    node.kind === "call" &&
    (outcome ? ["exists", "exists_one", "existsOne"] : ["all"]).includes(node.name)
  ) {
    const own = node.args.slice(0, -1).flatMap((each) => (each.kind === "name" ? [each.name] : []));
    const variables = new Map([...scope.variables].filter(([name]) => !own.includes(name)));
    return node.args.slice(-1).flatMap((body) => learn(body, outcome, { ...scope, variables }));
  }
  if (node.kind !== "binary") return [];
  const { operator, left, right } = node;
  if (operator === (outcome ? "&&" : "||"))
    return [left, right].flatMap((part) => learn(part, outcome, scope));
  if (operator === (outcome ? "!=" : "==")) {
    const value = isNull(right) ? left : isNull(left) ? right : undefined;
    const way = value && wayTo(value, scope);
    return way === undefined ? [] : [`=${way}`];
  }
  const name = literalText(left);
  const names = operator === "in" && outcome && name !== undefined ? namesTo(right, scope, true) : undefined;
  return names ? [JSON.stringify([...names, name])] : [];
}

function isNull(node: Node): boolean {
  return node.kind === "literal" && node.type === "null";
}
