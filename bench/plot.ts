/** A plot of all kept ratios that have a target: a bar for the median, a line for the spread, a mark for the target. */
import { type Figure, isMet, type SectionResult } from "./report.ts";

const WIDTH = 860;
const LABELS = 400;
const ROW = 22;
const HEAD = 34;
/** Multiples of the target: bars end here, so that one large figure does not flatten the others. */
const MAX_MULTIPLE = 2;

export function plot(results: readonly SectionResult[]): string {
  const figures = results.flatMap(({ figures }) =>
    figures.filter((figure) => figure.target !== undefined && figure.unit === "x"),
  );
  const height = HEAD + figures.length * ROW + 12;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="title">
<title id="title">Figures of the benchmarks relative to their targets</title>
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
<g font-family="system-ui, sans-serif" font-size="12" fill="#222">
<text x="${LABELS}" y="18" text-anchor="middle" fill="#666">0</text>
<text x="${xOf(1)}" y="18" text-anchor="middle" fill="#666">target</text>
<line x1="${xOf(1)}" y1="${HEAD - 10}" x2="${xOf(1)}" y2="${height - 8}" stroke="#888" stroke-dasharray="3 3"/>
${figures.map((figure, index) => row(figure, HEAD + index * ROW)).join("\n")}
</g>
</svg>
`;
}

function row(figure: Figure, y: number): string {
  const { target } = figure;
  // Turned round where less is better, so that a longer bar is always better.
  const relative = (value: number) =>
    target === undefined ? 0 : "atLeast" in target ? value / target.atLeast : target.atMost / value;
  const [low, high] = [relative(figure.low), relative(figure.high)].sort((a, b) => a - b) as [number, number];
  const middle = y + ROW / 2;
  const end = xOf(relative(figure.median));
  return [
    `<text x="${LABELS - 8}" y="${middle}" text-anchor="end" dominant-baseline="middle">${escaped(figure.name)}</text>`,
    `<rect x="${LABELS}" y="${y + 4}" width="${(end - LABELS).toFixed(1)}" height="${ROW - 8}" fill="${isMet(figure) ? "#3b7dd8" : "#d8833b"}"/>`,
    `<line x1="${xOf(low)}" y1="${middle}" x2="${xOf(high)}" y2="${middle}" stroke="#222" stroke-width="1.5"/>`,
    `<text x="${Math.max(end, xOf(high)) + 6}" y="${middle}" dominant-baseline="middle">${figure.median}</text>`,
  ].join("");
}

function xOf(multiple: number): number {
  const room = WIDTH - LABELS - 50;
  return Number((LABELS + (Math.min(multiple, MAX_MULTIPLE) / MAX_MULTIPLE) * room).toFixed(1));
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
