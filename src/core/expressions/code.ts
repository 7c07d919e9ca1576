/** A part of an expression once it is compiled, what it can see, and what conditions around it have shown. */
import type { Path } from "../json/values.ts";
import type { Definition, Frame } from "./frame.ts";
import type { Node } from "./syntax.ts";
import { ANY, type Kind, type Type, unite } from "./types.ts";

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

export function culpritsOf({ culprits, base }: Code, frame: Frame, outcome: boolean): Path[] {
  frame.spend(base);
  return culprits?.(frame, outcome) ?? [];
}

/** The value of a part, or the failure that a later value may still outweigh. */
export function tried({ run }: Code, frame: Frame): unknown {
  try {
    return run(frame);
  } catch (error) {
    return frame.caught(error);
  }
}

export const constant = (type: Type, value: unknown): Code => made([], type, () => value);

/** What a package declares by name, for its expressions. */
export interface Declared {
  readonly registries: ReadonlySet<string>;
  readonly lists: ReadonlyMap<string, { readonly values: readonly string[] }>;
  readonly definitions: ReadonlyMap<string, Definition>;
}

/** What a part of an expression can see. */
export interface Sight {
  /** What is learned about the whole expression on the way. */
  readonly notes: {
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
    /** Where the items of loops stand, by the names of their variables: the way to the list, and a *. */
    readonly items: Map<string, readonly string[]>;
  };
  readonly variables: ReadonlyMap<
    string,
    {
      readonly slot: number;
      readonly type: Type;
      /** The way to its value. What has no name outside of the expression starts with #. */
      readonly names: readonly string[];
      /** Its value, if that is the same for every candidate. */
      readonly constant: Code | undefined;
    }
  >;
  /** The definitions around it. */
  readonly inside: readonly string[];
  /** Whether only the cost for a short item is asked for. Loops inside are then not compiled a second time. */
  readonly isShort: boolean;
  /** Whether members that may be absent or null can be used without asking for them. */
  readonly isLenient: boolean;
  /** What the conditions around it have shown. */
  readonly known: ReadonlySet<string>;
}

/** Constants ask neither variables nor the surroundings. */
export const NOWHERE = { slots: [], spend() {}, caught: (error: unknown) => error } as unknown as Frame;

/** A part made of others: it costs what they do, a step of its own, and what its own work weighs. */
export function made(parts: readonly Code[], type: Type | Kind, run: Code["run"], weight = 0): Code {
  return {
    type: typeof type === "string" ? { kind: type } : type,
    cost: parts.reduce((sum, { cost }) => sum + cost, 1) + weight,
    base: parts.reduce((sum, { base }) => sum + base, 1),
    isConstant: parts.every(({ isConstant }) => isConstant),
    run,
  };
}

/** A part that asks the candidate or the surroundings. */
export function asked(type: Type | Kind, run: Code["run"]): Code {
  return { ...made([], type, run), isConstant: false };
}

export const uniteAll = ([first = ANY, ...others]: readonly Type[]): Type => others.reduce(unite, first);

export const uniteMembers = ({ members }: Type) =>
  uniteAll(Array.from(members?.values() ?? [], ({ type }) => type));

export const literalText = (node: Node | undefined): string | undefined =>
  node?.kind === "literal" && node.type === "string" ? (node.value as string) : undefined;

/** Whether it is this for every candidate. */
export const isAlways = (code: Code, outcome: boolean) => code.isConstant && code.run(NOWHERE) === outcome;

/** What is so where a condition had this outcome. */
export function knowing(node: Node, outcome: boolean, sight: Sight): Sight {
  return { ...sight, known: new Set([...sight.known, ...learn(node, outcome, sight)]) };
}

/** The names on the way to a value, such as those of `this.a.b`. `isFixed`: only if it is always the same value. */
export function namesTo(node: Node, sight: Sight, isFixed: boolean): readonly string[] | undefined {
  if (node.kind === "name") return sight.variables.get(node.name)?.names;
  if (node.kind !== "member" && node.kind !== "index") return undefined;
  if (isFixed && node.kind === "member" && node.isOptional) return undefined;
  const name = node.kind === "member" ? node.name : literalText(node.index);
  const before = name === undefined ? undefined : namesTo(node.of, sight, isFixed);
  return before && [...before, name!];
}

/** The way in the candidate, with a * for the items of a loop; undefined for what the expression made itself. */
export function wayInCandidate(node: Node, sight: Sight): readonly string[] | undefined {
  const [first, ...more] = namesTo(node, sight, false) ?? ["#"];
  if (!first!.startsWith("#")) return [first!, ...more];
  const around = sight.notes.items.get(first!);
  return around && [...around, ...more];
}

/** The same way as one text; undefined if the value can be another one the next time. */
export function wayTo(node: Node, sight: Sight): string | undefined {
  const names = namesTo(node, sight, true);
  return names && JSON.stringify(names);
}

/** What is there once a condition was true or false, as the way to it; with `=` in front what is not null. */
function learn(node: Node, outcome: boolean, sight: Sight): string[] {
  if (node.kind === "unary" && node.operator === "!") return learn(node.operand, !outcome, sight);
  if (node.kind === "call" && node.name === "has" && node.target === undefined)
    return outcome ? [wayTo(node.args[0]!, sight)].filter((way) => way !== undefined) : [];
  if (node.kind === "call" && node.name === "hasValue" && node.target !== undefined && outcome) {
    const names = namesTo(node.target, sight, false) ?? [];
    const ways = names.map((_, index) => JSON.stringify(names.slice(0, index + 1)));
    // What leads there is an object.
    return [...ways, ...ways.slice(0, -1).map((way) => `=${way}`)];
  }
  if (node.kind !== "binary") return [];
  const { operator, left, right } = node;
  if (operator === (outcome ? "&&" : "||"))
    return [left, right].flatMap((part) => learn(part, outcome, sight));
  const value = isNull(right) ? left : isNull(left) ? right : undefined;
  if (value !== undefined && operator === (outcome ? "!=" : "==")) {
    const way = wayTo(value, sight);
    return way === undefined ? [] : [`=${way}`];
  }
  const name = literalText(left);
  const names = operator === "in" && outcome && name !== undefined ? namesTo(right, sight, true) : undefined;
  return names ? [JSON.stringify([...names, name])] : [];
}

const isNull = (node: Node): boolean => node.kind === "literal" && node.type === "null";
