/** Where the cursor is in a JSON text that may be unfinished: at which place, and whether a name or a value is due. */
import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import { escapeToken } from "../../src/core/json/pointer.ts";

type Node = ReturnType<ReturnType<typeof syntaxTree>["resolveInner"]>;

export interface Spot {
  readonly kind: "name" | "value";
  /** Of the object for a name, of the value itself for a value. */
  readonly pointer: string;
  /** What a completion replaces. */
  readonly from: number;
  readonly to: number;
  /** The names that the object has already. */
  readonly names: readonly string[];
}

const VALUES = ["String", "Number", "True", "False", "Null", "Object", "Array"];

export function spotAt(state: EditorState, position: number): Spot | undefined {
  const text = state.doc;
  let node: Node | null = syntaxTree(state).resolveInner(position, -1);
  const leaf =
    node.name === "PropertyName" || ["String", "Number", "True", "False", "Null"].includes(node.name)
      ? node
      : undefined;
  const range =
    leaf === undefined
      ? { from: wordStart(state, position), to: position }
      : { from: leaf.from, to: leaf.to };
  for (; node !== null; node = node.parent) {
    if (node.name === "Property") {
      const name = node.getChild("PropertyName");
      if (name !== null && position > name.to && text.sliceString(name.to, position).includes(":"))
        return { kind: "value", pointer: pointerOf(state, node), names: [], ...range };
    } else if (node.name === "Object" && position > node.from) {
      return { kind: "name", pointer: pointerOf(state, node), names: namesOf(state, node), ...range };
    } else if (node.name === "Array" && position > node.from) {
      const index = valuesOf(node).filter((value) => value.to < position).length;
      return { kind: "value", pointer: `${pointerOf(state, node)}/${index}`, names: [], ...range };
    }
  }
  return undefined;
}

function wordStart(state: EditorState, position: number): number {
  const line = state.doc.lineAt(position);
  const before = line.text.slice(0, position - line.from);
  return position - (/["\w-]*$/.exec(before)?.[0].length ?? 0);
}

export function pointerOf(state: EditorState, from: Node): string {
  let pointer = "";
  for (let node: Node | null = from; node !== null; node = node.parent) {
    if (node.name === "Property") pointer = `/${escapeToken(nameOf(state, node))}${pointer}`;
    else if (node.parent?.name === "Array" && VALUES.includes(node.name)) {
      const at = node.from;
      pointer = `/${valuesOf(node.parent).filter((value) => value.from < at).length}${pointer}`;
    }
  }
  return pointer;
}

function namesOf(state: EditorState, object: Node): string[] {
  return object.getChildren("Property").map((property) => nameOf(state, property));
}

function nameOf(state: EditorState, property: Node): string {
  const name = property.getChild("PropertyName");
  if (name === null) return "";
  try {
    return String(JSON.parse(state.doc.sliceString(name.from, name.to)));
  } catch {
    return "";
  }
}

function valuesOf(array: Node): Node[] {
  return VALUES.flatMap((kind) => array.getChildren(kind)).sort((a, b) => a.from - b.from);
}
