/** What is said of members that are missing or null, and the fixes for these and for members that nobody knows. */
import type { Grounds } from "../../evidence/evidence.ts";
import { type Detail, type Edit, type FixDraft, fillIn, fix, type Sink } from "../../findings/finding.ts";
import { below, isPlainObject, type Path, parsePointer, valueAt } from "../../json/values.ts";
import { FEW_WORDS } from "../../similar/matcher.ts";
import type { Json } from "../../types.ts";
import { quote, shown } from "../../unicode/unicode.ts";
import {
  fault,
  hasPlaceholder,
  MAX_EXAMPLE_LENGTH,
  type Place,
  passes,
  type Shape,
  type Visit,
} from "../place.ts";

export const beside = (path: Path, name: string): Path => [...path.slice(0, -1), name];

export function reportMissing(name: string, property: Place, visit: Visit): void {
  const { phrase } = property.shape;
  const at = below(visit.path, name);
  const wasNull = visit.sink.reading.wasNull(at);
  const detail = (path: Path): Detail => ({
    message: `${quote(name)} is required${visit.reason} but ${wasNull ? "null" : "missing"}; add ${phrase}${suchAs(property.shape, path, visit.sink)}.`,
    expected: phrase,
    fixes: fixesForMissing(name, property, path, visit.sink),
  });
  fault(visit, "member-missing", detail, at);
}

function fixesForMissing(name: string, property: Place, path: Path, sink: Sink): FixDraft[] {
  const { onlyValue, words, values = words ?? [], fills } = property.shape;
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

export const nullDetail =
  ({ shape: { phrase } }: Place) =>
  (path: Path): Detail => ({
    message: `Expected ${phrase}, found null; leave the member out if it has no value.`,
    expected: phrase,
    actual: null,
    // Nothing is lost: null says that there is no value.
    fixes: [leaveOut(path)],
  });

export const leaveOut = (path: Path) => fix("Leave it out", "notation", { kind: "remove", path });

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

/** What is there may belong to another alternative, which only one of its members says otherwise. */
export function insteadFix(
  instead: { readonly name: string; readonly value: Json } | undefined,
  path: Path,
): FixDraft[] {
  if (instead === undefined) return [];
  const { name, value: to } = instead;
  const edit = { kind: "replace", path: beside(path, name), to } as const;
  return [fix(`Use ${shown(to)} as ${quote(name)}`, ["structure", "open"], edit)];
}

/** Into an object that is not there, which only the author can say. */
export function lowerFix({ parent, name }: { parent: string; name: string }, path: Path): FixDraft {
  const inner = beside(path, parent);
  const move = { kind: "move", path, to: [...inner, name] } as const;
  return fix(`Move it into ${quote(parent)}`, ["structure", "open"], { kind: "ensure", path: inner }, move);
}

/** Each offer repeats the notes, so that only some of a hostile candidate's members get one. */
const MAX_OFFERS = 12;

/** A fix that appends an unknown member to the notes, if it is a text or a list of texts and there is room. */
export function offerNotes(key: string, value: unknown, path: Path, sink: Sink): FixDraft[] {
  const at = sink.notes;
  const content = textOf(value);
  if (at === undefined || content === undefined || !key.isWellFormed() || sink.notesOffered >= MAX_OFFERS)
    return [];
  const place = parsePointer(at);
  const current = valueAt(sink.reading.value, place);
  if (current !== undefined && typeof current !== "string") return [];
  const label = path.length === 1 ? key : path.join("/");
  const to = `${current?.trim() ? `${current}\n\n` : ""}${label}:${content}`;
  // An offer that is refused took as much as one that is made.
  sink.notesOffered++;
  if (!sink.accepts(at, to, place)) return [];
  const put: Edit =
    current === undefined ? { kind: "add", path: place, value: to } : { kind: "replace", path: place, to };
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

const isText = (value: unknown): value is string =>
  typeof value === "string" && value.trim() !== "" && value.isWellFormed();
