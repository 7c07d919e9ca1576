/** Whether the definitions of a package can be used, whatever they are called with. */
import { escapeToken } from "../json/pointer.ts";
import { isKnown } from "./compile/calls.ts";
import { treeOf } from "./compile/loops.ts";
import { attempt, FaultError } from "./frame.ts";
import type { Definition } from "./prelude.ts";
import { type Node, readExpression } from "./syntax.ts";

export function faultsOfDefinitions(
  definitions: Readonly<Record<string, Definition>>,
): { pointer: string; why: string }[] {
  const faults: { pointer: string; why: string }[] = [];
  const calls = new Map<string, ReadonlySet<string>>();
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
    if (!(tree instanceof FaultError)) {
      calls.set(name, new Set(callsIn(tree)));
      continue;
    }
    const { message, start, end } = tree.fault;
    const part = expression.slice(start, end);
    note("/expression", `${message}${part === "" ? "" : `, in ${JSON.stringify(part)}`}`);
  }
  for (const name of calls.keys()) {
    const way = wayBack(name, calls);
    const pointer = `/definitions/${escapeToken(name)}/expression`;
    if (way !== undefined) faults.push({ pointer, why: `it calls itself: ${way.join(" → ")}` });
  }
  return faults;
}

function isNameOf(kind: "call" | "name", name: string, source: string): boolean {
  const node = attempt(FaultError, () => readExpression(source));
  return "kind" in node && node.kind === kind && node.name === name;
}

/** The functions that a tree calls by name. */
function callsIn(tree: unknown): string[] {
  if (typeof tree !== "object" || tree === null) return [];
  const { kind, name, target } = tree as { kind?: string; name?: string; target?: Node };
  const own = kind === "call" && target === undefined ? [name!] : [];
  return [...own, ...Object.values(tree).flatMap(callsIn)];
}

/** From a definition over others back to it. */
function wayBack(name: string, calls: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const seen = new Set<string>();
  const open: string[][] = [[name]];
  for (let way = open.shift(); way !== undefined; way = open.shift())
    for (const next of calls.get(way.at(-1)!) ?? []) {
      if (next === name) return [...way, name];
      if (!seen.has(next)) open.push([...way, next]);
      seen.add(next);
    }
  return undefined;
}
