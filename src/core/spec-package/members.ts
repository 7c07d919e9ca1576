/** The members of a candidate, each in one line: enough for an agent to write one without reading the spec package. */
import type { Check } from "../checks/definition.ts";
import { describeCondition } from "../checks/places/condition.ts";
import { escapeToken } from "../json/pointer.ts";
import { EVERY_KIND, joinOr, kindsIn, NO_KIND } from "../schema/nodes/kinds.ts";
import type { SchemaNode } from "../schema/nodes/node.ts";
import { cut, listOf, quote } from "../unicode/describe.ts";
import type { RuleDocument } from "./document.ts";
import type { SpecPackage } from "./spec-package.ts";

/** A member of a candidate, in one line. */
export interface MemberDescription {
  /** `*` stands for every item of a list and every other member of a map. */
  pointer: string;
  required: boolean;
  type: string;
  rule: string;
}

const MAX_MEMBERS = 200;
const MAX_RULE_LENGTH = 300;

/** Describes the members of a candidate, at most 200: enough to write one without reading the spec package. */
export function describeMembers(spec: SpecPackage): MemberDescription[] {
  const members: MemberDescription[] = [];
  const described = new Set<string>();

  /** `isCertain`: whether the object must have these members whatever else it has. */
  function walk(node: SchemaNode, pointer: string, isCertain: boolean): void {
    for (const [name, member] of node.members ?? [])
      describe(member, `${pointer}/${escapeToken(name)}`, isCertain && node.required?.has(name) === true);
    if (node.entries) describe(node.entries, `${pointer}/*`, false);
    for (const alternative of node.alternatives ?? []) walk(alternative, pointer, false);
  }

  function describe(member: SchemaNode, at: string, required: boolean): void {
    // Alternatives often share members; each is described once, as it is in the first.
    if (members.length >= MAX_MEMBERS || described.has(at) || member.kinds === NO_KIND) return;
    described.add(at);
    members.push({
      pointer: at,
      required,
      type: typeOf(member),
      rule: cut(linesOf(member, at).join(" "), MAX_RULE_LENGTH),
    });
    walk(member, at, true);
    const { items } = member;
    if (items === undefined) return;
    if (items.members === undefined) {
      const rule = cut(linesOf(items, `${at}/*`).join(" "), MAX_RULE_LENGTH);
      if (rule !== "") members.push({ pointer: `${at}/*`, required: false, type: typeOf(items), rule });
    }
    walk(items, `${at}/*`, true);
  }

  function linesOf(node: SchemaNode, at: string): string[] {
    if (node.words ?? node.values) return [`One of ${node.phrase}.`];

    const checks = spec.rules.all.filter(
      ({ check, document }) =>
        check.scope !== "schema" && document.severity === "error" && document.at.includes(at),
    );
    return [
      ...boundsOf(node),
      ...(node.alternatives ? [sentence(alternativesOf(node))] : []),
      ...checks.map(({ check, document }) => ruleLine(check, document)),
    ];
  }

  walk(spec.schema.root, "", true);
  return members;
}

/** The JSON types, "string or null" if there are several. */
function typeOf({ type, kinds }: SchemaNode): string {
  if (type !== "any" && type !== "choice" && (kinds & (kinds - 1)) === 0) return type;
  if (kinds === EVERY_KIND) return "any";
  return kindsIn(kinds)
    .toSorted((a, b) => Number(a === "null") - Number(b === "null"))
    .map((name) => (name === "number" && type === "integer" ? type : name))
    .join(" or ");
}

/** What a rule asks for, with the condition under which it does. */
function ruleLine(check: Check, { params = {}, when }: RuleDocument): string {
  const line = check.describe?.(params) ?? check.summary;
  if (when === undefined) return line;
  return `When ${describeCondition(when)}: ${line[0]!.toLowerCase()}${line.slice(1)}`;
}

function boundsOf({ members, bounds }: SchemaNode): string[] {
  if (members) return [`An object with ${listOf([...members.keys()]).replace(/ or (?=[^,]*$)/, " and ")}.`];
  return bounds ? [sentence(bounds)] : [];
}

function sentence(words: string): string {
  return `${words[0]!.toUpperCase()}${words.slice(1)}.`;
}

/** What each alternative is, told by the members that have one value only. */
function alternativesOf({ alternatives = [] }: SchemaNode): string {
  return joinOr(
    alternatives.map(({ phrase, bounds, members, required }) => {
      const [mark] = [...(members ?? [])].filter(([, member]) => member.onlyValue !== undefined);
      if (mark) return `${phrase} with ${quote(mark[0])} ${mark[1].phrase}`;
      if (required && required.size > 0) return `${phrase} with ${[...required].map(quote).join(" and ")}`;
      return bounds ? `${phrase} of ${bounds}` : phrase;
    }),
  );
}
