/** The members of a candidate, each in one line: enough for an agent to write one without reading the spec package. */

import { describeCondition } from "../checks/condition.ts";
import { adviceOn } from "../checks/definition.ts";
import { escapeToken, groupBy, once } from "../json/values.ts";
import {
  describeShape,
  EVERY_KIND,
  joinOr,
  KIND,
  kindOf,
  kindsIn,
  NO_KIND,
  type Place,
  type Shape,
} from "../schema/place.ts";
import { cut, listOf, quote } from "../unicode/unicode.ts";
import { FORMATS } from "../values/value-types.ts";
import type { SpecPackage } from "./spec-package.ts";

/** A member of a candidate, in one line. */
export interface MemberDescription {
  /** `*` stands for every item of a list and every other member of a map. */
  pointer: string;
  /** The alternatives that have it so, by what tells them apart: `type = stdio`. Left out if all have. */
  in?: string;
  required: boolean;
  type: string;
  rule: string;
  /** What the member is about, if the package says so. */
  description?: string;
}

const MAX_RULE_LENGTH = 300;
const MAX_BRANCHES_LENGTH = 200;

/** What tells alternatives apart from those beside them, the outermost first. */
type Branch = readonly string[];

/** A value as one of the alternatives around it has it: all of the shapes apply. */
interface Variant {
  readonly shapes: readonly Shape[];
  readonly required: boolean;
  readonly branch: Branch;
  readonly conditions: readonly {
    readonly when: string;
    readonly shape?: Shape | undefined;
    readonly required?: boolean;
  }[];
}

interface Node {
  readonly pointer: string;
  readonly token: string;
  readonly variants: readonly Variant[];
  readonly among: readonly Branch[];
}

/** Describes the members of a candidate, breadth first: enough to write one without reading the spec package. */
export const describeMembers: (spec: SpecPackage) => MemberDescription[] = once((spec) => {
  const members: MemberDescription[] = [];
  const root: Variant = { shapes: [spec.schema.root.shape], required: true, branch: [], conditions: [] };
  const nodes: Node[] = [{ pointer: "", token: "", variants: [root], among: [[]] }];
  for (const node of nodes) {
    members.push(...describeNode(node));
    nodes.push(...nodesBelow(node));
  }
  return members;

  /** One line, or one for each alternative that has another. */
  function describeNode({ pointer, token, variants, among }: Node): MemberDescription[] {
    // The member by which alternatives are told apart is one member with all their values.
    const isMark = variants.every(({ branch }) => branch.at(-1)?.startsWith(`${token} = `));
    const told = isMark && variants.length > 1 ? [mergeChoices(variants)] : variants;
    const lines = told.flatMap((variant) => {
      const line = describeVariant(pointer, token, variant);
      return line === undefined ? [] : [{ ...variant, line }];
    });
    return [...groupBy(lines, ({ line }) => JSON.stringify(line)).values()].map((own) => {
      const [{ line }] = own as [(typeof lines)[number]];
      const branches = own.map(({ branch }) => branch);
      const requiring = own.filter(({ required }) => required).map(({ branch }) => branch);
      const where = isMark ? undefined : whereOf(branches, among);
      const needing = requiring.length === 0 ? undefined : whereOf(requiring, branches);
      const need = needing === undefined || needing === `with ${token}` ? "" : ` Required in: ${needing}.`;
      return {
        ...{ pointer, ...(where !== undefined && { in: where }) },
        ...{ required: requiring.length === branches.length, ...line, rule: line.rule + need },
      };
    });
  }

  /** Undefined for items and maps about which their list or object says all there is to say. */
  function describeVariant(pointer: string, token: string, { shapes, conditions }: Variant) {
    const choice = shapes.findLast(({ words, values }) => (words ?? values) !== undefined);
    const has = (kind: number) => shapes.every(({ kinds }) => (kinds & kind) !== 0);
    const isObject = has(KIND.object) && shapes.some(({ object }) => object !== undefined);
    const lines = [
      ...shapes.flatMap(({ deprecated }) => (deprecated ? [`Deprecated${adviceOn(deprecated)}`] : [])),
      ...(choice ? [`One of ${choicesOf(choice)}.`] : shapes.flatMap(boundsOf)),
      ...shapes.flatMap(({ alternatives }) =>
        alternatives.length > 0
          ? sentence(joinOr(alternatives.map(({ shape }) => describeShape(shape))))
          : [],
      ),
      ...conditions.flatMap(conditionLine),
      ...rulesAt(pointer, choice !== undefined),
    ];
    const names = isObject && pointer !== "" ? shapes.flatMap(membersLine) : [];
    if (lines.length === 0 && (token === "*" || pointer === "")) return undefined;
    const rule = cut([...new Set([...names, ...lines])].join(" ") || plainly(shapes), MAX_RULE_LENGTH);
    const about = shapes
      .map(({ title, description = title }) => description)
      .find((text) => text !== undefined);
    const note = about === undefined ? undefined : cut(about, MAX_RULE_LENGTH);
    return {
      ...{ type: typeOf(shapes), rule },
      // The form of a text is often described there, and the rule has said that.
      ...(note !== undefined && !rule.toLowerCase().includes(note.toLowerCase()) && { description: note }),
    };
  }

  /** What the rules ask for at a place. Of a few words, only what a condition demands is news. */
  function rulesAt(pointer: string, isChoice: boolean): string[] {
    return spec.rules.all.flatMap(({ check, document, codes }) => {
      const { at, severity, params = {}, when } = document;
      const isAbout = severity === "error" && at.includes(pointer);
      if (!isAbout || (isChoice && when === undefined)) return [];
      // An expression says little to authors of proposals; the docs of its rule say what it refuses.
      const line = check.needsMessage
        ? `Refused: ${spec.document.docs[codes[0]!]!.summary}`
        : check.describe(params, spec.lists);
      if (when === undefined) return [line];
      return [`When ${describeCondition(when, at)}: ${line[0]!.toLowerCase()}${line.slice(1)}`];
    });
  }
});

function mergeChoices(variants: readonly Variant[]): Variant {
  const values = variants.flatMap(({ shapes }) => shapes.flatMap((shape) => shape.values ?? []));
  const [first] = variants as [Variant];
  const [shape] = first.shapes as [Shape];
  const phrase = joinOr(values.map((value) => JSON.stringify(value)));
  const kinds = values.reduce<number>((all, value) => all | kindOf(value), 0);
  const required = variants.every((variant) => variant.required);
  return { ...first, shapes: [{ ...shape, values, phrase, kinds }], required };
}

function nodesBelow({ pointer, variants }: Node): Node[] {
  const nodes: Node[] = [];
  const add = (
    leaves: readonly Variant[],
    token: string,
    childOf: (shape: Shape) => Partial<Variant["conditions"][number]>,
  ): void => {
    const inner = leaves.flatMap(({ shapes, branch, conditions }): Variant[] => {
      const found = shapes.map(childOf);
      const below = found.flatMap(({ shape }) => shape ?? []);
      const conditional = conditions.flatMap(({ when, shape }): Variant["conditions"] => {
        const child = shape && childOf(shape);
        return child?.shape || child?.required ? [{ when, ...child }] : [];
      });
      const own = below.length > 0 ? below : conditional.flatMap(({ shape }) => shape ?? []).slice(0, 1);
      if (own.length === 0 || own.some(({ kinds }) => kinds === NO_KIND)) return [];
      const required = found.some((each) => each.required === true);
      return [{ shapes: own, required, branch, conditions: conditional }];
    });
    if (inner.length > 0)
      nodes.push({
        ...{ pointer: `${pointer}/${token}`, token, variants: inner },
        among: leaves.map(({ branch }) => branch),
      });
  };

  const objects = variants.flatMap((variant) => leavesOf(variant, KIND.object));
  const shapesOfObjects = objects.flatMap(({ shapes, conditions }) => [
    ...shapes,
    ...conditions.flatMap(({ shape }) => shape ?? []),
  ]);
  const names = new Set(shapesOfObjects.flatMap(({ object }) => [...(object?.members.keys() ?? [])]));
  for (const name of names)
    add(objects, escapeToken(name), ({ object }) => ({
      shape: object?.members.get(name)?.shape,
      required: object?.required.has(name) === true,
    }));
  add(objects, "*", ({ object }) => ({ shape: object?.entry?.shape }));
  const lists = variants.flatMap((variant) => leavesOf(variant, KIND.array));
  const most = Math.max(0, ...lists.flatMap(({ shapes }) => shapes.map(({ prefix = [] }) => prefix.length)));
  for (let index = 0; index < most; index++)
    add(lists, String(index), ({ prefix = [], minItems = 0 }) => ({
      shape: prefix[index]?.shape,
      required: index < minItems,
    }));
  add(lists, "*", ({ items }) => ({ shape: items?.shape.kinds === NO_KIND ? undefined : items?.shape }));
  return nodes;
}

/** The alternatives of a value that is an object, or a list; each with all that applies to it. */
function leavesOf({ shapes, ...around }: Variant, kind: number): Variant[] {
  if (shapes.some(({ kinds }) => (kinds & kind) === 0)) return [];
  let leaves: Variant[] = [{ ...around, shapes: [] }];
  for (const shape of shapes) {
    const able = shape.alternatives.filter(({ shape: inner }) => (inner.kinds & kind) !== 0);
    const labels = able.length > 1 ? labelsOf(able) : [];
    leaves = leaves.flatMap((outer): readonly Variant[] => {
      const conditions = [...outer.conditions, ...shape.conditions];
      const leaf = { ...outer, shapes: [...outer.shapes, shape], conditions };
      if (able.length === 0) return [leaf];
      return able.flatMap(({ shape: inner }, at) => {
        const branch = labels[at] ? [...leaf.branch, labels[at]] : leaf.branch;
        const inside = leavesOf({ ...leaf, shapes: [inner], branch }, kind);
        return inside.map((below) => ({ ...below, shapes: [...leaf.shapes, ...below.shapes] }));
      });
    });
  }
  return leaves;
}

/** What tells alternatives apart: the value of a member, a member that only one of them requires, or their titles. */
function labelsOf(alternatives: readonly Place[]): string[] {
  const objects = alternatives.map(({ shape }) => shape.object);
  const names = [...new Set(objects.flatMap((object) => [...(object?.members.keys() ?? [])]))];
  const filled = ({ values }: { values: readonly unknown[] }) =>
    values.filter((value) => value !== undefined).length;
  const plainValue = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  const shapesOf = (name: string) => objects.map((object) => object?.members.get(name)?.shape);
  const [mark] = names
    .map((name) => ({ name, values: shapesOf(name).map((shape) => shape?.values) }))
    .filter(({ values }) => {
      const given = values.flatMap((each) => each ?? []).map((value) => JSON.stringify(value));
      return given.length > 0 && new Set(given).size === given.length;
    })
    .toSorted((a, b) => filled(b) - filled(a));
  const owned = objects.map((object, at) =>
    [...(object?.required ?? [])].find((name) =>
      shapesOf(name).every((shape, index) => index === at || (shape?.kinds ?? NO_KIND) === NO_KIND),
    ),
  );
  return alternatives.map(({ shape }, at) => {
    const values = mark?.values[at];
    if (mark !== undefined && values !== undefined)
      return `${mark.name} = ${values.map(plainValue).join(" or ")}`;
    if (owned[at] !== undefined) return `with ${owned[at]}`;
    const others = owned.filter((name) => name !== undefined);
    if (others.length === alternatives.length - 1) return `without ${others.join(" and ")}`;
    return shape.title ?? `alternative ${at + 1}`;
  });
}

function whereOf(own: readonly Branch[], all: readonly Branch[]): string | undefined {
  if (own.length >= all.length) return undefined;
  const last = new Set(own.map((branch) => branch.at(-1) ?? ""));
  // The innermost alternative is enough where it says all.
  const isEnough = all.filter((branch) => last.has(branch.at(-1) ?? "")).length === own.length;
  const labels = isEnough ? [...last] : [...new Set(own.map((branch) => branch.join(", ")))];
  const [first = ""] = labels;
  const start = first.slice(0, first.indexOf(" = ") + 3);
  const isOneMember = first.includes(" = ") && labels.every((label) => label.startsWith(start));
  const text = isOneMember
    ? start + labels.map((label) => label.slice(start.length)).join(" or ")
    : labels.join(" or ");
  return cut(text, MAX_BRANCHES_LENGTH);
}

function typeOf(shapes: readonly Shape[]): string {
  const { type } = shapes.find((shape) => shape.type !== "any") ?? (shapes[0] as Shape);
  const kinds = shapes.reduce((both, shape) => both & shape.kinds, EVERY_KIND);
  if (type !== "any" && type !== "choice" && (kinds & (kinds - 1)) === 0) return type;
  if (kinds === EVERY_KIND) return "any";
  return kindsIn(kinds)
    .toSorted((a, b) => Number(a === "null") - Number(b === "null"))
    .map((name) => (name === "number" && type === "integer" ? type : name))
    .join(" or ");
}

const MAX_LABELLED_WORDS = 20;

/** The words of a list with what people read about them; those that should no longer be used are left out. */
function choicesOf({ words = [], labels, phrase }: Shape): string {
  if (labels === undefined) return phrase;
  const current = words.filter((word) => labels.get(word)?.deprecated === undefined);
  if (current.length > MAX_LABELLED_WORDS) return listOf(current);
  return joinOr(
    current.map((word) => {
      const { title, description } = labels.get(word) ?? {};
      const note = [title, description].filter((text) => text !== undefined).join(": ");
      return note === "" ? quote(word) : `${quote(word)} (${note})`;
    }),
  );
}

function conditionLine({ when, shape, required }: Variant["conditions"][number]): string[] {
  if (shape?.kinds === NO_KIND) return [`${when}: not allowed.`];
  const isChoice = shape !== undefined && (shape.words ?? shape.values) !== undefined;
  const bounds = isChoice ? `one of ${choicesOf(shape)}` : (shape?.bounds ?? "");
  const said = [required ? "required" : "", bounds].filter((text) => text !== "");
  return said.length === 0 ? [] : [`${when}: ${said.join("; ")}.`];
}

function membersLine({ object, bounds }: Shape): string[] {
  if (object === undefined) return [];
  const names = [...object.members].filter(([, { shape }]) => shape.kinds !== NO_KIND).map(([name]) => name);
  return [
    ...(names.length > 0 ? [`An object with ${listOf(names, "and")}.`] : []),
    ...(names.length > 0 && bounds ? [sentence(bounds)] : []),
  ];
}

function boundsOf({ object, bounds, formats = [] }: Shape): string[] {
  const names = object?.names.map(({ shape }) => `Each name is ${describeShape(shape)}.`) ?? [];
  if (object !== undefined && object.members.size > 0) return names;
  // What the package says about a text takes the place of the words for its format.
  const unnamed = formats.filter((name) => !bounds.includes(FORMATS.get(name)?.phrase ?? name));
  return [
    ...(bounds ? [sentence(bounds)] : []),
    ...unnamed.map((name) => `It is ${FORMATS.get(name)?.phrase ?? name}.`),
    ...names,
  ];
}

/** Where the rules bound nothing. */
function plainly(shapes: readonly Shape[]): string {
  const items = shapes.map((shape) => shape.items?.shape).find((shape) => shape !== undefined);
  const type = typeOf(shapes);
  if (type === "array" && items !== undefined && items.kinds !== EVERY_KIND)
    return `A list; each item is ${items.phrase}.`;
  return PLAINLY[type] ?? `Any ${type}.`;
}

const PLAINLY: Readonly<Record<string, string>> = {
  ...{ any: "Any value.", array: "A list of anything.", boolean: "True or false.", null: "Null." },
  ...{ integer: "Any whole number.", object: "An object with members of any name.", string: "Any text." },
};

const sentence = (words: string): string => `${words[0]!.toUpperCase()}${words.slice(1)}.`;
