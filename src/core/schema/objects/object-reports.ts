/** What is reported about the members of an object: unknown, misplaced, missing and too many ones. */
import type { Grounds } from "../../evidence/evidence.ts";
import { type Detail, type FixDraft, fillIn, fix, removeNamed, type Sink } from "../../findings/finding.ts";
import { below, isPlainObject, type Path, parsePointer, valueAt } from "../../json/pointer.ts";
import type { Meter } from "../../meter/meter.ts";
import { FEW_WORDS, foldedName, groupBy, readName } from "../../similar/matcher.ts";
import { isOtherUnit, readSpelling } from "../../similar/spelling.ts";
import type { Json } from "../../types.ts";
import { actualOf, count, likeliest, listAll, listOf, quote, shown } from "../../unicode/describe.ts";
import { lowerCase } from "../../unicode/unicode.ts";
import { fault, fits, NO_KIND, type Place, passes, SCHEMA_ALONE, type Shape, type Visit } from "../place.ts";
import { hasPlaceholder } from "../types/mismatch.ts";
import type { createNameReader, ObjectOptions } from "./object-names.ts";

const MAX_EXAMPLE_LENGTH = 60;

export function createObjectReports(
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
    const certainty = isOtherUnit(readSpelling(key), readSpelling(to)) ? "open" : "clear";
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
