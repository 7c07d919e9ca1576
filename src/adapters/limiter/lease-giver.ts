/**
 * The primary's side of the budget that workers share: one exact count per bucket. A worker gets its calls in batches,
 * so that most calls need no message. Batches shrink as the budget does. When nothing is left to lease, the unused part
 * of every batch is recalled first, so a call is refused only if the budget has really been used up.
 */
import type { Channel, LeaseGrant, LeaseRecall, LeaseRequest, LeaseReturn } from "./leases.ts";
import { machineTime } from "./leases.ts";
import { createWindows, DEFAULT_WINDOW_SECONDS, MAX_BUCKETS } from "./windows.ts";

export interface LeaseGiver {
  /** To be called with every message of a worker. */
  receive(worker: Channel, message: object): void;
  /** What the worker has leased counts as used: nobody knows how much of it was. */
  forget(worker: Channel): void;
}

export interface LeaseGiverOptions {
  readonly limit: number;
  readonly windowSeconds?: number;
  readonly now?: () => number;
  /** How long a worker may take to answer a recall. After that, its lease counts as used. */
  readonly recallMs?: number;
}

interface Bucket {
  readonly endsAt: number;
  left: number;
  /** Who may have unused calls. */
  readonly holders: Set<Channel>;
  recall:
    | { readonly id: number; readonly waitingFor: Set<Channel>; readonly timer: NodeJS.Timeout }
    | undefined;
  /** Requests that wait for the recall. */
  readonly waiting: (() => void)[];
}

/** A batch is this part of what is left, so that the last calls of a budget are leased one by one. */
const BATCH_PART = 1 / 8;

export function createLeaseGiver({
  limit,
  windowSeconds = DEFAULT_WINDOW_SECONDS,
  now = machineTime,
  recallMs = 500,
}: LeaseGiverOptions): LeaseGiver {
  const windowMs = windowSeconds * 1000;
  const windows = createWindows<Bucket>(windowMs, MAX_BUCKETS);
  const recalling = new Set<Bucket>();
  const gone = new WeakSet<Channel>();
  let recalls = 0;

  function bucketOf(name: string): Bucket {
    const time = now();
    return (
      windows.get(name, time) ??
      windows.open(name, time, {
        endsAt: time + windowMs,
        left: limit,
        holders: new Set(),
        recall: undefined,
        waiting: [],
      })
    );
  }

  function lease(worker: Channel, request: LeaseRequest["preflightLease"], mayRecall: boolean): void {
    const { id, bucket: name, need } = request;
    const bucket = bucketOf(name);
    if (bucket.recall !== undefined) {
      bucket.waiting.push(() => lease(worker, request, true));
      return;
    }
    if (bucket.left < need && mayRecall && startRecall(bucket, name, worker)) {
      bucket.waiting.push(() => lease(worker, request, false));
      return;
    }
    const isEnough = bucket.left >= need;
    const granted = isEnough ? need + Math.floor((bucket.left - need) * BATCH_PART) : bucket.left;
    // As with every other limiter, a call that does not fit uses up what is left.
    bucket.left -= granted;
    if (isEnough) bucket.holders.add(worker);
    const { left, endsAt } = bucket;
    const grant: LeaseGrant = {
      preflightGrant: { id, bucket: name, granted, isUsedUp: !isEnough, left, endsAt },
    };
    worker.send(grant);
  }

  /** False if there is nothing to recall. */
  function startRecall(bucket: Bucket, name: string, asking: Channel): boolean {
    const waitingFor = new Set(
      [...bucket.holders].filter((worker) => worker !== asking && !gone.has(worker)),
    );
    bucket.holders.clear();
    if (waitingFor.size === 0) return false;
    const id = ++recalls;
    const timer = setTimeout(() => endRecall(bucket), recallMs);
    bucket.recall = { id, waitingFor, timer };
    recalling.add(bucket);
    for (const worker of waitingFor)
      worker.send({ preflightRecall: { id, bucket: name } } satisfies LeaseRecall);
    return true;
  }

  function endRecall(bucket: Bucket): void {
    clearTimeout(bucket.recall?.timer);
    bucket.recall = undefined;
    recalling.delete(bucket);
    for (const resume of bucket.waiting.splice(0)) resume();
  }

  /** What was leased in a window that has ended is worth nothing. */
  function giveBack(bucket: Bucket, { unused, endsAt }: { unused: number; endsAt: number }): void {
    if (bucket.endsAt === endsAt) bucket.left += unused;
  }

  function answered(bucket: Bucket, worker: Channel): void {
    bucket.recall?.waitingFor.delete(worker);
    if (bucket.recall?.waitingFor.size === 0) endRecall(bucket);
  }

  return {
    receive(worker, message) {
      if ("preflightLease" in message) {
        const { preflightLease: request } = message as LeaseRequest;
        giveBack(bucketOf(request.bucket), request);
        lease(worker, request, true);
      } else if ("preflightReturn" in message) {
        const { preflightReturn: returned } = message as LeaseReturn;
        const bucket = windows.get(returned.bucket, now());
        if (bucket === undefined) return;
        giveBack(bucket, returned);
        if (bucket.recall?.id === returned.id) answered(bucket, worker);
      }
    },
    forget(worker) {
      gone.add(worker);
      for (const bucket of [...recalling]) answered(bucket, worker);
    },
  };
}
