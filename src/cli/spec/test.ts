/** Runs the examples of a spec package, and the cases of folders beside it. */
import { resolve } from "node:path";
import { isPlainObject } from "../../core/json/values.ts";
import { type CheckContext, checkCandidate } from "../../core/proposal/check.ts";
import { checkSpecPackage } from "../../core/publishing/advice.ts";
import { exampleContext } from "../../core/publishing/examples.ts";
import type { SpecPackage } from "../../core/spec-package/spec-package.ts";
import type { Diagnostic } from "../../core/types.ts";
import { openGivenRegistries } from "../checker/offline.ts";
import type { Command, ValidateOptions } from "../command-entry.ts";
import { findFiles } from "../files/find.ts";
import { recordsIn } from "../files/records.ts";
import { EXIT } from "../terminal/terminal.ts";
import { paragraph, plural, visible } from "../terminal/text.ts";
import { readSource, writeFindings } from "./source.ts";

/** The exit code. `folders`: files or folders of candidates and cases. `registries`: for them; the examples come with their own. */
export const runSpecTest: Command<
  [path: string, folders: string[]],
  Pick<ValidateOptions, "registry" | "each">
> = async ([path, folders], { registry: registries = [], each = false }, { terminal }) => {
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
  const found = folders.length === 0 ? [] : findFiles(folders);
  const files = found.filter((file) => resolve(file.path) !== resolve(path));
  let [total, failed, unread] = [0, 0, 0];
  for (const file of files)
    for await (const record of recordsIn(file, each)) {
      total++;
      const problems =
        "value" in record
          ? testCase(spec, file.path, record.value, context)
          : [record.failure.message, record.failure.hint].filter((text) => text !== undefined);
      if (problems.length === 0) continue;
      failed++;
      const isUnread = "failure" in record && record.isEnd === true;
      if (isUnread) unread++;
      const what = isUnread ? "could not be read" : "not as expected";
      write(`${visible(record.name)}  ${style.red("error")}  ${what}\n`);
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
  const candidate = isCase ? value.candidate : value;
  const { diagnostics, omitted } = checkCandidate(spec, candidate, context);
  if (isCase) return compare(value.expect, diagnostics);
  const errors = errorLines(diagnostics);
  if (!/(^|[\\/])invalid[\\/]/.test(path)) return omitted > 0 ? [...errors, `and ${omitted} more`] : errors;
  return errors.length === 0 ? ["It is in a folder of invalid candidates, and it passes."] : [];
}

function errorLines(diagnostics: readonly Diagnostic[]): string[] {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return errors.map((each) => `${placed(each)}: ${each.message}`);
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
