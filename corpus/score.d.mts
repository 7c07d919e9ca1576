export interface Score {
  valid: boolean;
  needsDecision: boolean;
  values: number;
  kept: number;
  changed: { pointer: string; expected?: unknown; actual: unknown }[];
  invented: { pointer: string; actual: unknown }[];
  lost: { pointer: string; expected: unknown; actual?: undefined }[];
}
export interface Sums {
  cases: number;
  open: number;
  valid: number;
  values: number;
  kept: number;
  changed: number;
  changedValid: number;
  invented: number;
  decided: number;
}
export interface Tally {
  add(row: string, score: Score): void;
  rows: Map<string, Sums>;
  all: Sums;
}
export function scoreOutput(
  given: { need: string; draft: unknown; expected: unknown },
  output: unknown,
  isValid: boolean,
): Score;
export function createTally(): Tally;
export function formatTally(tally: Tally): string;
export function leavesOf(value: unknown): Map<string, unknown>;
export function valueAt(root: unknown, pointer: string): unknown;
