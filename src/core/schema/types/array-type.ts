/** Lists: their items, and lists that were written as text or as a map, or a single item without its list. */

import { hasEqual } from "../../checks/values.ts";
import type { FixedValue, Grounds } from "../../evidence/evidence.ts";
import { type FixDraft, fix, type Reading, type Scope, type Sink } from "../../findings/finding.ts";
import { below, child, createValueMap, isPlainObject, keepNotes, type Path } from "../../json/values.ts";
import type { Meter } from "../../meter/meter.ts";
import { readJsonText } from "../../reader/read-json.ts";
import { isOfItem } from "../../similar/likeness.ts";
import { createMatcher } from "../../similar/matcher.ts";
import { actualOf, count, found, quote, rangeOf, shown, trimEnds } from "../../unicode/unicode.ts";
import { divisionsOf, hasMark, MAX_LIST_LENGTH, readListText, saysNothing } from "../../values/list-text.ts";
import { FORMATS, readingsOf, reshaped, same } from "../../values/value-types.ts";
import {
  type Compiler,
  insideOf,
  type Layer,
  lastWith,
  leastOf,
  mostOf,
  rangeIn,
  type Site,
  subschemaOf,
  subschemasIn,
} from "../compile/compiler.ts";
import {
  createPlace,
  describeShape,
  fault,
  firstNames,
  fits,
  isFine,
  isOfSeveral,
  KIND,
  kindOf,
  NO_KIND,
  type Place,
  type RulesOfPlace,
  reportMismatch,
  reportMoves,
  reportSize,
  SCHEMA_ALONE,
  shapeOf,
  type TypeJudge,
  type Visit,
} from "../place.ts";
import { anyType } from "./scalar-types.ts";

/** Items beyond this are checked as they are: no package of any use has so many. */
const MAX_READ_ITEMS = 256;

/** The last word of a member by which people call an item, and under which a map has it. */
const KEY_MEMBER = /(?:^(?:id|key|name|code|slug)|[_-](?:id|key|name|code|slug)|Id|ID|Key|Name|Code|Slug)$/;

/** What it takes to look for the marks that divide a text and to try what they divide, in comparisons of words. */
const DIVIDING_EFFORT = 16;

/** Who is asked whether a piece of a text is an item. */
type Asked = Pick<Sink, "scope" | "meter">;

/** `rules`: those of the items. */
function createListReader(
  prefix: readonly Place[],
  items: Place,
  rules: readonly RulesOfPlace[],
  phrase: string,
) {
  const { type, kinds, words, form } = items.shape;
  const isDeclared = type !== "any" || items.shape.alternatives.length > 0;
  const list = rules.flatMap(({ lists }) => lists).at(-1);
  const listed = list && createMatcher(list.values, list.aliases, list.repairsTypos);
  const isOfWords = words !== undefined || rules.some(({ lists, confines }) => confines || lists.length > 0);
  const takesText = (kinds & KIND.string) !== 0;
  const isFormed = () =>
    isOfWords ||
    form !== undefined ||
    prefix.length > 0 ||
    rules.some((slot) => slot.rules?.some(({ asksForm, readings }) => asksForm || readings));
  /** No item is longer, in whatever notation. */
  const longest = 2 * (items.shape.maxLength ?? MAX_LIST_LENGTH) + 8;

  function read(value: unknown, path: Path, reading: Reading): unknown[] | undefined {
    const { scope, meter } = reading;
    const found = find(value, { scope: { ...scope, hasLooseText: false, rules: "errors" }, meter });
    if (found === undefined) return undefined;
    const { list, names } = found;
    const origin = reading.originOf(path);
    reading.setOrigin(path, origin, typeof value === "string");
    reading.noteForm(path, phrase, "array", value, reshape(value, names, path, meter));
    if (names !== undefined) {
      for (const [index, name] of Object.keys(value as object).entries()) {
        const entry = origin.isInText ? origin : { path: [...origin.path, name], isInText: false };
        reading.setOrigin([...path, index], entry);
        reading.setOrigin([...path, index, names], { ...entry, isInText: true });
      }
    } else if (typeof value !== "string") reading.setOrigin([...path, 0], origin);
    return list;
  }

  /** The list that a value other than a list was meant as, if nobody has to decide; `names`: as of a map. */
  function find(value: unknown, asked: Asked): { list: unknown[]; names?: string } | undefined {
    const { meter } = asked;
    if (value === null || value === undefined) return undefined;
    if (typeof value === "string") {
      const [first] = readText(value, asked);
      return first?.grounds[1] === "clear" ? { list: first.value as unknown[] } : undefined;
    }
    // An empty object is evidence of nothing.
    if (prefix.length > 0 || (isPlainObject(value) && Object.keys(value).length === 0)) return undefined;
    return asMap(value, meter) ?? (isSingle(value, meter) ? { list: [value] } : undefined);
  }

  function readText(text: string, asked: Asked): readonly FixedValue[] {
    const { meter } = asked;
    const json = readJsonText(text, meter);
    if (json !== undefined) {
      if (json.hasRepeats) return [];
      if (Array.isArray(json.value)) return [reshaped(json.value)];
      return type === "object" ? readAsItem(json.value, meter) : [];
    }
    // Nor does a placeholder say anything, or what is no JSON although it starts like it.
    if (/^\s*(?:TODO\s*$|[{[]|```)/.test(text)) return [];
    if (type === "object" || !meter.spend(DIVIDING_EFFORT + (text.length >> 1))) return [];
    if (saysNothing(text)) return takesText ? [reshaped([], "open"), reshaped([text], "open")] : [];
    if (!/[\p{L}\p{N}]/u.test(text)) return [];
    if (!hasMark(text)) {
      const isOpen = prefix.length > 0 || accepted(text, 0, asked) !== undefined;
      const words = isOfWords && !isOpen ? onlyDivision(readListText(text, "spaces"), asked) : undefined;
      return words === undefined ? readOne(trimEnds(text), asked) : [reshaped(words)];
    }
    if (text.length > MAX_LIST_LENGTH) return takesText ? [reshaped([text], "open")] : [];
    const isWhole = !isFormed() || (prefix.length === 0 && accepted(trimEnds(text), 0, asked) !== undefined);
    const parts = readListText(text, "marks");
    // Whoever says "or" may mean one of them.
    const isOpen = isWhole || parts.marks.some((mark) => /\bor\b/i.test(mark));
    const only = isOpen ? undefined : onlyDivision(parts, asked);
    if (only !== undefined) return [reshaped(only)];
    return divisionsOf(text).flatMap((pieces) => {
      const values = pieces.map(
        (piece, index) => accepted(piece, index, asked) ?? guess(piece, index, meter),
      );
      return values.includes(undefined) ? [] : [reshaped(values, "open")];
    });
  }

  /** A text without marks is one item, whether it is accepted or not. */
  function readOne(text: string, asked: Asked): readonly FixedValue[] {
    if (prefix.length > 0) return [];
    const others = (["number", "boolean"] as const)
      .filter((other) => takesText && type !== "choice" && (kinds & KIND[other]) !== 0)
      .flatMap((other) => readingsOf(other, text, asked.meter));
    const one = accepted(text, 0, asked) ?? (takesText ? text : undefined);
    // Digits with a space between them are one number or several.
    const isSeveral = !takesText && /\d\s+\d/.test(text);
    if (one !== undefined && others.length === 0 && !isSeveral) return [reshaped([one])];
    const readings = takesText ? [{ value: text }, ...others] : readingsAt(items, text, asked.meter);
    const lists = readings.map(({ value }) => [value]);
    if (isSeveral) lists.unshift(text.split(/\s+/).map((part) => accepted(part, 0, asked)));
    return lists.filter((list) => !list.includes(undefined)).map((list) => reshaped(list, "open"));
  }

  /** The only way to divide a text into accepted pieces. */
  function onlyDivision({ marks, piece }: ReturnType<typeof readListText>, asked: Asked) {
    const size = marks.length + 1;
    if (prefix.length > 0) {
      const values = Array.from({ length: size }, (_, index) => accepted(piece(index), index, asked));
      return size > 1 && !values.includes(undefined) ? values : undefined;
    }
    /** In how many ways the parts from here on can be divided, and how one of them starts. */
    const ways: { count: number; value?: unknown; next: number }[] = [];
    ways[size] = { count: 1, next: size };
    for (let first = size - 1; first >= 0; first--) {
      const way = { count: 0, value: undefined as unknown, next: size };
      for (let last = first; last < size && way.count < 2; last++) {
        const rest = ways[last + 1]!.count;
        const text = piece(first, last);
        if (text.length > longest) break;
        const value = rest === 0 ? undefined : accepted(text, 0, asked);
        if (value === undefined) continue;
        way.count += rest;
        way.value = value;
        way.next = last + 1;
      }
      ways[first] = way;
    }
    // Where not every division could be tried, nobody knows whether there is another one.
    if (ways[0]!.count !== 1 || asked.meter.wasRefused) return undefined;
    const values: unknown[] = [];
    for (let at = 0; at < size; at = ways[at]!.next) values.push(ways[at]!.value);
    return values;
  }

  /** What a piece of a text is as an item; undefined if it is none, or only its author can tell. */
  function accepted(text: string, index: number, { scope, meter }: Asked): unknown {
    const place = prefix[index] ?? items;
    // What a word of the list stands for, as far as nobody has to decide.
    const certain = listed?.certain ?? (words && items.certain);
    const word = place === items ? certain?.(text, meter) : undefined;
    const value = word ? String(word.value) : readPart(text, place, meter);
    return value !== undefined && fits(place, value, meter, scope) ? value : undefined;
  }

  function guess(text: string, index: number, meter: Meter): unknown {
    const place = prefix[index] ?? items;
    if ((place.shape.kinds & KIND.string) !== 0) return text;
    return place.shape.type === "choice" ? undefined : readingsAt(place, text, meter)[0]?.value;
  }

  /** Where items have no members of their own, a map is one of them or has one under each name. */
  function mayHoldItems(value: unknown): boolean {
    const isFree = type === "object" && (items.shape.object?.members.size ?? 0) === 0;
    return isFree && isPlainObject(value);
  }

  /** Whether a value is one item: what has none of the members of an item, or describes several elsewhere, is none. */
  function isSingle(value: unknown, meter: Meter): boolean {
    const { object } = items.shape;
    if (isPlainObject(value) && object !== undefined && object.members.size > 0) {
      const isItem = Object.keys(value).some((name) => object.members.has(name));
      if (!isItem || fits(items, value, meter)) return isItem;
      const isForeign = (name: string) => {
        const item = child(value, name);
        const member = object.members.get(name);
        // Several values for a member that takes one are those of several items.
        if (member !== undefined) return isOfSeveral(item) && (member.shape.kinds & KIND.array) === 0;
        return (kindOf(item) & (KIND.array | KIND.object)) !== 0 && !object.knows(name, meter);
      };
      return items.suits(value, meter) && !firstNames(value, meter).some(isForeign);
    }
    return !mayHoldItems(value) && isDeclared && fits(items, value, meter);
  }

  function readAsItem(value: unknown, meter: Meter): readonly FixedValue[] {
    if (isSingle(value, meter)) return [reshaped([value])];
    return mayHoldItems(value) && fits(items, value, meter) ? [reshaped([value], "open")] : [];
  }

  /** A map in place of a list of objects: all values lack the one name that items need, as the member `names`. */
  function asMap(value: unknown, meter: Meter) {
    const { object } = items.shape;
    if (object === undefined || !isPlainObject(value)) return undefined;
    const entries = Object.entries(value) as [string, object][];
    const isEntry = (entry: object) =>
      isPlainObject(entry) && Object.keys(entry).some((name) => object.members.has(name));
    if (entries.length > MAX_READ_ITEMS || !entries.every(([, entry]) => isEntry(entry))) return undefined;
    const [key, another] = [...object.required].filter((name) => {
      const place = object.members.get(name);
      if (place?.shape.type !== "string" || place.shape.words !== undefined) return false;
      const mayBeKey = ([text, entry]: [string, object]) =>
        !Object.hasOwn(entry, name) && fits(place, text, meter);
      return KEY_MEMBER.test(name) && entries.every(mayBeKey);
    });
    if (key === undefined || another !== undefined) return undefined;
    const list = entries.map(([name, entry]) => keepNotes(entry, { [key]: name, ...entry }));
    return { list, names: key };
  }

  return {
    read,
    suits(value: unknown, meter: Meter): boolean {
      if (mayHoldItems(value)) return fits(items, value, meter);
      const asked = { scope: SCHEMA_ALONE, meter };
      if (typeof value !== "string") return find(value, asked) !== undefined;
      const list = readText(value, asked)[0]?.value as readonly unknown[] | undefined;
      return list?.every((item, index) => (prefix[index] ?? items).suits(item, meter)) === true;
    },
    readings(value: unknown, scope: Scope, meter: Meter): readonly FixedValue[] {
      if (typeof value === "string") return readText(value, { scope: { ...scope, rules: "errors" }, meter });
      return mayHoldItems(value) ? readAsItem(value, meter) : [];
    },
  };
}

/** How to write the list otherwise than as a whole. */
function reshape(value: unknown, names: string | undefined, path: Path, meter: Meter): FixDraft | undefined {
  if (typeof value === "string") return undefined;
  if (names === undefined) return fix("Put it into a list", "structure", { kind: "wrap", path });
  const title = `Make it a list, with the names as ${quote(names)}`;
  const keys = Object.keys(value as object);
  // Whole numbers can be positions, and one name that of an item: `part` in `parts`.
  const isOpen =
    keys.length === 1
      ? /^[01]$/.test(keys[0]!) || isOfItem(keys[0]!, path.at(-1), meter)
      : keys.some((name) => /^\d+$/.test(name));
  return fix(title, ["structure", isOpen ? "open" : "clear"], { kind: "listEntries", path, key: names });
}

function readPart(text: string, place: Place, meter: Meter): unknown {
  const [reading, other] = readingsAt(place, text, meter);
  const isClear = reading !== undefined && other === undefined && reading.grounds[1] !== "open";
  return isClear ? reading.value : undefined;
}

function readingsAt(place: Place, text: string, meter: Meter): readonly FixedValue[] {
  const { type, kinds, formats = [] } = place.shape;
  if (type === "integer" || type === "number" || type === "boolean") return readingsOf(type, text, meter);
  if (type === "choice") return [place.certain?.(text, meter) ?? []].flat();
  if ((kinds & KIND.string) === 0) return [];
  const format = FORMATS.get(formats[0] ?? "");
  const otherwise = format === undefined || fits(place, text, meter) ? [] : readingsOf(format, text, meter);
  return otherwise.length > 0 ? otherwise : [same(text)];
}

/** `contains`: what so many items must be. */
type Contained = { readonly place: Place; readonly min: number; readonly max: number };

const MAX_PLACEHOLDERS = 3;

export function compileArray(layers: readonly Layer[], site: Site, compiler: Compiler): TypeJudge {
  const { prefix, items, rules, min, max, contains } = readItems(layers, site, compiler);
  const isUnique = layers.some(({ schema }) => schema.uniqueItems === true);
  const isSet = compiler.context.sets.has(site.at);
  const hasPrefix = prefix.length > 0;
  const isPlain = contains.length === 0 && !isUnique;
  const itemAt = (index: number) => prefix[index] ?? items;
  const okItem = items.ok;
  const phrase =
    items.shape.words === undefined || hasPrefix ? "an array" : `an array of ${items.shape.phrase}`;
  const readAsList = createListReader(prefix, items, rules, phrase);
  const reads = [items, ...prefix].some((item) => item.read !== undefined);
  const fills = [items, ...prefix].some((item) => item.withDefaults !== undefined);
  const type: TypeJudge = {
    shape: shapeOf("array", KIND.array, phrase, {
      bounds: [rangeOf(min, max, "item"), isUnique && "no item twice"].filter(Boolean).join(", "),
      items,
      prefix: hasPrefix ? prefix : undefined,
      minItems: min > 0 ? min : undefined,
      maxItems: max === Number.POSITIVE_INFINITY ? undefined : max,
    }),
    placeholder() {
      const length = Math.min(Math.max(min, prefix.length), MAX_PLACEHOLDERS);
      return Array.from({ length }, (_, index) => itemAt(index).placeholder()).filter(
        (shape) => shape !== undefined,
      );
    },
    suits(value, meter) {
      if (!Array.isArray(value)) return readAsList.suits(value, meter);
      const few = value.slice(0, MAX_PLACEHOLDERS);
      // An empty list is evidence of nothing.
      return few.length > 0 && few.every((item, index) => itemAt(index).suits(item, meter));
    },
    ok(value, scope) {
      if (!Array.isArray(value) || value.length < min || value.length > max) return false;
      for (let index = 0; index < value.length; index++)
        if (!(hasPrefix ? itemAt(index).ok : okItem)(value[index], scope)) return false;
      if (isPlain) return true;
      if (isUnique && hasEqual(value)) return false;
      return contains.every((wanted) => {
        const number = countOf(value, wanted);
        return number >= wanted.min && number <= wanted.max;
      });
    },
    report(value, visit) {
      const { sink, path } = visit;
      const readings = (sent: unknown, meter: Meter) => readAsList.readings(sent, sink.scope, meter);
      if (!Array.isArray(value)) return reportMismatch(type, value, visit, readings);
      sink.meter.charge(value.length >> 3);
      reportMoves(visit);
      if (value.length < min) reportShort(value.length, visit);
      else if (value.length > max) reportSize(visit, "item", [value.length, min, max]);
      for (let index = 0; index < value.length; index++) {
        const item = value[index];
        const wanted = itemAt(index);
        // Items that may not be there were reported with the length of the list.
        if (wanted.shape.kinds === NO_KIND) continue;
        if (!isFine(wanted, item, sink)) wanted.report(item, below(path, index), visit);
      }
      if (isUnique) reportRepeats(value, isSet, visit);
      // What a list must contain is not counted where it has the wrong length anyway.
      for (const wanted of contains) if (!sink.hasError(path)) reportContained(value, wanted, visit);
    },
    read(value, path, reading) {
      const list = Array.isArray(value) ? value : readAsList.read(value, path, reading);
      if (list === undefined) return value;
      if (!reads) return list;
      let copy: unknown[] | undefined;
      for (let index = 0; index < Math.min(list.length, MAX_READ_ITEMS); index++) {
        const { read } = itemAt(index);
        const item = read?.(list[index], below(path, index), reading) ?? list[index];
        if (item === list[index]) continue;
        copy ??= list.slice();
        copy[index] = item;
      }
      return copy ?? list;
    },
    ...(fills && {
      withDefaults: (value: unknown) =>
        Array.isArray(value) ? value.map((item, index) => itemAt(index).withDefaults?.(item) ?? item) : value,
    }),
  };

  function reportShort(length: number, visit: Visit): void {
    const wanted = itemAt(length);
    const { onlyValue, phrase } = wanted.shape;
    const item = onlyValue ?? wanted.placeholder();
    // The only value that an item can have says something, so that its author has to agree.
    const isOpen = onlyValue === undefined;
    const title = isOpen ? "Add an item to fill in" : `Add ${shown(onlyValue)}`;
    const grounds: Grounds = isOpen ? "placeholder" : ["derived", "open"];
    const added = (path: Path) =>
      fix(title, grounds, { kind: "add", path: below(path, length), value: item });
    reportSize(visit, "item", [length, min, max], ` Add ${phrase}.`, (path) =>
      item === undefined ? [] : [added(path)],
    );
  }

  return type;
}

/** Apart from the judge, which is kept for as long as the package and must not hold the compiler. */
function readItems(layers: readonly Layer[], site: Site, compiler: Compiler) {
  const { min, max } = rangeIn(layers, "minItems", "maxItems", compiler);
  const inner = insideOf(site, "*", compiler.context);
  const read = layers.map((layer) => ({
    first: subschemasIn(layer, "prefixItems").map(([, subschema]) => subschema),
    others: subschemaOf(layer, "items"),
  }));
  const length = Math.max(0, ...read.map(({ first }) => first.length));
  const prefix = Array.from({ length }, (_, index) =>
    compiler.compile(
      read.flatMap(({ first, others }) => first[index] ?? others ?? []),
      insideOf(site, String(index), compiler.context),
    ),
  );
  const rules = compiler.rulesAt(inner);
  const rest = read.flatMap(({ others }) => others ?? []);
  const items =
    rest.length > 0 || rules.length > 0
      ? compiler.compile(rest, inner)
      : createPlace(anyType(inner.depth, inner.isCovered));
  // Items that nothing can pass are items that may not be there.
  const never = [...prefix, items].findIndex(({ shape }) => shape.kinds === NO_KIND);
  const most = never < 0 ? max : Math.min(max, never);
  const many = `only ${count(most, "item")} may be there, and "minItems" is ${min}`;
  if (most < min && max >= min) compiler.disallowNever(lastWith(layers, "minItems", "items"), many);
  const contains = layers.flatMap((layer) => containedIn(layer, inner, most, compiler));
  return { prefix, items, rules, min, max: most, contains };
}

function containedIn(layer: Layer, inner: Site, maxItems: number, compiler: Compiler): readonly Contained[] {
  const subschema = subschemaOf(layer, "contains");
  if (subschema === undefined) return [];
  const min = layer.schema.minContains === undefined ? 1 : leastOf([layer], "minContains");
  const max = mostOf([layer], "maxContains");
  const why =
    min > max
      ? `"minContains" ${min} is more than "maxContains" ${max}`
      : `the list must contain ${count(min, "such item")} and may have only ${maxItems}`;
  if (min > Math.min(max, maxItems))
    compiler.disallowNever(lastWith([layer], "minContains", "contains"), why);
  const site = { ...inner, isTest: true, isCovered: true };
  return [{ place: compiler.compileWithoutRules([subschema], site), min, max }];
}

const countOf = (list: readonly unknown[], { place }: Contained): number =>
  list.filter((item) => place.ok(item, SCHEMA_ALONE)).length;

function reportContained(value: readonly unknown[], wanted: Contained, visit: Visit): void {
  const { sink } = visit;
  const { place, min, max } = wanted;
  const tested = [...(place.shape.object?.members.keys() ?? [])];
  // Of an item with an error in what is looked at, nobody can tell whether it was meant as one of these.
  const isUnsure = (index: number) => {
    const path = below(visit.path, index);
    if (!sink.hasErrorWithin(path)) return false;
    if (tested.length === 0 || sink.hasError(path)) return true;
    return (
      sink.meter.spend(2 * tested.length) && tested.some((name) => sink.hasErrorWithin(below(path, name)))
    );
  };
  const sure = sink.hasErrorWithin(visit.path) ? value.filter((_, index) => !isUnsure(index)) : value;
  const number = countOf(sure, wanted);
  if (number + value.length - sure.length >= min && number <= max) return;
  const isFew = number < min;
  const bound = isFew ? `at least ${min} must be` : `at most ${max} may be`;
  fault(visit, isFew ? "list-lacks-item" : "list-too-long", () => ({
    message: `${count(number, "item")} of the list ${number === 1 ? "is" : "are"} ${describeShape(place.shape)}; ${bound}.`,
    expected: isFew ? { minContains: min } : { maxContains: max },
    actual: number,
  }));
}

function reportRepeats(list: readonly unknown[], isSet: boolean, visit: Visit): void {
  // Nothing is lost in a set: the same is said a few items earlier. Elsewhere a position may mean something.
  const grounds: Grounds = isSet ? ["notation", "same"] : ["rule", "open"];
  const seen = createValueMap<number>();
  for (let index = 0; index < list.length; index++) {
    const item = list[index];
    const earlier = seen.get(item);
    if (earlier === undefined) {
      seen.set(item, index);
      continue;
    }
    const path = below(visit.path, index);
    const detail = () => ({
      message: `${found(item)} is already here, as item ${earlier + 1}; each may occur once.`,
      actual: actualOf(item),
      fixes: [fix("Remove the repeat", grounds, { kind: "remove" as const, path })],
      related: [{ path: [...path.slice(0, -1), earlier], message: "It is here first" }],
    });
    fault(visit, "item-repeated", detail, path);
  }
}
