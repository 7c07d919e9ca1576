/** Runs one section, or one part of it, and keeps the result of a whole section. */
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { createReport, type Section, type SectionResult } from "./report.ts";
import { MIN_ROUNDS_TO_KEEP, rounds } from "./rounds.ts";

const results = new URL("../../bench/results/", import.meta.url);

export async function runSection(name: string, part?: string): Promise<void> {
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
  const run = part === undefined ? section.run : section.parts?.[part];
  if (run === undefined) {
    const parts = Object.keys(section.parts ?? {}).join(", ") || "none";
    throw new Error(`${name} has no part ${part}; its parts: ${parts}`);
  }
  await run(createReport(result));
  if (part !== undefined || rounds < MIN_ROUNDS_TO_KEEP) return;
  mkdirSync(results, { recursive: true });
  writeFileSync(new URL(`${name}.json`, results), `${JSON.stringify(result, undefined, 2)}\n`);
}
