/** Runs candidates of files and folders: by a spec package, after its examples, or by two versions of it, to tell which verdicts change. */
import { resolve } from "node:path";
import { isPlainObject } from "../../core/json/values.ts";
import { type CheckContext, checkCandidate } from "../../core/proposal/check.ts";
import { checkSpecPackage } from "../../core/publishing/advice.ts";
import { exampleContext } from "../../core/publishing/examples.ts";
import { createImpactMeter, type Impact } from "../../core/publishing/impact.ts";
import { EMPTY_REGISTRY } from "../../core/registry/entries.ts";
import type { SpecPackage } from "../../core/spec-package/spec-package.ts";
import type { Diagnostic } from "../../core/types.ts";
import { candidateOf } from "../checker/domain.ts";
import { openGivenRegistries } from "../checker/offline.ts";
import type { Command, ValidateOptions } from "../command-entry.ts";
import { findFiles, type InputFile } from "../files/find.ts";
import { recordsIn } from "../files/records.ts";
import { EXIT, Failure, paintOf, type Terminal } from "../terminal/terminal.ts";
import { paragraph, plural, visible } from "../terminal/text.ts";
import { loadFile, readSource, writeFindings } from "./source.ts";

type CaseOptions = Pick<ValidateOptions, "registry" | "each">;

/** The spec packages may lie among them. */
function casesIn(paths: readonly string[], ...specs: readonly string[]): InputFile[] {
  const own = new Set(specs.map((path) => resolve(path)));
  return findFiles(paths).filter(({ path }) => !own.has(resolve(path)));
}

/** The exit code. `folders`: files or folders of candidates and cases. `registries`: for them; the examples come with their own. */
export const runSpecTest: Command<[string, string[]], CaseOptions> = async (args, options, { terminal }) => {
  const [path, folders] = args;
  const { registry: registries = [], each = false } = options;
  const { style, write, width } = terminal;
  const source = await readSource(path);
  const { findings, spec } = checkSpecPackage(source.value);
  if (spec === undefined) {
    writeFindings(source, findings, terminal);
    write(`${style.red("✖")} ${visible(source.path)} fails with ${plural(findings.length, "reason")}\n`);
    return EXIT.invalid;
  }
  const ofExamples = exampleContext(spec);
  const [given] = openGivenRegistries([spec], registries, ofExamples);
  const context = { ...ofExamples, ...given };
  const files = folders.length === 0 ? [] : casesIn(folders, path);
  let [total, failed, unread] = [0, 0, 0];
  for (const file of files)
    for await (const { name, value, failure, isEnd } of recordsIn(file, each)) {
      total++;
      const problems = failure
        ? [failure.message, failure.hint].filter((text) => text !== undefined)
        : testCase(spec, file.path, value, context);
      if (problems.length === 0) continue;
      failed++;
      if (isEnd) unread++;
      const what = isEnd ? "could not be read" : "not as expected";
      write(`${visible(name)}  ${style.red("error")}  ${what}\n`);
      for (const problem of problems) write(paragraph(visible(problem), width, "    ", "  "));
      write("\n");
    }
  const tested = plural(total, total === files.length ? "file" : "record");
  const { valid, invalid } = spec.document.examples;
  const examples = plural(valid.length + invalid.length, "example");
  if (failed > 0) write(`${style.red("✖")} ${failed} of ${tested} not as expected; ${examples} pass\n`);
  else write(`✔ ${examples}${total > 0 ? ` and ${tested}` : ""} behave as expected\n`);
  if (unread > 0) return EXIT.failed;
  return failed > 0 ? EXIT.invalid : EXIT.valid;
};

/**
 * A case is an object with `candidate` and `expect`, as in a package's invalid examples. Any other file is a candidate:
 * it has to fail if it lies in a folder called `invalid`, and to pass everywhere else.
 */
function testCase(spec: SpecPackage, path: string, value: unknown, context: CheckContext): string[] {
  const isCase = isPlainObject(value) && Object.hasOwn(value, "candidate") && Object.hasOwn(value, "expect");
  const candidate = isCase ? value.candidate : candidateOf(value);
  const { diagnostics, omitted } = checkCandidate(spec, candidate, context);
  if (isCase) return compare(value.expect, diagnostics);
  const errors = diagnostics
    .filter(({ severity }) => severity === "error")
    .map((each) => `${placed(each)}: ${each.message}`);
  if (!/(^|[\\/])invalid[\\/]/.test(path)) return omitted > 0 ? [...errors, `and ${omitted} more`] : errors;
  return errors.length === 0 ? ["It is in a folder of invalid candidates, and it passes."] : [];
}

function compare(expect: unknown, diagnostics: readonly Diagnostic[]): string[] {
  if (!Array.isArray(expect) || !expect.every(isExpectation)) return [EXPECT];
  const wanted = expect.map(placed);
  const got = diagnostics.map(placed);
  const others = diagnostics.filter((_, index) => !wanted.includes(got[index]!));
  return [
    ...wanted.filter((entry) => !got.includes(entry)).map((entry) => `missing: ${entry}`),
    ...others.map((each) => `not expected: ${placed(each)}: ${each.message}`),
  ];
}

const EXPECT =
  '"expect" is a list of objects with "code" and "pointer". An empty list says that the candidate passes.';

const placed = ({ code, pointer }: Pick<Diagnostic, "code" | "pointer">) => `${code} at "${pointer}"`;

function isExpectation(entry: unknown): entry is Pick<Diagnostic, "code" | "pointer"> {
  return isPlainObject(entry) && typeof entry.code === "string" && typeof entry.pointer === "string";
}

type ImpactOptions = CaseOptions & Pick<ValidateOptions, "at" | "simulate" | "format">;

/** The exit code: 1 if a candidate that passes would fail. */
export const runSpecImpact: Command<[string, string, string[]], ImpactOptions> = async (
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
  for (const file of casesIn(paths, oldPath, newPath))
    for await (const { name, value, failure } of recordsIn(file, each)) {
      if (failure === undefined) meter.add({ name, candidate: candidateOf(value) });
      else {
        unread++;
        terminal.note(`${visible(name)}  ${visible(failure.message)}\n`);
      }
    }
  const impact = meter.finish();
  if (impact.candidates === 0) throw new Failure("There is no candidate to compare the two versions by.");
  if (format === "json") terminal.write(`${JSON.stringify(impact, null, 2)}\n`);
  else print(impact, terminal);
  if (unread > 0) return EXIT.failed;
  return impact.broken.length > 0 ? EXIT.invalid : EXIT.valid;
};

function print(impact: Impact, { style, width, write }: Terminal) {
  const { validBefore, validAfter, otherwise, rules, omitted } = impact;
  const [from, to] = [impact.from.version, impact.to.version];
  const [broken, fixed] = [impact.broken.length + omitted.broken, impact.fixed.length + omitted.fixed];
  const candidates = plural(impact.candidates, "candidate");
  if (rules.length === 0) return write(`✔ ${candidates}: nothing changes from ${from} to ${to}\n`);
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
