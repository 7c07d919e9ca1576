/**
 * One exact budget for all workers of one machine without Redis: the primary counts, and workers ask it over their IPC
 * channel. The primary serves no calls itself, so it answers at once.
 */
import type { LimitDecision, Limiter } from "../../operations/ports.ts";
import { createMemoryLimiter } from "./memory.ts";

interface Question {
  readonly preflightTake: { readonly id: number; readonly bucket: string; readonly cost: number };
}

interface Answer {
  readonly preflightDecision: { readonly id: number; readonly decision: LimitDecision };
}

/** The channel between the primary and a worker, as both ends see it. */
export interface Channel {
  send(message: object): unknown;
  on(event: "message", listener: (message: object) => void): unknown;
}

/** The primary's side: counts for every worker passed to it. */
export function createWorkerBudget(limit: number): (worker: Channel) => void {
  const limiter = createMemoryLimiter({ limit });
  return (worker) => {
    worker.on("message", (message) => {
      if (!("preflightTake" in message)) return;
      const { id, bucket, cost } = (message as Question).preflightTake;
      const decision = limiter.take(bucket, cost);
      worker.send({ preflightDecision: { id, decision } } satisfies Answer);
    });
  };
}

/** The worker's side. */
export function createPrimaryLimiter(primary: Channel): Limiter {
  const waiting = new Map<number, (decision: LimitDecision) => void>();
  let asked = 0;
  primary.on("message", (message) => {
    if (!("preflightDecision" in message)) return;
    const { id, decision } = (message as Answer).preflightDecision;
    waiting.get(id)?.(decision);
    waiting.delete(id);
  });
  return {
    take(bucket, cost = 1) {
      const id = ++asked;
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        primary.send({ preflightTake: { id, bucket, cost } } satisfies Question);
      });
    },
    async close() {},
  };
}
