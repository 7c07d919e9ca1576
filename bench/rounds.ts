/** How often and how long to load a server. `BENCH_ROUNDS=1 BENCH_SECONDS=1` is quick, but not precise. */
export const rounds = setting("BENCH_ROUNDS", 5);
export const seconds = setting("BENCH_SECONDS", 1);
/**
 * Simultaneous connections. They keep a server busy all the time, and its queue is still short enough that the service
 * does not count as overloaded, which it would with dozens of callers that never pause.
 */
export const connections = setting("BENCH_CONNECTIONS", 8);
/** Results of fewer rounds are printed but not kept. */
export const MIN_ROUNDS_TO_KEEP = 5;

const ROUND_MS = setting("BENCH_ROUND_MS", 150);

/** Processor time of one check, in microseconds. */
export function microsEach(check: (candidate: unknown) => number, pool: readonly unknown[]): number {
  let checks = 0;
  let spent = 0;
  const before = process.cpuUsage();
  while (spent < ROUND_MS * 1_000) {
    for (const candidate of pool) check(candidate);
    checks += pool.length;
    const { user, system } = process.cpuUsage(before);
    spent = user + system;
  }
  return spent / checks;
}

function setting(name: string, otherwise: number): number {
  const value = Number(process.env[name] ?? otherwise);
  if (!Number.isInteger(value) || value < 1) throw new Error(`${name} must be a whole number from 1`);
  return value;
}
