/** Runs candidates through two versions of a spec package and tells which verdicts change. */
import { resolve } from "node:path";
import { createImpactMeter, type Impact } from "../../core/publishing/impact.ts";
import { EMPTY_REGISTRY } from "../../core/registry/entries.ts";
import { candidateOf } from "../checker/domain.ts";
import { openGivenRegistries } from "../checker/offline.ts";
import type { Command, ValidateOptions } from "../command-entry.ts";
import { findFiles } from "../files/find.ts";
import { recordsIn } from "../files/records.ts";
import { EXIT, Failure, paintOf, type Terminal } from "../terminal/terminal.ts";
import { paragraph, plural, visible } from "../terminal/text.ts";
import { loadFile } from "./source.ts";

type Options = Pick<ValidateOptions, "registry" | "at" | "simulate" | "each" | "format">;

/** The exit code: 1 if a candidate that passes would fail. */
export const runSpecImpact: Command<[old: string, now: string, paths: string[]], Options> = async (
  [oldPath, newPath, paths],
  { registry: given = [], at: now = Date.now(), simulate = false, each = false, format },
  { terminal },
) => {
  const [before, after] = [await loadFile(oldPath), await loadFile(newPath)];
  // Each version reads a registry as it declares it.
  const opened = openGivenRegistries([before, after], given, { registry: EMPTY_REGISTRY });
  const [context, contextAfter] = opened.map((registries) => ({ ...registries, now, simulate }));
  const meter = createImpactMeter(before, after, context!, contextAfter);
  let unread = 0;
  for (const file of findFiles(paths)) {
    if ([oldPath, newPath].some((path) => resolve(path) === resolve(file.path))) continue;
    for await (const record of recordsIn(file, each)) {
      if ("value" in record) meter.add({ name: record.name, candidate: candidateOf(record.value) });
      else {
        unread++;
        terminal.note(`${visible(record.name)}  ${visible(record.failure.message)}\n`);
      }
    }
  }
  const impact = meter.finish();
  if (impact.candidates === 0) throw new Failure("There is no candidate to compare the two versions by.");
  if (format === "json") terminal.write(`${JSON.stringify(impact, null, 2)}\n`);
  else print(impact, terminal);
  if (unread > 0) return EXIT.failed;
  return impact.broken.length > 0 ? EXIT.invalid : EXIT.valid;
};

function print(impact: Impact, { style, width, write }: Terminal): void {
  const { validBefore, validAfter, otherwise, rules, omitted } = impact;
  const [from, to] = [impact.from.version, impact.to.version];
  const [broken, fixed] = [impact.broken.length + omitted.broken, impact.fixed.length + omitted.fixed];
  const candidates = plural(impact.candidates, "candidate");
  if (rules.length === 0) {
    write(`✔ ${candidates}: nothing changes from ${from} to ${to}\n`);
    return;
  }
  for (const { code, at, severity, change, candidates, verdicts, examples } of rules) {
    const paint = change === "removed" ? style.dim : paintOf(severity, style);
    const what = paint(change === "added" ? `new ${severity}` : `${severity} gone`);
    const decides = verdicts > 0 ? `, ${verdicts} with another verdict` : "";
    write(`${code}  ${placeText(at)}  ${what}  ${plural(candidates, "candidate")}${decides}\n`);
    for (const { name, pointer, message } of examples)
      write(paragraph(`${visible(name)} ${placeText(pointer)}: ${visible(message)}`, width, "    ", "  "));
    write("\n");
  }
  const mark = broken > 0 ? style.red("✖") : "✔";
  write(`${mark} of ${candidates}, ${validBefore} pass ${from} and ${validAfter} pass ${to}\n`);
  write(`  ${broken} pass no longer, ${fixed} pass now, ${otherwise} get other diagnostics\n`);
}

const placeText = (pointer: string): string => visible(pointer) || "(the candidate)";
