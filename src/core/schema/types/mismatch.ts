/** Values of the wrong JSON type, with the value that was probably meant. */
import { type FixDraft, fix, type Sink } from "../../findings/finding.ts";
import type { Path } from "../../json/pointer.ts";
import { actualOf, found, shown } from "../../unicode/describe.ts";
import { trimEnds } from "../../unicode/unicode.ts";
import { type FixedValue, LOSES_DIGITS } from "../../values/fixed-value.ts";
import { passes, type TypeJudge, type Visit } from "../place.ts";
import { hasPlaceholder } from "./placeholders.ts";

/** The values that were probably meant by one of the wrong type. */
type Readings = (value: unknown) => readonly FixedValue[];

const NO_READINGS: Readings = () => [];

/** `expected` is what the answer calls the type. */
export function reportMismatch(
  type: TypeJudge,
  expected: string,
  value: unknown,
  visit: Visit,
  readings: Readings = NO_READINGS,
): void {
  // A hostile candidate can have tens of thousands of such values, of which a hundred are described.
  if (visit.sink.isFull) visit.sink.count("error");
  else addMismatch(type, expected, value, visit, readings);
}

function addMismatch(
  type: TypeJudge,
  expected: string,
  value: unknown,
  { sink, place }: Visit,
  readings: Readings,
): void {
  sink.add("type-mismatch", "error", (path) => {
    const fixes: FixDraft[] = readings(value)
      .filter((reading) => passes(place, reading.value, sink))
      .map(({ value: to, applicability, decision }) =>
        fix(`Use ${found(to)}`, applicability, { kind: "replace", path, to }, decision),
      );
    if (fixes.length === 0) fixes.push(...placeholderFix(path));
    return {
      message: `Expected ${type.shape.phrase}, found ${found(value)}.`,
      expected,
      actual: actualOf(value),
      fixes,
    };
  });

  function placeholderFix(path: Path): FixDraft[] {
    // A placeholder never takes the place of something that the author wrote.
    if (!isEmpty(value)) return [];
    const proposed = sink.propose(path);
    if (typeof proposed === "string")
      return [fix(`Use ${shown(proposed)}`, "suggested", { kind: "replace", path, to: proposed })];
    const to = proposed ?? type.placeholder();
    if (to === undefined || to === value) return [];
    // What passes as it is would not be noticed as something to fill in.
    if (passes(place, to, sink) && !(proposed !== undefined && hasPlaceholder(to))) return [];
    return [fix(`Replace it with ${type.shape.phrase}`, "placeholder", { kind: "replace", path, to })];
  }
}

/** Reports a value that was sent in another form, such as a list written as text; `value` is how it was read. */
export function reportReading(type: TypeJudge, expected: string, value: unknown, sink: Sink): void {
  const origin = sink.reading.origins.get(sink.path);
  if (origin === undefined || origin.sent === undefined) return;
  const { sent } = origin;
  const isContainer = typeof sent === "object";
  sink.addForName("type-mismatch", (path) => ({
    message: `Expected ${type.shape.phrase}, found ${found(sent)}.`,
    expected,
    actual: actualOf(sent),
    fixes: [
      isContainer
        ? fix("Put it into a list", "suggested", { kind: "wrap", path })
        : fix(`Use ${shown(value)}`, "suggested", { kind: "replace", path, to: value }),
    ],
  }));
}

/** JSON that was sent as text inside a member. */
export function parseText(text: string, open: "{" | "["): unknown {
  const start = text.trimStart();
  if (!start.startsWith(open) || LOSES_DIGITS.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isEmpty(value: unknown): boolean {
  if (typeof value === "string") return trimEnds(value) === "";
  if (typeof value !== "object" || value === null) return value === null;
  return Object.keys(value).length === 0;
}
