/** Runs the examples of a spec package, and the cases of folders beside it. */
import { isPlainObject } from "../../core/json/pointer.ts";
import { checkCandidate, END_OF_TIME } from "../../core/proposal/check.ts";
import { checkSpecPackage } from "../../core/publishing/advice.ts";
import { exampleRegistries } from "../../core/publishing/examples.ts";
import type { SpecPackage } from "../../core/spec-package/spec-package.ts";
import type { Diagnostic } from "../../core/types.ts";
import { findFiles } from "../files/find.ts";
import { EXIT, Failure } from "../terminal/failure.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { paragraph, plural, visible } from "../terminal/text.ts";
import { readSource, remarkText } from "./source.ts";

/** The exit code. `folders`: files or folders of candidates and cases. */
export async function runSpecTest(
  path: string,
  folders: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const { style, write, width } = terminal;
  const source = await readSource(path);
  const { findings, spec } = checkSpecPackage(source.value);
  if (spec === undefined) {
    for (const { pointer, code, message } of findings)
      write(`${remarkText(source, { pointer, code, message, label: "error" }, terminal, style.red)}\n`);
    write(`${style.red("✖")} ${visible(source.path)} fails with ${plural(findings.length, "reason")}\n`);
    return EXIT.invalid;
  }
  const { valid, invalid } = spec.document.examples;
  let failed = 0;
  const files = folders.length === 0 ? [] : findFiles(folders).filter(({ path: each }) => each !== path);
  for (const file of files) {
    const problems = testCase(spec, file.path, (await readSource(file.path)).value);
    if (problems.length === 0) continue;
    failed++;
    write(`${visible(file.path)}  ${style.red("error")}  not as expected\n`);
    for (const problem of problems) write(paragraph(visible(problem), width, "    ", "  "));
    write("\n");
  }
  const examples = plural(valid.length + invalid.length, "example");
  if (failed > 0)
    write(
      `${style.red("✖")} ${failed} of ${plural(files.length, "file")} not as expected; ${examples} pass\n`,
    );
  else
    write(
      `✔ ${examples}${files.length > 0 ? ` and ${plural(files.length, "file")}` : ""} behave as expected\n`,
    );
  return failed > 0 ? EXIT.invalid : EXIT.valid;
}

/** The files behind the arguments, to watch them. */
export function filesOf(folders: readonly string[]): string[] {
  return folders.length === 0 ? [] : findFiles(folders).map(({ path }) => path);
}

/**
 * A case is an object with `candidate` and `expect`, as in a package's invalid examples. Any other file is a candidate:
 * it has to fail if it lies in a folder called `invalid`, and to pass everywhere else.
 */
function testCase(spec: SpecPackage, path: string, value: unknown): string[] {
  const isCase = isPlainObject(value) && "candidate" in value && Array.isArray(value.expect);
  const candidate = isCase ? value.candidate : value;
  const context = { ...exampleRegistries(spec), now: END_OF_TIME };
  const { diagnostics, omitted } = checkCandidate(spec, candidate, context);
  if (isCase) return compare(value.expect as unknown[], diagnostics, path);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (!/(^|[\\/])invalid[\\/]/.test(path))
    return [
      ...errors.map(({ code, pointer, message }) => `${code} at "${pointer}": ${message}`),
      ...(omitted > 0 ? [`and ${omitted} more`] : []),
    ];
  return errors.length === 0 ? ["It is in a folder of invalid candidates, and it passes."] : [];
}

function compare(expect: readonly unknown[], diagnostics: readonly Diagnostic[], path: string): string[] {
  const wanted = expect.map((entry) => {
    if (!isPlainObject(entry) || typeof entry.code !== "string" || typeof entry.pointer !== "string")
      throw new Failure(
        `${path}: "expect" is a list of objects with "code" and "pointer".`,
        "An empty list says that the candidate passes.",
      );
    return `${entry.code} at "${entry.pointer}"`;
  });
  const got = diagnostics.map(({ code, pointer }) => `${code} at "${pointer}"`);
  return [
    ...wanted.filter((entry) => !got.includes(entry)).map((entry) => `missing: ${entry}`),
    ...diagnostics
      .filter((_, index) => !wanted.includes(got[index]!))
      .map(({ code, pointer, message }) => `not expected: ${code} at "${pointer}": ${message}`),
  ];
}
