/** `==`, `!=` and `in`. */
import { closest } from "../../similar/similar.ts";
import type { Frame } from "../frame.ts";
import { itemsOf, TEXT_PER_STEP } from "../functions/functions.ts";
import type { NodeOf } from "../parse/syntax.ts";
import { BOOL, nameOfType } from "../types.ts";
import { type Code, constant, NOWHERE, refuse, sumOf } from "./compiler.ts";
import { ownMember } from "./members.ts";
import { equality, extent, isScalar, unequal } from "./operators.ts";

/** A text that is compared with a word that it never is. */
function foreignWord({ type }: Code, other: Code): string | undefined {
  if (type.words === undefined || !other.isConstant || other.type.kind !== "string") return undefined;
  const word = other.run(NOWHERE) as string;
  if (type.words.includes(word)) return undefined;
  const meant = closest(word, type.words);
  return `it is never "${word}"; ${meant === undefined ? `it can be ${type.words.slice(0, 12).join(", ")}` : `did you mean "${meant}"?`}`;
}

export function compileEquality(node: NodeOf<"binary">, left: Code, right: Code): Code {
  const why = unequal(left.type, right.type) ?? foreignWord(left, right) ?? foreignWord(right, left);
  if (why !== undefined) return refuse(why, node);
  const equals = equality(left.type, right.type);
  const isEqual = node.operator === "==";
  const sum = sumOf([left, right]);
  const isQuick = isScalar(left.type) || isScalar(right.type);
  const weight = isQuick ? 1 : Math.min(extent(left.type), extent(right.type));
  const isSame: Code["run"] = (frame) => (left.run(frame) === right.run(frame)) === isEqual;
  const isLike: Code["run"] = (frame) => {
    const a = left.run(frame);
    const b = right.run(frame);
    if (a === b) return isEqual;
    // Candidates may be larger than the schema allows, so what may be large is measured.
    frame.spend(weight < 64 && !isLong(a) ? weight : Math.min(sizeOf(a), sizeOf(b)));
    return equals(a, b) === isEqual;
  };
  return { ...sum, cost: sum.cost + weight, type: BOOL, run: isQuick ? isSame : isLike };
}

function isLong(value: unknown): boolean {
  return Array.isArray(value) && value.length > 64;
}

function sizeOf(value: unknown): number {
  if (typeof value === "string") return 1 + value.length / TEXT_PER_STEP;
  if (typeof value !== "object" || value === null) return 1;
  let size = 1;
  for (const item of Object.values(value)) size += sizeOf(item);
  return size;
}

export function compileIn(node: NodeOf<"binary">, left: Code, right: Code): Code {
  const { type } = right;
  const sum = sumOf([left, right]);
  if (type.kind === "map" || type.kind === "object") {
    if (left.type.kind !== "string") return refuse("the names of members are texts", node.left);
    return {
      ...sum,
      type: BOOL,
      run: (frame) => ownMember(right.run(frame), left.run(frame) as string) !== undefined,
    };
  }
  if (type.kind !== "list")
    return refuse(`"in" needs a list or a map, and this is ${nameOfType(type)}`, node.right);
  const why = type.max === 0 ? "the list is empty" : unequal(left.type, type.item!);
  if (why !== undefined) return refuse(why, node);
  if (right.isConstant) {
    const items = right.run(NOWHERE) as unknown[];
    for (const item of items) {
      const foreign = foreignWord(
        left,
        constant({ kind: typeof item === "string" ? "string" : "any" }, item),
      );
      if (foreign !== undefined) refuse(foreign, node);
    }
    const set = new Set(items);
    if (isScalar(left.type)) return { ...sum, type: BOOL, run: (frame) => set.has(left.run(frame)) };
  }
  const equals = equality(left.type, type.item!);
  const run = (frame: Frame) => {
    const value = left.run(frame);
    const list = right.run(frame) as unknown[];
    frame.spend(list.length);
    return list.some((item) => equals(value, item));
  };
  return {
    ...sum,
    cost: sum.cost + itemsOf(type) * Math.min(extent(left.type), extent(type.item!)),
    type: BOOL,
    run,
  };
}
