import { type Detail, type FixDraft, fix, type Sink } from "../findings/finding.ts";
import { originOf, type Reading } from "../findings/reading.ts";
import {
  child,
  escapeToken,
  isPlainObject,
  type Path,
  type PathKey,
  pointerOf,
  setOwn,
} from "../json/pointer.ts";
import { actualOf, count, likeliest, listOf, quote, rangeOf, shown } from "../text/describe.ts";
import { createNameMatcher, foldedName } from "../text/member-names.ts";
import { createGuess } from "../text/similar.ts";
import type { Json } from "../types.ts";
import { parseText, reportMismatch, reportReading } from "./mismatch.ts";
import { SCHEMA_ALONE, type SchemaNode } from "./node.ts";

export interface ObjectOptions {
  at: string;
  properties: ReadonlyMap<string, SchemaNode>;
  required: ReadonlySet<string>;
  /** Other names that the package declares for a member. */
  aliases: ReadonlyMap<string, readonly string[]>;
  /** What other members must be; undefined where there may be none. */
  additional: SchemaNode | undefined;
  /** Declared defaults of optional members. */
  defaults: ReadonlyMap<string, Json>;
  minMembers: number;
  maxMembers: number;
}

/** Unknown members beyond this are not compared with anything: so many are not typing errors. */
const MAX_UNKNOWN = 64;
/** Of the name of an object and that of its member together. */
const MAX_FOLDED_LENGTH = 128;

export function objectNode(options: ObjectOptions): SchemaNode {
  const { at, properties, required, aliases, additional, defaults, minMembers, maxMembers } = options;
  const members = [...properties].map(([name, node]) => ({
    name,
    node,
    required: required.has(name),
    // Names such as "constructor" are found on every object, its own or not.
    inherited: name in Object.prototype,
  }));
  const names = members.map((member) => member.name);
  const readers = members.filter((member) => member.node.read !== undefined);
  const matcher = createNameMatcher(names.map((name) => ({ name, aliases: [...(aliases.get(name) ?? [])] })));
  const guess = createGuess(names);
  const namesText = listOf(names);
  let lower: ReturnType<typeof membersBelow> | undefined;

  const node: SchemaNode = {
    type: "object",
    phrase: "an object",
    members: properties,
    required,
    bounds: rangeOf(minMembers, maxMembers, "member"),
    placeholder() {
      const shape: Record<string, Json> = {};
      for (const member of members) {
        const value = member.required ? (member.node.onlyValue ?? member.node.placeholder()) : undefined;
        if (value !== undefined) setOwn(shape, member.name, value);
      }
      return shape;
    },
    suits(value) {
      if (!isPlainObject(value)) return false;
      const keys = Object.keys(value).slice(0, MAX_UNKNOWN);
      if (keys.length === 0 || additional !== undefined) return true;
      return keys.some((key) => properties.has(key)) || pairNames(value, keys) !== undefined;
    },
    ok(value, scope) {
      if (!isPlainObject(value)) return false;
      let known = 0;
      for (const member of members) {
        const item = member.inherited ? child(value, member.name) : value[member.name];
        if (item === undefined) {
          if (member.required) return false;
          if (member.node.okAbsent?.(scope) === false) return false;
        } else {
          known++;
          if (!member.node.ok(item, scope)) return false;
        }
      }
      let total = 0;
      for (const key in value) {
        total++;
        if (additional === undefined || properties.has(key)) continue;
        if (!key.isWellFormed() || !additional.ok(value[key], scope)) return false;
      }
      if (total < minMembers || total > maxMembers) return false;
      return total === known || additional !== undefined;
    },
    report(value, sink) {
      if (!isPlainObject(value)) {
        reportMismatch(node, "object", at, value, sink, []);
        return;
      }
      const { path, reading } = sink;
      const isAltered = reading.altered.has(value);
      if (isAltered) reportReading(node, "object", value, sink);
      const keys = Object.keys(value);
      for (const key of keys) {
        const property = properties.get(key);
        path.push(key);
        if (property) {
          if (isAltered) reportMisplaced(key, sink);
          const item = value[key];
          if (item === null && !required.has(key) && !property.ok(null, SCHEMA_ALONE))
            reportNull(property, sink);
          else if (reading.altered.has(item) || !property.ok(item, sink.scope)) property.report(item, sink);
        } else if (additional) additional.report(value[key], sink);
        else reportUnknown(key, value, sink);
        path.pop();
      }
      for (const member of members) {
        if (Object.hasOwn(value, member.name)) continue;
        path.push(member.name);
        if (member.required) reportMissing(member.name, member.node, sink);
        else member.node.reportAbsent?.(sink);
        path.pop();
      }
      reportCount(keys.length, sink);
    },
    read(value, path, reading) {
      const object = isPlainObject(value) ? value : readAsObject(value, path, reading);
      if (object === undefined) return value;
      if (object !== value) reading.altered.add(object);
      let copy = additional === undefined ? settleNames(object, path, reading) : undefined;
      for (const { name, node: property } of readers) {
        const item = child(copy ?? object, name);
        if (item === undefined) continue;
        path.push(name);
        const put = property.read!(item, path, reading);
        path.pop();
        if (put === item) continue;
        copy ??= { ...object };
        setOwn(copy, name, put);
      }
      if (additional?.read) {
        for (const key of Object.keys(object)) {
          if (properties.has(key)) continue;
          path.push(key);
          const put = additional.read(object[key], path, reading);
          path.pop();
          if (put === object[key]) continue;
          copy ??= { ...object };
          setOwn(copy, key, put);
        }
      }
      if (copy) reading.altered.add(copy);
      return copy ?? object;
    },
    withDefaults(value) {
      if (!isPlainObject(value)) return value;
      const filled: Record<string, unknown> = {};
      for (const key of Object.keys(value)) {
        setOwn(filled, key, (properties.get(key) ?? additional)?.withDefaults?.(value[key]) ?? value[key]);
      }
      for (const [name, given] of defaults) {
        if (!Object.hasOwn(filled, name))
          setOwn(filled, name, properties.get(name)?.withDefaults?.(given) ?? given);
      }
      return filled;
    },
  };

  /** JSON sent as text, or a text that can only be meant for one member. */
  function readAsObject(value: unknown, path: readonly PathKey[], reading: Reading) {
    if (typeof value !== "string") return undefined;
    const parsed = parseText(value, "{");
    const object = isPlainObject(parsed) ? parsed : readAsMainMember(value);
    if (object === undefined) return undefined;
    const sent = [...originOf(reading, path).path];
    reading.origins.set(path, { path: sent, sent: value });
    for (const key of Object.keys(object)) reading.origins.set([...path, key], { path: sent, isPart: true });
    return object;
  }

  /** The text as the one member that is open, if the package allows only one value for every other member. */
  function readAsMainMember(text: string): Record<string, unknown> | undefined {
    const open = members.filter((member) => member.required && member.node.onlyValue === undefined);
    const [main] = open;
    if (open.length !== 1 || main === undefined || main.node.type !== "string") return undefined;
    if (!main.node.ok(text, SCHEMA_ALONE)) return undefined;
    const object: Record<string, unknown> = {};
    for (const member of members)
      if (member.required) setOwn(object, member.name, member === main ? text : member.node.onlyValue);
    return object;
  }

  function pairNames(value: Record<string, unknown>, unknown: readonly string[]) {
    return matcher.pair(
      unknown,
      (name) => !Object.hasOwn(value, name),
      (sent, meant) => properties.get(meant)!.suits(value[sent]),
    );
  }

  /** A copy in which members stand under the names and at the levels they were meant for; undefined if all do. */
  function settleNames(value: Record<string, unknown>, path: readonly PathKey[], reading: Reading) {
    let unknown: string[] | undefined;
    for (const key of Object.keys(value)) {
      if (properties.has(key)) continue;
      unknown ??= [];
      unknown.push(key);
    }
    if (unknown === undefined || unknown.length > MAX_UNKNOWN) return undefined;
    const renamed = pairNames(value, unknown);
    const lowered = findTooHigh(
      value,
      unknown.filter((key) => renamed?.has(key) !== true),
    );
    if (renamed === undefined && lowered === undefined) return undefined;
    const sentPath = [...originOf(reading, path).path];
    const copy: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
      const name = renamed?.get(key) ?? key;
      if (lowered?.has(key) === true) continue;
      if (name !== key) {
        const own = originOf(reading, [...path, key]);
        const origin = own.isPart
          ? { path: [...own.path], isPart: true, name: key }
          : { path: [...sentPath, key] };
        reading.origins.set([...path, name], origin);
      }
      setOwn(copy, name, value[key]);
    }
    for (const [key, { parent, name }] of lowered ?? []) {
      const object = child(copy, parent);
      const filled = { ...(isPlainObject(object) ? object : {}), [name]: value[key] };
      setOwn(copy, parent, filled);
      reading.altered.add(filled);
      reading.origins.set([...path, parent, name], { path: [...sentPath, key] });
    }
    return copy;
  }

  /** Members that belong into an object one level below, under their own name or with that object's name before it. */
  function findTooHigh(value: Record<string, unknown>, unknown: readonly string[]) {
    if (!members.some((member) => member.node.members !== undefined)) return undefined;
    lower ??= membersBelow(members);
    let found: Map<string, { parent: string; name: string }> | undefined;
    for (const key of unknown) {
      const folded = foldedName(key);
      const places = (folded === undefined ? undefined : lower.get(folded))?.filter(
        ({ parent, name, node: member }) => {
          const inner = child(value, parent);
          if (inner !== undefined && !isPlainObject(inner)) return false;
          return child(inner, name) === undefined && member.suits(value[key]);
        },
      );
      if (places?.length !== 1) continue;
      found ??= new Map();
      found.set(key, places[0]!);
    }
    return found;
  }

  function reportMisplaced(name: string, sink: Sink): void {
    const { reading } = sink;
    const path: Path = sink.path.slice();
    const origin = reading.origins.get(path);
    if (origin === undefined) {
      reportLowered(path, sink);
      return;
    }
    const sent = origin.isPart ? (origin.name ?? name) : String(origin.path.at(-1));
    // What came from one level above is reported with its object.
    if (
      (!origin.isPart && origin.path.length < originOf(reading, path.slice(0, -1)).path.length + 1) ||
      sent === name
    )
      return;
    sink.addForName("member-unknown", () => ({
      message: `There is no member ${quote(sent)}; did you mean ${quote(name)}?`,
      expected: name,
      actual: actualOf(sent),
      fixes: [fix(`Rename it to ${quote(name)}`, "suggested", { kind: "settle", path })],
    }));
  }

  /** Members of this object that were sent one level too high. One fix moves all of them. */
  function reportLowered(path: Path, sink: Sink): void {
    const { reading } = sink;
    const property = properties.get(String(path.at(-1)));
    if (property?.members === undefined) return;
    const level = originOf(reading, path).path.length;
    const lowered = [...property.members.keys()]
      .map((name) => [...path, name])
      .filter((below) => {
        const origin = reading.origins.get(below);
        return origin !== undefined && !origin.isPart && origin.path.length <= level;
      });
    const parent = String(path.at(-1));
    for (const [index, below] of lowered.entries()) {
      const sent = String(originOf(reading, below).path.at(-1));
      const fixes: FixDraft[] = [
        {
          title: `Move it into ${quote(parent)}`,
          applicability: "suggested",
          edits: [
            { kind: "ensure", path },
            ...lowered.map((place) => ({ kind: "settle" as const, path: place })),
          ],
        },
      ];
      const detail = () => ({
        message: `There is no member ${quote(sent)} here; it belongs into ${quote(parent)} as ${quote(String(below.at(-1)))}.`,
        expected: pointerOf(below),
        actual: actualOf(sent),
        ...(index === 0 && { fixes }),
      });
      sink.addForName("member-unknown", detail, "error", below);
    }
  }

  function reportUnknown(key: string, value: Record<string, unknown>, sink: Sink): void {
    const path: Path = sink.path.slice();
    sink.add("member-unknown", "error", () => {
      const similar = guess(key, (name) => Object.hasOwn(value, name));
      const hint =
        similar === undefined
          ? `Known members are ${namesText}.`
          : `It looks like ${quote(similar)}, which is already here.`;
      return {
        message: `There is no member ${quote(key)} here. ${hint}`,
        expected: likeliest(key, names),
        actual: actualOf(key),
        fixes: [fix(`Remove ${quote(key)}`, "removal", { kind: "remove", path })],
        ...(similar !== undefined && {
          related: [{ path: [...path.slice(0, -1), similar], message: `${quote(similar)} is here` }],
        }),
      };
    });
  }

  function reportMissing(name: string, property: SchemaNode, sink: Sink): void {
    const path: Path = sink.path.slice();
    sink.add("member-missing", "error", (): Detail => {
      const only = property.onlyValue;
      const isCertain = only !== undefined && sink.accepts(`${at}/${escapeToken(name)}`, only);
      const proposed = isCertain ? undefined : sink.propose(path);
      const isWord = typeof proposed === "string";
      const value = isCertain ? only : withProposal(property.placeholder(), proposed);
      return {
        message: `${quote(name)} is required but missing; add ${property.phrase}.`,
        expected: property.phrase,
        ...(value !== undefined && {
          fixes: [
            fix(
              isCertain || isWord ? `Add ${quote(name)}: ${shown(value)}` : `Add ${quote(name)} to fill in`,
              isCertain || isWord ? "suggested" : "placeholder",
              { kind: "add", path, value },
            ),
          ],
        }),
      };
    });
  }

  function reportNull(property: SchemaNode, sink: Sink): void {
    const path: Path = sink.path.slice();
    sink.add("type-mismatch", "error", () => ({
      message: `Expected ${property.phrase}, found null; leave the member out if it has no value.`,
      expected: property.phrase,
      actual: null,
      // Nothing is lost: null says that there is no value.
      fixes: [fix("Leave it out", "suggested", { kind: "remove", path })],
    }));
  }

  function reportCount(total: number, sink: Sink): void {
    if (total < minMembers) {
      sink.add("list-too-short", "error", () => ({
        message: `The object has ${count(total, "member")}; the minimum is ${minMembers}.`,
        expected: { minProperties: minMembers },
        actual: total,
      }));
    } else if (total > maxMembers) {
      sink.add("list-too-long", "error", () => ({
        message: `The object has ${count(total, "member")}; the maximum is ${maxMembers}.`,
        expected: { maxProperties: maxMembers },
        actual: total,
      }));
    }
  }

  return node;
}

interface LowerMember {
  parent: string;
  name: string;
  node: SchemaNode;
}

/** Members of the objects one level below, by their own name and by that with the object's name before it. */
function membersBelow(members: readonly { name: string; node: SchemaNode }[]): Map<string, LowerMember[]> {
  const below = new Map<string, LowerMember[]>();
  for (const { name: parent, node } of members) {
    for (const [name, member] of node.members ?? []) {
      const names = new Set([name, `${parent} ${name}`].map((text) => foldedName(text, MAX_FOLDED_LENGTH)));
      for (const folded of names)
        if (folded !== undefined)
          below.set(folded, [...(below.get(folded) ?? []), { parent, name, node: member }]);
    }
  }
  return below;
}

/** A list of partial objects takes the members that they lack from the shape. */
function withProposal(shape: Json | undefined, proposed: unknown): unknown {
  if (proposed === undefined) return shape;
  const item = Array.isArray(shape) ? shape[0] : undefined;
  if (!Array.isArray(proposed) || !isPlainObject(item)) return proposed;
  return proposed.map((part) => (isPlainObject(part) ? { ...item, ...part } : part));
}
