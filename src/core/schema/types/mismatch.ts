/** Values of the wrong JSON type, with the value that was probably meant. */
import { offerReadings } from "../../checks/definition.ts";
import type { FixedValue } from "../../evidence/evidence.ts";
import { type FixDraft, fix, useInstead } from "../../findings/finding.ts";
import type { Path } from "../../json/pointer.ts";
import type { Meter } from "../../meter/meter.ts";
import { numberInWay } from "../../reader/read-json.ts";
import { actualOf, cut, found, shown, typeName } from "../../unicode/describe.ts";
import { trimEnds } from "../../unicode/unicode.ts";
import { open } from "../../values/readings.ts";
import { readingsOf } from "../../values/value-types.ts";
import {
  fault,
  fits,
  KIND,
  kindOf,
  MAX_NAMED,
  namesIn,
  passes,
  phraseWithMembers,
  type Shape,
  type TypeJudge,
  type Visit,
} from "../place.ts";

/** What placeholders put where a text belongs. A text that says only this is not one. */
export const TODO = "TODO";

export function hasPlaceholder(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return value === null || value === TODO;
  return Object.values(value).some(hasPlaceholder);
}

/** `expected` is what the answer calls the type. `readings`: what a value was meant as where a list or an object belongs. */
export function reportMismatch(
  type: TypeJudge,
  expected: string,
  value: unknown,
  visit: Visit,
  readings?: (value: unknown, meter: Meter) => readonly FixedValue[],
): void {
  const { sink, place } = visit;
  sink.skip(value, (type.shape.kinds & (KIND.array | KIND.object)) !== 0, visit.path);
  fault(visit, "type-mismatch", (path) => {
    const text = sink.reading.numberTextAt(path, value);
    const own = SCALARS.find((name) => name === expected);
    const read = own === undefined ? readings?.(value, sink.meter) : readingsOf(own, value, sink.meter, text);
    const meant = withRivals(read ?? [], value, visit);
    const passing = meant.filter((reading) => passes(place, reading.value, sink));
    // Another shape is right even if what is in it has to be corrected next.
    const offered = passing.length > 0 ? passing : meant.filter(({ grounds }) => grounds[0] === "structure");
    const fixes = offerReadings(offered, path, sink);
    if (isListOfOne(type, value))
      fixes.unshift(fix("Take it out of the list", "structure", { kind: "unwrap", path }));
    if (fixes.length === 0) fixes.push(...placeholderFix(path));
    return {
      message: `Expected ${phraseWithMembers(type.shape)}${exampleOf(type.shape, value, sink.meter)}, found ${found(value, text)}${numberTrouble(value, sink.meter)}.`,
      expected,
      actual: actualOf(value),
      fixes,
    };
  });

  function placeholderFix(path: Path): FixDraft[] {
    // A placeholder never takes the place of something that the author wrote.
    if (!isEmpty(value)) return [];
    const proposed = sink.propose(path);
    if (proposed?.certainty !== undefined)
      return [useInstead(proposed.value, ["derived", proposed.certainty], path)];
    const to = proposed === undefined ? type.placeholder() : proposed.value;
    if (to === undefined || to === value) return [];
    // What passes as it is would not be noticed as something to fill in.
    if (passes(place, to, sink, "enforced") && !(proposed !== undefined && hasPlaceholder(to))) return [];
    return [fix(`Replace it with ${typeName(to)} to fill in`, "placeholder", { kind: "replace", path, to })];
  }
}

const SCALARS = ["string", "integer", "number", "boolean"] as const;

/** With what a text says as a value of another type of the place: of two readings, only the author can tell. */
export function withRivals(
  readings: readonly FixedValue[],
  value: unknown,
  { place, sink }: Visit,
): readonly FixedValue[] {
  const scalars = place.shape.kinds & (KIND.string | KIND.number | KIND.boolean);
  if (typeof value !== "string" || (scalars & (scalars - 1)) === 0) return readings;
  const rivals = (["number", "boolean"] as const)
    .filter((type) => (scalars & KIND[type]) !== 0)
    .flatMap((type) => readingsOf(type, value, sink.meter))
    .filter((rival) => !readings.some((reading) => reading.value === rival.value))
    .filter((rival) => passes(place, rival.value, sink));
  if (rivals.length === 0 || readings.length === 0) return [...readings, ...rivals];
  return [...readings, ...rivals].map(({ value: meant, without }) => open(meant, without));
}

/** Why JSON in a text is not read where a number in it would become another one. */
function numberTrouble(value: unknown, meter: Meter): string {
  const number = typeof value === "string" ? numberInWay(value, meter) : undefined;
  return number === undefined ? "" : `, in which ${cut(number, 60)} is more than a JSON number holds`;
}

function isListOfOne({ shape }: TypeJudge, value: unknown): boolean {
  return Array.isArray(value) && value.length === 1 && (shape.kinds & kindOf(value[0]) & ~KIND.null) !== 0;
}

function isEmpty(value: unknown): boolean {
  if (typeof value === "string") return trimEnds(value) === "";
  if (typeof value !== "object" || value === null) return value === null;
  return Object.keys(value).length === 0;
}

/** An object with what was sent in the only member that can be meant, if there is one. */
function exampleOf({ object }: Shape, value: unknown, meter: Meter): string {
  const names = namesIn(object);
  if (object === undefined || names.length > MAX_NAMED || typeof value === "object") return "";
  // What is blank or has parts of its own is no value of one member.
  if (typeof value === "string" && /^\s*$|[:{}[\]\n]/.test(value)) return "";
  const meant = new Map<string, unknown>();
  for (const name of names) {
    const place = object.members.get(name);
    const type = place?.shape.type;
    const read = type === "integer" || type === "number" ? readingsOf(type, value, meter) : [];
    for (const one of [value, ...read.map((reading) => reading.value)])
      if (place && type !== "any" && !meant.has(name) && fits(place, one, meter)) meant.set(name, one);
  }
  if (meant.size !== 1) return "";
  const example = Object.fromEntries(
    names.map((name) => {
      const shape = object.members.get(name)?.shape;
      return [name, meant.get(name) ?? shape?.onlyValue ?? shape?.example ?? shape?.values?.[0] ?? "..."];
    }),
  );
  const text = shown(example);
  return text.startsWith("{") ? ` such as ${text}` : "";
}
