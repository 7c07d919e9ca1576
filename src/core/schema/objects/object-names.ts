/** The members of an object: which names it may have, and at which names and levels others were meant. */
import type { FixedValue } from "../../evidence/evidence.ts";
import { type Detail, fix, type Reading, type Scope } from "../../findings/finding.ts";
import { keepNumber, keepNumbers } from "../../json/notes.ts";
import { child, isPlainObject, type Path, pointerOf, setOwn } from "../../json/pointer.ts";
import { remember } from "../../json/values.ts";
import type { Meter } from "../../meter/meter.ts";
import type { LinearPattern } from "../../pattern/linear-pattern.ts";
import { readJsonText } from "../../reader/read-json.ts";
import { Word } from "../../similar/likeness.ts";
import { createNameMatcher, foldedName, groupBy, isSameName, readName } from "../../similar/matcher.ts";
import type { Json } from "../../types.ts";
import { actualOf, quote } from "../../unicode/describe.ts";
import { readingsOf } from "../../values/value-types.ts";
import { fits, isFine, NO_KIND, type ObjectShape, type Place, SCHEMA_ALONE, type Walk } from "../place.ts";

export interface ObjectOptions {
  readonly properties: ReadonlyMap<string, Place>;
  readonly required: ReadonlySet<string>;
  readonly aliases: ReadonlyMap<string, readonly string[]>;
  readonly others: ReturnType<typeof createOtherMembers>;
  readonly names: readonly Place[];
  readonly minMembers: number;
  readonly maxMembers: number;
  readonly defaults: ReadonlyMap<string, Json>;
}

/** Packages use few patterns, but a candidate can have thousands of names. */
const MAX_REMEMBERED = 512;
const MAX_NAME_LENGTH = 128;

/** Members that the schema does not declare by name. Each layer is what one schema says. `additional`: for names that match no pattern; undefined if none may. */
export function createOtherMembers(
  layers: readonly {
    readonly patterns: readonly { pattern: LinearPattern; place: Place }[];
    readonly additional: Place | undefined;
  }[],
) {
  const isClosed = layers.some(({ additional }) => additional === undefined);
  const places = layers.flatMap(({ patterns, additional }) => [
    ...patterns.map(({ place }) => place),
    ...(additional ? [additional] : []),
  ]);
  const hasPatterns = layers.some(({ patterns }) => patterns.length > 0);
  const additional = layers.flatMap((layer) => layer.additional ?? []);
  const plain = isClosed ? undefined : additional;

  function match(name: string): readonly Place[] | undefined {
    const matching: Place[] = [];
    for (const { patterns, additional: rest } of layers) {
      const before = matching.length;
      for (const { pattern, place } of patterns) if (pattern.test(name)) matching.push(place);
      if (matching.length > before) continue;
      if (rest === undefined) return undefined;
      matching.push(rest);
    }
    return matching;
  }

  const placesFor = hasPatterns ? remember(MAX_REMEMBERED, MAX_NAME_LENGTH, match) : () => plain;

  const [only] = places;
  const okOnly = hasPatterns || isClosed || places.length > 1 ? undefined : only?.ok;
  const kind: ObjectShape["others"] = isClosed
    ? hasPatterns
      ? "patterned"
      : "none"
    : layers.length === 0
      ? "any"
      : "checked";
  return {
    kind,
    entry: places.length === 1 && only?.shape.type !== "any" ? only : undefined,
    rest: [...additional, ...places],
    reads: places.some((place) => place.read !== undefined),
    fills: places.some((place) => place.withDefaults !== undefined),
    patterns: layers.flatMap(({ patterns }) => patterns.map(({ pattern }) => pattern.source)),
    /** What a member must be; undefined if there may be no member of this name. */
    placesFor,
    ok(name: string, item: unknown, scope: Scope): boolean {
      // The most frequent case: records and other maps whose members are all alike.
      if (okOnly !== undefined) return name.isWellFormed() && okOnly(item, scope);
      const wanted = placesFor(name);
      if (wanted === undefined || !name.isWellFormed()) return false;
      for (let index = 0; index < wanted.length; index++) if (!wanted[index]!.ok(item, scope)) return false;
      return true;
    },
    report(wanted: readonly Place[], value: unknown, path: Path, walk: Walk): void {
      const before = walk.sink.errors;
      if (!isFine(wanted[0]!, value, walk.sink)) wanted[0]!.report(value, path, walk);
      // Several schemas may say the same about a member, and one report is enough.
      for (let index = 1; index < wanted.length && walk.sink.errors === before; index++)
        wanted[index]!.report(value, path, { ...walk, isRepeat: true });
    },
  };
}

/** Unknown members beyond this are not compared with anything: so many are not typing errors. */
const MAX_UNKNOWN = 64;

/** Longer texts are prose. */
const MAX_LINES_LENGTH = 2_000;

export function createNameReader({
  properties,
  required,
  aliases,
  others,
  names: namePlaces,
}: ObjectOptions) {
  // Members that may not be there are not what anybody meant.
  const names = [...properties].filter(([, { shape }]) => shape.kinds !== NO_KIND).map(([name]) => name);
  const matcher = createNameMatcher(names.map((name) => ({ name, aliases: [...(aliases.get(name) ?? [])] })));
  const wanted = [...properties].filter(([name]) => required.has(name));
  const hasObjects = [...properties.values()].some(({ shape }) => shape.object !== undefined);
  const closedObjects = [...properties].flatMap(([name, { shape }]) =>
    shape.object?.others === "none" ? [[name, shape.object] as const] : [],
  );
  let lower: ReturnType<typeof membersBelow> | undefined;
  let byLetters: ReadonlyMap<string, { name: string; written: Word }> | undefined;

  const hasBadName = (key: string) => namePlaces.some((name) => !name.ok(key, SCHEMA_ALONE));

  const isUnknown = (key: string) =>
    !properties.has(key) && (others.placesFor(key) === undefined || hasBadName(key));

  /** Whether a name is free in an object, and whether a value of it would do under another name. */
  const openIn = (value: Record<string, unknown>, meter: Meter) =>
    [
      (name: string) => !Object.hasOwn(value, name),
      (sent: string, meant: string) => properties.get(meant)!.suits(value[sent], meter),
      meter,
    ] as const;

  const pair = (value: Record<string, unknown>, unknown: readonly string[], meter: Meter) =>
    matcher.pair(unknown, ...openIn(value, meter));

  function readAsObject(value: unknown, path: Path, reading: Reading) {
    if (typeof value !== "string") return undefined;
    const json = readJsonText(value, reading.meter);
    const object =
      json === undefined
        ? (readAsLines(value, reading.meter) ?? readAsMainMember(value, reading.meter))
        : isPlainObject(json.value) && !json.hasRepeats
          ? json.value
          : undefined;
    if (object === undefined) return undefined;
    reading.setOrigin(path, reading.originOf(path), true);
    const isFree = json !== undefined && properties.size === 0 && /^\s*\{/.test(value);
    reading.noteForm(path, "an object", "object", value, undefined, isFree ? object : undefined);
    return object;
  }

  /** An object written as `name: value`, where every part begins with the name of a member. */
  function readAsLines(text: string, meter: Meter): Record<string, unknown> | undefined {
    if (text.length > MAX_LINES_LENGTH) return undefined;
    const object: Record<string, unknown> = {};
    const parts = text.split(/[,;]\s+|\s*\n\s*/).filter((part) => part.trim() !== "");
    for (const part of parts) {
      const [, sent = "", value = ""] = /^([^:]+):\s+(.*\S)\s*$/.exec(part.trim()) ?? [];
      const name = nameFor(sent.trim(), meter);
      const plain = unquoted(value);
      if (name === undefined || plain === undefined || Object.hasOwn(object, name)) return undefined;
      setOwn(object, name, value === plain ? scalarOf(plain, properties.get(name)!, meter) : plain);
    }
    return parts.length > 1 ? object : undefined;
  }

  function guessObject(text: unknown, meter: Meter): readonly FixedValue[] {
    if (typeof text !== "string") return [];
    const json = readJsonText(text, meter);
    if (json !== undefined)
      return isPlainObject(json.value) ? [{ value: json.value, grounds: ["structure", "open"] }] : [];
    const object = readAsMainMember(text, meter, true);
    return object === undefined ? [] : [{ value: object, grounds: ["derived", "open"] }];
  }

  function nameFor(sent: string, meter: Meter): string | undefined {
    if (sent === "" || properties.has(sent)) return sent === "" ? undefined : sent;
    const [isOpen, suits] = [() => true, () => false];
    return matcher.pair([sent], isOpen, suits, meter)?.get(sent);
  }

  /** The text as the one open member, if the package fills in every other one, or the author may say so. */
  function readAsMainMember(
    text: string,
    meter: Meter,
    mayGuess = false,
  ): Record<string, unknown> | undefined {
    const isOpen = ({ shape }: Place) => shape.onlyValue === undefined || (shape.fills !== true && !mayGuess);
    const open = wanted.filter(([, place]) => isOpen(place));
    const [main] = open;
    if (
      open.length !== 1 ||
      (wanted.length === 1 && !mayGuess) ||
      main === undefined ||
      main[1].shape.type !== "string"
    )
      return undefined;
    if (!fits(main[1], text, meter)) return undefined;
    const object: Record<string, unknown> = {};
    for (const [name, { shape }] of wanted) setOwn(object, name, name === main[0] ? text : shape.onlyValue);
    return object;
  }

  /** A copy with each member under the name and at the level it was meant for; undefined if nothing has to move. */
  function settle(value: Record<string, unknown>, path: Path, reading: Reading) {
    const { meter } = reading;
    const unknown: string[] = [];
    // Whether a name is known can cost as many patterns as there are.
    for (const key in value) if (isUnknown(key) && unknown.push(key) > MAX_UNKNOWN) return undefined;
    if (unknown.length === 0 && !hasObjects) return undefined;
    const renamed = unknown.length === 0 ? undefined : pair(value, unknown, meter);
    const named = renamed === undefined ? value : withNames(value, renamed);
    const stray = renamed === undefined ? unknown : unknown.filter((key) => !renamed.has(key));
    const lowered = findTooHigh(named, stray, meter);
    const raised = findTooLow(named, meter);
    if (renamed === undefined && lowered === undefined && raised === undefined) return undefined;
    const note = (at: Path, detail: (path: Path) => Detail) =>
      reading.noteMove(path, at, "member-unknown", detail);
    /** Says where the value at a path was sent. What is inside a text is replaced as a whole, so that there is nothing to fix. */
    const settled = (at: Path, sent: Path, level: string): boolean => {
      const origin = reading.originOf([...path, ...sent]);
      reading.setOrigin(at, origin);
      if (!origin.isInText) return true;
      const key = String(sent.at(-1));
      const message = `There is no member ${quote(key)} where it was sent: it is one level ${level}.`;
      if (level !== "") note(at, () => ({ message, expected: pointerOf(at), actual: actualOf(key) }));
      return false;
    };
    for (const [key, name] of renamed ?? []) {
      const at = [...path, name];
      settled(at, [key], "");
      note(at, () => renaming(key, name, at));
    }
    const copy: Record<string, unknown> = {};
    for (const key of Object.keys(named)) if (lowered?.has(key) !== true) setOwn(copy, key, named[key]);
    keepNumbers(named, copy);
    const below = new Map<string, [key: string, name: string][]>();
    for (const [key, { parent, name }] of lowered ?? []) {
      const object = child(copy, parent);
      const inner = { ...(isPlainObject(object) ? object : {}), [name]: value[key] };
      if (isPlainObject(object)) keepNumbers(object, inner);
      keepNumber(value, key, inner, name);
      setOwn(copy, parent, inner);
      if (settled([...path, parent, name], [key], "too high"))
        below.set(parent, [...(below.get(parent) ?? []), [key, name]]);
    }
    for (const [parent, members] of below) {
      const order = [...properties.get(parent)!.shape.object!.members.keys()];
      const inOrder = members.toSorted(([, one], [, other]) => order.indexOf(one) - order.indexOf(other));
      const inner = [...path, parent];
      // One fix moves all of them.
      const edits = inOrder.map(([, name]) => settling([...inner, name]));
      const title = `Move it into ${quote(parent)}`;
      const fixes = [fix(title, "structure", { kind: "ensure", path: inner }, ...edits)];
      for (const [index, [key, name]] of inOrder.entries())
        note([...inner, name], (at) => ({
          message: `There is no member ${quote(key)} here; it belongs into ${quote(parent)} as ${quote(name)}.`,
          expected: pointerOf(at),
          actual: actualOf(key),
          ...(index === 0 && { fixes }),
        }));
    }
    for (const { parent, key, name } of raised ?? []) {
      const outer = child(copy, parent) as Record<string, unknown>;
      const { [key]: item, ...rest } = outer;
      keepNumbers(outer, rest);
      setOwn(copy, parent, rest);
      setOwn(copy, name, item);
      keepNumber(outer, key, copy, name);
      if (!settled([...path, name], [parent, key], "too low")) continue;
      const around = quote(String(reading.originOf([...path, parent]).path.at(-1)));
      note([...path, name], (at) => ({
        message: `There is no member ${quote(key)} in ${around}; it belongs beside ${around}.`,
        expected: pointerOf(at),
        actual: actualOf(key),
        fixes: [fix(`Move it out of ${around}`, "structure", settling(at))],
      }));
    }
    return copy;
  }

  /** Members of this object that stand inside one of its objects, where nothing has that name. */
  function findTooLow(value: Record<string, unknown>, meter: Meter) {
    const raised = new Map<string, { parent: string; key: string; name: string }[]>();
    for (const [parent, { knows }] of closedObjects) {
      const inner = child(value, parent);
      if (!isPlainObject(inner)) continue;
      for (const key of Object.keys(inner).slice(0, MAX_UNKNOWN)) {
        if (knows(key, meter)) continue;
        const name = ownName(key, meter);
        if (name === undefined || name === parent || Object.hasOwn(value, name)) continue;
        if (!properties.get(name)!.suits(inner[key], meter)) continue;
        raised.set(name, [...(raised.get(name) ?? []), { parent, key, name }]);
      }
    }
    if (raised.size === 0) return undefined;
    const found = [...raised.values()].filter((places) => places.length === 1).flat();
    return found.length === 0 ? undefined : found;
  }

  function ownName(key: string, meter: Meter): string | undefined {
    if (properties.has(key)) return key;
    // Of names with the same letters the first counts.
    byLetters ??= new Map(
      names.toReversed().map((name) => [foldedName(name), { name, written: Word.of(name) }]),
    );
    const sent = readName(key, meter);
    const found = sent && byLetters.get(sent.key);
    return found && isSameName(sent, found.written) ? found.name : undefined;
  }

  const resembling = (value: Record<string, unknown>, key: string, meter: Meter) =>
    matcher.resembling(key, ...openIn(value, meter));

  const present = (value: Record<string, unknown>, key: string, meter: Meter) =>
    matcher.nearest(key, (name) => Object.hasOwn(value, name), meter);

  /** Members that belong into an object one level below, under their own name or with that object's name before it. */
  function findTooHigh(value: Record<string, unknown>, unknown: readonly string[], meter: Meter) {
    if (!hasObjects) return undefined;
    const lowered = new Map<string, NonNullable<ReturnType<typeof lowerPlace>>>();
    const wanted = new Set<Place>();
    const contested = new Set<Place>();
    for (const key of unknown) {
      const only = lowerPlace(value, key, meter);
      if (only === undefined) continue;
      if (wanted.has(only.member)) contested.add(only.member);
      wanted.add(only.member);
      lowered.set(key, only);
    }
    // Of two members that would go to one place, one would be lost.
    for (const [key, { member, isCertain }] of lowered)
      if (contested.has(member) || !isCertain) lowered.delete(key);
    return lowered.size === 0 ? undefined : lowered;
  }

  function lowerPlace(value: Record<string, unknown>, key: string, meter: Meter) {
    lower ??= membersBelow(properties);
    const sent = lower.size === 0 ? undefined : readName(key, meter);
    const found = (sent && lower.get(sent.key))?.filter(({ parent, name, member, written }) => {
      const inner = child(value, parent);
      if ((inner !== undefined && !isPlainObject(inner)) || !isSameName(sent, written)) return false;
      return child(inner, name) === undefined && member.suits(value[key], meter);
    });
    const [only] = found ?? [];
    if (only === undefined || found!.length > 1) return undefined;
    const { parent, namesParent } = only;
    // An object that nobody wrote or asks for would say more than its member does.
    const isCertain = namesParent || required.has(parent) || child(value, parent) !== undefined;
    return { ...only, isCertain };
  }

  const knows = (key: string, meter: Meter) => nameFor(key, meter) !== undefined;

  return { guessObject, knows, lowerPlace, pair, present, readAsObject, resembling, settle };
}

/** Puts a member where it belongs that was read from elsewhere. */
const settling = (path: Path) => ({ kind: "move", path, to: path }) as const;

function renaming(sent: string, name: string, path: Path): Detail {
  return {
    message: `There is no member ${quote(sent)}; did you mean ${quote(name)}?`,
    expected: name,
    actual: actualOf(sent),
    fixes: [fix(`Rename it to ${quote(name)}`, ["notation", "clear"], settling(path))],
  };
}

function withNames(
  value: Record<string, unknown>,
  names: ReadonlyMap<string, string>,
): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const name = names.get(key) ?? key;
    setOwn(copy, name, value[key]);
    keepNumber(value, key, copy, name);
  }
  return copy;
}

/** What YAML writes otherwise than as it is: a comment, nothing, tags, anchors, lists, objects and texts over lines. */
const YAML_NOTATION = /^(?:[#!&*[\]{}|>%@`"']|[-?:](?:\s|$)|(?:null|~|[-+]?\.(?:inf|nan))$)|\s#/i;

/** A value without its quotes; undefined if it is written in a way that only a reader of YAML can follow. */
function unquoted(text: string): string | undefined {
  if (!YAML_NOTATION.test(text)) return text;
  const [, double, single] = /^(?:"([^"\\]*)"|'([^']*)')$/.exec(text) ?? [];
  return double ?? single;
}

function scalarOf(text: string, { shape }: Place, meter: Meter): unknown {
  if (shape.type !== "number" && shape.type !== "integer" && shape.type !== "boolean") return text;
  const [reading] = readingsOf(shape.type, text, meter);
  return reading?.grounds[1] === "same" ? reading.value : text;
}

/** Members of the objects one level below, by their own name and, as `namesParent`, by that with the object's name before it. */
function membersBelow(properties: ReadonlyMap<string, Place>) {
  const below = [...properties].flatMap(([parent, { shape }]) =>
    [...(shape.object?.members ?? [])].flatMap(([name, member]) =>
      [false, true].map((namesParent) => {
        const written = Word.of(namesParent ? `${parent} ${name}` : name);
        return { parent, name, member, written, namesParent };
      }),
    ),
  );
  return groupBy(below, ({ written }) => written.key);
}
