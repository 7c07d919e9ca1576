/** The checks of values: of texts, of lists, and of which members an object has. */

import type { FixedValue, Grounds } from "../evidence/evidence.ts";
import type { Outcome } from "../expressions/expression.ts";
import { type Detail, type Edit, fillIn, fix, removeNamed, useInstead } from "../findings/finding.ts";
import {
  below,
  child,
  createValueMap,
  equalJson,
  escapeToken,
  isPlainObject,
  memberNameAt,
  type Path,
  type PathKey,
  valueAt,
} from "../json/values.ts";
import { compilePattern } from "../pattern/linear-pattern.ts";
import { FEW_WORDS, groundsOfChoice } from "../similar/matcher.ts";
import {
  actualOf,
  CHARACTER_CLASSES,
  characterCount,
  codePointName,
  count,
  findUnsafe,
  found,
  likeliest,
  listOf,
  lowerCase,
  quote,
  trimEnds,
} from "../unicode/unicode.ts";
import { whyImpossible } from "../values/time.ts";
import { readingsOf, VALUE_TYPES, type ValueType } from "../values/value-types.ts";
import { whyUnmatchable } from "./condition.ts";
import {
  type Check,
  type CheckSink,
  choice,
  definePlaceCheck,
  defineValueCheck,
  flag,
  integer,
  itemExpression,
  lacking,
  listName,
  mayBe,
  member,
  notList,
  notText,
  offerReadings,
  optional,
  placePattern,
  rewriteFixes,
  several,
  text,
} from "./definition.ts";
import { firstAbsent } from "./target.ts";

// The checks of texts.

export const noUnsafeCharacters = defineValueCheck({
  name: "no-unsafe-characters",
  summary: "The text has no characters that are invisible or that change the direction of reading.",
  cleansText: true,
  parts: {
    classes: several(choice(CHARACTER_CLASSES), undefined, "which classes of characters are unsafe"),
    sequencesAt: optional(
      several(
        placePattern,
        undefined,
        "places of the rule where joiners, selectors and tags are fine in words and emoji that need them",
      ),
    ),
  },
  unsuited: notText,
  compile({ params, asSubmittedAt, isProse }, at) {
    const asSubmitted = asSubmittedAt(at);
    const { classes, sequencesAt = [] } = params;
    const sequences = sequencesAt.includes(at);
    const find = (text: string) => findUnsafe(text, classes, sequences);
    function cleaned(text: string): string {
      const rest = find(text)?.rest ?? text;
      return trimEnds(text) === text ? trimEnds(rest) : rest;
    }
    return {
      acceptsPlainLines: true,
      ok: (value) => typeof value !== "string" || find(asSubmitted(value)) === undefined,
      clean: (text) => asSubmitted(cleaned(asSubmitted(text))),
      detail(value, path, sink) {
        const text = asSubmitted(String(value));
        const kinds = find(text)!.kinds.map(codePointName);
        const rest = cleaned(text);
        // Another character inside an identifier makes another identifier.
        const certainty = isProse || text.includes(rest) ? "clear" : "open";
        return {
          message: `${quote(text)} contains characters that are invisible or misleading: ${kinds.slice(0, 8).join(", ")}. Remove them.`,
          actual: actualOf(text),
          fixes:
            rest === ""
              ? rewriteFixes(at, path, sink)
              : [fix("Remove them", ["notation", certainty], { kind: "replace", path, to: rest })],
        };
      },
    };
  },
});

export const noEdgeWhitespace = defineValueCheck({
  name: "no-edge-whitespace",
  summary: "The text neither starts nor ends with white space.",
  cleansText: true,
  unsuited: notText,
  parts: {},
  compile(_rule, at) {
    return {
      acceptsPlainLines: true,
      ok: (value) => typeof value !== "string" || trimEnds(value) === value,
      clean: (text) => trimEnds(text),
      detail(value, path, sink) {
        const [said, trimmed] = [quote(String(value)), trimEnds(String(value))];
        if (trimmed === "")
          return {
            message: `${said} is only white space; write the text.`,
            actual: actualOf(value),
            fixes: rewriteFixes(at, path, sink),
          };
        return {
          message: `${said} has white space at the start or end; write ${quote(trimmed)}.`,
          expected: actualOf(trimmed),
          actual: actualOf(value),
          fixes: [fix("Trim it", ["notation", "same"], { kind: "replace", path, to: trimmed })],
        };
      },
    };
  },
});

export const enoughText = defineValueCheck({
  name: "enough-text",
  summary:
    "The text is there and long enough to tell a reader something; white space at its ends does not count.",
  parts: {
    min: integer("the minimum number of characters", 1, 10_000),
    required: optional(flag("whether an absent text is reported too")),
  },
  unsuited: notText,
  seesAbsence: ({ required }) => required === true,
  compile({ params, asSubmittedAt }, at) {
    const asSubmitted = asSubmittedAt(at);
    const { min, required = false } = params;
    return {
      ok(value) {
        if (value === undefined) return !required;
        if (typeof value !== "string" || isSurelyLongEnough(value, min)) return true;
        return characterCount(trimEnds(asSubmitted(value))) >= min;
      },
      detail(value, path, sink) {
        const to = sink.placeholderAt(at);
        const isAbsent = value === undefined;
        const edit: Edit = isAbsent ? { kind: "add", path, value: to } : { kind: "replace", path, to };
        const text = typeof value === "string" ? trimEnds(asSubmitted(value)) : "";
        const length = characterCount(text);
        const has = length === 0 ? "is blank" : `has ${count(length, "character")}`;
        const state = `${quote(memberNameAt(path))} ${isAbsent ? "is absent" : has}`;
        const advice = min === 1 ? "add a sentence" : `write at least ${count(min, "character")}`;
        return {
          message: `${state}; ${advice}, so that readers can decide.`,
          expected: { minLength: min },
          actual: length,
          ...(length === 0 && to !== undefined && { fixes: [fix("Write it here", "placeholder", edit)] }),
        };
      },
    };
  },
});

/** By its length and its ends, at which nothing will be trimmed. Composition joins at most four units into one. */
function isSurelyLongEnough(text: string, min: number): boolean {
  if (text.length < 4 * min) return false;
  const [first, last] = [text.charCodeAt(0), text.charCodeAt(text.length - 1)];
  return first > 0x20 && first < 0x7f && last > 0x20 && last < 0x7f;
}

export const inList = defineValueCheck({
  name: "in-list",
  summary: "The text is exactly one of a list's words.",
  parts: { list: listName("name of a list of the package") },
  describe: ({ list }, lists) => `It is one of ${listOf(lists.get(list)!.values)}.`,
  confinesTo: "list",
  unsuited: notText,
  compile({ params: { list } }, at) {
    const allowed = new Set(list.values);
    const inWords = listOf(list.values);
    return {
      ok: (value) => typeof value !== "string" || allowed.has(value),
      detail(value, path, sink) {
        const word = String(value);
        const matches = list.matcher.match(word, sink.meter);
        const few = list.values.length <= FEW_WORDS ? list.values : [];
        const all = few.map((value) => ({ value, grounds: groundsOfChoice(word) }));
        const [first] = matches;
        const isGuess = first !== undefined && matches.length === 1 && list.values.length > 1;
        const hint = isGuess ? ` Did you mean ${quote(first.value)}?` : "";
        return {
          message: `${quote(word)} is not allowed here; use ${inWords}.${hint}`,
          expected: likeliest(word, list.values, first?.value, sink.meter),
          actual: actualOf(word),
          fixes: (first === undefined ? all : matches)
            .filter(({ value: to }) => sink.accepts(at, to, path))
            .map(({ value: to, grounds }) => useInstead(to, grounds, path)),
        };
      },
    };
  },
});

function patternCheck(isWanted: boolean, name: string, form: string): Check {
  return defineValueCheck({
    name,
    summary: `The text ${name.replaceAll("-", " ")} a pattern. A place can have several such rules, each with its own code.`,
    parts: {
      pattern: text(
        "a pattern of ECMAScript with the flag u; it may match anywhere in the text unless it has ^ and $",
        { minLength: 1, maxLength: 500 },
      ),
      form: text(`${form}, for the message`, { minLength: 1, maxLength: 200 }),
      case: optional(
        choice(
          ["exact", "ignore"],
          "ignore: the text is put in lower case first, so the pattern is written in lower case",
        ),
      ),
    },
    unsuited: (place, { pattern }) => notText(place) ?? whyUnmatchable(pattern, place.maxLength),
    describe: (params) => (isWanted ? `The form is: ${params.form}.` : `Not allowed: ${params.form}.`),
    compile({ params, asSubmittedAt }, at) {
      const asSubmitted = asSubmittedAt(at);
      const { pattern } = params;
      const compiled = compilePattern(pattern);
      if ("refusal" in compiled) return { refusal: `its pattern ${compiled.refusal}` };
      const ignoresCase = params.case === "ignore";
      const capital = ignoresCase ? capitalIn(pattern) : undefined;
      if (capital !== undefined) {
        const refusal = `no text in lower case has the ${quote(capital)} of its pattern; write it in lower case`;
        return { refusal };
      }
      const matches = (text: string) => compiled.test(ignoresCase ? lowerCase(text) : text);
      return {
        asksForm: isWanted,
        ok: (value) => typeof value !== "string" || matches(asSubmitted(value)) === isWanted,
        detail(value) {
          const sent = asSubmitted(String(value));
          const why = isWanted ? "does not have the right form" : "has a form that is not allowed";
          return {
            message: `${quote(sent)} ${why}: ${params.form}.`,
            expected: isWanted ? { pattern } : { not: { pattern } },
            actual: actualOf(sent),
          };
        },
      };
    },
  });
}

export const matches = patternCheck(true, "matches", "what the text has to look like");

export const doesNotMatch = patternCheck(false, "does-not-match", "what must not be in the text");

/** A capital letter of a pattern that is not part of an escape such as \S or \p{L}. */
function capitalIn(source: string): string | undefined {
  const plain = source.replace(
    /\\(?:[pP]\{[^}]*\}|k<[^>]*>|u\{?[0-9A-Fa-f]+\}?|x[0-9A-Fa-f]{2}|c[A-Za-z]|.)|\(\?<[^>=!]*>/gs,
    "",
  );
  return [...plain].find((letter) => lowerCase(letter) !== letter);
}

/** Reported as unsafe JSON, whatever type it should have. */
export function isUnsafe(value: unknown): boolean {
  if (typeof value === "string") return !value.isWellFormed();
  return typeof value === "number" && !Number.isFinite(value);
}

function isOfType(type: ValueType, value: unknown): boolean {
  // Deeper levels are checked with the rest of the candidate.
  if (type === "object") return isPlainObject(value);
  return type === "array" ? Array.isArray(value) : VALUE_TYPES[type].test(value, 0);
}

/** What is said of a value that is not of its type: `lead` goes before the phrase for the type. */
export function mismatch(
  lead: string,
  type: ValueType,
  value: unknown,
  path: Path,
  sink: CheckSink,
  isMeant: (reading: FixedValue) => boolean = () => true,
) {
  const why = typeof value === "string" ? whyImpossible(value) : undefined;
  const text = sink.reading.numberTextAt(path, value);
  const meant = readingsOf(type, value, sink.meter, text).filter(isMeant);
  return {
    message: `${lead} ${VALUE_TYPES[type].phrase}, found ${found(value, text)}${why === undefined ? "" : `: ${why}`}.`,
    expected: type,
    actual: actualOf(value),
    fixes: offerReadings(meant, path, sink),
  };
}

export const valueType = defineValueCheck({
  name: "value-type",
  summary: "The value is of a named type, such as a calendar date, a UUID or an absolute URL.",
  parts: { type: choice(Object.keys(VALUE_TYPES) as ValueType[], "the type") },
  describe: ({ type }) => `It is ${VALUE_TYPES[type].phrase}.`,
  compile: ({ params: { type } }, at) => ({
    readings: (value, meter) => readingsOf(type, value, meter).map((reading) => reading.value),
    ok: (value) => value === undefined || isUnsafe(value) || isOfType(type, value),
    detail: (value, path, sink) =>
      mismatch("Expected", type, value, path, sink, (reading) => sink.accepts(at, reading.value, path)),
  }),
});

// The checks of lists.

/** A fix that would have to rewrite a longer list is not offered. */
const MAX_SORTED = 64;

export const sorted = definePlaceCheck({
  name: "sorted",
  summary: "The items of a list are in ascending order.",
  parts: {},
  unsuited: notList,
  describe: () => "The items are in ascending order.",
  compile({ asSubmittedAt }, at) {
    const read = asSubmittedAt(`${at}/*`);

    /** The first item that belongs before one ahead of it, and which that is. Skips what cannot be compared. */
    function firstMisplaced(list: readonly unknown[], isLeftOut?: (index: number) => boolean) {
      let [before, ahead]: [unknown, number] = [undefined, -1];
      for (let index = 0; index < list.length; index++) {
        const value = read(list[index]);
        if (!isComparable(value) || isLeftOut?.(index) === true) continue;
        if (before !== undefined && compareValues(before, value) > 0) return { index, ahead };
        [before, ahead] = [value, index];
      }
      return undefined;
    }

    /** Rewrites the items that are in the wrong order. Objects would have to be repeated in the patch, so they have no fix. */
    function sortFixes(list: readonly unknown[], path: Path) {
      if (list.length > MAX_SORTED || !list.every(isComparable)) return [];
      const inOrder = list.toSorted((a, b) => compareValues(read(a), read(b)));
      const edits = inOrder.flatMap((to, index): Edit[] =>
        to === list[index] ? [] : [{ kind: "replace", path: below(path, index), to }],
      );
      // In what order the items were meant is for the author to say.
      return [fix("Sort the list", ["rule", "open"], ...edits)];
    }

    return {
      open: () => ({
        ok: (list) => !Array.isArray(list) || firstMisplaced(list) === undefined,
        report(list, path, blame, sink) {
          if (!Array.isArray(list)) return;
          const misplaced = firstMisplaced(list, (item) => sink.hasErrorWithin(below(path, item)));
          if (misplaced === undefined) return;
          const item = list[misplaced.index];
          const detail = () => ({
            message: `${found(item)} is out of order: the list must be in ascending order.`,
            actual: actualOf(item),
            fixes: sortFixes(list, path),
            related: [{ path: below(path, misplaced.ahead), message: "the item ahead of it" }],
          });
          blame.add(detail, below(path, misplaced.index));
        },
      }),
    };
  },
});

const isComparable = (value: unknown): boolean => typeof value === "string" || typeof value === "number";

/** Numbers before texts; texts by their code units, which is the same in every runtime. */
function compareValues(a: unknown, b: unknown): number {
  if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
  const [left, right] = [a as string, b as string];
  return left < right ? -1 : left > right ? 1 : 0;
}

export const unique = definePlaceCheck({
  name: "unique",
  summary:
    "No value occurs twice in a list or map, or no two of its items have the same value of a member or of an expression.",
  parts: {
    member: optional(
      member({ description: "the member to compare; without it the items themselves" }, (at) => `${at}/*`),
    ),
    by: optional(
      itemExpression(
        "instead of it an expression: what to compare of an item, which is this; null is not compared",
      ),
    ),
  },
  unsuited: (place, _params, other) =>
    mayBe(place, "object") && other("0/*") !== undefined ? undefined : notList(place),
  describe({ member, by }) {
    if (by !== undefined) return `No two items have the same value of this: ${by}`;
    return member === undefined
      ? "No value occurs twice in the list."
      : `No two objects of the list have the same ${quote(member)}.`;
  },
  compile({ params: { member, by }, asSubmittedAt, isSet }, at) {
    if (member !== undefined && by !== undefined)
      return { refusal: '"member" and "by" both say what to compare; leave one out' };
    // Where the expression reads one place alone, that is what is repeated.
    const ways = (by?.reads ?? []).map((way) => (way.includes("*") ? way.slice(0, way.indexOf("*")) : way));
    const isOne = ways[0]?.[0] === "this" && ways.every((way) => equalJson(way, ways[0]));
    const inItem = member !== undefined ? [member] : isOne ? ways[0]!.slice(1) : [];
    /** Where an expression gave a value for what is absent, the item itself is repeated. */
    const wayIn = (item: unknown) => (valueAt(item, inItem) === undefined ? [] : inItem);
    const asSubmitted = asSubmittedAt(`${at}/*${member === undefined ? "" : `/${escapeToken(member)}`}`);

    /** What is compared of an item: texts as they will be submitted. Undefined if there is nothing to compare. */
    const read = (item: unknown): unknown => asSubmitted(member === undefined ? item : child(item, member));

    function detailOf(item: unknown, path: Path, earlier: PathKey): Detail {
      const way = wayIn(item);
      const value = valueAt(item, way);
      const first = [...path.slice(0, -1), earlier];
      const isObject = typeof value === "object" && value !== null;
      // The same word twice says nothing that one would not; anything else may have been meant otherwise.
      const isSame = member === undefined && by === undefined && typeof earlier === "number";
      // In another list than a set, the position of an item may mean something.
      const grounds: Grounds = !isSame ? "removal" : isSet ? ["notation", "same"] : ["rule", "open"];
      const title = isSame
        ? "Remove the repeat"
        : way.length > 0 && typeof value === "string"
          ? `Remove the second ${found(value)}`
          : "Remove this one";
      const place = typeof earlier === "number" ? `item ${earlier + 1}` : quote(earlier);
      const used = `${typeof value === "object" ? "It" : found(value)} is first used here`;
      return {
        message: `${isObject ? "The same value" : found(value)} is already here, as ${place}; each may occur once.`,
        actual: actualOf(value),
        fixes: [fix(title, grounds, { kind: "remove", path })],
        related: [{ path: [...first, ...way], message: used }],
      };
    }

    /** What an expression has no other way to leave out is null. */
    const isNothing = (value: unknown) => value === undefined || (by !== undefined && value === null);

    /** Apart from the values of an expression, since this runs for every list: 2 % of the check of a small body. */
    function valuesIn(list: unknown): unknown[] {
      const values: unknown[] = [];
      for (const item of Array.isArray(list) ? list : isPlainObject(list) ? Object.values(list) : []) {
        const value = read(item);
        if (value !== undefined) values.push(value);
      }
      return values;
    }

    /** Whether two items have the same value, or one has none that can be told. */
    function hasRepeat(list: unknown, path: Path, keyOf: (item: unknown, place: Path) => Outcome): boolean {
      const values: unknown[] = [];
      let isUnknown = false;
      eachEntry(list, (item, key) => {
        const outcome = keyOf(item, [...path, key]);
        if ("why" in outcome) isUnknown = true;
        else if (!isNothing(outcome.value)) values.push(outcome.value);
      });
      return isUnknown || hasEqual(values);
    }

    return {
      open(candidate, _scope, session) {
        const keyOf = (item: unknown, place: Path) =>
          by === undefined ? { value: read(item) } : by.run(candidate, item, place, session);
        return {
          ok: (list, path) => !(by === undefined ? hasEqual(valuesIn(list)) : hasRepeat(list, path, keyOf)),
          report(list, path, blame, sink) {
            if (sink.hasTooManyErrors) return;
            const first = createValueMap<PathKey>();
            const isUnsure = by?.faultsIn(candidate, sink);
            eachEntry(list, (item, key) => {
              const place = [...path, key];
              const here = [...place, ...wayIn(item)];
              // What is wrong elsewhere in an item does not make it another one.
              const isFaulty =
                isUnsure?.(place) ?? (member === undefined ? sink.hasError(here) : sink.hasErrorWithin(here));
              if (isFaulty) return;
              const outcome = keyOf(item, place);
              if ("why" in outcome) {
                blame.giveUp(outcome.why, place, by!.reads);
                return;
              }
              const { value } = outcome;
              if (isNothing(value)) return;
              const earlier = first.get(value);
              if (earlier === undefined) first.set(value, key);
              else blame.add(() => detailOf(item, place, earlier), here);
            });
          },
        };
      },
    };
  },
});

function eachEntry(list: unknown, visit: (item: unknown, key: PathKey) => void): void {
  if (Array.isArray(list)) list.forEach(visit);
  else if (isPlainObject(list)) for (const key of Object.keys(list)) visit(list[key], key);
}

/** Short lists of scalars are compared in pairs, which needs no memory. */
const MAX_PAIRED = 16;

export function hasEqual(values: readonly unknown[]): boolean {
  if (!values.some((value) => typeof value === "object" && value !== null)) {
    if (values.length > MAX_PAIRED) return new Set(values).size !== values.length;
    return values.some((value, index) => values.includes(value, index + 1));
  }
  const seen = createValueMap<true>();
  for (const value of values) {
    if (seen.get(value)) return true;
    seen.set(value, true);
  }
  return false;
}

// The checks of which members an object has.

export const requiredWhen = defineValueCheck({
  name: "required-when",
  summary: "The member is there when the rule's condition holds.",
  parts: {},
  needsCondition: true,
  judgesAbsence: true,
  seesAbsence: () => true,
  describe: () => "Required.",
  compile({ when }, at) {
    return {
      ok: (value) => value !== undefined,
      detail(_value, path, sink) {
        const name = quote(String(path.at(-1)));
        const added = addition(path, at, sink);
        return {
          message: `${name} is required when ${when}, but missing.`,
          ...(added !== undefined && { fixes: [fix(`Add ${name} to fill in`, "placeholder", added)] }),
        };
      },
    };
  },
});

export const forbiddenWhen = defineValueCheck({
  name: "forbidden-when",
  summary: "The member is absent when the rule's condition holds.",
  parts: {},
  needsCondition: true,
  describe: () => "Not allowed.",
  compile({ when }) {
    return {
      ok: (value) => value === undefined,
      detail(value, path) {
        const name = String(path.at(-1));
        return {
          message: `${quote(name)} is not allowed when ${when}; leave it out.`,
          actual: actualOf(value),
          fixes: [removeNamed(name, path)],
        };
      },
    };
  },
});

/** Adds the member, together with the objects around it that are absent as well. A list would need its other items too. */
function addition(path: Path, at: string, sink: CheckSink): Edit | undefined {
  const value = sink.placeholderAt(at);
  if (value === undefined) return undefined;
  const depth = firstAbsent(sink.reading.value, path).length - 1;
  const around = valueAt(sink.reading.value, path.slice(0, depth));
  const tokens = at.split("/");
  for (let level = depth + 2; level < tokens.length; level++)
    if (!isPlainObject(sink.placeholderAt(tokens.slice(0, level).join("/")))) return undefined;
  const added = path.slice(depth + 1).reduceRight((inner, key) => ({ [key]: inner }), value);
  // A rule about an item of a list may meet an object, and the other way round: nobody would object to what is added.
  const key = path[depth]!;
  if (/^\d+$/.test(String(key))) {
    if (sink.hasError(path.slice(0, depth))) return undefined;
    const next = Array.isArray(around) ? [...around, added] : { ...(around as object), [key]: added };
    if (sink.accepts(tokens.slice(0, depth + 1).join("/"), next)) return undefined;
  }
  return { kind: "add", path: path.slice(0, depth + 1), value: added };
}

const COUNTS = ["exactly-one", "at-least-one", "at-most-one", "all-or-none"] as const;
const MAX_OFFERED = 3;

export const oneOfMembers = definePlaceCheck({
  name: "one-of-members",
  summary: "An object has exactly one, at least one, at most one, or all or none of the given members.",
  parts: {
    members: several(
      member({ minLength: 1, maxLength: 100, description: "name of a member" }),
      20,
      "the members to count",
      2,
    ),
    count: choice(COUNTS, "how many of them there are"),
  },
  unsuited: lacking("object", "object"),
  describe: ({ members, count }) => `It has ${count.replaceAll("-", " ")} of ${listOf(members)}.`,
  compile({ params: { members, count }, when }, at) {
    const present = (object: unknown) => members.filter((name) => child(object, name) !== undefined);
    const isFine = (found: number) =>
      count === "all-or-none"
        ? found === 0 || found === members.length
        : (found > 0 || count === "at-most-one") && (found < 2 || count === "at-least-one");
    const tail = when === undefined ? "" : ` when ${when}`;
    return {
      open: () => ({
        ok: (object) => !isPlainObject(object) || isFine(present(object).length),
        report(object, path, blame, sink) {
          if (!isPlainObject(object)) return;
          const found = present(object);
          if (isFine(found.length)) return;
          const filledIn = (name: string) =>
            fillIn(name, [...path, name], sink.placeholderAt(`${at}/${escapeToken(name)}`));
          if (found.length === 0 && !sink.hasError(path))
            blame.add(() => ({
              message: `There is none of ${listOf(members)} here; add ${count === "exactly-one" ? "exactly one" : "at least one"}${tail}.`,
              expected: members,
              fixes: members.slice(0, MAX_OFFERED).flatMap(filledIn),
            }));
          const [first, ...others] = found;
          if (first === undefined) return;
          const isLacking = count === "all-or-none";
          for (const name of isLacking ? members.filter((other) => !found.includes(other)) : others) {
            const place = [...path, name];
            if (sink.hasError(place)) continue;
            const detail = () => ({
              message: isLacking
                ? `${quote(name)} is missing beside ${quote(first)}; add it, or leave ${members.length === 2 ? "both" : "all of them"} out${tail}.`
                : `${quote(name)} cannot stand beside ${quote(first)}; keep one of ${listOf(members)}${tail}.`,
              fixes: isLacking ? filledIn(name) : [removeNamed(name, place)],
              related: [{ path: [...path, first], message: `${quote(first)} is here` }],
            });
            blame.add(detail, place);
          }
        },
      }),
    };
  },
});
