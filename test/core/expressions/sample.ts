/** A café with opening hours, and the types that its schema would give it. */
import { compileExpression, writeValue } from "../../../src/core/expressions/expression.ts";
import { MAX_STEPS } from "../../../src/core/expressions/frame.ts";
import type { Member, Type } from "../../../src/core/expressions/types.ts";

const text = (max: number): Type => ({ kind: "string", max });
const required = (type: Type): Member => ({ type, isRequired: true });
const optional = (type: Type): Member => ({ type, isRequired: false });
const object = (members: Record<string, Member>): Type => ({
  kind: "object",
  members: new Map(Object.entries(members)),
});

const hours = object({
  day: required({ kind: "string", words: ["mon", "tue", "wed"] }),
  from: required(text(5)),
  to: required(text(5)),
  note: optional(text(100)),
  room: required({ ...text(5), isNullable: true }),
});

export const CAFE_TYPE = object({
  name: required(text(80)),
  founded: optional(text(10)),
  hours: required({ kind: "list", item: hours, max: 50 }),
  seats: required({ kind: "int" }),
  price: required({ kind: "double" }),
  isOpen: required({ kind: "bool" }),
  tags: required({ kind: "list", item: text(20), max: 10 }),
  scores: required({ kind: "list", item: { kind: "double" }, max: 10 }),
  extra: required({ kind: "map", item: { kind: "any" } }),
  links: required({ kind: "map", item: text(200), max: 20 }),
  story: required(text(4_000)),
  endless: required({ kind: "string" }),
  many: required({ kind: "list", item: { kind: "int" } }),
});

export const CAFE = {
  name: "Café 👍",
  founded: "2020-02-29",
  hours: [
    { day: "mon", from: "09:00", to: "12:00", room: null },
    { day: "mon", from: "11:00", to: "13:00", room: "2" },
    { day: "tue", from: "09:00", to: "12:00", room: "1", note: "late" },
  ],
  seats: 7,
  price: 2.5,
  isOpen: true,
  tags: ["b", "a", "b"],
  scores: [3, 1.5],
  extra: { a: 1, list: [1, "x"], constructor: "own" },
  links: { web: "https://cafe.example.org:8443/menu?day=1#top", git: "http://localhost/" },
  story: "After ERC-20 came ERC-721.",
  endless: "x",
  many: [1, 2, 3],
};

export const SCOPE = {
  variables: [
    { name: "this", type: CAFE_TYPE },
    { name: "root", type: CAFE_TYPE },
  ],
  declared: {
    registries: new Set(["licences"]),
    lists: new Map([["days", { values: ["mon", "tue", "sun"] }]]),
    definitions: new Map(),
  },
};

export const surroundings = () => ({
  steps: MAX_STEPS,
  now: Date.parse("2026-09-21T14:13:20.5Z"),
  registry: (name: string | undefined) =>
    ({
      findById: (id: string) =>
        id.toLowerCase() === (name === undefined ? "taken" : "mit")
          ? { id, name: `${name} ${id}` }
          : undefined,
    }) as never,
});

/** What an expression gives for the café, or why it gives nothing, in one line. */
export function evaluate(source: string, candidate: unknown = CAFE): string {
  const made = compileExpression(source, SCOPE);
  if ("fault" in made) {
    const { message, start, end } = made.fault;
    return `refused at «${source.slice(start, end)}»: ${message}`;
  }
  const outcome = made.run([candidate, candidate], surroundings());
  return "why" in outcome ? `not evaluated: ${outcome.why}` : writeValue(outcome.value, made.type);
}
