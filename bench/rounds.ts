/** How often and how long to load a server. `BENCH_ROUNDS=1 BENCH_SECONDS=1` is quick, but not precise. */
export const rounds = setting("BENCH_ROUNDS", 5);
export const seconds = setting("BENCH_SECONDS", 2);
/** Results of fewer rounds are printed but not kept. */
export const MIN_ROUNDS_TO_KEEP = 5;

function setting(name: string, otherwise: number): number {
  const value = Number(process.env[name] ?? otherwise);
  if (!Number.isInteger(value) || value < 1) throw new Error(`${name} must be a whole number from 1`);
  return value;
}
