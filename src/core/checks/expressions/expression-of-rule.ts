/** An expression of a rule, seen from a place of the rule. */
import type { Expression, Outcome } from "../../expressions/expression.ts";
import type { Surroundings } from "../../expressions/frame.ts";
import type { Type } from "../../expressions/types.ts";
import type { Path } from "../../json/pointer.ts";

export interface PlaceExpression {
  readonly type: Type;
  /** The most steps that it takes for all places of the rule together. */
  readonly cost: number;
  readonly clock: Expression["clock"];
  readonly registries: Expression["registries"];
  readonly isConstant: boolean;
  /** `value` stands at `path`. */
  run(candidate: unknown, value: unknown, path: Path, session: Surroundings): Outcome;
  /** Whether something that it reads has an error already, so that nothing can be concluded from its value. */
  isFaulty(path: Path, hasErrorWithin: (path: Path) => boolean): boolean;
  /** Its value as part of a sentence. */
  write(value: unknown): string;
  /** Its value as JSON: points in time and the like are texts. */
  asJson(value: unknown): unknown;
}
