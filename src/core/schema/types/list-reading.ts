/** Reads a list that was written as text or as a map, or a single item without its list. */
import type { FixedValue } from "../../evidence/evidence.ts";
import { type FixDraft, fix, type Reading, type Scope } from "../../findings/finding.ts";
import { keepNumbers } from "../../json/notes.ts";
import { isPlainObject, type Path, setOwn } from "../../json/pointer.ts";
import type { Meter } from "../../meter/meter.ts";
import { readJsonText } from "../../reader/read-json.ts";
import { createMatcher } from "../../similar/matcher.ts";
import { quote } from "../../unicode/describe.ts";
import { trimEnds } from "../../unicode/unicode.ts";
import {
  divisionsOf,
  holdsMark,
  MAX_LIST_LENGTH,
  readListText,
  saysNothing,
} from "../../values/list-text.ts";
import { reshaped, same } from "../../values/readings.ts";
import { FORMATS, readingsOf } from "../../values/value-types.ts";
import type { RulesOfPlace } from "../create-place.ts";
import { fits, KIND, type Place, SCHEMA_ALONE } from "../place.ts";

/** Items beyond this are checked as they are: no package of any use has so many. */
export const MAX_READ_ITEMS = 256;

/** The last word of a member by which people call an item, and under which a map has it. */
const KEY_MEMBER = /(?:^(?:id|key|name|code|slug)|[_-](?:id|key|name|code|slug)|Id|ID|Key|Name|Code|Slug)$/;

/** What it takes to look for the marks that divide a text and to try what they divide, in comparisons of words. */
const DIVIDING_EFFORT = 16;

/** Who is asked whether a piece of a text is an item. */
interface Asked {
  readonly scope: Scope;
  readonly meter: Meter;
}

/** `rules`: those of the items. */
export function createListReader(
  prefix: readonly Place[],
  items: Place,
  rules: readonly RulesOfPlace[],
  phrase: string,
) {
  const { type, kinds, words, form } = items.shape;
  const isDeclared = type !== "any" || items.shape.alternatives !== undefined;
  const list = rules.flatMap(({ lists }) => lists).at(-1);
  const listed = list && createMatcher(list.values, list.aliases, list.repairsTypos);
  const isOfWords = words !== undefined || rules.some(({ lists, confines }) => confines || lists.length > 0);
  const takesText = (kinds & KIND.string) !== 0;
  const isFormed = () =>
    isOfWords ||
    form !== undefined ||
    prefix.length > 0 ||
    rules.some((slot) => slot.rules?.some(({ asksForm, readings }) => asksForm === true || readings));
  /** No item is longer, in whatever notation. */
  const longest = 2 * (items.shape.maxLength ?? MAX_LIST_LENGTH) + 8;

  /** What a word of the list stands for, as far as nobody has to decide. */
  function wordFor(text: string, meter: Meter): string | undefined {
    const match = listed ? listed.certain(text, meter) : words && items.certain?.(text, meter);
    return match && String(match.value);
  }

  function read(value: unknown, path: Path, reading: Reading): unknown[] | undefined {
    const found = find(value, {
      scope: { ...reading.scope, hasLooseText: false, rules: "errors" },
      meter: reading.meter,
    });
    if (found === undefined) return undefined;
    const { list, names } = found;
    const origin = reading.originOf(path);
    reading.setOrigin(path, origin, typeof value === "string");
    reading.noteForm(path, phrase, "array", value, reshape(value, names, path));
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
    const map = asMap(value, meter);
    if (map !== undefined) return map;
    return isSingle(value, meter) ? { list: [value] } : undefined;
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
    if (!holdsMark(text)) {
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
  function onlyDivision(
    { marks, piece }: ReturnType<typeof readListText>,
    asked: Asked,
  ): unknown[] | undefined {
    const size = marks.length + 1;
    if (prefix.length > 0) {
      const values = Array.from({ length: size }, (_, index) => accepted(piece(index), index, asked));
      return size > 1 && !values.includes(undefined) ? values : undefined;
    }
    /** In how many ways the parts from here on can be divided, and how one of them starts. */
    const ways: { count: number; value?: unknown; next: number }[] = Array(size + 1);
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
    const meant = place === items ? wordFor(text, meter) : undefined;
    const value = meant ?? readPart(text, place, meter);
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

  /** Whether a value is one item: a map that has none of the members of an item is none. */
  function isSingle(value: unknown, meter: Meter): boolean {
    const members = items.shape.object?.members;
    if (isPlainObject(value) && members !== undefined && members.size > 0) {
      const isItem = Object.keys(value).some((name) => members.has(name));
      return isItem && (fits(items, value, meter) || items.suits(value, meter));
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
    const entries = Object.entries(value);
    const isMap =
      entries.length > 0 &&
      entries.length <= MAX_READ_ITEMS &&
      entries.every(
        ([, entry]) => isPlainObject(entry) && Object.keys(entry).some((name) => object.members.has(name)),
      );
    if (!isMap) return undefined;
    const keys = [...object.required].filter((name) => {
      const place = object.members.get(name);
      return (
        KEY_MEMBER.test(name) &&
        place?.shape.type === "string" &&
        place.shape.words === undefined &&
        entries.every(([text, entry]) => !Object.hasOwn(entry as object, name) && fits(place, text, meter))
      );
    });
    const [key] = keys;
    if (key === undefined || keys.length > 1) return undefined;
    const list = entries.map(([name, entry]) => {
      const item: Record<string, unknown> = {};
      setOwn(item, key, name);
      for (const [member, inner] of Object.entries(entry as object)) setOwn(item, member, inner);
      keepNumbers(entry as object, item);
      return item;
    });
    return { list, names: key };
  }

  return {
    read,
    suits(value: unknown, meter: Meter): boolean {
      if (mayHoldItems(value)) return fits(items, value, meter);
      const asked = { scope: SCHEMA_ALONE, meter };
      const list = typeof value === "string" ? readText(value, asked)[0]?.value : find(value, asked)?.list;
      return (
        Array.isArray(list) &&
        (typeof value !== "string" ||
          list.every((item, index) => (prefix[index] ?? items).suits(item, meter)))
      );
    },
    readings(value: unknown, scope: Scope, meter: Meter): readonly FixedValue[] {
      if (typeof value === "string") return readText(value, { scope: { ...scope, rules: "errors" }, meter });
      return mayHoldItems(value) ? readAsItem(value, meter) : [];
    },
  };
}

/** How to write the list otherwise than as a whole. */
function reshape(value: unknown, names: string | undefined, path: Path): FixDraft | undefined {
  if (typeof value === "string") return undefined;
  if (names === undefined) return fix("Put it into a list", "structure", { kind: "wrap", path });
  const title = `Make it a list, with the names as ${quote(names)}`;
  // Objects put names that are whole numbers first, so that nobody knows the order in which they were written.
  const keys = Object.keys(value as object);
  const isSorted = keys.length > 1 && keys.some((name) => /^\d+$/.test(name));
  return fix(title, ["structure", isSorted ? "open" : "clear"], { kind: "listEntries", path, key: names });
}

function readPart(text: string, place: Place, meter: Meter): unknown {
  const [reading, other] = readingsAt(place, text, meter);
  const isClear = reading !== undefined && other === undefined && reading.grounds[1] !== "open";
  return isClear ? reading.value : undefined;
}

function readingsAt(place: Place, text: string, meter: Meter): readonly FixedValue[] {
  const { shape, certain } = place;
  switch (shape.type) {
    case "integer":
    case "number":
    case "boolean":
      return readingsOf(shape.type, text, meter);
    case "choice": {
      const meant = certain?.(text, meter);
      return meant === undefined ? [] : [meant];
    }
    case "object":
    case "array":
      return [];
    default: {
      if ((shape.kinds & KIND.string) === 0) return [];
      const format = FORMATS.get(shape.formats?.[0] ?? "");
      const otherwise =
        format === undefined || fits(place, text, meter) ? [] : readingsOf(format, text, meter);
      return otherwise.length > 0 ? otherwise : [same(text)];
    }
  }
}
