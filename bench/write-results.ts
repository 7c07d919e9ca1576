/** Writes bench/RESULTS.md and the picture of docs/benchmarks.md from the results that were kept. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { plot } from "./plot.ts";
import { type Figure, isMet, type SectionResult, type Table } from "./report.ts";

const root = new URL("../../", import.meta.url);
const folder = new URL("bench/results/", root);

export function writeResults(): void {
  if (!existsSync(folder)) return;
  const results = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8")) as SectionResult);
  writeFileSync(new URL("bench/RESULTS.md", root), page(results));
  writeFileSync(new URL("docs/benchmarks.svg", root), plot(results));
}

function page(results: readonly SectionResult[]): string {
  const sections = results.map(({ section, title, date, machine, tables, notes, figures }) =>
    [
      `## ${title}`,
      `\`npm run bench -- ${section}\`, ${date}, ${machine}.`,
      ...(figures.length > 0 ? [figureTable(figures)] : []),
      ...tables.map(markdownTable),
      ...notes,
    ].join("\n\n"),
  );
  return `${[
    "# Results",
    "Written by `npm run bench` from [results](results), which holds the same as JSON. A figure is the median of its rounds, with the lowest and the highest. [docs/benchmarks.md](../docs/benchmarks.md) explains them.",
    ...sections,
  ].join("\n\n")}\n`;
}

function figureTable(figures: readonly Figure[]): string {
  return table(
    ["figure", "median", "spread", "rounds", "target"],
    figures.map((figure) => [
      figure.name,
      `${figure.median} ${figure.unit}`,
      `${figure.low}–${figure.high}`,
      String(figure.rounds),
      targetText(figure),
    ]),
  );
}

function targetText(figure: Figure): string {
  const { target } = figure;
  if (target === undefined) return "";
  const bound = "atLeast" in target ? `at least ${target.atLeast}` : `at most ${target.atMost}`;
  return isMet(figure) ? bound : `**${bound}**, missed`;
}

function markdownTable({ title, head, rows }: Table): string {
  return `${title}:\n\n${table(head, rows)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${head.map((_, column) => (cells[column] ?? "").replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}
