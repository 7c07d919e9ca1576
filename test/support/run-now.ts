import type { Sent } from "../../src/core/reader/read-json.ts";
import type { Operation, OperationContext, Outcome } from "../../src/service/operations/operation.ts";

/** Without a key that signs elsewhere, nothing of an operation has to be waited for. */
export function runNow(operation: Pick<Operation, "run">, input: Sent, context: OperationContext): Outcome {
  const outcome = operation.run(input, context);
  if (outcome instanceof Promise) throw new Error("the operation returned a promise");
  return outcome;
}
