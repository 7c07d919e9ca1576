/** Runs an operation: on this machine, or at a service. */
import { isProblem, type PreflightClient } from "../../client/index.ts";
import type { Sent } from "../../core/reader/read-json.ts";
import type { Operation, OperationContext, Outcome } from "../../service/operations/operation.ts";
import type { Problem } from "../../service/operations/problems.ts";

/** Rejects with an error of the client if there is no answer at all. */
export type Run = (operation: Operation, input: Sent) => Promise<Outcome>;

export function runHere(context: OperationContext): Run {
  return async (operation, input) => operation.run(input, context);
}

export function runAt(client: PreflightClient): Run {
  return async ({ id }, input) => {
    // The service judges the input, whatever it is.
    const call = client[id] as (input: unknown) => Promise<object>;
    try {
      return { ok: true, body: await call(input) };
    } catch (error) {
      if (!isProblem(error)) throw error;
      const { code, status, title, detail, errors, supported } = error;
      const members = {
        ...(errors.length > 0 && { errors: [...errors] }),
        ...(supported.length > 0 && { supported: [...supported] }),
      };
      return { ok: false, problem: { code, status, title, detail, members } as Problem };
    }
  };
}
