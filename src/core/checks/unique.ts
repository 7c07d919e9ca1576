import { child, escapeToken, type PathKey } from "../json/pointer.ts";
import { actualOf, quote } from "../text/describe.ts";
import { defineWholeCheck } from "./definition.ts";

export const unique = defineWholeCheck<{ member?: string }>({
  name: "unique",
  summary: "No text occurs twice in a list, or no two objects of a list have the same text in one member.",
  params: {
    type: "object",
    properties: {
      member: { type: "string", description: "the member to compare; without it the items themselves" },
    },
    additionalProperties: false,
  },
  places: ({ member }, at) =>
    member === undefined ? [] : at.map((list) => `${list}/*/${escapeToken(member)}`),
  compile(rule, at) {
    const { member } = rule.params;
    const below = member === undefined ? "/*" : `/*/${escapeToken(member)}`;
    /** Texts are compared as they will be submitted. */
    const readerAt = (place: string) => (item: unknown) => {
      const value = member === undefined ? item : child(item, member);
      return typeof value === "string" ? rule.asSubmitted(place, value) : value;
    };
    const readers = at.map((pattern) => ({ pattern, read: readerAt(pattern.source + below) }));
    return {
      ok: (candidate) =>
        readers.every(({ pattern, read }) =>
          pattern.every(candidate, (list) => !Array.isArray(list) || !hasRepeat(list, read)),
        ),
      report(candidate, sink, severity) {
        for (const { pattern, read } of readers) {
          pattern.each(candidate, (list, at) => {
            if (!Array.isArray(list)) return;
            const path = at.slice();
            const first = new Map<string, number>();
            list.forEach((item, index) => {
              const text = read(item);
              if (typeof text !== "string") return;
              const earlier = first.get(text);
              if (earlier === undefined) {
                first.set(text, index);
                return;
              }
              const place = (at: number): PathKey[] =>
                member === undefined ? [...path, at] : [...path, at, member];
              if (sink.hasError(place(index))) return;
              sink.add(
                rule.code(),
                severity,
                () => ({
                  message: `${quote(text)} is already here, as item ${earlier + 1}; each may occur once.`,
                  actual: actualOf(text),
                  fixes: [
                    {
                      title: member === undefined ? "Remove the repeat" : `Remove the second ${quote(text)}`,
                      applicability: member === undefined ? "safe" : "suggested",
                      edit: { kind: "remove", path: [...path, index] },
                    },
                  ],
                  related: [{ path: place(earlier), message: `${quote(text)} is first used here` }],
                }),
                place(index),
              );
            });
          });
        }
      },
    };
  },
});

function hasRepeat(list: readonly unknown[], read: (item: unknown) => unknown): boolean {
  const texts: string[] = [];
  for (const item of list) {
    const text = read(item);
    if (typeof text === "string") texts.push(text);
  }
  if (texts.length > 16) return new Set(texts).size !== texts.length;
  for (let index = 1; index < texts.length; index++) {
    for (let earlier = 0; earlier < index; earlier++) if (texts[earlier] === texts[index]) return true;
  }
  return false;
}
