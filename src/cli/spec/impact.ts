/** Runs candidates through two versions of a spec package and tells which verdicts change. */

import { resolve } from "node:path";
import { createImpactMeter, type Impact, type RuleImpact } from "../../core/publishing/impact.ts";
import { EMPTY_REGISTRY } from "../../core/registry/entries.ts";
import { candidateOf } from "../checker/domain.ts";
import { openGivenRegistries } from "../checker/offline.ts";
import { findFiles } from "../files/find.ts";
import { recordsIn } from "../files/records.ts";
import { EXIT, Failure } from "../terminal/failure.ts";
import { paintOf, type Session, type Terminal } from "../terminal/terminal.ts";
import { paragraph, plural, visible } from "../terminal/text.ts";
import { loadFile } from "./source.ts";

export interface SpecImpactOptions {
  readonly registry?: readonly string[];
  readonly at?: number;
  readonly simulate?: boolean;
  readonly each?: boolean;
  readonly format: "pretty" | "json";
}

/** The exit code: 1 if a candidate that passes would fail. */
export async function runSpecImpact(
  [oldPath, newPath, paths]: readonly [old: string, now: string, paths: readonly string[]],
  options: SpecImpactOptions,
  { terminal }: Session,
): Promise<number> {
  const [before, after] = [await loadFile(oldPath), await loadFile(newPath)];
  const { registry, registries } = openGivenRegistries([before, after], options.registry ?? []);
  const now = options.at ?? Date.now();
  // Each version reads a registry as it declares it.
  const [context, contextAfter] = registries.map((named) => ({
    registry: registry ?? EMPTY_REGISTRY,
    registries: named,
    now,
    simulate: options.simulate === true,
  }));
  const meter = createImpactMeter(before, after, context!, contextAfter);
  let unread = 0;
  for (const file of findFiles(paths)) {
    if ([oldPath, newPath].some((each) => resolve(each) === resolve(file.path))) continue;
    for await (const record of recordsIn(file, options.each === true)) {
      if ("value" in record) meter.add({ name: record.name, candidate: candidateOf(record.value) });
      else {
        unread++;
        terminal.note(`${visible(record.name)}  ${visible(record.failure.message)}\n`);
      }
    }
  }
  const impact = meter.finish();
  if (impact.candidates === 0) throw new Failure("There is no candidate to compare the two versions by.");
  if (options.format === "json") terminal.write(`${JSON.stringify(impact, null, 2)}\n`);
  else print(impact, terminal);
  if (unread > 0) return EXIT.failed;
  return impact.broken.length > 0 ? EXIT.invalid : EXIT.valid;
}

function print(impact: Impact, { style, width, write }: Terminal): void {
  const { from, to, candidates, validBefore, validAfter, otherwise, rules, omitted } = impact;
  const [broken, fixed] = [impact.broken.length + omitted.broken, impact.fixed.length + omitted.fixed];
  for (const rule of rules) {
    write(`${headOf(rule, style)}\n`);
    for (const { name, pointer, message } of rule.examples)
      write(
        paragraph(
          `${visible(name)} ${visible(pointer) || "(the candidate)"}: ${visible(message)}`,
          width,
          "    ",
          "  ",
        ),
      );
    write("\n");
  }
  if (rules.length === 0)
    write(`✔ ${plural(candidates, "candidate")}: nothing changes from ${from.version} to ${to.version}\n`);
  else {
    const mark = broken > 0 ? style.red("✖") : "✔";
    write(
      `${mark} of ${plural(candidates, "candidate")}, ${validBefore} pass ${from.version} and ${validAfter} pass ${to.version}\n`,
    );
    write(`  ${broken} pass no longer, ${fixed} pass now, ${otherwise} get other diagnostics\n`);
  }
}

function headOf(
  { code, at, severity, change, candidates, verdicts }: RuleImpact,
  style: Terminal["style"],
): string {
  const paint = change === "removed" ? style.dim : paintOf(severity, style);
  const what = change === "added" ? `new ${severity}` : `${severity} gone`;
  const decides = verdicts > 0 ? `, ${verdicts} with another verdict` : "";
  return `${code}  ${visible(at) || "(the candidate)"}  ${paint(what)}  ${plural(candidates, "candidate")}${decides}`;
}
