/** The members of a candidate, each in one line: enough for an agent to write one without reading the spec package. */
import type { Check } from "../checks/definition.ts";
import { describeCondition } from "../checks/places/condition.ts";
import { escapeToken } from "../json/pointer.ts";
import type { SchemaNode } from "../schema/node.ts";
import { cut, listOf } from "../text/describe.ts";
import type { RuleDocument } from "./document.ts";
import type { SpecPackage } from "./spec-package.ts";

export interface MemberDescription {
  /** `*` stands for every item of a list and every other member of a map. */
  pointer: string;
  required: boolean;
  type: string;
  rule: string;
}

const MAX_MEMBERS = 200;
const MAX_RULE_LENGTH = 300;

export function describeMembers(spec: SpecPackage): MemberDescription[] {
  const members: MemberDescription[] = [];

  function walk(node: SchemaNode, pointer: string): void {
    for (const [name, member] of node.members ?? []) {
      if (members.length >= MAX_MEMBERS) return;
      const at = `${pointer}/${escapeToken(name)}`;
      members.push({
        pointer: at,
        required: node.required?.has(name) === true,
        type: member.type === "choice" ? "string" : member.type,
        rule: cut(linesOf(member, at).join(" "), MAX_RULE_LENGTH),
      });
      walk(member, at);
      const items = member.items ?? spec.schema.nodes.get(`${at}/*`);
      if (items === undefined) continue;
      if (items.members === undefined) {
        const rule = cut(linesOf(items, `${at}/*`).join(" "), MAX_RULE_LENGTH);
        if (rule !== "") members.push({ pointer: `${at}/*`, required: false, type: items.type, rule });
      }
      walk(items, `${at}/*`);
    }
  }

  function linesOf(node: SchemaNode, at: string): string[] {
    if (node.words) return [`One of ${node.phrase}.`];
    const checks = spec.rules.all.filter(
      ({ document }) => document.severity === "error" && document.at.includes(at),
    );
    return [...boundsOf(node), ...checks.map(({ check, document }) => ruleLine(check, document))];
  }

  walk(spec.schema.root, "");
  return members;
}

/** What a rule asks for, with the condition under which it does. */
function ruleLine(check: Check, { params = {}, when }: RuleDocument): string {
  const line = check.describe?.(params) ?? check.summary;
  if (when === undefined) return line;
  return `When ${describeCondition(when)}: ${line[0]!.toLowerCase()}${line.slice(1)}`;
}

function boundsOf({ members, bounds }: SchemaNode): string[] {
  if (members) return [`An object with ${listOf([...members.keys()]).replace(/ or (?=[^,]*$)/, " and ")}.`];
  return bounds ? [`${bounds[0]!.toUpperCase()}${bounds.slice(1)}.`] : [];
}
