/**
 * Random tests draw the same cases in every run, so that a red run is about the change at hand. `FC_SEED=any` draws
 * others, to look for what nobody thought of; `FC_SEED=<number>` repeats a run that found something. `npm run verify --
 * random` draws many times as many.
 */
import fc from "fast-check";

const given = process.env.FC_SEED;
fc.configureGlobal({
  seed: given === undefined ? 20_261_115 : given === "any" ? Date.now() | 0 : Number(given),
});

/** How many cases a test draws: as many as it says, or a multiple of that. */
export function cases(count: number): number {
  return count * Number(process.env.TIMES_AS_MANY ?? 1);
}
