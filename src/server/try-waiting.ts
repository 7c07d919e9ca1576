/** Tries a spec package that waits on the candidates that arrive. Of what it finds, only counts are kept. */
import type { RemoteCatalogue } from "../adapters/catalogue/remote.ts";
import { isPlainObject } from "../core/json/pointer.ts";
import { checkCandidate } from "../core/proposal/check.ts";
import type { Operation, OperationContext, Outcome } from "../operations/operation.ts";

export function tryWaiting(
  operations: readonly Operation[],
  catalogue: RemoteCatalogue,
): readonly Operation[] {
  return operations.map((operation) => ({
    ...operation,
    run(input, context) {
      const outcome = operation.run(input, context);
      compare(input, outcome, context);
      return outcome;
    },
  }));

  function compare(input: unknown, outcome: Outcome, { now, rulesUrl }: OperationContext): void {
    if (!outcome.ok || outcome.verdict === undefined || outcome.domain === undefined) return;
    const { targetProduct, domainId } = outcome.domain;
    const waiting = catalogue.waiting(targetProduct, domainId);
    const state = waiting && catalogue.find(targetProduct, domainId);
    if (state?.status !== "ready" || !isPlainObject(input)) return;
    const { registry, registries } = state;
    const { spec } = waiting!;
    // Registries that only the new package asks are read when it takes over. Without them nobody can tell.
    if (spec.rules.registries.named.some((name) => registries?.has(name) !== true)) return;
    let isChanged = true;
    try {
      const checked = { registry, registries, now: now(), rulesUrl };
      isChanged = checkCandidate(spec, input.candidate, checked).valid !== outcome.verdict.valid;
    } catch {
      // The call has its answer, and a package that fails must not take over unnoticed.
    }
    catalogue.judged(targetProduct, domainId, isChanged);
  }
}
