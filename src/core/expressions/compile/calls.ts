/** Functions, patterns and registries; loops, names for values, and calls of definitions. */
import { escapeToken, once, type Path, type PathKey } from "../../json/values.ts";
import { compilePattern, tooCostly } from "../../pattern/linear-pattern.ts";
import { didYouMean, groupBy } from "../../similar/matcher.ts";
import { count } from "../../unicode/unicode.ts";
import { attempt, type Definition, FaultError, type Frame, fail, Unevaluated } from "../frame.ts";
import {
  FUNCTIONS,
  type FunctionEntry,
  itemsOf,
  lengthOf,
  TEXT_PER_STEP,
  unsuitableItem,
} from "../functions.ts";
import { hintFor, type Node, type NodeOf, readExpression } from "../syntax.ts";
import {
  BOOL,
  ENTRY,
  INT,
  isRecord,
  listOfType,
  MAX_ITEMS,
  nameOfType,
  STRING,
  type Type,
  unite,
} from "../types.ts";
import {
  asked,
  type Code,
  compile,
  compileHas,
  compileTruth,
  compileValue,
  culpritsOf,
  guardOf,
  knowing,
  knownOfItems,
  literalText,
  made,
  NOWHERE,
  namesTo,
  notNull,
  refuse,
  type Sight,
  tried,
  uniteMembers,
  wayInCandidate,
} from "./code.ts";

export function compileCall(node: NodeOf<"call">, sight: Sight): Code {
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
  const code =
    name === "has"
      ? made(codes, BOOL, (frame) => find(frame) !== undefined, STEPS_OF_LOOKUP)
      : made(codes, ENTRY, (frame) => find(frame) ?? fail("the registry has no such entry"), STEPS_OF_LOOKUP);
  return { ...code, base: code.base + STEPS_OF_LOOKUP };
}

function compileOptional(node: NodeOf<"call">, codes: readonly Code[]): Code {
  const [of, other] = codes as [Code, Code | undefined];
  if (node.name === "hasValue" && codes.length === 1)
    return made(codes, BOOL, (frame) => of.run(frame) !== undefined);
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
  const isWritten = source?.isConstant === true && source.type.kind === "string";
  if (!isWritten)
    return refuse(
      "a pattern is written in the expression itself; it cannot come from the candidate",
      all[1]!,
    );
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
    return made([text], BOOL, test, weigh(length));
  }
  const find = (frame: Frame) =>
    pattern.findAll(text.run(frame) as string, (characters) => frame.spend(weigh(characters)));
  // Together the matches are no longer than the text, so most of them are short.
  const item: Type = { kind: "string", max: Math.min(length, 64) };
  const type = { ...listOfType(item, Math.ceil(length / 4)), total: length };
  return made([text], type, find, weigh(length));
}

const byName = (other: FunctionEntry["form"]) => {
  const entries = FUNCTIONS.filter(({ form }) => form !== other);
  return groupBy(entries, ({ name }) => name);
};
const [METHODS, GLOBALS] = [byName("function"), byName("method")];

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

function compileFunction(
  node: NodeOf<"call">,
  all: readonly Node[],
  codes: readonly Code[],
  sight: Sight,
): Code {
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
  const weight = entry.weight?.(...types) ?? 0;
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
    frame.spend(weight!(...types));
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

function takes({ params, optional = 0 }: FunctionEntry, types: readonly Type[]): boolean {
  return (
    types.length <= params.length &&
    types.length >= params.length - optional &&
    types.every(({ kind }, index) => params[index]!.includes(kind))
  );
}

function wrongArguments(entries: readonly FunctionEntry[], types: readonly Type[]): string {
  const [{ name, params, optional = 0 }] = entries as [FunctionEntry];
  if (types.length > params.length || types.length < params.length - optional)
    return `"${name}" takes ${optional > 0 ? `${params.length - optional} to ` : ""}${count(params.length, "value")}, counting the one before a dot`;
  const wantedAt = (index: number) => new Set(entries.flatMap((entry) => entry.params[index]!));
  const at = types.findIndex(({ kind }, index) => !wantedAt(index).has(kind));
  const wanted = [...wantedAt(at)].map((kind) => nameOfType({ kind }));
  return `"${name}" takes ${wanted.join(" or ")}, and this is ${nameOfType(types[at]!)}`;
}

// Loops over lists and maps, names for values, and calls of definitions.

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

const variableName = (node: Node): string =>
  node.kind === "name" ? node.name : refuse("the name of a variable is missing here", node);

export function compileBind(node: NodeOf<"call">, sight: Sight): Code {
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
export function compileMacro(node: NodeOf<"call">, target: Node, sight: Sight): Code {
  const { name, args } = node;
  const { reads, items } = sight.notes;
  const list = wayInCandidate(target, sight);
  const wasRead = reads.has(JSON.stringify(list));
  const of = notNull(compile(target, sight), target, sight);
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
  const keyType: Type = isList ? INT : (of.type.name ?? STRING);
  const [hasKey, hasItem] = [hasTwo || !isList, hasTwo || isList];
  const names = args.slice(0, plain - 1).map(variableName);
  // What a filter keeps can be read in other ways than by its condition.
  const way = list !== undefined && !isFilter && hasItem ? [...list, "*"] : undefined;
  const compileParts = (type: Type, around: Sight) => {
    const [one, keySlot] = hasKey ? withVariable(around, names[0]!, { type: keyType }) : [around, -1];
    const itemName = names.at(-1)!;
    const [named, itemSlot] = hasItem ? withVariable(one, itemName, { type }) : [one, -1];
    const { known, isLenient } = isList
      ? knownOfItems(target, named.variables.get(itemName), around)
      : around;
    const inner = { ...named, known, isLenient };
    if (way !== undefined) items.set(`#${itemSlot}`, way);
    const conditionNode = hasCondition ? args.at(-2) : undefined;
    const condition = conditionNode && compileTruth(conditionNode, inner);
    const bodySight = conditionNode ? knowing(conditionNode, condition!, true, inner) : inner;
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
  const isOnce = (frame: Frame) => {
    let found = 0;
    loop(frame, () => {
      if (body.run(frame) === true) found++;
    });
    return found === 1;
  };
  const isAny = (frame: Frame) => {
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
  return { ...code, type: BOOL, run: isOne ? isOnce : isAny, culprits };
}
