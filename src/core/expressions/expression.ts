/** An expression of a spec package, ready to run on candidates. */

import { escapeToken, type Path } from "../json/values.ts";
import { grouped } from "../unicode/unicode.ts";
import { writeDate, writeDuration, writeTimestamp } from "../values/time.ts";
import { culpritsOf, type Declared, NOWHERE, type Sight } from "./code.ts";
import { compileNode, guardOf, isKnown, treeOf } from "./compile.ts";
import {
  attempt,
  FaultError,
  Frame,
  MAX_COST,
  type PRELUDE,
  type Surroundings,
  Unevaluated,
} from "./frame.ts";
import { readExpression, refuse } from "./syntax.ts";
import { nameOfType, type Type } from "./types.ts";

export type Outcome = { value: unknown } | { why: string };

export type Expression = Exclude<ReturnType<typeof compileExpression>, FaultError>;

/**
 * `variables`: what it can refer to, in the order in which `run` is given their values. `isLenient`: whether members that
 * may be absent can be used without asking; where they are, there is no value. `wanted`: the type that the value must have,
 * if any will not do.
 */
export function compileExpression(
  source: string,
  scope: {
    variables: readonly { name: string; type: Type }[];
    declared: Declared;
    isLenient?: boolean;
    /** At how many places it runs at most. */
    places?: number;
  },
  wanted?: Type["kind"],
) {
  const { variables, declared, isLenient = false, places = 1 } = scope;
  return attempt(FaultError, () => {
    const node = readExpression(source);
    const notes: Sight["notes"] = {
      ...{ declared, slots: variables.length, parts: 0, clock: "none" },
      ...{ registries: new Set(), uses: new Set(), reads: new Map(), items: new Map() },
    };
    const named = variables.map(
      ({ name, type }, slot) => [name, { slot, type, names: [name], constant: undefined }] as const,
    );
    const sight = { notes, variables: new Map(named), known: new Set<string>(), inside: [], isLenient };
    const code = compileNode(node, { ...sight, isShort: false });
    const { type, base } = code;
    const always = code.isConstant ? code.run(NOWHERE) : undefined;
    if (wanted !== undefined && (type.kind !== wanted || type.isNullable === true))
      refuse(`it must be ${nameOfType({ kind: wanted })}, and it is ${nameOfType(type)}`, node);
    const cost = code.cost * places;
    if (cost > MAX_COST) {
      const where = places === 1 ? "" : ` at each of ${grouped(places)} places`;
      const why = `it could take ${grouped(Math.ceil(code.cost))} steps${where}, and ${grouped(MAX_COST)} is the most`;
      const bounds = 'a smaller "maxItems", "maxProperties" or "maxLength"';
      refuse(`${why}; give the lists, maps and texts that it looks at ${bounds}, or split the rule`, node);
    }
    const { slots, clock, registries, uses } = notes;
    const reads = longest([...notes.reads.values()]);
    // A candidate may be anything, so what the expression starts from is looked at first.
    const used = variables.flatMap(({ name, type: declared }, slot) =>
      reads.some(([first]) => first === name) ? [{ name, declared, slot, isSound: guardOf(declared) }] : [],
    );
    const slotsFor = (values: readonly unknown[]): unknown[] => {
      const all = values.slice();
      all.length = slots;
      return all;
    };
    return {
      type,
      /** The most steps that it takes for a candidate that passes the schema, at all places together. */
      cost,
      /** Whether it depends on the day, or on the moment. */
      clock,
      /** The registries that it asks; undefined is the product's own. */
      registries,
      /** The pointers of the lists and definitions that it uses. */
      uses,
      always,
      /** What it reads of the candidate: the name of a variable, and from there the names of members, or * for all items. */
      reads,
      /** Never throws: what has no value says why. */
      run(values: readonly unknown[], surroundings: Surroundings): Outcome {
        for (const { name, declared, slot, isSound } of used)
          if (!isSound(values[slot])) return { why: `"${name}" is not ${nameOfType(declared)}` };
        const frame = new Frame(slotsFor(values), surroundings);
        return attempt(Unevaluated, () => {
          frame.spend(base);
          return { value: code.run(frame) };
        });
      },
      /** Where it is false: the items at which loops failed, as far as that can be told. `places`: of the values. */
      culprits(values: readonly unknown[], places: (Path | undefined)[], surroundings: Surroundings): Path[] {
        const frame = new Frame(slotsFor(values), surroundings, places);
        const found = attempt(Unevaluated, () => culpritsOf(code, frame, false));
        return found instanceof Unevaluated ? [] : found;
      },
    };
  });
}

/** Without those that lead on to another one. A list that is read as a whole stays beside what a loop reads of its items. */
function longest(reads: readonly (readonly string[])[]): (readonly string[])[] {
  const leadsTo = (way: readonly string[], other: readonly string[]) =>
    other.length > way.length && other[way.length] !== "*" && way.every((name, at) => name === other[at]);
  return reads.filter((way) => !reads.some((other) => leadsTo(way, other)));
}

/** A value as part of a sentence. */
export function writeValue(value: unknown, type: Type): string {
  if (value === undefined) return "nothing";
  if (type.kind === "timestamp") {
    const text = writeTimestamp(value as number);
    return text.endsWith("T00:00:00Z") ? writeDate(value as number) : text;
  }
  if (type.kind === "duration") return writeDuration(value as number);
  if (Array.isArray(value)) return value.map((item) => writeValue(item, type.item ?? type)).join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Why definitions of a package cannot be used, whatever they are called with. */
export function faultsOfDefinitions(definitions: typeof PRELUDE) {
  const faults: { pointer: string; why: string }[] = [];
  for (const [name, definition] of Object.entries(definitions)) {
    const pointer = `/definitions/${escapeToken(name)}`;
    const note = (member: string, why: string) => void faults.push({ pointer: pointer + member, why });
    if (isKnown(name)) note("", `there is a function "${name}" already; choose another name`);
    else if (!isNameOf("call", name, `${name}()`)) note("", `"${name}" cannot be the name of a function`);
    const { params, expression } = definition;
    params.forEach((param, index) => {
      if (!isNameOf("name", param, param)) note(`/params/${index}`, `"${param}" cannot be a name here`);
      else if (params.indexOf(param) < index) note(`/params/${index}`, `there are two "${param}"`);
    });
    const tree = attempt(FaultError, () => treeOf(definition));
    if (!(tree instanceof FaultError)) continue;
    const { message, start, end } = tree.fault;
    const part = expression.slice(start, end);
    note("/expression", `${message}${part === "" ? "" : `, in ${JSON.stringify(part)}`}`);
  }
  return faults;
}

function isNameOf(kind: "call" | "name", name: string, source: string): boolean {
  const node = attempt(FaultError, () => readExpression(source));
  return "kind" in node && node.kind === kind && node.name === name;
}
