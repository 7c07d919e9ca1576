/** Loops over lists and maps, names for values, and calls of definitions. */

import { escapeToken, once, type Path, type PathKey } from "../../json/values.ts";
import { count } from "../../unicode/unicode.ts";
import { attempt, FaultError, type Frame, fail, Unevaluated } from "../frame.ts";
import { itemsOf, lengthOf } from "../functions.ts";
import type { Definition } from "../prelude.ts";
import { type Node, type NodeOf, readExpression } from "../syntax.ts";
import { BOOL, INT, listOfType, MAX_ITEMS, nameOfType, STRING, type Type } from "../types.ts";
import {
  type Code,
  compile,
  culpritsOf,
  knowing,
  knownOfItems,
  made,
  namesTo,
  refuse,
  type Sight,
  tried,
  uniteMembers,
  wayInCandidate,
} from "./code.ts";
import { compileTruth, compileValue, guardOf, notNull } from "./members.ts";

/** `names`: the way to its value, if that is always the same. */
function withVariable(
  sight: Sight,
  name: string,
  value: Pick<Code, "type"> | Code,
  names?: readonly string[],
): [Sight, number] {
  const slot = sight.notes.slots++;
  const constant = "run" in value && value.isConstant ? value : undefined;
  const variable = { slot, type: value.type, names: names ?? [`#${slot}`], constant };
  return [{ ...sight, variables: new Map(sight.variables).set(name, variable) }, slot];
}

function variableName(node: Node | undefined, at: Node): string {
  return node?.kind === "name" ? node.name : refuse("the name of a variable is missing here", node ?? at);
}

export function compileBind(node: NodeOf<"call">, sight: Sight): Code {
  const [variable, valueNode, bodyNode] = node.args;
  if (node.args.length !== 3) return refuse("cel.bind() takes a name, its value, and an expression", node);
  const value = compileValue(valueNode!, sight);
  const way = namesTo(valueNode!, sight, true);
  const [inner, slot] = withVariable(sight, variableName(variable, node), value, way);
  const body = compileValue(bodyNode!, inner);
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
export function compileDefinition(node: NodeOf<"call">, definition: Definition, sight: Sight): Code {
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
  if (body instanceof FaultError) throw explained(body, name, expression, node);
  const values = codes.flatMap((code, index) => (code.isConstant ? [] : [[slots[index]!, code] as const]));
  return bound(codes, values, body);
}

/** What is wrong inside is said at the call, with the definition in which it stands. */
function explained({ fault }: FaultError, name: string, expression: string, call: Node): FaultError {
  const { message, start, end, definition } = fault;
  if (definition !== undefined) return new FaultError(message, call.start, call.end, definition);
  const where = `${JSON.stringify(expression.slice(start, end))} of the definition "${name}"`;
  return new FaultError(`${message}, in ${where}`, call.start, call.end, name);
}

/** How many items are named at most. */
const MAX_CULPRITS = 20;

export const MACROS = new Set(["all", "exists", "exists_one", "existsOne", "map", "filter", "transformList"]);

/** Loops. `x.all(item, …)`, or with the position or the name as well: `x.all(index, item, …)`. */
export function compileMacro(node: NodeOf<"call">, target: Node, sight: Sight): Code {
  const { name, args } = node;
  const { reads, items } = sight.notes;
  const list = wayInCandidate(target, sight);
  const wasRead = reads.has(JSON.stringify(list));
  const of = notNull(compile(target, sight), target, sight);
  const isList = of.type.kind === "list";
  if (!isList && of.type.kind !== "map" && of.type.kind !== "object")
    return refuse(`"${name}" goes through lists and maps, and this is ${nameOfType(of.type)}`, target);
  const isTransform = name === "map" || name === "filter" || name === "transformList";
  const hasTwo = name === "transformList" || (!isTransform && args.length === 3);
  const plain = hasTwo ? 3 : 2;
  const hasFilter = (name === "map" || name === "transformList") && args.length === plain + 1;
  const expected = hasFilter ? plain + 1 : plain;
  if (args.length !== expected)
    return refuse(`"${name}" takes ${expected} parts, as in \`list.all(item, …)\``, node);
  const itemType = of.type.item ?? uniteMembers(of.type);
  const nameType: Type = isList ? INT : (of.type.name ?? STRING);
  const firstName = variableName(args[0], node);
  // What a filter keeps can be read in other ways than by its condition.
  const way = list !== undefined && name !== "filter" && (isList || hasTwo) ? [...list, "*"] : undefined;
  const compileParts = (type: Type, around: Sight) => {
    const [one, slot] = withVariable(around, firstName, { type: hasTwo || !isList ? nameType : type });
    const itemName = hasTwo ? variableName(args[1], node) : firstName;
    const [named, second] = hasTwo ? withVariable(one, itemName, { type }) : [one, -1];
    const { known, isLenient } = isList
      ? knownOfItems(target, named.variables.get(itemName), around)
      : around;
    const inner = { ...named, known, isLenient };
    if (way !== undefined) items.set(`#${hasTwo ? second : slot}`, way);
    const filterNode = hasFilter ? args.at(-2) : undefined;
    const filter = filterNode && compileTruth(filterNode, inner);
    const bodyNode = args.at(-1)!;
    const bodySight = filterNode ? knowing(filterNode, filter!, true, inner) : inner;
    const isValue = isTransform && name !== "filter";
    const body = isValue ? compileValue(bodyNode, bodySight) : compileTruth(bodyNode, bodySight);
    return { slot, second, filter, body, step: made(filter ? [filter, body] : [body], body.type, body.run) };
  };
  // Of a list that only loops go through, what they read of its items is read.
  if (way !== undefined && !wasRead) reads.delete(JSON.stringify(list));
  const { slot, second, filter, body, step } = compileParts(itemType, sight);
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
  const loop = (frame: Frame, visit: (item: unknown, at: unknown) => boolean): void => {
    const value = of.run(frame) as object;
    const names = isList ? undefined : Object.keys(value);
    const length = names?.length ?? (value as unknown[]).length;
    const { slots } = frame;
    for (let index = 0; index < length; index++) {
      frame.spend(step.base);
      const at = names?.[index] ?? index;
      const item = (value as Record<string, unknown>)[at];
      if (!isSound(item)) fail(`an item is not ${what}`);
      slots[slot] = hasTwo || !isList ? at : item;
      if (second >= 0) slots[second] = item;
      if (visit(item, at)) return;
    }
  };
  /** Calls back for every item, and says where it stands. */
  const locate = (frame: Frame, visit: (place: Path | undefined, item: unknown) => boolean): void => {
    const around = of.place?.(frame);
    const places = of.places?.(frame);
    loop(frame, (item, at) => {
      const place = around ? [...around, at as PathKey] : places?.[at as number];
      if (hasTwo || isList) frame.places![hasTwo ? second : slot] = place;
      return visit(place, item);
    });
  };
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
  const cost = of.cost + 1 + together(step.cost + 1, (short ?? { step }).step.cost + 1);
  const code = { cost, base: of.base + 1, isConstant: false };
  if (name === "all" || name === "exists") {
    const run = (frame: Frame) => {
      let outcome = !wanted;
      let failure: unknown;
      loop(frame, () => {
        // Every failure counts, not only the one that is kept.
        const value = tried(body, frame);
        if (value === wanted) [outcome, failure] = [wanted, undefined];
        else if (value instanceof Unevaluated) failure ??= value;
        return value === wanted;
      });
      if (failure !== undefined) throw failure;
      return outcome;
    };
    return { ...code, type: BOOL, run, culprits };
  }
  if (isOne) {
    const run = (frame: Frame) => {
      let found = 0;
      loop(frame, () => {
        if (body.run(frame) === true) found++;
        return false;
      });
      return found === 1;
    };
    return { ...code, type: BOOL, run, culprits };
  }
  const run = (frame: Frame) => {
    const made: unknown[] = [];
    loop(frame, (item, at) => {
      if (name === "filter") {
        if (body.run(frame) === true) made.push(isList ? item : at);
      } else if (filter === undefined || filter.run(frame) === true) made.push(body.run(frame));
      return false;
    });
    return made;
  };
  const item = name === "filter" ? (isList ? itemType : nameType) : body.type;
  const places = (frame: Frame) => {
    const kept: (Path | undefined)[] = [];
    locate(frame, (place) => {
      if ((name === "filter" ? body : filter)?.run(frame) !== false)
        kept.push(name === "filter" ? place : (body.place?.(frame) ?? place));
      return false;
    });
    return kept;
  };
  const type = listOfType(item, Math.min(most, MAX_ITEMS));
  if (total !== undefined && item.kind === "string")
    type.total = name === "filter" ? total : together(lengthOf(item), lengthOf(short!.body.type));
  return { ...code, type, run, places };
}
