/** Functions, patterns and registries. */
import { compilePattern, tooCostly } from "../../pattern/linear-pattern.ts";
import { didYouMean, groupBy } from "../../similar/matcher.ts";
import { count } from "../../unicode/unicode.ts";
import { hintFor } from "../elsewhere.ts";
import { type Frame, fail } from "../frame.ts";
import { FUNCTIONS, type FunctionEntry, lengthOf, TEXT_PER_STEP, unsuitableItem } from "../functions.ts";
import type { Node, NodeOf } from "../syntax.ts";
import { BOOL, ENTRY, listOfType, nameOfType, type Type, unite } from "../types.ts";
import { asked, type Code, literalText, made, NOWHERE, refuse, type Sight } from "./code.ts";
import { compileBind, compileDefinition, compileMacro, MACROS } from "./loops.ts";
import { compileHas, compileValue, notNull } from "./members.ts";

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
  if (
    codes.length !== 2 ||
    (key.type.kind !== "string" && key.type.kind !== "int") ||
    key.type.isNullable === true
  )
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
  if (source?.isConstant !== true || source.type.kind !== "string")
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

const LONG_TEXT = 8 * TEXT_PER_STEP;
const NAMES = [
  ...[...METHODS.keys(), ...GLOBALS.keys(), ...MACROS],
  ...["has", "matches", "references", "registry", "orValue"],
];

export function isKnown(name: string): boolean {
  return NAMES.includes(name);
}

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
  const { run } = entry;
  const [a, b, c] = codes as [Code, Code?, Code?];
  // Candidates may be longer than the schema allows.
  const measure = (frame: Frame, value: unknown): unknown => {
    if (typeof value === "string" && value.length > LONG_TEXT) frame.spend(value.length / TEXT_PER_STEP);
    return value;
  };
  const call: Code["run"] =
    c !== undefined
      ? (frame) => run(measure(frame, a.run(frame)), b!.run(frame), c.run(frame))
      : b !== undefined
        ? (frame) => run(measure(frame, a.run(frame)), b.run(frame))
        : (frame) => run(measure(frame, a.run(frame)));
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
