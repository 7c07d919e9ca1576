/** Reads the members of an object under the names and at the levels they were meant for. */
import { originOf, type Reading } from "../findings/reading.ts";
import { child, isPlainObject, type PathKey, pointerOf, setOwn } from "../json/pointer.ts";
import { createNameMatcher, isSameName } from "../text/member-names.ts";
import { NO_KIND } from "./kinds.ts";
import { parseText } from "./mismatch.ts";
import { SCHEMA_ALONE, type SchemaNode } from "./node.ts";
import type { OtherMembers } from "./other-members.ts";

/** Unknown members beyond this are not compared with anything: so many are not typing errors. */
export const MAX_UNKNOWN = 64;

export interface NamedMembers {
  properties: ReadonlyMap<string, SchemaNode>;
  required: ReadonlySet<string>;
  aliases: ReadonlyMap<string, readonly string[]>;
  others: OtherMembers;
}

export function createNameReader({ properties, required, aliases, others }: NamedMembers) {
  // Members that may not be there are not what anybody meant.
  const names = [...properties].filter(([, { kinds }]) => kinds !== NO_KIND).map(([name]) => name);
  const matcher = createNameMatcher(names.map((name) => ({ name, aliases: [...(aliases.get(name) ?? [])] })));

  function pair(value: Record<string, unknown>, unknown: readonly string[]) {
    return matcher.pair(
      unknown,
      (name) => !Object.hasOwn(value, name),
      (sent, meant) => properties.get(meant)!.suits(value[sent]),
    );
  }

  /** JSON sent as text, or a text that can only be meant for one member. */
  function readAsObject(value: unknown, path: readonly PathKey[], reading: Reading) {
    if (typeof value !== "string") return undefined;
    const parsed = parseText(value, "{");
    const object = isPlainObject(parsed) ? parsed : readAsMainMember(value);
    if (object === undefined) return undefined;
    const sent = [...originOf(reading, path).path];
    reading.origins.set(pointerOf(path), { path: sent, sent: value });
    for (const key of Object.keys(object))
      reading.origins.set(pointerOf([...path, key]), { path: sent, isPart: true });
    return object;
  }

  /** The text as the one member that is open, if the package allows only one value for every other member. */
  function readAsMainMember(text: string): Record<string, unknown> | undefined {
    const wanted = [...properties].filter(([name]) => required.has(name));
    const open = wanted.filter(([, node]) => node.onlyValue === undefined);
    const [main] = open;
    if (open.length !== 1 || main === undefined || main[1].type !== "string") return undefined;
    if (!main[1].ok(text, SCHEMA_ALONE)) return undefined;
    const object: Record<string, unknown> = {};
    for (const [name, node] of wanted) setOwn(object, name, name === main[0] ? text : node.onlyValue);
    return object;
  }

  /** A copy in which members stand under the names and at the levels they were meant for; undefined if all do. */
  function settle(value: Record<string, unknown>, path: readonly PathKey[], reading: Reading) {
    let unknown: string[] | undefined;
    for (const key of Object.keys(value)) {
      if (properties.has(key) || others.nodesFor(key) !== undefined) continue;
      unknown ??= [];
      unknown.push(key);
    }
    if (unknown === undefined || unknown.length > MAX_UNKNOWN) return undefined;
    const renamed = pair(value, unknown);
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
        reading.origins.set(pointerOf([...path, name]), origin);
      }
      setOwn(copy, name, value[key]);
    }
    for (const [key, { parent, name }] of lowered ?? []) {
      const object = child(copy, parent);
      const filled = { ...(isPlainObject(object) ? object : {}), [name]: value[key] };
      setOwn(copy, parent, filled);
      reading.altered.add(filled);
      reading.origins.set(pointerOf([...path, parent, name]), { path: [...sentPath, key] });
    }
    return copy;
  }

  /** Members that belong into an object one level below, under their own name or with that object's name before it. */
  function findTooHigh(value: Record<string, unknown>, unknown: readonly string[]) {
    const found = new Map<string, { parent: string; name: string }>();
    for (const key of unknown) {
      const places = [...properties].flatMap(([parent, below]) => {
        if (below.members === undefined) return [];
        const inner = child(value, parent);
        if (inner !== undefined && !isPlainObject(inner)) return [];
        return [...below.members]
          .filter(([name, member]) => child(inner, name) === undefined && member.suits(value[key]))
          .filter(([name]) => isSameName(key, name) || isSameName(key, `${parent} ${name}`))
          .map(([name]) => ({ parent, name }));
      });
      if (places.length === 1) found.set(key, places[0]!);
    }
    return found.size > 0 ? found : undefined;
  }

  return { pair, readAsObject, settle };
}
