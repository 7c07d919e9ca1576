/** Named expressions of a package. A call is compiled as if it were written out, with a variable for each argument. */
import { escapeToken } from "../../json/pointer.ts";
import { count } from "../../unicode/describe.ts";
import { FaultError } from "../frame.ts";
import type { Definition } from "../prelude.ts";
import { type Node, type NodeOf, readExpression } from "../syntax.ts";
import { type Code, type CompileScope, namesTo, refuse, sumOf } from "./code.ts";
import { bound, withVariable } from "./loops.ts";
import { compileValue } from "./members.ts";

const MAX_LEVELS = 8;
const trees = new WeakMap<Definition, Node>();

/** Throws a FaultError. */
export function treeOf(definition: Definition): Node {
  const known = trees.get(definition);
  if (known !== undefined) return known;
  const tree = readExpression(definition.expression);
  trees.set(definition, tree);
  return tree;
}

export function compileDefinition(node: NodeOf<"call">, definition: Definition, scope: CompileScope): Code {
  const { name, args } = node;
  const { params, expression } = definition;
  if (args.length !== params.length)
    return refuse(`"${name}" takes ${count(params.length, "value")}: (${params.join(", ")})`, node);
  if (scope.inside.includes(name) || scope.inside.length === MAX_LEVELS)
    return refuse(`${[...scope.inside, name].join(" → ")} leads too far`, node);
  scope.notes.uses.add(`/definitions/${escapeToken(name)}`);
  const codes = args.map((arg) => compileValue(arg, scope));
  let inner: CompileScope = { ...scope, variables: new Map(), inside: [...scope.inside, name] };
  const slots = params.map((param, index) => {
    const [next, slot] = withVariable(inner, param, codes[index]!, namesTo(args[index]!, scope, true));
    inner = next;
    return slot;
  });
  const body = explained(name, expression, node, () => compileValue(treeOf(definition), inner));
  const values = codes.flatMap((code, index) => (code.isConstant ? [] : [[slots[index]!, code] as const]));
  return { ...sumOf([...codes, body]), type: body.type, ...bound(values, body) };
}

/** What is wrong inside is said at the call, with the definition in which it stands. */
function explained(name: string, expression: string, call: Node, compileBody: () => Code): Code {
  try {
    return compileBody();
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    const { message, start, end, definition } = error.fault;
    if (definition !== undefined) throw new FaultError(message, call.start, call.end, definition);
    const where = `${JSON.stringify(expression.slice(start, end))} of the definition "${name}"`;
    throw new FaultError(`${message}, in ${where}`, call.start, call.end, name);
  }
}
