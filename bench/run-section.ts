/** Runs one section and keeps its result. */
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { createReport, type Section, type SectionResult } from "./report.ts";
import { MIN_ROUNDS_TO_KEEP, rounds } from "./rounds.ts";

const results = new URL("../../bench/results/", import.meta.url);

export async function runSection(name: string): Promise<void> {
  const section = (await import(new URL(`sections/${name}.js`, import.meta.url).href)) as Section;
  const result: SectionResult = {
    section: name,
    title: section.title,
    date: new Date().toISOString().slice(0, 10),
    machine: `${availableParallelism()} cores, ${cpus()[0]?.model.trim() ?? "unknown processor"}, Node ${process.version.slice(1)}`,
    tables: [],
    notes: [],
    figures: [],
  };
  await section.run(createReport(result));
  if (rounds < MIN_ROUNDS_TO_KEEP) return;
  mkdirSync(results, { recursive: true });
  writeFileSync(new URL(`${name}.json`, results), `${JSON.stringify(result, undefined, 2)}\n`);
}
