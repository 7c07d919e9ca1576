/** What a section of the benchmarks reports: tables to read, and figures that are kept and compared. */

/** A figure that is kept: the median of interleaved rounds, with the lowest and the highest of them. */
export interface Figure {
  name: string;
  unit: string;
  median: number;
  low: number;
  high: number;
  rounds: number;
  /** What it should reach, and from which side. */
  target?: { atLeast: number } | { atMost: number };
}

export interface Table {
  title: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

export interface SectionResult {
  section: string;
  title: string;
  /** The day it was measured. */
  date: string;
  machine: string;
  tables: Table[];
  notes: string[];
  figures: Figure[];
}

export interface Report {
  /** The first column is left-aligned, the others right-aligned. */
  table(title: string, head: readonly string[], rows: readonly (readonly string[])[]): void;
  note(line: string): void;
  /** Keeps a figure, given what each round measured. Ratios have the unit "x". */
  figure(name: string, unit: string, samples: readonly number[], target?: Figure["target"]): void;
}

/** A file in bench/sections. Its name is the name of the section. */
export interface Section {
  title: string;
  run(report: Report): Promise<void>;
  /** Parts that can be run by themselves, as `npm run bench -- section/part`. */
  parts?: Readonly<Record<string, (report: Report) => Promise<void>>>;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Round by round, since both were measured in the same minute: the median of ratios is steadier than their ratio. */
export function ratios(numerators: readonly number[], denominators: readonly number[]): number[] {
  return numerators.map((value, round) => value / (denominators[round] ?? Number.NaN));
}

/** Median and spread, for a cell of a table. */
export function spread(samples: readonly number[], digits = 2): string {
  const [low, high] = [Math.min(...samples), Math.max(...samples)];
  return `${median(samples).toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})`;
}

/** Prints what is reported, and remembers it in `result`. */
export function createReport(result: SectionResult): Report {
  return {
    table(title, head, rows) {
      result.tables.push({ title, head, rows });
      console.log(`\n${title}`);
      for (const line of aligned(head, rows)) console.log(`  ${line}`);
    },
    note(line) {
      result.notes.push(line);
      console.log(`  ${line}`);
    },
    figure(name, unit, samples, target) {
      result.figures.push({
        name,
        unit,
        median: rounded(median(samples)),
        low: rounded(Math.min(...samples)),
        high: rounded(Math.max(...samples)),
        rounds: samples.length,
        ...(target && { target }),
      });
    },
  };
}

export function isMet({ median: value, target }: Figure): boolean | undefined {
  if (target === undefined) return undefined;
  return "atLeast" in target ? value >= target.atLeast : value <= target.atMost;
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}

function aligned(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? "").length)));
  return lines.map((line) =>
    widths
      .map((width, column) =>
        column === 0 ? (line[column] ?? "").padEnd(width) : (line[column] ?? "").padStart(width),
      )
      .join("  ")
      .trimEnd(),
  );
}
