/** Members that the schema does not declare by name: `patternProperties` and `additionalProperties`. */
import type { Scope, Sink } from "../../findings/finding.ts";
import type { LinearPattern } from "../../pattern/linear-pattern.ts";
import type { SchemaNode } from "../nodes/node.ts";

/** What one schema says about them. Several schemas can apply to one object. */
export interface OtherMembersPart {
  patterns: readonly { pattern: LinearPattern; node: SchemaNode }[];
  /** For names that match no pattern; undefined where there may be none. */
  additional: SchemaNode | undefined;
}

export interface OtherMembers {
  /** Whether some names are not allowed. */
  isClosed: boolean;
  /** Whether nothing is said about them. */
  isFree: boolean;
  /** Whether no other name is allowed at all. */
  isShut: boolean;
  /** What an entry must be, if all entries must be the same. */
  entry: SchemaNode | undefined;
  reads: boolean;
  /** What names may match, as the package writes it. */
  patterns: readonly string[];
  /** What a member must be; undefined if there may be no member of this name. */
  nodesFor(name: string): readonly SchemaNode[] | undefined;
  ok(name: string, item: unknown, scope: Scope): boolean;
  report(nodes: readonly SchemaNode[], value: unknown, sink: Sink): void;
}

/** Packages use few patterns, but a candidate can have thousands of names. */
const MAX_REMEMBERED = 512;
const MAX_NAME_LENGTH = 128;

export function createOtherMembers(parts: readonly OtherMembersPart[]): OtherMembers {
  const isClosed = parts.some(({ additional }) => additional === undefined);
  const nodes = parts.flatMap(({ patterns, additional }) => [
    ...patterns.map(({ node }) => node),
    ...(additional ? [additional] : []),
  ]);
  const hasPatterns = parts.some(({ patterns }) => patterns.length > 0);
  const additional = parts.flatMap((part) => (part.additional ? [part.additional] : []));
  const plain = isClosed ? undefined : additional;
  const remembered = new Map<string, readonly SchemaNode[] | undefined>();

  function match(name: string): readonly SchemaNode[] | undefined {
    const matching: SchemaNode[] = [];
    for (const { patterns, additional: rest } of parts) {
      const before = matching.length;
      for (const { pattern, node } of patterns) if (pattern.test(name)) matching.push(node);
      if (matching.length > before) continue;
      if (rest === undefined) return undefined;
      matching.push(rest);
    }
    return matching;
  }

  function nodesFor(name: string): readonly SchemaNode[] | undefined {
    if (!hasPatterns) return plain;
    if (remembered.has(name)) return remembered.get(name);
    const matching = match(name);
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    if (name.length <= MAX_NAME_LENGTH) remembered.set(name, matching);
    return matching;
  }

  const [only] = nodes;
  const okOnly = hasPatterns || isClosed || nodes.length > 1 ? undefined : only?.ok;
  return {
    isClosed,
    isFree: parts.length === 0,
    isShut: isClosed && !hasPatterns,
    entry: nodes.length === 1 && only?.type !== "any" ? only : undefined,
    reads: nodes.some((node) => node.read !== undefined),
    patterns: parts.flatMap(({ patterns }) => patterns.map(({ pattern }) => pattern.source)),
    nodesFor,
    ok(name, item, scope) {
      // The most frequent case: records and other maps whose members are all alike.
      if (okOnly !== undefined) return name.isWellFormed() && okOnly(item, scope);
      const wanted = nodesFor(name);
      if (wanted === undefined || !name.isWellFormed()) return false;
      for (let index = 0; index < wanted.length; index++) if (!wanted[index]!.ok(item, scope)) return false;
      return true;
    },
    report(wanted, value, sink) {
      const before = sink.errors;
      // Several schemas may say the same about a member, and one report is enough.
      for (const node of wanted) if (sink.errors === before) node.report(value, sink);
    },
  };
}
