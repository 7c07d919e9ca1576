/** What is known to be there, or not to be null, where a part of an expression is evaluated. */
import type { Node } from "../parse/syntax.ts";

/** Ways to members that are there, and with `=` in front those that are not null. */
export type Guards = ReadonlySet<string>;

type VariablePath = (name: string) => string | undefined;

/** A way to a value, such as `this.a.b`, if it is always the same value while the expression runs. */
export function wayTo(node: Node, pathOf: VariablePath): string | undefined {
  if (node.kind === "name") return pathOf(node.name);
  if (node.kind === "member" && node.isOptional) return undefined;
  const step = stepOf(node);
  return step && join(wayTo(step.of, pathOf), step.name);
}

/** The member that a node takes by its name, and of what. */
function stepOf(node: Node): { of: Node; name: string } | undefined {
  if (node.kind === "member") return node;
  if (node.kind !== "index" || node.index.kind !== "literal" || node.index.type !== "string")
    return undefined;
  return { of: node.of, name: node.index.value as string };
}

function join(way: string | undefined, name: string): string | undefined {
  return way === undefined ? undefined : `${way}.${JSON.stringify(name)}`;
}

/** What is known once a condition was true, or false. */
export function learn(node: Node, outcome: boolean, pathOf: VariablePath): string[] {
  if (node.kind === "unary" && node.operator === "!") return learn(node.operand, !outcome, pathOf);
  if (node.kind === "call" && node.name === "has" && node.target === undefined && outcome)
    return known(node.args[0] && wayTo(node.args[0], pathOf));
  if (node.kind !== "binary") return [];
  const { operator, left, right } = node;
  if (operator === (outcome ? "&&" : "||"))
    return [left, right].flatMap((part) => learn(part, outcome, pathOf));
  if (operator === (outcome ? "!=" : "==")) {
    const value = isNull(right) ? left : isNull(left) ? right : undefined;
    return known(value && wayTo(value, pathOf)).map((way) => `=${way}`);
  }
  if (operator === "in" && outcome && left.kind === "literal" && left.type === "string")
    return known(join(wayTo(right, pathOf), left.value as string));
  return [];
}

function isNull(node: Node): boolean {
  return node.kind === "literal" && node.type === "null";
}

function known(way: string | undefined): string[] {
  return way === undefined ? [] : [way];
}

/** The same way as a list of names; undefined if it starts at a name that the expression itself gives. */
export function namesOnWay(node: Node, pathOf: VariablePath): string[] | undefined {
  if (node.kind === "name") return pathOf(node.name) === node.name ? [node.name] : undefined;
  const step = stepOf(node);
  const before = step && namesOnWay(step.of, pathOf);
  return before && [...before, step.name];
}
