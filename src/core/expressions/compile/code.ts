/** A part of an expression, compiled to a closure. */
import type { Frame } from "../frame.ts";
import type { Type } from "../types.ts";

export interface Code {
  type: Type;
  /** The most steps that it can take, by the bounds of the schema. */
  cost: number;
  /** The steps that it takes without what loops inside it count themselves. */
  base: number;
  /** Whether it has the same value for every candidate. */
  isConstant: boolean;
  run(frame: Frame): unknown;
}

export function constant(type: Type, value: unknown): Code {
  return { type, cost: 1, base: 1, isConstant: true, run: () => value };
}
