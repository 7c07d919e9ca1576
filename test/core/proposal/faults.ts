/** Known faults to be put into a valid candidate: each says what it must give, and what other faults must not touch. */
import fc from "fast-check";
import { type Candidate, WRONG_VALUES } from "../arbitraries.ts";

export interface Injection {
  code: string;
  pointer: string;
  /** Places and matters that this fault needs for itself. */
  claims: string[];
  apply(candidate: Loose): void;
}

/** A candidate that may be spoiled. */
export interface Loose {
  [member: string]: unknown;
  owner: Record<string, unknown>;
  outputFields: Record<string, unknown>[];
  supportedStrategies: unknown[];
  sampleRecords: Record<string, unknown>[];
}

/** Three random numbers by which a fault chooses its place and its value. */
export type Dice = readonly [number, number, number];

type Injector = (
  candidate: Candidate,
  dice: Dice,
  registered: readonly { id: string; name: string }[],
) => Injection | undefined;

const pick = <T>(list: readonly T[], die: number): T => list[die % list.length]!;

/** A fault that replaces one value. */
function at(pointer: string, code: string, value: unknown, ...claims: string[]): Injection {
  const tokens = pointer.slice(1).split("/");
  return {
    code,
    pointer,
    claims: [pointer, ...claims],
    apply(candidate) {
      const parent = tokens
        .slice(0, -1)
        .reduce<Record<string, unknown>>(
          (value, token) => value[token] as Record<string, unknown>,
          candidate,
        );
      parent[tokens.at(-1)!] = value;
    },
  };
}

/** A name that no member resembles. */
const STRANGE = "§§";

function inField(
  make: (pointer: string, index: number, candidate: Candidate, die: number) => Injection | undefined,
): Injector {
  return (candidate, [first, second]) => {
    const index = first % candidate.outputFields.length;
    const made = make(`/outputFields/${index}`, index, candidate, second);
    return made && { ...made, claims: [...made.claims, `field ${index}`] };
  };
}

function inCell(make: (pointer: string, type: string, die: number) => Injection | undefined): Injector {
  return (candidate, [first, second, third]) => {
    const index = first % candidate.outputFields.length;
    const { name, type } = candidate.outputFields[index]!;
    // The assignment below cannot make an own member of this name.
    if (name === "__proto__") return undefined;
    const made = make(`/sampleRecords/${second % candidate.sampleRecords.length}/${name}`, type, third);
    return made && { ...made, claims: [...made.claims, `field ${index}`] };
  };
}

export const INJECTORS: Record<string, Injector> = {
  "unknown member": (_, [die]) =>
    at(`/${STRANGE}`, "member-unknown", pick<unknown>([1, null, ["x"], "\ud800", Infinity, {}], die)),
  "required member absent": (_, [die]) => {
    const member = pick(
      [
        "owner",
        "generatorId",
        "generatorName",
        "description",
        "outputFields",
        "supportedStrategies",
        "sampleRecords",
      ],
      die,
    );
    const claims =
      member === "outputFields" || member === "sampleRecords"
        ? ["/outputFields", "/sampleRecords", "names"]
        : [];
    return {
      ...at(`/${member}`, "member-missing", undefined, ...claims),
      apply: (candidate) => delete candidate[member],
    };
  },
  "kind of owner": (_, [die]) =>
    at("/owner/kind", "owner-kind-not-allowed", pick(["robot", "Human", "", " human", "agent"], die)),
  "id of owner padded": () => at("/owner/id", "owner-id-padded", "ada "),
  "id of owner unsafe": (_, [die]) =>
    at("/owner/id", "unsafe-characters", `ada${pick(["\u202e", "\u200b", "\u0000", "\u0085"], die)}x`),
  "id of owner too long": () => at("/owner/id", "text-too-long", "🦉".repeat(129)),
  "id of owner of wrong type": (_, [die]) =>
    at("/owner/id", "type-mismatch", pick<unknown>([1, null, [], Infinity], die)),
  "owner with a member too many": () => at(`/owner/${STRANGE}`, "member-unknown", 1),
  "id taken": (_, [die, other], registered) => {
    const { id } = pick(registered, die);
    return at("/generatorId", "generator-id-taken", other % 2 ? id.toUpperCase() : id);
  },
  "id of wrong form": (_, [die]) =>
    at("/generatorId", "text-pattern", pick(["a b", "9a", "a--b", "-a", "é-b", "ab "], die)),
  "id too long": () => at("/generatorId", "text-too-long", "a".repeat(65)),
  "id too short": (_, [die]) => at("/generatorId", "text-too-short", pick(["", "a"], die)),
  "id unsafe": () => at("/generatorId", "unsafe-characters", "zz\u200b9q"),
  "id with half a character": () => at("/generatorId", "lone-surrogate", "zz9\ud800"),
  "name too long": () => at("/generatorName", "text-too-long", "q".repeat(81)),
  "name blank": (_, [die]) => at("/generatorName", "text-too-short", pick(["", " ", "\r\n\t"], die)),
  "name unsafe": (_, [die]) =>
    at("/generatorName", "unsafe-characters", `Zq9${pick(["\u2066", "\u200d", "\t", "\u2028"], die)}x`),
  "name registered": (_, [die], registered) =>
    at("/generatorName", "generator-name-near-duplicate", pick(registered, die).name),
  "name of wrong type": (_, [die]) =>
    at("/generatorName", "type-mismatch", pick<unknown>([7, null, true, ["x"]], die)),
  "description short": (_, [die]) =>
    at("/description", "description-short", pick(["x", `y${" ".repeat(300)}`, "z".repeat(19)], die)),
  "description blank": () => at("/description", "text-too-short", " \n"),
  "description too long": () => at("/description", "text-too-long", "d".repeat(2001)),
  "description unsafe": (_, [die]) =>
    at(
      "/description",
      "unsafe-characters-in-prose",
      `A description of some length ${pick(["\u202e", "\u200b", "\u0007"], die)}.`,
    ),
  "description with half a character": () =>
    at("/description", "lone-surrogate", "A description of some length \udfff"),
  "field type unknown": inField((place, _, __, die) =>
    at(`${place}/type`, "field-type-unknown", pick(["colour", "shape", "temperature", ""], die)),
  ),
  "field type of wrong type": inField((place) => at(`${place}/type`, "type-mismatch", null)),
  "field with a member too many": inField((place) => at(`${place}/${STRANGE}`, "member-unknown", 1)),
  "field description blank": inField((place) => at(`${place}/description`, "text-too-short", "  ")),
  "field description too long": inField((place) =>
    at(`${place}/description`, "text-too-long", "d".repeat(501)),
  ),
  "field description unsafe": inField((place) =>
    at(`${place}/description`, "unsafe-characters-in-prose", "x\u200b"),
  ),
  "field description absent": inField((place, index) => ({
    ...at(`${place}/description`, "member-missing", undefined),
    apply: ({ outputFields }) => delete outputFields[index]!.description,
  })),
  "field name of wrong form": inField((place, index, { outputFields }) => {
    const { name } = outputFields[index]!;
    if (name === "__proto__" || name.length > 60) return undefined;
    return {
      ...at(`${place}/name`, "text-pattern", undefined, "names"),
      apply(candidate) {
        candidate.outputFields[index]!.name = `${name}-`;
        for (const record of candidate.sampleRecords) {
          if (typeof record !== "object" || record === null || !Object.hasOwn(record, name)) continue;
          record[`${name}-`] = record[name];
          delete record[name];
        }
      },
    };
  }),
  "field name repeated": (candidate, [die]) => {
    const index = die % candidate.outputFields.length;
    const end = candidate.outputFields.length;
    if (end >= 64) return undefined;
    return {
      ...at(`/outputFields/${end}/name`, "field-name-repeated", undefined, "names", `field ${index}`),
      apply: ({ outputFields }) => outputFields.push({ ...outputFields[index] }),
    };
  },
  "strategy unknown": (_, [die]) =>
    at(
      "/supportedStrategies/0",
      "strategy-unknown",
      pick(["slow", "Fast", "quick", ""], die),
      "/supportedStrategies",
    ),
  "strategy repeated": ({ supportedStrategies }, [die]) => ({
    ...at(
      `/supportedStrategies/${supportedStrategies.length}`,
      "strategy-repeated",
      undefined,
      "/supportedStrategies",
    ),
    apply: (candidate) => candidate.supportedStrategies.push(pick(supportedStrategies, die)),
  }),
  "strategies empty": () => at("/supportedStrategies", "list-too-short", []),
  "strategy of wrong type": () => at("/supportedStrategies/0", "type-mismatch", null, "/supportedStrategies"),
  "record of wrong type": ({ sampleRecords }, [die, other]) =>
    at(
      `/sampleRecords/${die % sampleRecords.length}`,
      "type-mismatch",
      pick<unknown>([null, [], "x"], other),
      "names",
    ),
  "record with a key too many": ({ sampleRecords }, [die]) =>
    at(`/sampleRecords/${die % sampleRecords.length}/${STRANGE}`, "sample-record-unknown", 1, "names"),
  "record lacks a field": (candidate, [die, other]) => {
    const index = die % candidate.outputFields.length;
    const row = other % candidate.sampleRecords.length;
    const { name } = candidate.outputFields[index]!;
    return {
      ...at(`/sampleRecords/${row}/${name}`, "sample-record-missing", undefined, "names", `field ${index}`),
      apply: ({ sampleRecords }) => delete sampleRecords[row]![name],
    };
  },
  "value of wrong type": inCell((place, type, die) =>
    at(place, "sample-record-mismatch", pick(WRONG_VALUES[type]!, die)),
  ),
  "value with half a character": inCell((place, type) =>
    type === "string" ? at(place, "lone-surrogate", "\ud800") : undefined,
  ),
  "number without end": inCell((place, type) =>
    type === "number" ? at(place, "number-out-of-range", -Infinity) : undefined,
  ),
  "half a character deep in a value": inCell((place, type) =>
    type === "object"
      ? { ...at(place, "lone-surrogate", { a: [0, "\ud800"] }), pointer: `${place}/a/1` }
      : type === "array"
        ? { ...at(place, "lone-surrogate", [{ "\udc00": 1 }]), pointer: `${place}/0/\udc00` }
        : undefined,
  ),
  "notes absent": () => ({
    ...at("/rationaleNotes", "rationale-missing", undefined),
    apply: (candidate) => delete candidate.rationaleNotes,
  }),
  "notes blank": (_, [die]) =>
    at("/rationaleNotes", "rationale-missing", pick(["", " ", " ".repeat(500)], die)),
  "notes too long": () => at("/rationaleNotes", "text-too-long", "💡".repeat(4001)),
  "notes of wrong type": (_, [die]) =>
    at("/rationaleNotes", "type-mismatch", pick<unknown>([null, 3, {}], die)),
};

const die = fc.nat({ max: 999 });
export const faultDraws = fc.array(
  fc.record({ kind: fc.constantFrom(...Object.keys(INJECTORS)), dice: fc.tuple(die, die, die) }),
  { minLength: 1, maxLength: 12 },
);

/** As many of the drawn faults, up to `most`, as leave each other alone. */
export function chooseInjections(
  candidate: Candidate,
  draws: readonly { kind: string; dice: Dice }[],
  registered: readonly { id: string; name: string }[],
  most: number,
): Injection[] {
  const chosen: Injection[] = [];
  for (const { kind, dice } of draws) {
    const made = chosen.length < most ? INJECTORS[kind]!(candidate, dice, registered) : undefined;
    if (made && !chosen.some((other) => meet(made.claims, other.claims))) chosen.push(made);
  }
  return chosen;
}

function meet(some: readonly string[], others: readonly string[]): boolean {
  return some.some((a) => others.some((b) => a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`)));
}
