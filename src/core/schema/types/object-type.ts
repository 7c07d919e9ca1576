/**
 * Objects: the members that they may have, at which names and levels others were meant, and what is reported about
 * them.
 */
import type { Certainty, FixedValue, Grounds } from "../../evidence/evidence.ts";
import {
  type Detail,
  type FixDraft,
  fix,
  type Reading,
  removeNamed,
  type Scope,
} from "../../findings/finding.ts";
import {
  below,
  child,
  escapeToken,
  groupBy,
  isPlainObject,
  keepNotes,
  keepNumber,
  once,
  type Path,
  pointerOf,
  remember,
  setOwn,
} from "../../json/values.ts";
import type { Meter } from "../../meter/meter.ts";
import type { LinearPattern } from "../../pattern/linear-pattern.ts";
import { readJsonText } from "../../reader/read-json.ts";
import {
  areOfOneAspect,
  doesCaseTell,
  isOfAnything,
  isOfItem,
  readWord,
  Word,
} from "../../similar/likeness.ts";
import { createNameMatcher, isSameName, readName } from "../../similar/matcher.ts";
import type { Json } from "../../types.ts";
import { actualOf, found, likeliest, listOf, lowerCase, quote, rangeOf } from "../../unicode/unicode.ts";
import { readingsOf, reshaped } from "../../values/value-types.ts";
import {
  type Compiler,
  insideOf,
  type Layer,
  lastWith,
  rangeIn,
  readPattern,
  type Site,
  type Subschema,
  subschemaOf,
  subschemasIn,
} from "../compile/compiler.ts";
import {
  createPlace,
  fault,
  firstNames,
  fits,
  isFine,
  isGroup,
  KIND,
  NO_KIND,
  type ObjectShape,
  type Place,
  reportMismatch,
  reportMoves,
  reportSize,
  SCHEMA_ALONE,
  shapeOf,
  type TypeJudge,
  takeOut,
  type Visit,
} from "../place.ts";
import {
  beside,
  insteadFix,
  leaveOut,
  lowerFix,
  nullDetail,
  offerNotes,
  reportMissing,
} from "./member-fixes.ts";
import { anyType } from "./scalar-types.ts";

/** Apart from the judge, which is kept for as long as the package and must not hold the compiler. */
function readObject(layers: readonly Layer[], site: Site, compiler: Compiler) {
  const { min, max } = rangeIn(layers, "minProperties", "maxProperties", compiler);
  const read = layers.map((layer) => readObjectLayer(layer, compiler));
  const required = new Set(read.flatMap((one) => one.required));
  const placeOf = (name: string) => `${site.at}/${patternToken(name)}`;

  const properties = new Map<string, Place>();
  const defaults = new Map<string, Json>();
  for (const name of new Set([...read.flatMap((one) => [...one.properties.keys()]), ...required])) {
    const subschemas = read.flatMap((one) => subschemasFor(name, one));
    const outer = site.outer?.get(name);
    const inner = insideOf(site, patternToken(name), compiler.context);
    const place =
      subschemas.length > 0 || outer === undefined
        ? // What the schema around an alternative says about the length of a text holds in the alternative, too.
          compiler.compile(subschemas, { ...inner, maxLength: outer?.shape.maxLength })
        : like(outer, inner.depth);
    properties.set(name, place);
    const given = site.isTest ? undefined : compiler.defaultOf(subschemas, inner, place);
    if (given !== undefined) defaults.set(name, given);
    // Whether the member is there decides which alternative applies.
    if ((site.isConditional || site.isTest) && required.has(name)) compiler.noteCondition(inner.at);
  }
  lintRequired();
  const names = layers.flatMap((layer) => {
    const subschema = subschemaOf(layer, "propertyNames");
    if (subschema === undefined) return [];
    const text = { ...subschema, schema: { type: "string" } };
    return [compiler.compileWithoutRules([text, subschema], { ...site, isTest: true })];
  });
  const isFull = max < properties.size || (max !== Number.POSITIVE_INFINITY && !read.some(isClosed));
  // One member more could be too many, or one that may not be there.
  for (const name of new Set([...properties.keys(), ...(site.outer?.keys() ?? [])]))
    if (isFull || names.some(({ ok }) => !ok(name, SCHEMA_ALONE)) || read.some((one) => excludes(one, name)))
      compiler.noteCondition(placeOf(name));
  const many = `${required.size} members are required, and "maxProperties" is ${max}`;
  if (required.size > max) compiler.disallowNever(lastWith(layers, "maxProperties", "required"), many);
  const { aliases } = compiler.context;
  return {
    properties,
    required,
    aliases: new Map([...properties.keys()].map((name) => [name, aliases.get(placeOf(name)) ?? []])),
    others: createOtherMembers(othersOf()),
    names,
    defaults,
    minMembers: min,
    maxMembers: max,
  };

  function othersOf(): Parameters<typeof createOtherMembers>[0] {
    const inner = insideOf(site, "*", compiler.context);
    const others = read.flatMap(({ rest, patterns }) => {
      const isOpen = rest === undefined || rest.schema === true;
      if (isOpen && patterns.length === 0) return [];
      const place = (subschema: Subschema) => compiler.compile([subschema], inner);
      const placed = patterns.map(({ pattern, subschema }) => ({ pattern, place: place(subschema) }));
      const additional = rest?.schema === false ? undefined : compiler.compile(isOpen ? [] : [rest], inner);
      return [{ patterns: placed, additional }];
    });
    if (others.length > 0 || site.isCovered) return others;
    return [{ patterns: [], additional: createPlace(anyType(inner.depth)) }];
  }

  /** What is required must be declared, and possible. */
  function lintRequired(): void {
    const declares = (name: string) =>
      site.outer?.has(name) === true ||
      read.some((one) =>
        subschemasFor(name, one).some((subschema) => subschema !== one.rest || subschema.schema !== false),
      );
    const check = (name: string, pointer: string) => {
      const undeclared = `${quote(name)} is required but not among "properties".`;
      if (!site.isTest && !declares(name)) compiler.disallow(pointer, "required-undeclared", undeclared);
      else if (properties.get(name)?.shape.kinds === NO_KIND)
        compiler.disallowNever(pointer, `${quote(name)} is required, and the schema allows no such member`);
    };
    for (const { schema, pointer } of layers) {
      for (const [index, name] of ((schema.required ?? []) as string[]).entries())
        check(name, `${pointer}/required/${index}`);
      for (const [name, needs] of Object.entries(schema.dependentRequired ?? {}))
        for (const needed of needs) check(needed, `${pointer}/dependentRequired/${escapeToken(name)}`);
    }
  }
}

const isClosed = ({ rest, patterns }: ObjectLayer) => rest?.schema === false && patterns.length === 0;

function excludes({ rest, properties, patterns }: ObjectLayer, name: string): boolean {
  if (rest === undefined || rest.schema === true) return false;
  return !properties.has(name) && !patterns.some(({ pattern }) => pattern.test(name));
}

/** `*` stands for every member, so a declared member of that name has no path pattern of its own. */
const patternToken = (name: string): string => (name === "*" ? "~*" : escapeToken(name));

/** A member that an alternative only requires: the schema around it says what it must be. */
function like({ shape, placeholder, suits }: Place, depth: number): Place {
  const any = anyType(depth);
  const { type, phrase, form, onlyValue, fills, example } = shape;
  const told = { ...any.shape, type, phrase, form, onlyValue, fills, example };
  return { ...createPlace({ ...any, shape: told, suits }), placeholder };
}

type ObjectLayer = ReturnType<typeof readObjectLayer>;

function readObjectLayer(layer: Layer, compiler: Compiler) {
  // Member names are short, so a pattern for them needs no `maxLength`.
  const patterns = subschemasIn(layer, "patternProperties").flatMap(([source, subschema]) => {
    const pattern = readPattern(source, subschema.pointer, compiler);
    return pattern ? [{ pattern, subschema }] : [];
  });
  return {
    properties: new Map(subschemasIn(layer, "properties")),
    patterns,
    rest: subschemaOf(layer, "additionalProperties"),
    required: (layer.schema.required ?? []) as string[],
  };
}

function subschemasFor(name: string, { properties, patterns, rest }: ObjectLayer): Subschema[] {
  const property = properties.get(name);
  const found = property ? [property] : [];
  for (const { pattern, subschema } of patterns) if (pattern.test(name)) found.push(subschema);
  return found.length === 0 && rest !== undefined ? [rest] : found;
}

/** Packages use few patterns, but a candidate can have thousands of names. */
const MAX_REMEMBERED = 512;
const MAX_NAME_LENGTH = 128;

/** Members that the schema does not declare by name. Each layer is what one schema says. `additional`: for names that match no pattern; undefined if none may. */
function createOtherMembers(
  layers: readonly {
    readonly patterns: readonly { pattern: LinearPattern; place: Place }[];
    readonly additional: Place | undefined;
  }[],
) {
  const patterns = layers.flatMap((layer) => layer.patterns);
  const additional = layers.flatMap((layer) => layer.additional ?? []);
  const places = [...additional, ...patterns.map(({ place }) => place)];
  const isClosed = additional.length < layers.length;
  const hasPatterns = patterns.length > 0;

  function match(name: string): readonly Place[] | undefined {
    const found = layers.map(({ patterns, additional: rest }) => {
      const matching = patterns.filter(({ pattern }) => pattern.test(name));
      return matching.length > 0 ? matching.map(({ place }) => place) : rest && [rest];
    });
    return found.includes(undefined) ? undefined : found.flatMap((places) => places ?? []);
  }

  const plain = isClosed ? undefined : additional;
  const placesFor = hasPatterns ? remember(MAX_REMEMBERED, MAX_NAME_LENGTH, match) : () => plain;
  const [only] = places.length === 1 ? places : [];
  const okOnly = hasPatterns || isClosed ? undefined : only?.ok;
  const kindOfOpen = layers.length === 0 ? "any" : "checked";
  const kind: ObjectShape["others"] = !isClosed ? kindOfOpen : hasPatterns ? "patterned" : "none";
  return {
    kind,
    entry: only?.shape.type === "any" ? undefined : only,
    rest: places,
    reads: places.some((place) => place.read !== undefined),
    fills: places.some((place) => place.withDefaults !== undefined),
    patterns: patterns.map(({ pattern }) => pattern.source),
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
  };
}

/** Unknown members beyond this are not compared with anything: so many are not typing errors. */
const MAX_UNKNOWN = 64;
/** Longer texts are prose. */
const MAX_LINES_LENGTH = 2_000;

type Members = Record<string, unknown>;

/** What is made of an object that is wrong: which names and levels were meant, and what is reported. */
function createExplainer(options: ReturnType<typeof readObject>) {
  const { properties, required, aliases, others, names: namePlaces } = options;
  // Members that may not be there are not what anybody meant.
  const names = [...properties].filter(([, { shape }]) => shape.kinds !== NO_KIND).map(([name]) => name);
  const matcher = createNameMatcher(names.map((name) => ({ name, aliases: aliases.get(name) ?? [] })));
  const wanted = [...properties].filter(([name]) => required.has(name));
  const objects = [...properties].filter(([, { shape }]) => shape.object !== undefined);
  const allowed = describeNames(names, [...new Set(others.patterns)]);
  let lower: ReturnType<typeof membersBelow> | undefined;

  const hasBadName = (key: string) => namePlaces.some((name) => !name.ok(key, SCHEMA_ALONE));

  const isUnknown = (key: string) =>
    !properties.has(key) && (others.placesFor(key) === undefined || hasBadName(key));

  /** Whether a name is free in an object, and whether a value of it would do under another name. */
  const openIn = (value: Members, meter: Meter) =>
    [
      (name: string) => !Object.hasOwn(value, name),
      (sent: string, meant: string) => properties.get(meant)!.suits(value[sent], meter),
      meter,
    ] as const;

  function pair(value: Members, unknown: readonly string[], meter: Meter) {
    // What has members of this object in it is a part of this object, and no text or number of it.
    const isPart = (item: unknown, { shape }: Place) =>
      (shape.kinds & (KIND.object | KIND.array)) === 0 &&
      isPlainObject(item) &&
      firstNames(item, meter).some((inner) => properties.has(inner));
    const found = [...(matcher.pair(unknown, ...openIn(value, meter)) ?? [])];
    const kept = found.filter(([key, name]) => !isPart(value[key], properties.get(name)!));
    return kept.length > 0 ? new Map(kept) : undefined;
  }

  function readAsObject(value: unknown, path: Path, reading: Reading): Members | undefined {
    if (Array.isArray(value)) return readOnlyItem(value, path, reading);
    const [meant] = readText(value, reading.meter);
    if (typeof value !== "string" || meant?.grounds[1] !== "clear") return undefined;
    const object = meant.value as Members;
    reading.setOrigin(path, reading.originOf(path), true);
    const isFree = properties.size === 0 && /^\s*\{/.test(value);
    reading.noteForm(path, "an object", "object", value, undefined, isFree ? object : undefined);
    return object;
  }

  /** The only item of a list that was put around this object. */
  function readOnlyItem(list: readonly unknown[], path: Path, reading: Reading): Members | undefined {
    const [item, another] = list;
    const { path: at, isInText } = reading.originOf(path);
    if (another !== undefined || isInText || !isPlainObject(item) || isGroup(path, reading)) return undefined;
    if (!firstNames(item, reading.meter).some((name) => knows(name, reading.meter))) return undefined;
    reading.setOrigin(path, { path: below(at, 0), isInText });
    const detail = () => ({
      message: `Expected an object, found ${found(list)}.`,
      expected: "object",
      actual: actualOf(list),
      fixes: [takeOut(path)],
    });
    reading.noteMove(path, at, "type-mismatch", detail, "sent");
    return item;
  }

  const knows = (name: string, meter: Meter) => properties.has(name) || nameFor(name, meter) !== undefined;

  function readText(text: unknown, meter: Meter): readonly FixedValue[] {
    if (typeof text !== "string") return [];
    const json = readJsonText(text, meter);
    if (json === undefined) return readAsLines(text, meter) ?? readAsMainMember(text, meter);
    return isPlainObject(json.value) ? [reshaped(json.value, json.hasRepeats ? "open" : "clear")] : [];
  }

  /** What would have been read where it could not have been meant as a text is for its author to say. */
  const guessObject = (text: unknown, meter: Meter) =>
    readText(text, meter).map(
      ({ value, grounds: [evidence] }): FixedValue => ({ value, grounds: [evidence, "open"] }),
    );

  /** An object written as `name: value`, where every part begins with the name of a member. */
  function readAsLines(text: string, meter: Meter): readonly FixedValue[] | undefined {
    if (text.length > MAX_LINES_LENGTH) return undefined;
    const object: Members = {};
    const parts = text.split(/[,;]\s|\n/).filter((part) => part.trim() !== "");
    for (const part of parts) {
      const [, sent = "", value = ""] = /^([^:]+):\s+(\S.*)$/.exec(part.trim()) ?? [];
      const name = nameFor(sent.trim(), meter);
      const plain = unquoted(value);
      if (name === undefined || plain === undefined || Object.hasOwn(object, name)) return undefined;
      setOwn(object, name, value === plain ? scalarOf(plain, properties.get(name)!, meter) : plain);
    }
    return parts.length > 1 ? [reshaped(object)] : undefined;
  }

  function nameFor(sent: string, meter: Meter): string | undefined {
    if (sent === "" || properties.has(sent)) return sent || undefined;
    const [isOpen, suits] = [() => true, () => false];
    return matcher.pair([sent], isOpen, suits, meter)?.get(sent);
  }

  /** The text as the one open member, if the package fills in every other one, or the author may say so. */
  function readAsMainMember(text: string, meter: Meter): readonly FixedValue[] {
    const unsaid = wanted.filter(([, { shape }]) => shape.onlyValue === undefined);
    const unfilled = wanted.filter(([, { shape }]) => shape.onlyValue === undefined || !shape.fills);
    const isClear = unfilled.length === 1 && wanted.length > 1;
    const [main, another] = isClear ? unfilled : unsaid;
    if (another || main?.[1].shape.type !== "string" || !fits(main[1], text, meter)) return [];
    const object: Members = {};
    for (const [name, { shape }] of wanted) setOwn(object, name, name === main[0] ? text : shape.onlyValue);
    return [isClear ? reshaped(object) : { value: object, grounds: ["derived", "open"] }];
  }

  /** A copy with each member under the name and at the level it was meant for; undefined if nothing has to move. */
  function settle(value: Members, path: Path, reading: Reading): Members | undefined {
    const { meter } = reading;
    const unknown: string[] = [];
    // Whether a name is known can cost as many patterns as there are.
    for (const key in value) if (isUnknown(key) && unknown.push(key) > MAX_UNKNOWN) return undefined;
    if (unknown.length === 0 && objects.length === 0) return undefined;
    const renamed = unknown.length === 0 ? undefined : pair(value, unknown, meter);
    const named = renamed === undefined ? value : withNames(value, renamed);
    const stray = renamed === undefined ? unknown : unknown.filter((key) => !renamed.has(key));
    const lowered = findTooHigh(named, stray, meter);
    const raised = findTooLow(named, stray, path, meter);
    if (renamed === undefined && lowered.length + raised.length === 0) return undefined;
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
      note(at, () => ({
        message: `There is no member ${quote(key)}; did you mean ${quote(name)}?`,
        expected: name,
        actual: actualOf(key),
        fixes: [fix(`Rename it to ${quote(name)}`, ["notation", "clear"], settling(at))],
      }));
    }
    const copy = keepNotes(named, { ...named });
    for (const { key } of lowered) delete copy[key];
    const below = lowered.filter(({ key, parent, name }) => {
      const object = child(copy, parent);
      const inner = { ...(isPlainObject(object) ? object : {}), [name]: value[key] };
      if (isPlainObject(object)) keepNotes(object, inner);
      keepNumber(value, key, inner, name);
      setOwn(copy, parent, inner);
      return settled([...path, parent, name], [key], "too high");
    });
    for (const [parent, members] of groupBy(below, (member) => member.parent)) {
      const order = [...properties.get(parent)!.shape.object!.members.keys()];
      members.sort((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
      const inner = [...path, parent];
      // One fix moves all of them.
      const edits = members.map(({ name }) => settling([...inner, name]));
      const title = `Move it into ${quote(parent)}`;
      const fixes = [fix(title, "structure", { kind: "ensure", path: inner }, ...edits)];
      for (const [index, { key, name }] of members.entries())
        note([...inner, name], (at) => ({
          message: `There is no member ${quote(key)} here; it belongs into ${quote(parent)} as ${quote(name)}.`,
          expected: pointerOf(at),
          actual: actualOf(key),
          ...(index === 0 && { fixes }),
        }));
    }
    for (const [parent, members] of groupBy(raised, (member) => member.parent)) {
      const outer = child(copy, parent) as Members;
      const rest = keepNotes(outer, { ...outer });
      for (const { key, name } of members) {
        delete rest[key];
        setOwn(copy, name, outer[key]);
        keepNumber(outer, key, copy, name);
      }
      const isLeft = properties.has(parent) || Object.keys(rest).length > 0;
      if (isLeft) setOwn(copy, parent, rest);
      else delete copy[parent];
      const moved = members.filter(({ key, name }) => settled([...path, name], [parent, key], "too low"));
      const around = quote(String(reading.originOf([...path, parent]).path.at(-1)));
      const isOpen = members.some(({ certainty }) => certainty === "open");
      const grounds = ["structure", isOpen ? "open" : "clear"] as const;
      const edits = moved.map(({ name }) => settling([...path, name]));
      if (!isLeft && moved.length > 0)
        note([...path, parent], (at) => ({
          message: `There is no member ${around}; ${isOpen ? "does what is in it belong one level higher?" : "what is in it belongs one level higher."}`,
          actual: actualOf(parent),
          fixes: [fix(`Use what is in ${around}`, grounds, ...edits, { kind: "remove", path: at })],
        }));
      for (const [index, { key, name }] of (isLeft ? moved : []).entries())
        note([...path, name], (at) => ({
          message: `There is no member ${quote(key)} in ${around}; it belongs beside ${around}.`,
          expected: pointerOf(at),
          actual: actualOf(key),
          fixes: [fix(`Move it out of ${around}`, grounds, edits[index]!)],
        }));
    }
    return copy;
  }

  /** Members of this object that stand inside one of its objects, or of an unknown one, where nothing has that name. */
  function findTooLow(value: Members, unknown: readonly string[], path: Path, meter: Meter) {
    const isItem = typeof path.at(-1) === "number";
    // Of the name of what is around an item, only that of the item says nothing.
    const around = unknown.filter(
      (key) => key !== "__proto__" && (!isItem || isOfItem(key, path.at(-2), meter)),
    );
    // A name that nobody knows says something, unless all there is stands under it: a former address is not the address.
    const isWrapper = isItem || (path.length === 0 && firstNames(value, meter).length === 1);
    const raised: { parent: string; key: string; name: string; certainty: Certainty }[] = [];
    for (const parent of [...objects.map(([name]) => name), ...around]) {
      const { entry, others, knows } = properties.get(parent)?.shape.object ?? {};
      const inner = child(value, parent);
      if (!isPlainObject(inner)) continue;
      for (const key of Object.keys(inner).slice(0, MAX_UNKNOWN)) {
        // What has to be here, and cannot be an entry of the map in which it stands.
        const isNoEntry = entry !== undefined && required.has(key) && !fits(entry, inner[key], meter);
        if (others !== undefined && others !== "none" && !isNoEntry) continue;
        const name = knows?.(key, meter) ? undefined : nameFor(key, meter);
        if (name === undefined || name === parent || Object.hasOwn(value, name)) continue;
        // What is around all of them is taken away as a whole, with their faults.
        const isOwn = !properties.has(parent) && name === key;
        const certainty = isNoEntry || (!properties.has(parent) && !isWrapper) ? "open" : "clear";
        if (isOwn || properties.get(name)!.suits(inner[key], meter))
          raised.push({ parent, key, name, certainty });
      }
    }
    const places = groupBy(raised, ({ name }) => name);
    const found = raised.filter(({ name }) => places.get(name)!.length === 1);
    // The name of an owner is not that of the proposal, unless more of the proposal stands there.
    const telling = new Set(
      found.flatMap(({ parent, name }) =>
        !isOfAnything(Word.of(name)) && (properties.has(parent) || required.has(name)) ? parent : [],
      ),
    );
    return found.filter(({ parent }) => telling.has(parent));
  }

  /** Members that belong into an object one level below, under their own name or with that object's name before it. */
  function findTooHigh(value: Members, unknown: readonly string[], meter: Meter) {
    const found = unknown.flatMap((key) => lowerPlace(value, key, meter) ?? []);
    // Of two members that would go to one place, one would be lost.
    const isContested = ({ key, member }: (typeof found)[number]) =>
      found.some((other) => other.key !== key && other.member === member);
    return found.filter((place) => place.isCertain && !isContested(place));
  }

  function lowerPlace(value: Members, key: string, meter: Meter) {
    lower ??= membersBelow(properties);
    const sent = lower.size === 0 ? undefined : readName(key, meter);
    const found = (sent && lower.get(sent.key)) ?? [];
    const [only, another] = found.filter(({ parent, name, member, written }) => {
      const inner = child(value, parent);
      if ((inner !== undefined && !isPlainObject(inner)) || !isSameName(sent!, written)) return false;
      return child(inner, name) === undefined && member.suits(value[key], meter);
    });
    if (only === undefined || another !== undefined) return undefined;
    // It may as well be what is missing here: a title that is called a name.
    const isRival = ([name, place]: (typeof wanted)[number]) =>
      child(value, name) === undefined &&
      areOfOneAspect(sent!, Word.of(name)) &&
      place.suits(value[key], meter);
    // An object that nobody wrote or asks for would say more than its member does.
    const isThere = required.has(only.parent) || child(value, only.parent) !== undefined;
    return { ...only, key, isCertain: only.namesParent || (isThere && !wanted.some(isRival)) };
  }

  function unknown(key: string, value: Members, visit: Visit): void {
    const { sink, elsewhere } = visit;
    const { meter } = sink;
    const at = below(visit.path, key);
    if (typeof value[key] === "object") sink.skip(value[key], false, at);
    const isNothing = value[key] === null && elsewhere?.has(key) === true;
    const nothing = (path: Path): Detail => ({
      message: `There is no member ${quote(key)} in this alternative; leave it out, since null says nothing.`,
      actual: actualOf(key),
      fixes: [leaveOut(path)],
    });
    const detail = (path: Path): Detail => {
      const similar = matcher.nearest(key, (name) => Object.hasOwn(value, name), meter);
      const offers = matcher.resembling(key, ...openIn(value, meter));
      const place = lowerPlace(value, key, meter);
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
        expected: likeliest(key, names, undefined, meter),
        actual: actualOf(key),
        fixes: [
          ...renamings(key, value, path, meter),
          ...offers.map((name) => rename(path, name, "likeness")),
          ...(lower === undefined ? [] : [lowerFix(lower, path)]),
          ...insteadFix(elsewhere?.instead(sink.meter), path),
          ...offerNotes(key, value[key], path, sink),
          removeNamed(key, path),
        ],
        ...(similar !== undefined && {
          related: [{ path: beside(path, similar), message: `${quote(similar)} is here` }],
        }),
      };
    };
    fault(visit, "member-unknown", isNothing ? nothing : detail, at);
  }

  /** `propertyNames`: the name of a member has the wrong form. */
  function memberName(key: string, value: Members, visit: Visit): void {
    const wrong = namePlaces.find((name) => !name.ok(key, SCHEMA_ALONE));
    if (wrong === undefined || !key.isWellFormed()) return;
    const detail = (path: Path): Detail => {
      const { meter } = visit.sink;
      const { words, phrase, bounds } = wrong.shape;
      const form = words ? `one of ${phrase}` : bounds;
      return {
        message: `A member may not have the name ${quote(key)} here${form === "" ? "" : `; names are: ${form}`}.`,
        ...(words && { expected: likeliest(key, words, undefined, meter) }),
        actual: actualOf(key),
        fixes: [...renamings(key, value, path, meter), removeNamed(key, path)],
      };
    };
    fault(visit, "member-name", detail, below(visit.path, key));
  }

  /** The same name in another case or with other separators, if a member of that name may be there and is not. */
  function renamings(key: string, value: Members, path: Path, meter: Meter): FixDraft[] {
    // Without patterns and rules for names there is no other name than those that were compared.
    if (namePlaces.length === 0 && others.patterns.length === 0) return [];
    const words = namePlaces.flatMap(({ shape }) => (shape.words ? [byLetters(shape.words)] : []));
    const folded = words.length === 0 ? undefined : readName(key, meter)?.key;
    const same = folded === undefined ? [] : words.flatMap((known) => known.get(folded) ?? []);
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
    const [sent, meant] = [readWord(key, meter), readWord(to, meter)];
    const isTold = sent !== undefined && meant !== undefined && !doesCaseTell(sent.spelling, meant.spelling);
    const isOpen = !isTold || hasRival(key, value, meter);
    return [rename(path, to, ["notation", isOpen ? "open" : "clear"])];
  }

  return { guessObject, knows, memberName, pair, readAsObject, settle, unknown };
}

/** Puts a member where it belongs that was read from elsewhere. */
const settling = (path: Path) => ({ kind: "move", path, to: path }) as const;

const rename = (path: Path, name: string, grounds: Grounds) =>
  fix(`Rename it to ${quote(name)}`, grounds, { kind: "move", path, to: beside(path, name) });

function withNames(value: Members, names: ReadonlyMap<string, string>): Members {
  const copy: Members = {};
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

const byLetters = once((words: readonly string[]) => groupBy(words, (word) => Word.of(word).key));

const withoutStyle = (name: string) => lowerCase(name).replace(/[\s_.-]+/g, "");

/** Whether another name of the object differs in case and separators only. So it is said where there is nothing left to find out. */
function hasRival(key: string, value: object, meter: Meter): boolean {
  const alike = meter.recall(hasRival, value, () =>
    meter.spendOn(Object.keys(value)) ? groupBy(Object.keys(value), withoutStyle) : undefined,
  );
  return alike === undefined || alike.get(withoutStyle(key))!.length > 1;
}

function describeNames(names: readonly string[], patterns: readonly string[]): string {
  const known = names.length === 0 ? "" : `Known members are ${listOf(names, "and")}`;
  if (patterns.length === 0) return known === "" ? "None is allowed." : `${known}.`;
  return `${known === "" ? "Names must" : `${known}, and names that`} match ${listOf(patterns)}.`;
}

function reportOther(wanted: readonly Place[], value: unknown, path: Path, visit: Visit): void {
  const { sink } = visit;
  const [first, ...others] = wanted as readonly [Place, ...Place[]];
  const before = sink.errors;
  if (!isFine(first, value, sink)) first.report(value, path, visit);
  // Several schemas may say the same about a member, and one report is enough.
  for (const place of others)
    if (sink.errors === before) place.report(value, path, { ...visit, isRepeat: true });
}

const isScalar = (place: Place) => (place.shape.kinds & (KIND.array | KIND.object)) === 0;

/** The object with very many members about which alternatives are being asked in turn. */
let crowd: { readonly of: object; readonly names: readonly string[] } | undefined;
const CROWD = 100;

/** To list thousands of names takes longer than to judge them, so all who are asked about one object share the list. */
export function sharingNames<Answer>(value: unknown, ask: () => Answer): Answer {
  const names = isPlainObject(value) ? Object.keys(value) : [];
  if (!isPlainObject(value) || names.length < CROWD) return ask();
  const outer = crowd;
  crowd = { of: value, names };
  try {
    return ask();
  } finally {
    crowd = outer;
  }
}

export function compileObject(layers: readonly Layer[], site: Site, compiler: Compiler): TypeJudge {
  const options = readObject(layers, site, compiler);
  const { properties, required, others, names, defaults, minMembers, maxMembers } = options;
  const members = [...properties].map(([name, place], index) => {
    const { ok, okAbsent } = place;
    // Whether a null there is as good as no member.
    const isNothing = !required.has(name) && !ok(null, SCHEMA_ALONE);
    return { name, index, place, ok, okAbsent, isNothing, required: required.has(name) };
  });
  const byName = new Map(members.map((member) => [member.name, member]));
  const requiredCount = members.filter((member) => member.required).length;
  const missed = members.filter((member) => member.required || member.place.reportAbsent !== undefined);
  const missable = members.filter((member) => !member.required && member.okAbsent !== undefined);
  const readers = members.filter((member) => member.place.read !== undefined);
  // Made for the first object whose members are wrong: a service with many packages would hold many that nothing needs.
  let made: ReturnType<typeof createExplainer> | undefined;
  const explainer = () => (made ??= createExplainer(options));
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
        knows: (name, meter) => properties.has(name) || explainer().knows(name, meter),
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
      const keys = firstNames(value, meter);
      // An empty object is evidence of nothing.
      if (keys.length === 0) return false;
      if (!isClosed) return true;
      return keys.some((key) => properties.has(key)) || explainer().pair(value, keys, meter) !== undefined;
    },
    ok(value, scope) {
      if (!isPlainObject(value)) return false;
      if (crowd?.of === value) return isFineAmong(crowd.names, value, scope);
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
      return names.length === 0 || haveGoodNames(Object.keys(value));
    },
    report(value, visit) {
      if (!isPlainObject(value)) return reportMismatch(type, value, visit, explainer().guessObject);
      const { sink, path } = visit;
      reportMoves(visit);
      const keys = Object.keys(value);
      sink.meter.charge(keys.length >> 2);
      for (const key of keys) {
        const property = properties.get(key);
        const item = value[key];
        if (property === undefined) {
          const wanted = others.placesFor(key);
          if (wanted === undefined) explainer().unknown(key, value, visit);
          else if (wanted.length > 0) reportOther(wanted, item, below(path, key), visit);
        } else if (item === null && byName.get(key)!.isNothing)
          fault(visit, "type-mismatch", nullDetail(property), below(path, key));
        else if (!isFine(property, item, sink)) property.report(item, below(path, key), visit);
        if (names.length > 0) explainer().memberName(key, value, visit);
      }
      for (const { name, place, required } of missed) {
        if (Object.hasOwn(value, name)) continue;
        if (required) reportMissing(name, place, visit);
        // Where a null was sent, that is said, and no remark beside it.
        else if (!sink.reading.wasNull(below(path, name)) || place.okAbsent?.(sink.asked.errors) === false)
          place.reportAbsent?.(below(path, name), visit);
      }
      if (keys.length < minMembers || keys.length > maxMembers)
        reportSize(visit, "member", [keys.length, minMembers, maxMembers]);
    },
    read(value, path, reading) {
      const object = isPlainObject(value) ? value : explainer().readAsObject(value, path, reading);
      if (object === undefined) return value;
      let copy = isClosed || names.length > 0 ? explainer().settle(object, path, reading) : undefined;
      // What asks for a member asks for a value, so that whoever says null is told so at once.
      const named = copy ?? object;
      for (const name in named) {
        // In place of a member with a default, that is what rules would see, and nobody wrote it.
        if (named[name] !== null || byName.get(name)?.isNothing !== true || defaults.has(name)) continue;
        copy ??= keepNotes(object, { ...object });
        delete copy[name];
        const at = below(path, name);
        reading.nulls.set(pointerOf(at), { path: at, detail: nullDetail(properties.get(name)!) });
      }
      const put = (name: string, item: unknown, read: Place["read"]) => {
        const meant = read?.(item, below(path, name), reading) ?? item;
        if (meant === item) return;
        copy ??= keepNotes(object, { ...object });
        setOwn(copy, name, meant);
      };
      for (const { name, place } of readers) {
        const item = child(copy ?? object, name);
        if (item !== undefined) put(name, item, place.read);
      }
      for (const key of others.reads ? Object.keys(object) : []) {
        const wanted = properties.has(key) ? undefined : others.placesFor(key);
        put(key, object[key], wanted?.find(({ read }) => read !== undefined)?.read);
      }
      return copy ?? object;
    },
    ...(fills && { withDefaults: fill }),
  };

  function fill(value: unknown): unknown {
    if (!isPlainObject(value)) return value;
    const filled: Members = {};
    for (const key of Object.keys(value)) {
      const own = properties.get(key);
      let item = value[key];
      for (const place of own === undefined ? (others.placesFor(key) ?? []) : [own])
        item = place.withDefaults?.(item) ?? item;
      setOwn(filled, key, item);
    }
    for (const [name, given] of defaults)
      if (!Object.hasOwn(filled, name))
        setOwn(filled, name, properties.get(name)?.withDefaults?.(given) ?? given);
    return filled;
  }

  /** The same as `ok`, where the names are known. What is declared is judged first, since it is little. */
  function isFineAmong(keys: readonly string[], value: Members, scope: Scope): boolean {
    const isFine = ({ name, ok, okAbsent, required }: (typeof members)[number]) => {
      const item = child(value, name);
      return item === undefined ? !required && okAbsent?.(scope) !== false : ok(item, scope);
    };
    return (
      keys.length >= minMembers &&
      keys.length <= maxMembers &&
      members.every(isFine) &&
      (!checksOthers || keys.every((key) => byName.has(key) || okOther(key, value[key], scope))) &&
      haveGoodNames(keys)
    );
  }

  function haveGoodNames(keys: readonly string[]): boolean {
    return keys.every((key) => names.every((name) => name.ok(key, SCHEMA_ALONE)));
  }

  return type;
}
