/** How workers of one machine and their primary talk about a shared budget without Redis. */

/** From a worker: it needs `need` calls of this bucket now, and has `unused` of earlier leases, which it gives back. */
export interface LeaseRequest {
  readonly preflightLease: {
    readonly id: number;
    readonly bucket: string;
    readonly need: number;
    readonly unused: number;
    /** Which window `unused` belongs to; 0 if there is nothing to give back. */
    readonly endsAt: number;
  };
}

/** From the primary. */
export interface LeaseGrant {
  readonly preflightGrant: {
    readonly id: number;
    readonly bucket: string;
    readonly granted: number;
    /** The need could not be met: the budget is used up. */
    readonly isUsedUp: boolean;
    /** Calls that nobody has leased. */
    readonly left: number;
    /** By the clock that all processes of a machine share. */
    readonly endsAt: number;
  };
}

/** From the primary: give back what you have not used. */
export interface LeaseRecall {
  readonly preflightRecall: { readonly id: number; readonly bucket: string };
}

/** From a worker. */
export interface LeaseReturn {
  readonly preflightReturn: {
    readonly id: number;
    readonly bucket: string;
    readonly unused: number;
    readonly endsAt: number;
  };
}

/** The channel to the other side. Sending to a process that has ended does nothing. */
export interface Channel {
  send(message: object): void;
}

const OFFSET_MS = Number(process.hrtime.bigint() / 1_000_000n) - Math.floor(performance.now());

/** Milliseconds of the machine's monotonic clock, which is the same in all of its processes. */
export function machineTime(): number {
  return Math.floor(performance.now()) + OFFSET_MS;
}
