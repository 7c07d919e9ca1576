/** What an editor asks about places of a text. It is read here: a key must not wait until a long draft has been read. */
import type { SourceDocument } from "../../src/authoring/documents/document.ts";
import { findSource } from "../../src/authoring/documents/edit/source-tree.ts";
import { openJson } from "../../src/authoring/documents/json/json.ts";
import { pathAt } from "../../src/authoring/documents/places.ts";
import { memberAt, memberNamesAt, valuesAt } from "../../src/authoring/help.ts";
import type { SpecPackage } from "../../src/core/index.ts";
import { parsePointer, pointerOf } from "../../src/core/json/values.ts";
import { nestingOf } from "../json/nesting.ts";

/** The parser calls itself for each level. */
const MAX_DEPTH = 1_000;
/** Nobody reads about a place while more than this stands there. */
const MAX_EXPLAINED = 400;
/** Nobody reads a longer list of values. */
const MAX_VALUES = 200;

let known: SourceDocument | undefined;
function read(text: string): SourceDocument | undefined {
  if (text !== known?.text) known = nestingOf(text) > MAX_DEPTH ? undefined : openJson(text);
  return known;
}

type Places = ReturnType<typeof placesOf>;
export type FoundPlace = ReturnType<Places["find"]>[number];

export type AskPlaces = <Name extends keyof Places>(
  name: Name,
  ...about: Parameters<Places[Name]>
) => Promise<ReturnType<Places[Name]>>;

export type PlaceQuestion = { readonly name: keyof Places; readonly about: readonly unknown[] };

export function answerPlaces(spec: SpecPackage | undefined, { name, about }: PlaceQuestion): unknown {
  return (placesOf(spec)[name] as (...given: readonly unknown[]) => unknown)(...about);
}

function placesOf(spec: SpecPackage | undefined) {
  const rules = spec && { spec, entriesOf: () => [] };
  return {
    /** What may be written there, as the editor lists it. */
    complete(text: string, offset: number) {
      const spot = read(text)?.spotAt(offset);
      if (spot === undefined || rules === undefined) return undefined;
      const { kind, path } = spot;
      const options =
        kind === "name"
          ? memberNamesAt(rules, path)
              .filter(({ name }) => !spot.names.includes(name))
              .map(({ name, isRequired }) => ({
                label: JSON.stringify(name),
                apply: spot.writeName(name),
                detail: isRequired ? "" : "optional",
                type: "property",
                info: memberAt(rules, [...path, name])?.rule ?? "",
              }))
          : [...valuesAt(rules, path)]
              .slice(0, MAX_VALUES)
              .map(({ value, label: { title, description } }) => ({
                label: JSON.stringify(value),
                type: "enum",
                detail: title ?? "",
                info: description ?? "",
              }));
      return options.length === 0 ? undefined : { from: spot.start, to: spot.end, options };
    },
    /** What the rules say of the name or the plain value there, and not of all that a container holds. */
    explain(text: string, offset: number) {
      const source = read(text);
      if (!source?.isReadable) return undefined;
      const { path, entry } = pathAt(source, offset);
      const { start, end: valueEnd } = entry?.value ?? { start: 0, end: text.length };
      const end = entry !== undefined && offset <= entry.nameEnd ? entry.nameEnd : valueEnd;
      if (offset > end || end - start > MAX_EXPLAINED) return undefined;
      const member = rules && memberAt(rules, path);
      return { pointer: pointerOf(path), start: entry?.start ?? start, end, member };
    },
    /** Where the places are, or the nearest around them. `from` and `to`: what is underlined there. */
    find(text: string, pointers: readonly string[]) {
      const root = read(text)?.readSource()?.root;
      if (root === undefined) return [];
      return pointers.map((pointer) => {
        const { value, entry, isThere } = findSource(root, parsePointer(pointer));
        const { start, end, kind } = value;
        // Of a list or an object, its name is marked, or where it begins. What is missing is marked there too.
        const [from, to] =
          isThere && kind === "scalar"
            ? [start, end]
            : isThere && entry !== undefined && entry.nameEnd > entry.nameStart
              ? [entry.nameStart, entry.nameEnd]
              : [start, Math.min(start + 1, end)];
        return { start, end, isThere, from, to };
      });
    },
  };
}
