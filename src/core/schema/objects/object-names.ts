/** Reads the members of an object under the names and at the levels they were meant for. */
import { originOf, type Reading } from "../../findings/reading.ts";
import { child, isPlainObject, type PathKey, setOwn } from "../../json/pointer.ts";
import { createNameMatcher, foldedName } from "../../similar/member-names.ts";
import { NO_KIND } from "../kinds.ts";
import { type Place, SCHEMA_ALONE } from "../place.ts";
import { parseText } from "../types/mismatch.ts";
import type { OtherMembers } from "./other-members.ts";

/** Unknown members beyond this are not compared with anything: so many are not typing errors. */
export const MAX_UNKNOWN = 64;

/** Of the name of an object and that of its member together. */
const MAX_FOLDED_LENGTH = 128;

export interface NamedMembers {
  properties: ReadonlyMap<string, Place>;
  required: ReadonlySet<string>;
  aliases: ReadonlyMap<string, readonly string[]>;
  others: OtherMembers;
}

export function createNameReader({ properties, required, aliases, others }: NamedMembers) {
  // Members that may not be there are not what anybody meant.
  const names = [...properties].filter(([, { shape }]) => shape.kinds !== NO_KIND).map(([name]) => name);
  const matcher = createNameMatcher(names.map((name) => ({ name, aliases: [...(aliases.get(name) ?? [])] })));
  const hasObjects = [...properties.values()].some(({ shape }) => shape.object !== undefined);
  let lower: ReturnType<typeof membersBelow> | undefined;

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
    reading.origins.set(path, { path: sent, sent: value });
    for (const key of Object.keys(object))
      reading.origins.set([...path, key], { path: sent, isInText: true });
    return object;
  }

  /** The text as the one member that is open, if the package allows only one value for every other member. */
  function readAsMainMember(text: string): Record<string, unknown> | undefined {
    const wanted = [...properties].filter(([name]) => required.has(name));
    const open = wanted.filter(([, { shape }]) => shape.onlyValue === undefined);
    const [main] = open;
    if (open.length !== 1 || main === undefined || main[1].shape.type !== "string") return undefined;
    if (!main[1].ok(text, SCHEMA_ALONE)) return undefined;
    const object: Record<string, unknown> = {};
    for (const [name, { shape }] of wanted) setOwn(object, name, name === main[0] ? text : shape.onlyValue);
    return object;
  }

  /** A copy with each member under the name and at the level it was meant for; undefined if nothing has to move. */
  function settle(value: Record<string, unknown>, path: readonly PathKey[], reading: Reading) {
    const unknown = Object.keys(value).filter(
      (key) => !properties.has(key) && others.placesFor(key) === undefined,
    );
    if (unknown.length === 0 || unknown.length > MAX_UNKNOWN) return undefined;
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
        const origin = own.isInText
          ? { path: [...own.path], isInText: true, name: key }
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
    if (!hasObjects) return undefined;
    lower ??= membersBelow(properties);
    let lowered: Map<string, { parent: string; name: string }> | undefined;
    for (const key of unknown) {
      const folded = foldedName(key);
      const found = (folded === undefined ? undefined : lower.get(folded))?.filter(
        ({ parent, name, member }) => {
          const inner = child(value, parent);
          if (inner !== undefined && !isPlainObject(inner)) return false;
          return child(inner, name) === undefined && member.suits(value[key]);
        },
      );
      if (found?.length !== 1) continue;
      lowered ??= new Map();
      lowered.set(key, found[0]!);
    }
    return lowered;
  }

  return { pair, readAsObject, settle };
}

interface LowerMember {
  parent: string;
  name: string;
  member: Place;
}

/** Members of the objects one level below, by their own name and by that with the object's name before it. */
function membersBelow(properties: ReadonlyMap<string, Place>): Map<string, LowerMember[]> {
  const below = new Map<string, LowerMember[]>();
  for (const [parent, { shape }] of properties) {
    for (const [name, member] of shape.object?.members ?? []) {
      const names = new Set([name, `${parent} ${name}`].map((text) => foldedName(text, MAX_FOLDED_LENGTH)));
      for (const folded of names)
        if (folded !== undefined) below.set(folded, [...(below.get(folded) ?? []), { parent, name, member }]);
    }
  }
  return below;
}
