/** What goes wrong, one thing after the other, as a seed decides. Each fault is repaired before the next one. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Cast, Player, Replica } from "./cast.ts";

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
  const send = (pid: number | undefined, signal: NodeJS.Signals): void => {
    try {
      if (pid !== undefined) process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
  };
  const worker = (of: Replica, signal: NodeJS.Signals): number | undefined => {
    const workers = of.workers();
    const pid = workers[random(workers.length)];
    send(pid, signal);
    return pid;
  };
  const faults: Record<string, () => Promise<void>> = {
    "worker killed": async () => {
      const target = replica();
      target.killedAt = performance.now();
      worker(target, "SIGKILL");
      target.killedAt = performance.now();
    },
    "both workers killed": async () => {
      const target = replica();
      target.killedAt = performance.now();
      for (const pid of target.workers()) send(pid, "SIGKILL");
      target.killedAt = performance.now();
    },
    "worker stopped for a while": async () => {
      const pid = worker(replica(), "SIGSTOP");
      await pause();
      send(pid, "SIGCONT");
    },
    "primary stopped for a while": () => hang(replica()),
    "replica restarted": async () => {
      const target = replica();
      target.stoppedAt = Number.POSITIVE_INFINITY;
      target.signal("SIGTERM");
      const code = await target.ended();
      if (code !== 0) target.oddities.push(`${target.name} ended with ${code}:`, ...target.recent);
      await target.start();
      target.stoppedAt = performance.now();
    },
    "keys read again": async () => replica().signal("SIGHUP"),
    "redis killed": () => killAndStart(cast.redis),
    "redis stopped for a while": () => hang(cast.redis),
    "identity killed": () => killAndStart(cast.identity),
    "identity stopped for a while": () => hang(cast.identity),
    "product killed": () => killAndStart(cast.product),
    "product stopped for a while": () => hang(cast.product),
  };
  const names = Object.keys(faults);
  while (!isOver()) {
    const name = names[random(names.length)]!;
    log.counts.set(name, (log.counts.get(name) ?? 0) + 1);
    await faults[name]!();
    await pause();
  }
}
