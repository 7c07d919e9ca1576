/** Prints medians in plain tables. */

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The first column is left-aligned, the others right-aligned. */
export function printTable(
  title: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? "").length)));
  console.log(`\n${title}`);
  for (const line of lines) {
    const cells = widths.map((width, column) =>
      column === 0 ? (line[column] ?? "").padEnd(width) : (line[column] ?? "").padStart(width),
    );
    console.log(`  ${cells.join("  ").trimEnd()}`);
  }
}
