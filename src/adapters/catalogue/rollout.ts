/**
 * Decides when a new version of a domain's spec package takes over from the one in use: at once, never (it is pinned),
 * after a delay, or when it has been tried on the candidates that arrive and few verdicts would change.
 */
import type { SpecPackage } from "../../core/spec-package/spec-package.ts";
import type { ConfiguredDomain, Rollout } from "./configured-domain.ts";

/** A sound package that is not used yet. */
export interface WaitingPackage {
  readonly spec: SpecPackage;
  /** When it was first seen, by the clock of the follower. */
  readonly since: number;
  readonly calls: number;
  /** On how many of them its verdict is another one. */
  readonly changed: number;
  /** Whether it waits for somebody to accept it. */
  readonly isHeld: boolean;
}

export interface RolloutState {
  /** Asked with every reading of a package that is not in use. */
  mayTakeOver(next: SpecPackage, now: number): boolean;
  /** Nothing waits: the product publishes what is in use. */
  settle(): void;
  waiting(): WaitingPackage | undefined;
  /** The verdict of the waiting package on a candidate was the same, or another one. */
  judged(isChanged: boolean): void;
  /** Takes the waiting package with the next reading. False if none waits. */
  accept(): boolean;
}

export function isPinned(
  { rollout }: ConfiguredDomain,
  { version, digest }: { version: string; digest: string },
) {
  return rollout?.pin === undefined || rollout.pin === version || rollout.pin === digest;
}

export function createRolloutState(domain: ConfiguredDomain): RolloutState {
  let waiting: WaitingPackage | undefined;
  let accepted = "";

  function passesCanary(
    { canary }: Rollout,
    { calls, changed }: WaitingPackage,
    waitedMs: number,
  ): boolean | "later" {
    if (canary === undefined) return true;
    if (calls < canary.calls && waitedMs < canary.seconds * 1_000) return "later";
    return changed <= canary.share * calls;
  }

  return {
    mayTakeOver(next, now) {
      const { rollout = {} } = domain;
      if (waiting?.spec.digest !== next.digest)
        waiting = { spec: next, since: now, calls: 0, changed: 0, isHeld: false };
      const waitedMs = now - waiting.since;
      const passes = passesCanary(rollout, waiting, waitedMs);
      waiting = { ...waiting, isHeld: passes === false };
      return (
        accepted === next.digest ||
        (isPinned(domain, next) && waitedMs >= (rollout.delaySeconds ?? 0) * 1_000 && passes === true)
      );
    },
    settle() {
      waiting = undefined;
    },
    waiting: () => waiting,
    judged(isChanged) {
      if (waiting === undefined || domain.rollout?.canary === undefined) return;
      if (waiting.calls >= domain.rollout.canary.calls) return;
      waiting = { ...waiting, calls: waiting.calls + 1, changed: waiting.changed + (isChanged ? 1 : 0) };
    },
    accept() {
      if (waiting === undefined) return false;
      accepted = waiting.spec.digest;
      return true;
    },
  };
}
