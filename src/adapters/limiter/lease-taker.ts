/** A worker's side of the budget that workers share: it leases calls from the primary in batches. */
import type { LimitDecision, Limiter } from "../../operations/ports.ts";
import type { Channel, LeaseGrant, LeaseRecall, LeaseRequest, LeaseReturn } from "./leases.ts";
import { machineTime } from "./leases.ts";
import { createWindows, DEFAULT_WINDOW_SECONDS, MAX_BUCKETS, resetSeconds } from "./windows.ts";

export interface LeaseTaker extends Limiter {
  /** To be called with every message of the primary. */
  receive(message: object): void;
}

export interface LeaseTakerOptions {
  readonly limit: number;
  readonly primary: Channel;
  readonly now?: () => number;
}

interface Lease {
  endsAt: number;
  unused: number;
  /** What nobody had leased when the primary answered last. */
  left: number;
  isUsedUp: boolean;
}

interface Waiting {
  readonly cost: number;
  readonly resolve: (decision: LimitDecision) => void;
}

export function createLeaseTaker({ limit, primary, now = machineTime }: LeaseTakerOptions): LeaseTaker {
  const leases = createWindows<Lease>(DEFAULT_WINDOW_SECONDS * 1000, MAX_BUCKETS);
  /** The calls of a bucket that wait for the primary, in order. While there are any, one request is under way. */
  const waiting = new Map<string, Waiting[]>();
  let requests = 0;

  function decide(lease: Lease, cost: number, time: number): LimitDecision {
    const allowed = lease.unused >= cost;
    if (allowed) lease.unused -= cost;
    else {
      lease.unused = 0;
      lease.left = 0;
      lease.isUsedUp = true;
    }
    return {
      allowed,
      limit,
      remaining: lease.unused + lease.left,
      resetSeconds: resetSeconds(lease, time),
    };
  }

  function request(bucket: string, calls: readonly Waiting[]): void {
    const need = calls.reduce((sum, { cost }) => sum + cost, 0);
    const preflightLease = { id: ++requests, bucket, need, ...giveBack(bucket) };
    primary.send({ preflightLease } satisfies LeaseRequest);
  }

  function giveBack(bucket: string): { unused: number; endsAt: number } {
    const lease = leases.get(bucket, now());
    if (lease === undefined) return { unused: 0, endsAt: 0 };
    const { unused, endsAt } = lease;
    lease.unused = 0;
    return { unused, endsAt };
  }

  function granted({ bucket, granted, isUsedUp, left, endsAt }: LeaseGrant["preflightGrant"]): void {
    const calls = waiting.get(bucket) ?? [];
    waiting.delete(bucket);
    const time = now();
    const lease: Lease = leases.get(bucket, time) ?? { endsAt, unused: 0, left: 0, isUsedUp: false };
    lease.endsAt = endsAt;
    lease.unused += granted;
    lease.left = left;
    leases.open(bucket, time, lease);
    let at = 0;
    for (; at < calls.length; at++) {
      const { cost, resolve } = calls[at]!;
      // Calls that came after the request was sent may need more than was requested.
      if (lease.unused < cost && !isUsedUp) break;
      resolve(decide(lease, cost, time));
    }
    if (at === calls.length) return;
    const rest = calls.slice(at);
    waiting.set(bucket, rest);
    request(bucket, rest);
  }

  return {
    take(bucket, cost = 1) {
      const time = now();
      const lease = leases.get(bucket, time);
      const line = waiting.get(bucket);
      if (line === undefined && lease !== undefined && (lease.unused >= cost || lease.isUsedUp))
        return decide(lease, cost, time);
      return new Promise((resolve) => {
        const call = { cost, resolve };
        if (line !== undefined) line.push(call);
        else {
          waiting.set(bucket, [call]);
          request(bucket, [call]);
        }
      });
    },
    receive(message) {
      if ("preflightGrant" in message) granted((message as LeaseGrant).preflightGrant);
      else if ("preflightRecall" in message) {
        const { id, bucket } = (message as LeaseRecall).preflightRecall;
        primary.send({ preflightReturn: { id, bucket, ...giveBack(bucket) } } satisfies LeaseReturn);
      }
    },
    close: () => Promise.resolve(),
  };
}
