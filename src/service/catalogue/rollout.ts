/**
 * Decides when a new version of a domain's spec package takes over from the one in use: at once, never (it is pinned), or
 * after a delay.
 */
import type { SpecPackage } from "../../core/spec-package/spec-package.ts";
import type { ConfiguredDomain } from "./configured-domain.ts";

export interface RolloutState {
  /** Asked with every reading of a package that is not in use. */
  mayTakeOver(next: SpecPackage, now: number): boolean;
  /** Nothing waits: the product publishes what is in use. */
  settle(): void;
  /** A sound package that is not used yet. */
  waiting(): SpecPackage | undefined;
}

export function isPinned(
  { rollout }: ConfiguredDomain,
  { version, digest }: { version: string; digest: string },
) {
  return rollout?.pin === undefined || rollout.pin === version || rollout.pin === digest;
}

export function createRolloutState(domain: ConfiguredDomain): RolloutState {
  let waiting: SpecPackage | undefined;
  let since = 0;
  return {
    mayTakeOver(next, now) {
      if (waiting?.digest !== next.digest) {
        waiting = next;
        since = now;
      }
      return isPinned(domain, next) && now - since >= (domain.rollout?.delaySeconds ?? 0) * 1_000;
    },
    settle() {
      waiting = undefined;
    },
    waiting: () => waiting,
  };
}
