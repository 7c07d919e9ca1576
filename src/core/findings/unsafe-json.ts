/** Reports values that no product can store, digits that a number lost, and names that an object has more than once. */
import {
  below,
  equalJson,
  hasRepeats,
  isPlainObject,
  MAX_NESTING,
  type Occurrence,
  type Path,
  type PathKey,
  type Repeat,
  saysExactly,
} from "../json/values.ts";
import { actualOf, found, quote, shown } from "../unicode/unicode.ts";
import { type Detail, fix, type Sink } from "./finding.ts";

/** All that is nested too deep is one fault, however many values it concerns. */
const MAX_TOO_DEEP = 100;

/** The path changes with the next value: a copy for each would cost its depth, however many values are nested deep. */
function eachWithin(root: unknown, visit: (value: unknown, path: Path) => void): void {
  const path: PathKey[] = [];
  function walk(value: unknown): void {
    visit(value, path);
    if (typeof value !== "object" || value === null || path.length >= MAX_NESTING) return;
    // Of a list that was never text, also the items that are not there.
    for (const name of Array.isArray(value) ? value.keys() : isPlainObject(value) ? Object.keys(value) : []) {
      path.push(name);
      walk((value as Record<string, unknown>)[name]);
      path.pop();
    }
  }
  walk(root);
}

/** Reports every such value that has no error yet: one value gets one error. */
export function reportUnsafeJson(root: unknown, sink: Sink): void {
  let tooDeep = 0;
  const report = (code: string, at: Path, detail: (path: Path) => Detail) => {
    if (!sink.hasError(at)) sink.add(code, "error", detail, [...at]);
  };
  eachWithin(root, (value, at) => {
    if (typeof value === "string" && !value.isWellFormed())
      report("lone-surrogate", at, (path) => ({
        message: `${quote(value)} contains half of a surrogate pair, which is not a character; replace it.`,
        actual: actualOf(value),
        fixes: [fix("Remove it", "removal", { kind: "replace", path, to: withoutHalves(value) })],
      }));
    else if (typeof value === "number" && !Number.isFinite(value))
      report("number-out-of-range", at, () => ({
        message: "This number is beyond the range of JSON numbers; use one within ±1.79e308.",
        actual: actualOf(value),
      }));
    else if (NEVER_TEXT.has(typeof value))
      report("type-mismatch", at, () => ({ message: `JSON has no values of type ${typeof value}.` }));
    if (typeof value !== "object" || value === null) return;
    if (at.length >= MAX_NESTING) {
      if (tooDeep++ < MAX_TOO_DEEP && !sink.hasErrorAround(at))
        sink.add("nested-too-deep", "error", () => TOO_DEEP, [...at]);
    } else if (!Array.isArray(value) && !isPlainObject(value))
      report("type-mismatch", at, () => ({ message: `JSON has no such value: ${found(value)}.` }));
    else if (!Array.isArray(value))
      for (const key in value)
        if (!key.isWellFormed())
          report("lone-surrogate", below(at, key), () => ({
            message: `The member name ${quote(key)} contains half of a surrogate pair, which is not a character.`,
            actual: actualOf(key),
          }));
  });
}

const NEVER_TEXT = new Set(["undefined", "bigint", "function", "symbol"]);

const TOO_DEEP: Detail = {
  message: `Objects and lists may be nested at most ${MAX_NESTING} levels deep.`,
  expected: MAX_NESTING,
};

function withoutHalves(text: string): string {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "");
}

/** Warns of numbers with more digits than a JSON number keeps; see json/notes.ts. */
export function reportInexactNumbers(sink: Sink): void {
  eachWithin(sink.reading.value, (value, path) => {
    if (typeof value !== "number") return;
    const text = sink.reading.numberTextAt(path, value);
    if (text === undefined || saysExactly(value, text) || sink.hasError(path)) return;
    const detail = () => ({
      message: `${found(value, text)} has more digits than a JSON number keeps, so that it becomes ${value}. If all of them matter, send it as text.`,
      expected: found(value, text),
      actual: value,
    });
    sink.add("number-imprecise", "warning", detail, [...path]);
  });
}

const MAX_NAMED = 8;

export function reportRepeatedNames(repeats: readonly Repeat[], sink: Sink): void {
  for (const repeat of repeats) {
    const { path } = repeat;
    const detail = () => {
      const { message, choices } = describeRepeat(repeat);
      const fixes = choices.map(({ title, value }) =>
        fix(title, ["structure", "open"], { kind: "choose", path, to: value }),
      );
      return { message, actual: actualOf(path.at(-1)), fixes };
    };
    sink.add("member-repeated", "error", detail, path, "sent");
  }
}

export function describeRepeat({ path, occurrences }: Repeat): {
  readonly message: string;
  readonly choices: readonly (Occurrence & { readonly title: string })[];
} {
  const times = occurrences.length === 2 ? "twice" : `${occurrences.length} times`;
  const named = [...occurrences.slice(0, MAX_NAMED - 1), ...occurrences.slice(MAX_NAMED - 1).slice(-1)];
  const more = occurrences.length - named.length;
  const places = named.map((each) => `${shown(each.value)} at ${placeOf(each)}`);
  const last = more > 0 ? `${more} more` : places.pop();
  const isOther = ({ value }: Occurrence, index: number) =>
    named.findIndex((other) => equalJson(other.value, value)) === index;
  return {
    message: `The member ${quote(String(path.at(-1)))} occurs ${times} in one object: ${places.join(", ")} and ${last}. Keep one of them.`,
    choices: named
      // What is repeated inside of a value would vanish with it.
      .filter((each, index) => isOther(each, index) && !hasRepeats(each.value))
      .map((each) => ({ ...each, title: `Keep ${shown(each.value)}, from ${placeOf(each)}` })),
  };
}

const placeOf = ({ line, column }: Occurrence) => `line ${line}, column ${column}`;
