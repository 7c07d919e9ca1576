/** Members and items: whether they are declared, may be absent or null, and are what the schema says. */

import { escapeToken, isPlainObject, type PathKey } from "../../json/values.ts";
import { closest, didYouMean } from "../../similar/matcher.ts";
import { hintFor } from "../elsewhere.ts";
import { type Frame, fail } from "../frame.ts";
import type { Node, NodeOf } from "../syntax.ts";
import { ANY, BOOL, INT, listOfType, type Member, nameOfType, STRING, type Type } from "../types.ts";
import {
  type Code,
  compile,
  constant,
  literalText,
  made,
  placeIn,
  refuse,
  type Sight,
  uniteMembers,
  wayTo,
} from "./code.ts";

const required = (type: Type): Member => ({ type, isRequired: true });

const FIXED_MEMBERS: Partial<Record<Type["kind"], ReadonlyMap<string, Member>>> = {
  url: new Map([
    ...["scheme", "host", "path", "query", "fragment"].map((name) => [name, required(STRING)] as const),
    ["port", required(INT)],
    ["isPublic", required(BOOL)],
  ]),
  semver: new Map([
    ...["major", "minor", "patch"].map((name) => [name, required(INT)] as const),
    ["prerelease", required(STRING)],
  ]),
  entry: new Map(["id", "name"].map((name) => [name, required(STRING)] as const)),
};

/** A value that is handed on: it is not null once a condition says so. */
export function compileValue(node: Node, sight: Sight): Code {
  return narrowed(compile(node, sight), node, sight);
}

function narrowed(code: Code, node: Node, sight: Sight): Code {
  const { isNullable, ...type } = code.type;
  return isNullable === true && sight.known.get(`=${wayTo(node, sight)}`) === true ? { ...code, type } : code;
}

/** A value of which something is asked that null does not have. */
export function notNull(given: Code, node: Node, sight: Sight): Code {
  if (given.type.kind === "null") refuse("it is always null", node);
  const code = narrowed(given, node, sight);
  const { isNullable, ...type } = code.type;
  if (isNullable !== true) return code;
  if (sight.isLenient) return { ...code, type, run: (frame) => code.run(frame) ?? fail("it is null") };
  return refuse(`it may be null; ask for "!= null" first, as in \`x != null && …\``, node);
}

/** A member of an object, never one that JavaScript adds. */
export function ownMember(value: unknown, name: string): unknown {
  return isPlainObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function memberOf(type: Type, name: string): Member | undefined {
  const members = FIXED_MEMBERS[type.kind] ?? type.members;
  const declared = members?.get(name);
  if (declared !== undefined) return declared;
  if (type.kind === "any") return { type: ANY, isRequired: false };
  return type.item !== undefined && (type.kind === "map" || type.kind === "object")
    ? { type: type.item, isRequired: false }
    : undefined;
}

/** `isTest`: whether it is only asked for. */
export function compileMember(
  node: NodeOf<"member" | "index">,
  name: string,
  sight: Sight,
  isTest = false,
): Code {
  const { of: ofNode, isOptional } = node;
  if (ofNode.kind === "name" && ofNode.name === "lists" && !sight.variables.has("lists"))
    return compileWords(node, name, sight);
  const compiled = compile(ofNode, sight);
  const isChain = compiled.type.kind === "optional";
  const of = isChain ? { ...compiled, type: compiled.type.item! } : notNull(compiled, ofNode, sight);
  const member = memberOf(of.type, name);
  if (member === undefined) return refuse(unknownMember(of.type, name), node);
  const giving = (type: Type, run: Code["run"]): Code => ({
    ...made([of], type, run),
    ...placeIn(of, () => name),
  });
  if (isTest) return giving(BOOL, (frame) => ownMember(of.run(frame), name) !== undefined);
  const mayLack = isOptional || isChain;
  const way = wayTo(node, sight);
  if (!mayLack && !member.isRequired && !sight.isLenient && !(way !== undefined && sight.known.get(way)))
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
  const names = [...(FIXED_MEMBERS[type.kind] ?? type.members ?? new Map()).keys()] as string[];
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

export function compileIndex(node: NodeOf<"index">, sight: Sight): Code {
  const { index, isOptional } = node;
  if (index.kind === "literal" && index.type === "string")
    return compileMember(node, index.value as string, sight);
  const of = notNull(compile(node.of, sight), node.of, sight);
  const at = notNull(compile(index, sight), index, sight);
  const isList = of.type.kind === "list";
  if (!isList && of.type.kind !== "map" && of.type.kind !== "object")
    return refuse(`${nameOfType(of.type)} has no items`, node);
  if (at.type.kind !== (isList ? "int" : "string"))
    return refuse(
      isList ? "an item is taken by its position, a whole number" : "a member is taken by its name, a text",
      index,
    );
  const position = index.kind === "literal" ? Number(index.value) : -1;
  const type =
    (isList ? of.type.prefix?.[position] : undefined) ??
    of.type.item ??
    (isList ? ANY : uniteMembers(of.type));
  const isSound = guardOf(type);
  const run = (frame: Frame) => {
    const [whole, key] = [of.run(frame), at.run(frame)];
    const value = isList ? (whole as unknown[])[key as number] : ownMember(whole, key as string);
    if (isSound(value) || (isOptional && value === undefined)) return value;
    return fail(value === undefined ? "there is no such item" : `the item is not ${nameOfType(type)}`);
  };
  return {
    ...made([of, at], isOptional ? { kind: "optional", item: type } : type, run),
    ...placeIn(of, (frame) => at.run(frame) as PathKey),
  };
}

export function compileHas(node: NodeOf<"call">, sight: Sight): Code {
  const [member] = node.args as [Node];
  if (node.args.length !== 1 || (member.kind !== "member" && member.kind !== "index"))
    return refuse("has() asks for a member, as in `has(this.name)`", node);
  const name = member.kind === "member" ? member.name : literalText(member.index);
  if (name === undefined) return refuse("has() asks for a member by its name", member);
  return compileMember(member, name, sight, true);
}

export function compileTruth(node: Node, sight: Sight): Code {
  const code = notNull(compile(node, sight), node, sight);
  if (code.type.kind !== "bool")
    refuse(`this must be true or false, and it is ${nameOfType(code.type)}`, node);
  return code;
}
