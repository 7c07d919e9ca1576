/** The members of a candidate, each in one line: enough for an agent to write one without reading the spec package. */
import type { Check } from "../checks/definition.ts";
import { describeExpressionCondition } from "../checks/expressions/expression-condition.ts";
import { describeCondition } from "../checks/targets/condition.ts";
import { escapeToken } from "../json/pointer.ts";
import { describeShape } from "../schema/describe-shape.ts";
import { EVERY_KIND, joinOr, kindsIn, NO_KIND } from "../schema/kinds.ts";
import type { Place, Shape } from "../schema/place.ts";
import { cut, listOf, quote } from "../unicode/describe.ts";
import { FORMATS } from "../values/value-types.ts";
import type { RuleDocument } from "./format/document.ts";
import type { SpecPackage } from "./spec-package.ts";

/** A member of a candidate, in one line. */
export interface MemberDescription {
  /** `*` stands for every item of a list and every other member of a map. */
  pointer: string;
  required: boolean;
  type: string;
  rule: string;
  /** What the member is about, if the package says so. */
  description?: string;
}

const MAX_MEMBERS = 200;
const MAX_RULE_LENGTH = 300;

/** Describes the members of a candidate, at most 200: enough to write one without reading the spec package. */
export function describeMembers(spec: SpecPackage): MemberDescription[] {
  const members: MemberDescription[] = [];
  const described = new Set<string>();

  /** `isCertain`: whether the object must have these members whatever else it has. */
  function walk({ object, alternatives = [] }: Shape, pointer: string, isCertain: boolean): void {
    for (const [name, { shape }] of object?.members ?? [])
      describe(shape, `${pointer}/${escapeToken(name)}`, isCertain && object?.required.has(name) === true);
    if (object?.entry) describe(object.entry.shape, `${pointer}/*`, false);
    for (const { shape } of alternatives) walk(shape, pointer, false);
  }

  function describe(member: Shape, at: string, required: boolean): void {
    // Alternatives often share members; each is described once, as it is in the first.
    if (members.length >= MAX_MEMBERS || described.has(at) || member.kinds === NO_KIND) return;
    described.add(at);
    const rule = cut(linesOf(member, at).join(" "), MAX_RULE_LENGTH);
    const { title, description = title } = member;
    const about = description === undefined ? undefined : cut(description, MAX_RULE_LENGTH);
    members.push({
      ...{ pointer: at, required, type: typeOf(member), rule },
      // The form of a text is often described there, and the rule has said that.
      ...(about !== undefined && !rule.toLowerCase().includes(about.toLowerCase()) && { description: about }),
    });
    walk(member, at, true);
    for (const [index, { shape }] of (member.prefix ?? []).entries())
      describe(shape, `${at}/${index}`, index < (member.minItems ?? 0));
    const items = member.items?.shape;
    if (items === undefined || items.kinds === NO_KIND) return;
    const below = `${at}/*`;
    // Objects are described by their members, and items that can be anything need no line.
    const isPlain = items.object === undefined && (items.type !== "any" || items.kinds !== EVERY_KIND);
    if (isPlain || items.alternatives !== undefined) describe(items, below, false);
    else walk(items, below, true);
  }

  function linesOf(shape: Shape, at: string): string[] {
    const notes = deprecationLine(shape);
    const isChoice = (shape.words ?? shape.values) !== undefined;
    const checks = spec.rules.all.filter(
      ({ check, document }) =>
        check.judges !== "schema" &&
        document.severity === "error" &&
        document.at.includes(at) &&
        // Of a few words, only what a condition demands is news.
        (!isChoice || document.when !== undefined),
    );
    return [
      ...notes,
      ...(isChoice ? [`One of ${choicesOf(shape)}.`] : boundsOf(shape)),
      ...(shape.alternatives ? [sentence(alternativesOf(shape.alternatives))] : []),
      ...checks.map(({ check, document, codes }) =>
        // An expression says little to authors of proposals; the docs of its rule tell them what to do.
        check.needsMessage === true ? spec.document.docs[codes[0]!]!.fix : ruleLine(check, document, spec),
      ),
    ];
  }

  walk(spec.schema.root.shape, "", true);
  return members;
}

/** The JSON types, "string or null" if there are several. */
function typeOf({ type, kinds }: Shape): string {
  if (type !== "any" && type !== "choice" && (kinds & (kinds - 1)) === 0) return type;
  if (kinds === EVERY_KIND) return "any";
  return kindsIn(kinds)
    .toSorted((a, b) => Number(a === "null") - Number(b === "null"))
    .map((name) => (name === "number" && type === "integer" ? type : name))
    .join(" or ");
}

function deprecationLine({ deprecated }: Shape): string[] {
  if (deprecated === undefined) return [];
  const { message, use } = deprecated;
  return [
    `Deprecated${message === undefined ? (use === undefined ? "." : `; use ${quote(use)}.`) : `: ${message}`}`,
  ];
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

/** What a rule asks for, with the condition under which it does. */
function ruleLine(check: Check, { at, params = {}, when }: RuleDocument, { lists }: SpecPackage): string {
  const line = check.describe?.(params, lists) ?? check.summary;
  if (when === undefined) return line;
  const condition =
    typeof when === "string" ? describeExpressionCondition(when) : describeCondition(when, at);
  return `When ${condition}: ${line[0]!.toLowerCase()}${line.slice(1)}`;
}

function boundsOf({ object, bounds, formats = [] }: Shape): string[] {
  if (object !== undefined && object.members.size > 0)
    return [`An object with ${listOf([...object.members.keys()]).replace(/ or (?=[^,]*$)/, " and ")}.`];
  // What the package says about a text takes the place of the words for its format.
  const unnamed = formats.filter((name) => bounds?.includes(FORMATS.get(name)?.phrase ?? name) !== true);
  return [
    ...(bounds ? [sentence(bounds)] : []),
    ...unnamed.map((name) => `It is ${FORMATS.get(name)?.phrase ?? name}.`),
  ];
}

function sentence(words: string): string {
  return `${words[0]!.toUpperCase()}${words.slice(1)}.`;
}

/** What each alternative is, told by the members that have one value only. */
function alternativesOf(alternatives: readonly Place[]): string {
  return joinOr(alternatives.map(({ shape }) => describeShape(shape)));
}
