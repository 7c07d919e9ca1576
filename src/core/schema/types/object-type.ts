/**
 * Objects: the members that they may have, at which names and levels others were meant, and what is reported about
 * them.
 */
import type { FixedValue, Grounds } from "../../evidence/evidence.ts";
import {
  type Detail,
  type FixDraft,
  fillIn,
  fix,
  type Reading,
  removeNamed,
  type Scope,
  type Sink,
} from "../../findings/finding.ts";
import {
  below,
  child,
  isPlainObject,
  keepNumber,
  keepNumbers,
  type Path,
  parsePointer,
  pointerOf,
  remember,
  setOwn,
  valueAt,
} from "../../json/values.ts";
import type { Meter } from "../../meter/meter.ts";
import type { LinearPattern } from "../../pattern/linear-pattern.ts";
import { readJsonText } from "../../reader/read-json.ts";
import { areOfOneAspect, doesCaseTell, isOfAnything, readSpelling, Word } from "../../similar/likeness.ts";
import {
  createNameMatcher,
  FEW_WORDS,
  foldedName,
  groupBy,
  isSameName,
  readName,
} from "../../similar/matcher.ts";
import type { Json } from "../../types.ts";
import {
  actualOf,
  count,
  likeliest,
  listAll,
  listOf,
  lowerCase,
  quote,
  rangeOf,
  shown,
} from "../../unicode/unicode.ts";
import { readingsOf } from "../../values/value-types.ts";
import {
  fault,
  fits,
  hasPlaceholder,
  isFine,
  KIND,
  NO_KIND,
  type ObjectShape,
  type Place,
  passes,
  reportMismatch,
  reportMoves,
  SCHEMA_ALONE,
  type Shape,
  shapeOf,
  type TypeJudge,
  type Visit,
  type Walk,
} from "../place.ts";

// Names: which ones an object may have, and which were meant by others.

interface ObjectOptions {
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

function createNameReader({ properties, required, aliases, others, names: namePlaces }: ObjectOptions) {
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
    // The name of an owner is not that of the proposal, unless more of the proposal stands there.
    const telling = new Set(found.flatMap(({ parent, name }) => (isOfAnything(Word.of(name)) ? [] : parent)));
    return telling.size === 0 ? undefined : found.filter(({ parent }) => telling.has(parent));
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
    // It may as well be what is missing here: a title that is called a name.
    const hasRival = () =>
      wanted.some(
        ([name, place]) =>
          child(value, name) === undefined &&
          areOfOneAspect(sent!, Word.of(name)) &&
          place.suits(value[key], meter),
      );
    // An object that nobody wrote or asks for would say more than its member does.
    const isThere = required.has(parent) || child(value, parent) !== undefined;
    return { ...only, isCertain: namesParent || (isThere && !hasRival()) };
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

// What is reported about the members of an object: unknown, misplaced, missing and too many ones.

const MAX_EXAMPLE_LENGTH = 60;

function createObjectReports(
  options: ObjectOptions,
  nameReader: Pick<ReturnType<typeof createNameReader>, "lowerPlace" | "present" | "resembling">,
) {
  const { properties, others, names: namePlaces, minMembers, maxMembers } = options;
  const names = [...properties].filter(([, { shape }]) => shape.kinds !== NO_KIND).map(([name]) => name);
  const allowed = describeNames(names, [...new Set(others.patterns)]);
  let wordsByLetters: ReadonlyMap<string, readonly string[]> | undefined;

  function unknown(key: string, value: Record<string, unknown>, visit: Visit): void {
    const { sink, elsewhere } = visit;
    const at = below(visit.path, key);
    if (typeof value[key] === "object") sink.skip(value[key], false, at);
    const isNothing = value[key] === null && elsewhere?.has(key) === true;
    const leaveOut = (path: Path): Detail => ({
      message: `There is no member ${quote(key)} in this alternative; leave it out, since null says nothing.`,
      actual: actualOf(key),
      fixes: [fix("Leave it out", "notation", { kind: "remove", path })],
    });
    const detail = (path: Path): Detail => {
      const similar = nameReader.present(value, key, sink.meter);
      const offers = nameReader.resembling(value, key, sink.meter);
      const place = nameReader.lowerPlace(value, key, sink.meter);
      const lower = place?.isCertain === false ? place : undefined;
      const hint =
        similar !== undefined
          ? `It looks like ${quote(similar)}, which is already here.`
          : offers.length > 0
            ? `Did you mean ${listOf(offers)}?`
            : lower !== undefined
              ? `Does it belong into ${quote(lower.parent)}?`
              : allowed;
      return {
        message: `There is no member ${quote(key)} here. ${hint}`,
        expected: likeliest(key, names, undefined, sink.meter),
        actual: actualOf(key),
        fixes: [
          ...renamings(key, value, path, sink.meter),
          ...offers.map((name) =>
            fix(`Rename it to ${quote(name)}`, "likeness", {
              kind: "move",
              path,
              to: [...path.slice(0, -1), name],
            }),
          ),
          ...(lower === undefined ? [] : [lowerFix(lower, path)]),
          ...insteadFix(elsewhere, path),
          ...offerNotes(key, value[key], path, sink),
          removeNamed(key, path),
        ],
        ...(similar !== undefined && {
          related: [{ path: [...path.slice(0, -1), similar], message: `${quote(similar)} is here` }],
        }),
      };
    };
    fault(visit, "member-unknown", isNothing ? leaveOut : detail, at);
  }

  /** What is there may belong to another alternative, which only one of its members says otherwise. */
  function insteadFix(elsewhere: Visit["elsewhere"], path: Path): FixDraft[] {
    if (elsewhere?.instead === undefined) return [];
    const { name, value: to } = elsewhere.instead;
    const edit = { kind: "replace", path: [...path.slice(0, -1), name], to } as const;
    return [fix(`Use ${shown(to)} as ${quote(name)}`, ["structure", "open"], edit)];
  }

  /** Into an object that is not there, which only the author can say. */
  function lowerFix({ parent, name }: { parent: string; name: string }, path: Path): FixDraft {
    const inner = [...path.slice(0, -1), parent];
    const edits = [
      { kind: "ensure", path: inner },
      { kind: "move", path, to: [...inner, name] },
    ] as const;
    return fix(`Move it into ${quote(parent)}`, ["structure", "open"], ...edits);
  }

  function missing(name: string, property: Place, visit: Visit): void {
    const { phrase } = property.shape;
    const { reason } = visit;
    const detail = (path: Path): Detail => ({
      message: `${quote(name)} is required${reason} but missing; add ${phrase}${suchAs(property.shape, path, visit.sink)}.`,
      expected: phrase,
      fixes: fixesForMissing(name, property, path, visit.sink),
    });
    fault(visit, "member-missing", detail, below(visit.path, name));
  }

  function fixesForMissing(name: string, property: Place, path: Path, sink: Sink): FixDraft[] {
    const { onlyValue, words, values = words ?? [], fills = false } = property.shape;
    const add = (value: unknown, grounds: Grounds) =>
      fix(`Add ${quote(name)}: ${shown(value)}`, grounds, { kind: "add", path, value });
    // What nobody said is for the author to say, also if there is only one thing to say.
    const choices = (onlyValue === undefined ? values : [onlyValue]).filter((value) =>
      passes(property, value, sink),
    );
    if (choices.length === 1) return [add(choices[0], ["derived", fills ? "clear" : "open"])];
    const proposed = sink.propose(path);
    if (proposed?.certainty !== undefined) return [add(proposed.value, ["derived", proposed.certainty])];
    if (choices.length > 0 && choices.length <= FEW_WORDS)
      return choices.map((word) => add(word, ["derived", "open"]));
    const value = withProposal(property.placeholder(), proposed?.value);
    // A value that passes is no placeholder: the author has to agree to it.
    const isComplete =
      proposed !== undefined && !hasPlaceholder(value) && passes(property, value, sink, "enforced");
    return fillIn(name, path, value, isComplete ? ["derived", "open"] : "placeholder");
  }

  function nullMember(name: string, { shape: { phrase } }: Place, visit: Visit): void {
    const detail = (path: Path): Detail => ({
      message: `Expected ${phrase}, found null; leave the member out if it has no value.`,
      expected: phrase,
      actual: null,
      // Nothing is lost: null says that there is no value.
      fixes: [fix("Leave it out", "notation", { kind: "remove", path })],
    });
    fault(visit, "type-mismatch", detail, below(visit.path, name));
  }

  function countMembers(total: number, visit: Visit): void {
    const isFew = total < minMembers;
    fault(visit, isFew ? "list-too-short" : "list-too-long", () => ({
      message: `The object has ${count(total, "member")}; the ${isFew ? `minimum is ${minMembers}` : `maximum is ${maxMembers}`}.`,
      expected: isFew ? { minProperties: minMembers } : { maxProperties: maxMembers },
      actual: total,
    }));
  }

  /** `propertyNames`: the name of a member has the wrong form. */
  function memberName(key: string, value: Record<string, unknown>, visit: Visit): void {
    const wrong = namePlaces.find((name) => !name.ok(key, SCHEMA_ALONE));
    if (wrong === undefined || !key.isWellFormed()) return;
    const detail = (path: Path): Detail => {
      const { meter } = visit.sink;
      const { words, phrase, bounds = "" } = wrong.shape;
      const wanted = words ? `one of ${phrase}` : bounds;
      return {
        message: `A member may not have the name ${quote(key)} here${wanted === "" ? "" : `; names are: ${wanted}`}.`,
        ...(words && { expected: likeliest(key, words, undefined, meter) }),
        actual: actualOf(key),
        fixes: [...renamings(key, value, path, meter), removeNamed(key, path)],
      };
    };
    fault(visit, "member-name", detail, below(visit.path, key));
  }

  /** The same name in another case or with other separators, if a member of that name may be there and is not. */
  function renamings(key: string, value: Record<string, unknown>, path: Path, meter: Meter): FixDraft[] {
    // Without patterns and rules for names there is no other name than those that were compared.
    if (namePlaces.length === 0 && others.patterns.length === 0) return [];
    wordsByLetters ??= groupBy(
      namePlaces.flatMap(({ shape }) => shape.words ?? []),
      foldedName,
    );
    const folded = wordsByLetters.size === 0 ? undefined : readName(key, meter)?.key;
    const same = (folded === undefined ? undefined : wordsByLetters.get(folded)) ?? [];
    if (new Set(same).size > 1) return [];
    const to = [...same, lowerCase(key), key.replace(/[a-z]+/g, (letters) => letters.toUpperCase())].find(
      (name) =>
        name !== key &&
        !Object.hasOwn(value, name) &&
        namePlaces.every((place) => fits(place, name, meter)) &&
        // Declared members have been compared as a whole, unless their names are at fault too.
        ((properties.has(name) && namePlaces.length > 0) || others.placesFor(name) !== undefined),
    );
    if (to === undefined) return [];
    const edit = { kind: "move", path, to: [...path.slice(0, -1), to] } as const;
    const isOpen = doesCaseTell(readSpelling(key), readSpelling(to)) || hasRival(key, value, meter);
    const certainty = isOpen ? "open" : "clear";
    return [fix(`Rename it to ${quote(to)}`, ["notation", certainty], edit)];
  }

  return {
    unknown,
    missing,
    nullMember,
    name: memberName,
    count: countMembers,
  };
}

const withoutStyle = (name: string) => lowerCase(name).replace(/[\s_.-]+/g, "");

/** Whether another name of the object differs in case and separators only. So it is said where there is nothing left to find out. */
function hasRival(key: string, value: object, meter: Meter): boolean {
  const alike = meter.recall(hasRival, value, () =>
    meter.spendOn(Object.keys(value)) ? groupBy(Object.keys(value), withoutStyle) : undefined,
  );
  return alike === undefined || alike.get(withoutStyle(key))!.length > 1;
}

function suchAs({ example: given, words, form, bounds }: Shape, path: Path, sink: Sink): string {
  if (words !== undefined) return "";
  if (form) return `: ${form}`;
  const example = given ?? (form === undefined ? undefined : sink.exampleAt(path));
  if (example === undefined) return form === undefined ? "" : `: ${bounds}`;
  return JSON.stringify(example).length > MAX_EXAMPLE_LENGTH ? "" : `, such as ${shown(example)}`;
}

/** A list of partial objects takes the members that they lack from the shape. */
function withProposal(shape: Json | undefined, proposed: unknown): unknown {
  if (proposed === undefined) return shape;
  const item = Array.isArray(shape) ? shape[0] : undefined;
  if (!Array.isArray(proposed) || !isPlainObject(item)) return proposed;
  return proposed.map((part) => (isPlainObject(part) ? { ...item, ...part } : part));
}

function describeNames(names: readonly string[], patterns: readonly string[]): string {
  if (patterns.length === 0)
    return names.length === 0 ? "None is allowed." : `Known members are ${listAll(names)}.`;
  const matching = `match ${listOf(patterns)}`;
  return names.length === 0
    ? `Names must ${matching}.`
    : `Known members are ${listAll(names)}, and names that ${matching}.`;
}

/** Each offer repeats the notes, so that only some of a hostile candidate's members get one. */
const MAX_OFFERS = 12;

/** Those that were asked for last: the next candidate is likely to be of the same package. */
let lastNotes = { at: "", place: parsePointer("") };

/** A fix that appends an unknown member to the notes, if it is a text or a list of texts and there is room. */
function offerNotes(key: string, value: unknown, path: Path, sink: Sink): FixDraft[] {
  const at = sink.notes;
  const content = textOf(value);
  if (at === undefined || content === undefined || !key.isWellFormed() || sink.notesOffered >= MAX_OFFERS)
    return [];
  if (at !== lastNotes.at) lastNotes = { at, place: parsePointer(at) };
  const { place } = lastNotes;
  const current = valueAt(sink.reading.value, place);
  if (current !== undefined && typeof current !== "string") return [];
  const label = path.length === 1 ? key : path.join("/");
  const text = current === undefined || current.trim() === "" ? "" : `${current}\n\n`;
  const to = `${text}${label}:${content}`;
  // An offer that is refused took as much as one that is made.
  sink.notesOffered++;
  if (!sink.accepts(at, to, place)) return [];
  const put =
    current === undefined
      ? ({ kind: "add", path: place, value: to } as const)
      : ({ kind: "replace", path: place, to } as const);
  const title = `Move it to ${quote(place.at(-1)!)}`;
  const draft = fix(title, ["structure", "open"], put, { kind: "remove", path });
  draft.isLastResort = true;
  return [draft];
}

function textOf(value: unknown): string | undefined {
  if (isText(value)) return ` ${value}`;
  if (!Array.isArray(value) || value.length === 0 || !value.every(isText)) return undefined;
  return value.map((item) => `\n- ${item}`).join("");
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "" && value.isWellFormed();
}

const isScalar = (place: Place) => (place.shape.kinds & (KIND.array | KIND.object)) === 0;
/** So many members are enough to tell whether an object could be meant. */
const MAX_EVIDENCE = 8;

export function objectType(options: ObjectOptions): TypeJudge {
  const { properties, required, others, names, defaults, minMembers, maxMembers } = options;
  const members = [...properties].map(([name, place], index) => ({
    name,
    index,
    place,
    ok: place.ok,
    okAbsent: place.okAbsent,
    required: required.has(name),
  }));
  const byName = new Map(members.map((member) => [member.name, member]));
  const requiredCount = members.filter((member) => member.required).length;
  const missed = members.filter((member) => member.required || member.place.reportAbsent !== undefined);
  const missable = members.filter((member) => !member.required && member.okAbsent !== undefined);
  const readers = members.filter((member) => member.place.read !== undefined);
  // Made for the first object whose members are wrong: a service with many packages would hold many that nothing needs.
  let madeReader: ReturnType<typeof createNameReader> | undefined;
  const nameReader = () => (madeReader ??= createNameReader(options));
  let madeReports: ReturnType<typeof createObjectReports> | undefined;
  const objectReports = () => (madeReports ??= createObjectReports(options, nameReader()));
  // Read here, since this runs for every object of a candidate.
  const { ok: okOther } = others;
  const isClosed = others.kind === "none" || others.kind === "patterned";
  const memberCount = members.length;
  const checksOthers = others.kind !== "any";
  const fills =
    defaults.size > 0 || others.fills || members.some(({ place }) => place.withDefaults !== undefined);

  const type: TypeJudge = {
    shape: shapeOf("object", KIND.object, "an object", {
      bounds: rangeOf(minMembers, maxMembers, "member"),
      object: {
        members: properties,
        required,
        others: others.kind,
        entry: others.entry,
        rest: others.rest,
        minMembers,
        names,
        isFlat: others.kind === "none" && [...properties.values()].every(isScalar),
        knows: (name, meter) => properties.has(name) || nameReader().knows(name, meter),
        maxMembers: maxMembers === Number.POSITIVE_INFINITY ? undefined : maxMembers,
      },
    }),
    placeholder() {
      const shape: Record<string, Json> = {};
      for (const { name, place, required } of members) {
        const value = required ? (place.shape.onlyValue ?? place.placeholder()) : undefined;
        if (value !== undefined) setOwn(shape, name, value);
      }
      return shape;
    },
    suits(value, meter) {
      if (!isPlainObject(value)) return false;
      const keys = Object.keys(value).slice(0, MAX_EVIDENCE);
      // An empty object is evidence of nothing.
      if (keys.length === 0) return false;
      if (!isClosed) return true;
      return keys.some((key) => properties.has(key)) || nameReader().pair(value, keys, meter) !== undefined;
    },
    ok(value, scope) {
      if (!isPlainObject(value)) return false;
      // Only what is there is walked: a package can declare many more members than a candidate has.
      let total = 0;
      let missing = requiredCount;
      let next = 0;
      if (memberCount === 0) {
        for (const key in value) {
          total++;
          if (checksOthers && !okOther(key, value[key], scope)) return false;
        }
      } else {
        for (const key in value) {
          total++;
          const item = value[key];
          // Most members come in the order in which they are declared, and need not be looked up.
          const isNext = next < memberCount && members[next]!.name === key;
          const member = isNext ? members[next] : byName.get(key);
          if (member === undefined) {
            if (checksOthers && !okOther(key, item, scope)) return false;
          } else {
            if (item === undefined || !member.ok(item, scope)) return false;
            if (member.required) missing--;
            next = member.index + 1;
          }
        }
      }
      if (missing > 0 || total < minMembers || total > maxMembers) return false;
      for (const member of missable)
        if (child(value, member.name) === undefined && !member.okAbsent!(scope)) return false;
      return names.length === 0 || hasGoodNames(value);
    },
    report(value, visit) {
      if (!isPlainObject(value)) {
        reportMismatch(type, value, visit, nameReader().guessObject);
        return;
      }
      const { sink, path } = visit;
      reportMoves(visit);
      const keys = Object.keys(value);
      sink.meter.charge(keys.length >> 2);
      for (const key of keys) {
        const property = properties.get(key);
        const item = value[key];
        if (property === undefined) {
          const wanted = others.placesFor(key);
          if (wanted === undefined) objectReports().unknown(key, value, visit);
          else if (wanted.length > 0) others.report(wanted, item, below(path, key), visit);
        } else if (item === null && !required.has(key) && !property.ok(null, SCHEMA_ALONE))
          objectReports().nullMember(key, property, visit);
        else if (!isFine(property, item, sink)) property.report(item, below(path, key), visit);
        if (names.length > 0) objectReports().name(key, value, visit);
      }
      for (const { name, place, required } of missed) {
        if (Object.hasOwn(value, name)) continue;
        if (required) objectReports().missing(name, place, visit);
        else place.reportAbsent?.(below(path, name), visit);
      }
      if (keys.length < minMembers || keys.length > maxMembers) objectReports().count(keys.length, visit);
    },
    read(value, path, reading) {
      const object = isPlainObject(value) ? value : nameReader().readAsObject(value, path, reading);
      if (object === undefined) return value;
      const settled = isClosed || names.length > 0 ? nameReader().settle(object, path, reading) : undefined;
      if (readers.length === 0 && !others.reads) return settled ?? object;
      return readMembers(object, settled, path, reading) ?? object;
    },
    ...(fills && { withDefaults: fill }),
  };

  function readMembers(
    object: Record<string, unknown>,
    settled: Record<string, unknown> | undefined,
    path: Path,
    reading: Reading,
  ): Record<string, unknown> | undefined {
    let copy = settled;
    const put = (name: string, item: unknown, read: NonNullable<Place["read"]>) => {
      const meant = read(item, below(path, name), reading);
      if (meant === item) return;
      copy ??= keepNumbers(object, { ...object });
      setOwn(copy, name, meant);
    };
    for (const { name, place } of readers) {
      const item = child(copy ?? object, name);
      if (item !== undefined) put(name, item, place.read!);
    }
    if (others.reads) {
      for (const key of Object.keys(object)) {
        if (properties.has(key)) continue;
        const reader = others.placesFor(key)?.find((wanted) => wanted.read !== undefined);
        if (reader) put(key, object[key], reader.read!);
      }
    }
    return copy;
  }

  function fill(value: unknown): unknown {
    if (!isPlainObject(value)) return value;
    const filled: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
      const own = properties.get(key);
      let item = value[key];
      for (const place of own === undefined ? (others.placesFor(key) ?? []) : [own])
        item = place.withDefaults?.(item) ?? item;
      setOwn(filled, key, item);
    }
    for (const [name, given] of defaults) {
      if (!Object.hasOwn(filled, name))
        setOwn(filled, name, properties.get(name)?.withDefaults?.(given) ?? given);
    }
    return filled;
  }

  function hasGoodNames(value: Record<string, unknown>): boolean {
    return Object.keys(value).every((key) => names.every((name) => name.ok(key, SCHEMA_ALONE)));
  }

  return type;
}
