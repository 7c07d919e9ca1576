import type { FixDraft, Sink } from "../findings/finding.ts";
import { child, escapeToken, isPlainObject, type Path, pointerOf, setOwn } from "../json/pointer.ts";
import { actualOf, count, listOf, quote } from "../text/describe.ts";
import { createGuess } from "../text/similar.ts";
import type { Json } from "../types.ts";
import { reportMismatch } from "./mismatch.ts";
import { SCHEMA_ALONE, type SchemaNode } from "./node.ts";

export interface ObjectOptions {
  at: string;
  properties: ReadonlyMap<string, SchemaNode>;
  required: ReadonlySet<string>;
  /** What other members must be; undefined where there may be none. */
  additional: SchemaNode | undefined;
  /** Declared defaults of optional members. */
  defaults: ReadonlyMap<string, Json>;
  minMembers: number;
  maxMembers: number;
}

/** With more unknown members than this, none of them is likely to be a typing error. */
const MAX_GUESSES = 32;
const NO_NAMES: ReadonlyMap<string, string> = new Map();

export function objectNode(options: ObjectOptions): SchemaNode {
  const { at, properties, required, additional, defaults, minMembers, maxMembers } = options;
  const members = [...properties].map(([name, node]) => ({
    name,
    node,
    required: required.has(name),
    // Names such as "constructor" are found on every object, its own or not.
    inherited: name in Object.prototype,
  }));
  const names = members.map((member) => member.name);
  const containers = members.filter((member) => member.node.resolve !== undefined);
  const guess = createGuess(names);
  const namesText = listOf(names);

  const node: SchemaNode = {
    type: "object",
    phrase: "an object",
    placeholder() {
      const shape: Record<string, Json> = {};
      for (const member of members)
        if (member.required) setOwn(shape, member.name, member.node.placeholder());
      return shape;
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
      for (const _ in value) total++;
      if (total < minMembers || total > maxMembers) return false;
      if (total === known) return true;
      if (additional === undefined) return false;
      for (const key in value) {
        if (!properties.has(key) && (!key.isWellFormed() || !additional.ok(value[key], scope))) return false;
      }
      return true;
    },
    report(value, sink) {
      if (!isPlainObject(value)) {
        reportMismatch(node, "object", at, value, sink, undefined);
        return;
      }
      const { path } = sink;
      const keys = Object.keys(value);
      for (const key of keys) {
        const property = properties.get(key);
        path.push(key);
        if (property) {
          if (sink.misspelled.size > 0 && sink.misspelled.has(pointerOf(path))) reportMisspelled(key, sink);
          const item = value[key];
          if (item === null && !required.has(key) && !property.ok(null, SCHEMA_ALONE))
            reportNull(property, sink);
          else if (sink.misspelled.size > 0 || !property.ok(item, sink.scope)) property.report(item, sink);
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
    resolve(value, path, misspelled) {
      if (!isPlainObject(value)) return value;
      const renamed = additional === undefined ? guessNames(value) : undefined;
      let resolved = renamed && renameMembers(value, renamed, path, misspelled);
      for (const { name, node: property } of containers) {
        const item = child(resolved ?? value, name);
        path.push(name);
        const put = property.resolve!(item, path, misspelled);
        path.pop();
        if (put === item) continue;
        resolved ??= renameMembers(value, NO_NAMES, path, misspelled);
        setOwn(resolved, name, put);
      }
      if (additional?.resolve) {
        for (const key of Object.keys(value)) {
          if (properties.has(key)) continue;
          path.push(key);
          const put = additional.resolve(value[key], path, misspelled);
          path.pop();
          if (put === value[key]) continue;
          resolved ??= renameMembers(value, NO_NAMES, path, misspelled);
          setOwn(resolved, key, put);
        }
      }
      return resolved ?? value;
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

  /** Unknown members that were probably meant to be members that are absent; undefined where there are none. */
  function guessNames(value: Record<string, unknown>): Map<string, string> | undefined {
    let unknown: string[] | undefined;
    for (const key of Object.keys(value)) {
      if (properties.has(key)) continue;
      unknown ??= [];
      unknown.push(key);
    }
    if (unknown === undefined || unknown.length > MAX_GUESSES) return undefined;
    const renamed = new Map<string, string>();
    const taken = new Set<string>();
    for (const key of unknown) {
      const meant = guess(key, (name) => !taken.has(name) && !Object.hasOwn(value, name));
      if (meant === undefined) continue;
      taken.add(meant);
      renamed.set(key, meant);
    }
    return renamed.size > 0 ? renamed : undefined;
  }

  function reportMisspelled(name: string, sink: Sink): void {
    const path: Path = sink.path.slice();
    const sent = sink.misspelled.get(pointerOf(path))!;
    sink.addForName("member-unknown", () => ({
      message: `There is no member ${quote(sent)}; did you mean ${quote(name)}?`,
      expected: name,
      actual: actualOf(sent),
      fixes: [
        {
          title: `Rename it to ${quote(name)}`,
          applicability: "suggested",
          edit: { kind: "rename", path, to: name },
        },
      ],
    }));
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
        expected: names,
        actual: actualOf(key),
        fixes: [
          { title: `Remove ${quote(key)}`, applicability: "suggested", edit: { kind: "remove", path } },
        ],
        ...(similar !== undefined && {
          related: [{ path: [...path.slice(0, -1), similar], message: `${quote(similar)} is here` }],
        }),
      };
    });
  }

  function reportMissing(name: string, property: SchemaNode, sink: Sink): void {
    const path: Path = sink.path.slice();
    sink.add("member-missing", "error", () => {
      const value = property.placeholder();
      // A member that can have only one value is not left open.
      const only = property.hasOneValue === true && sink.accepts(`${at}/${escapeToken(name)}`, value);
      const fix: FixDraft = {
        title: only ? `Add ${quote(name)}: ${JSON.stringify(value)}` : `Add ${quote(name)} to fill in`,
        applicability: only ? "suggested" : "placeholder",
        edit: { kind: "add", path, value },
      };
      return {
        message: `${quote(name)} is required but missing; add ${property.phrase}.`,
        expected: property.phrase,
        fixes: [fix],
      };
    });
  }

  function reportNull(property: SchemaNode, sink: Sink): void {
    const path: Path = sink.path.slice();
    sink.add("type-mismatch", "error", () => ({
      message: `Expected ${property.phrase}, found null; leave the member out if it has no value.`,
      expected: property.phrase,
      actual: null,
      fixes: [{ title: "Leave it out", applicability: "suggested", edit: { kind: "remove", path } }],
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

/** A copy with other names, in the same order. */
function renameMembers(
  value: Record<string, unknown>,
  renamed: ReadonlyMap<string, string>,
  path: Path,
  misspelled: Map<string, string>,
): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const name = renamed.get(key) ?? key;
    if (name !== key) misspelled.set(pointerOf([...path, name]), key);
    setOwn(copy, name, value[key]);
  }
  return copy;
}
