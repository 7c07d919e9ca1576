/**
 * Random tests draw the same cases in every run, so that a red run is about the change at hand. `FC_SEED=any` draws
 * others, to look for what nobody thought of; `FC_SEED=<number>` repeats a run that found something. `npm test` draws few:
 * `npm run verify -- random` draws several hundred times as many.
 */
import fc from "fast-check";

const given = process.env.FC_SEED;
fc.configureGlobal({
  seed: given === undefined ? 20_261_115 : given === "any" ? Date.now() | 0 : Number(given),
});

const share = Number(process.env.SHARE_OF_DRAWS ?? 0.05);

/** How many cases a test draws: of the number that it gives, a twentieth, unless `SHARE_OF_DRAWS` says otherwise. */
export function draws(count: number): number {
  return Math.ceil(count * share);
}
