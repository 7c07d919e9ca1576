/** What goes wrong, one thing after the other, as a seed decides. Each fault is repaired before the next one. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Player } from "../support/player.ts";
import type { Cast, Replica } from "./cast.ts";

export type Random = (below: number) => number;

export interface FaultLog {
  /** How often each kind of fault happened. */
  readonly counts: Map<string, number>;
}

export async function causeFaults(
  cast: Cast,
  random: Random,
  isOver: () => boolean,
  log: FaultLog,
): Promise<void> {
  const replica = (): Replica => cast.replicas[random(cast.replicas.length)]!;
  /** The other one lives through the whole run, so that its memory tells whether anything is kept. */
  const mortal = cast.replicas[0]!;
  const pause = () => sleep(200 + random(1_500));

  const killAndStart = async (player: Player): Promise<void> => {
    player.signal("SIGKILL");
    await player.ended();
    await pause();
    await player.start();
  };
  const hang = async (player: Player): Promise<void> => {
    player.signal("SIGSTOP");
    await pause();
    player.signal("SIGCONT");
  };
  /** Nothing that may be sent again is lost meanwhile, because the other replica serves. */
  const replace = async (target: Replica, signal: "SIGKILL" | "SIGTERM"): Promise<void> => {
    target.lostAt = Number.POSITIVE_INFINITY;
    target.signal(signal);
    const code = await target.ended();
    if (signal === "SIGTERM" && code !== 0)
      target.oddities.push(`${target.name} ended with ${code}:`, ...target.recent);
    await pause();
    await target.start();
    target.lostAt = performance.now();
  };
  const faults: Record<string, () => Promise<void>> = {
    "replica killed": () => replace(mortal, "SIGKILL"),
    "replica stopped for a while": () => hang(replica()),
    "replica restarted": () => replace(mortal, "SIGTERM"),
    "keys read again": async () => replica().signal("SIGHUP"),
    "redis killed": () => killAndStart(cast.redis),
    "redis stopped for a while": () => hang(cast.redis),
    "identity killed": () => killAndStart(cast.identity),
    "identity stopped for a while": () => hang(cast.identity),
    "product killed": () => killAndStart(cast.product),
    "product stopped for a while": () => hang(cast.product),
  };
  // Every second fault concerns a replica.
  const names = Object.keys(faults);
  const ofReplicas = names.filter((name) => name.startsWith("replica"));
  while (!isOver()) {
    const some = random(2) === 0 ? ofReplicas : names;
    const name = some[random(some.length)]!;
    log.counts.set(name, (log.counts.get(name) ?? 0) + 1);
    await faults[name]!();
    await pause();
  }
}
